//! Plain descriptions of numbers: mean with standard error, quantiles, and values with an interval.

/// A value with the ends of its interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The value.
    pub value: f64,
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

/// A mean and how well it is known.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mean {
    /// How many numbers there were.
    pub count: usize,
    /// Their mean.
    pub value: f64,
    /// Their standard deviation, divided by one less than their number; 0 for a single one.
    pub deviation: f64,
    /// Standard error of the mean; infinite for a single number, which says nothing of the spread.
    pub standard_error: f64,
}

/// The mean of numbers; `None` without any.
pub fn mean(numbers: &[f64]) -> Option<Mean> {
    if numbers.is_empty() {
        return None;
    }
    let count = numbers.len();
    let value = numbers.iter().sum::<f64>() / count as f64;
    if count == 1 {
        return Some(Mean { count, value, deviation: 0.0, standard_error: f64::INFINITY });
    }
    let squares: f64 = numbers.iter().map(|number| (number - value) * (number - value)).sum();
    let deviation = (squares / (count - 1) as f64).sqrt();
    Some(Mean { count, value, deviation, standard_error: deviation / (count as f64).sqrt() })
}

/// The quantile of numbers, from 0 (the least) to 1 (the greatest), interpolated between neighbours;
/// `None` without any.
///
/// ```
/// assert_eq!(enban_stats::quantile(&[40.0, 10.0, 30.0, 20.0], 0.5), Some(25.0));
/// ```
pub fn quantile(numbers: &[f64], share: f64) -> Option<f64> {
    let mut sorted = numbers.to_vec();
    sorted.sort_by(f64::total_cmp);
    quantile_of_sorted(&sorted, share)
}

/// [`quantile`] of numbers that are in order already.
pub(crate) fn quantile_of_sorted(sorted: &[f64], share: f64) -> Option<f64> {
    assert!((0.0..=1.0).contains(&share), "a quantile is between 0 and 1, not {share}");
    let last = sorted.len().checked_sub(1)?;
    let place = share * last as f64;
    let below = place.floor() as usize;
    let above = (below + 1).min(last);
    Some(sorted[below] + (sorted[above] - sorted[below]) * (place - below as f64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means() {
        let known = mean(&[2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0]).unwrap();
        assert_eq!((known.count, known.value), (8, 5.0));
        assert!((known.deviation - (32.0f64 / 7.0).sqrt()).abs() < 1e-15);
        assert!((known.standard_error - (4.0f64 / 7.0).sqrt()).abs() < 1e-15);
        assert_eq!(mean(&[3.0]).map(|mean| (mean.value, mean.standard_error)), Some((3.0, f64::INFINITY)));
        assert_eq!(mean(&[]), None);
    }

    #[test]
    fn quantiles() {
        let numbers = [40.0, 10.0, 30.0, 20.0];
        let found = [0.0, 0.25, 0.5, 0.9, 1.0].map(|share| quantile(&numbers, share).unwrap());
        assert_eq!(found, [10.0, 17.5, 25.0, 37.0, 40.0]);
        assert_eq!((quantile(&[5.0], 0.3), quantile(&[], 0.3)), (Some(5.0), None));
    }
}
