//! Round values for the ticks of an axis.

/// The ticks of an axis and the decimals that tell them apart.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Ticks {
    /// Ascending values between the ends of the axis.
    pub values: Vec<f64>,
    /// Decimals that write each of them exactly.
    pub decimals: usize,
}

/// At most `count_max` multiples of 1, 2 or 5 times a power of ten from `low` to `high`, ends included:
/// the finest step that keeps the count. With `count_max` of 5 or more there are at least two.
pub(crate) fn linear_ticks(low: f64, high: f64, count_max: usize) -> Ticks {
    let width = high - low;
    if !width.is_finite() || width <= 0.0 || count_max == 0 {
        let values = if low.is_finite() { vec![low] } else { Vec::new() };
        return Ticks { values, decimals: 0 };
    }
    let mut exponent = (width / count_max as f64).log10().floor() as i32;
    loop {
        for factor in [1.0, 2.0, 5.0] {
            // A hair beyond the ends is still at the end, for 0.1 + 0.2 must meet 0.3; far from zero the
            // hair is what is lost in the division.
            let step = factor * 10f64.powi(exponent);
            let hair = 1e-9_f64.max(4.0 * f64::EPSILON * (low.abs().max(high.abs()) / step));
            let first = (low / step - hair).ceil();
            let last = (high / step + hair).floor();
            let count = last - first + 1.0;
            if count <= count_max as f64 {
                let values = (0..count as usize).map(|place| round_value((first + place as f64) * factor, exponent));
                return Ticks { values: values.collect(), decimals: usize::try_from(-exponent).unwrap_or(0) };
            }
        }
        exponent += 1;
    }
}

/// Powers of ten from `low` to `high`, with 2 and 5 times them while there is room; thinned out to at
/// most `count_max`. Where the ends are too near for powers of ten, these are linear ticks.
pub(crate) fn logarithmic_ticks(low: f64, high: f64, count_max: usize) -> Ticks {
    if !(low > 0.0 && high.is_finite() && high > low) || count_max == 0 {
        return linear_ticks(low, high, count_max);
    }
    let (first, last) = (low.log10().floor() as i32, high.log10().ceil() as i32);
    let inside = |factors: &[f64]| -> Vec<f64> {
        let all = (first..=last).flat_map(|exponent| factors.iter().map(move |factor| (*factor, exponent)));
        let values = all.map(|(factor, exponent)| round_value(factor, exponent));
        values.filter(|value| (low * (1.0 - 1e-9)..=high * (1.0 + 1e-9)).contains(value)).collect()
    };
    let fine = inside(&[1.0, 2.0, 5.0]);
    let tens = inside(&[1.0]);
    let values = if fine.len() <= count_max { fine } else { tens };
    if values.len() < 2 {
        return linear_ticks(low, high, count_max);
    }
    let every = values.len().div_ceil(count_max);
    let decimals = usize::try_from(-values[0].log10().floor() as i32).unwrap_or(0);
    Ticks { values: values.into_iter().step_by(every).collect(), decimals }
}

/// `factor` times ten to `exponent`, rounded once: dividing by a whole power keeps 3/10 at 0.3.
fn round_value(factor: f64, exponent: i32) -> f64 {
    let value = if exponent < 0 { factor / 10f64.powi(-exponent) } else { factor * 10f64.powi(exponent) };
    // The zero among negative ticks would be written with a minus.
    value + 0.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round() {
        let check = |low: f64, high: f64, count_max: usize, expected: &[f64], decimals: usize| {
            let ticks = linear_ticks(low, high, count_max);
            assert_eq!((ticks.values.as_slice(), ticks.decimals), (expected, decimals), "{low} to {high}");
        };
        check(0.0, 1.0, 6, &[0.0, 0.2, 0.4, 0.6, 0.8, 1.0], 1);
        check(0.0, 0.3, 4, &[0.0, 0.1, 0.2, 0.3], 1);
        check(0.43, 0.58, 5, &[0.45, 0.5, 0.55], 2);
        check(-12.0, 31.0, 6, &[-10.0, 0.0, 10.0, 20.0, 30.0], 0);
        check(0.0, 123_456.0, 5, &[0.0, 50_000.0, 100_000.0], 0);
        check(3.0, 3.0, 5, &[3.0], 0);
        check(f64::NAN, 3.0, 5, &[], 0);
    }

    #[test]
    fn ticks_keep_their_promises() {
        for low in [-1e6, -3.7, -0.013, 0.0, 0.49, 7.0, 99_999.0] {
            for width in [1e-4, 0.003, 0.11, 1.0, 2.5, 17.0, 999.0, 3e7] {
                for count_max in 5..12 {
                    let high = low + width;
                    let Ticks { values, decimals } = linear_ticks(low, high, count_max);
                    let place = format!("{low} to {high} in {count_max}: {values:?}");
                    assert!((2..=count_max).contains(&values.len()), "{place}");
                    let step = values[1] - values[0];
                    // What is lost by rounding far from zero is no fault of the ticks.
                    let hair = step * 1e-6 + 4.0 * f64::EPSILON * low.abs().max(high.abs());
                    assert!(values[0] >= low - hair && values[values.len() - 1] <= high + hair, "{place}");
                    assert!(values[0] - step < low + hair && values[values.len() - 1] + step > high - hair, "{place}");
                    for pair in values.windows(2) {
                        assert!((pair[1] - pair[0] - step).abs() < hair, "{place}");
                    }
                    for value in &values {
                        let written: f64 = format!("{value:.decimals$}").parse().unwrap();
                        assert!((written - value).abs() < hair, "{place}");
                    }
                }
            }
        }
    }

    #[test]
    fn logarithmic_ticks_are_powers_of_ten() {
        let check = |low: f64, high: f64, count_max: usize, expected: &[f64]| {
            assert_eq!(logarithmic_ticks(low, high, count_max).values, expected, "{low} to {high}");
        };
        check(1.0, 1e4, 6, &[1.0, 10.0, 100.0, 1e3, 1e4]);
        check(10.0, 1000.0, 8, &[10.0, 20.0, 50.0, 100.0, 200.0, 500.0, 1000.0]);
        check(1.0, 1e6, 4, &[1.0, 100.0, 1e4, 1e6]);
        check(0.05, 2.0, 9, &[0.05, 0.1, 0.2, 0.5, 1.0, 2.0]);
        check(12.0, 19.0, 4, &[12.0, 14.0, 16.0, 18.0]);
        check(-1.0, 1.0, 3, &[-1.0, 0.0, 1.0]);
    }
}
