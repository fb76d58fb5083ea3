//! How far a shallow search is from a deep one: what cuts on likelihood (multi-probcut) are made by.

use enban_search::Compared;

/// By how much the values of two searches of a position differ, as it was fitted to measured differences: a standard deviation,
/// which is the exponential of a sum over what is known of the two, times what holds so many percent of them.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ErrorModel {
    /// Where the deep search ends before the game does.
    pub search: Deviations,
    /// Where the deep search reads to the end.
    pub exact: Deviations,
}

/// One half of the model.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Deviations {
    /// The coefficients of the [`terms`].
    pub coefficients: [f32; TERMS],
    /// How many standard deviations to each side held each of [`PERCENTS`] of the differences. A normal distribution would
    /// have 1.1, 1.5, 2.0, 2.3 and 2.6.
    pub spreads: [f32; PERCENTS.len()],
}

/// Terms of the sum.
pub const TERMS: usize = 6;

/// How sure one can be, in percent.
pub const PERCENTS: [u32; 5] = [73, 87, 95, 98, 99];

/// What the sum is over.
pub fn terms(between: &Compared) -> [f32; TERMS] {
    let Compared { moves_left, depth, probe } = *between;
    let (left, depth, probe) = (moves_left as f32, depth as f32, probe as f32);
    [1.0, left / 10.0, (left / 10.0).powi(2), depth / 10.0, probe / 10.0, (depth - probe).ln_1p()]
}

impl Deviations {
    /// The standard deviation in hundredths of a disc.
    #[inline(always)]
    pub fn deviation(&self, between: &Compared) -> f32 {
        let sum: f32 = self.coefficients.iter().zip(terms(between)).map(|(one, other)| one * other).sum();
        100.0 * sum.exp()
    }

    /// How many standard deviations to each side hold so many percent: between the percents that were measured in proportion.
    fn spread(&self, percent: u32) -> f32 {
        let above = PERCENTS.iter().position(|&known| known >= percent).unwrap_or(PERCENTS.len() - 1);
        let Some(below) = above.checked_sub(1) else { return self.spreads[0] };
        let share =
            (percent.min(PERCENTS[above]) - PERCENTS[below]) as f32 / (PERCENTS[above] - PERCENTS[below]) as f32;
        self.spreads[below] + share * (self.spreads[above] - self.spreads[below])
    }
}

impl ErrorModel {
    /// The name of the fact in a file of weights.
    pub const FACT: &'static str = "deviations";

    /// The half for two searches.
    #[inline(always)]
    pub fn of(&self, between: &Compared) -> &Deviations {
        if between.depth >= between.moves_left { &self.exact } else { &self.search }
    }

    /// What so many percent of the differences between two searches do not exceed, in hundredths of a disc.
    #[inline(always)]
    pub fn margin(&self, between: &Compared, percent: u32) -> f32 {
        let half = self.of(between);
        half.spread(percent) * half.deviation(between)
    }

    /// The model as a fact of a file.
    pub fn to_text(&self) -> String {
        let halves = [&self.search, &self.exact].into_iter();
        let numbers: Vec<String> =
            halves.flat_map(|half| half.coefficients.iter().chain(&half.spreads)).map(f32::to_string).collect();
        numbers.join(" ")
    }

    /// Reads what [`to_text`](Self::to_text) wrote.
    pub fn parse(text: &str) -> Option<Self> {
        let numbers: Vec<f32> = text.split_whitespace().map(|word| word.parse().ok()).collect::<Option<_>>()?;
        let half = |numbers: &[f32]| {
            let (coefficients, spreads) = numbers.split_at_checked(TERMS)?;
            Some(Deviations { coefficients: coefficients.try_into().ok()?, spreads: spreads.try_into().ok()? })
        };
        let (search, exact) = numbers.split_at_checked(TERMS + PERCENTS.len())?;
        Some(Self { search: half(search)?, exact: half(exact)? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn model() -> ErrorModel {
        let search = Deviations { coefficients: [0.0; TERMS], spreads: [1.0, 1.4, 2.0, 2.5, 3.0] };
        let mut exact = search;
        exact.coefficients[0] = 1.0;
        ErrorModel { search, exact }
    }

    #[test]
    fn a_model_is_read_as_it_was_written() {
        let model = model();
        assert_eq!(ErrorModel::parse(&model.to_text()), Some(model));
        assert_eq!(ErrorModel::parse("1 2 3"), None);
        assert_eq!(ErrorModel::parse(&format!("{} 7", model.to_text())), None);
    }

    #[test]
    fn searches_that_read_to_the_end_have_deviations_of_their_own() {
        let of = |depth| model().margin(&Compared { moves_left: 12, depth, probe: 2 }, 73);
        assert_eq!(of(11), 100.0);
        assert_eq!(of(12), 100.0 * 1f32.exp());
    }

    #[test]
    fn percents_between_the_measured_ones_lie_between() {
        let of = |percent| model().margin(&Compared { moves_left: 30, depth: 8, probe: 4 }, percent).round();
        assert_eq!([60, 73, 80, 95, 99].map(of), [100.0, 100.0, 120.0, 200.0, 300.0]);
    }
}
