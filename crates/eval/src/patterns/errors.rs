//! How far a shallow search is from a deep one: what cuts on likelihood (multi-probcut) are made by.

use enban_search::Compared;

/// The standard deviation between the values of two searches of a position, as it was fitted to measured ones: the exponential
/// of a sum over what is known of the two.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ErrorModel {
    /// Where the deep search ends before the game does.
    pub search: [f32; TERMS],
    /// Where the deep search reads to the end.
    pub exact: [f32; TERMS],
}

/// Terms of the sum.
pub const TERMS: usize = 6;

impl ErrorModel {
    /// The name of the fact in a file of weights.
    pub const FACT: &'static str = "deviations";

    /// What the sum is over.
    pub fn terms(between: &Compared) -> [f32; TERMS] {
        let Compared { moves_left, depth, probe } = *between;
        let (left, depth, probe) = (moves_left as f32, depth as f32, probe as f32);
        [1.0, left / 10.0, (left / 10.0).powi(2), depth / 10.0, probe / 10.0, (depth - probe).ln_1p()]
    }

    /// The standard deviation in hundredths of a disc.
    #[inline(always)]
    pub fn deviation(&self, between: &Compared) -> f32 {
        let coefficients = if between.depth >= between.moves_left { &self.exact } else { &self.search };
        let sum: f32 = coefficients.iter().zip(Self::terms(between)).map(|(one, other)| one * other).sum();
        100.0 * sum.exp()
    }

    /// The model as a fact of a file.
    pub fn to_text(&self) -> String {
        let numbers: Vec<String> = self.search.iter().chain(&self.exact).map(f32::to_string).collect();
        numbers.join(" ")
    }

    /// Reads what [`to_text`](Self::to_text) wrote.
    pub fn parse(text: &str) -> Option<Self> {
        let numbers: Vec<f32> = text.split_whitespace().map(|word| word.parse().ok()).collect::<Option<_>>()?;
        let (search, exact) = numbers.split_at_checked(TERMS)?;
        Some(Self { search: search.try_into().ok()?, exact: exact.try_into().ok()? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_model_is_read_as_it_was_written() {
        let model = ErrorModel { search: [1.5, -0.25, 0.125, 0.0, 3.0, 1e-7], exact: [0.1; TERMS] };
        assert_eq!(ErrorModel::parse(&model.to_text()), Some(model));
        assert_eq!(ErrorModel::parse("1 2 3"), None);
        assert_eq!(ErrorModel::parse(&format!("{} 7", model.to_text())), None);
    }

    #[test]
    fn searches_that_read_to_the_end_have_deviations_of_their_own() {
        let [mut search, mut exact] = [[0.0; TERMS]; 2];
        (search[0], exact[0]) = (0.0, 1.0);
        let model = ErrorModel { search, exact };
        let of = |depth| model.deviation(&Compared { moves_left: 12, depth, probe: 2 });
        assert_eq!(of(11), 100.0);
        assert_eq!(of(12), 100.0 * 1f32.exp());
    }
}
