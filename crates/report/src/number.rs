//! Numbers as text for tables and plots.
//!
//! A negative number has a real minus sign (U+2212), which the LaTeX writer turns into a minus of
//! mathematics and the CSV writer into a hyphen. Large integers are divided by narrow blanks that do not
//! break (U+202F). Numbers beyond all measure are written as `1.50e300`. What is not a finite number is
//! an en dash.
//!
//! ```
//! use enban_report::number;
//!
//! assert_eq!(number::percent_interval(0.523, 0.491, 0.554, 1), "52.3% (49.1 to 55.4)");
//! assert_eq!(number::signed(12.5, 1), "+12.5");
//! assert_eq!(number::p_value(0.0004), "p < 0.001");
//! assert_eq!(number::decimal(f64::NAN, 1), "–");
//! ```

/// The minus sign of printed text.
pub(crate) const MINUS: char = '\u{2212}';
/// The blank within a large integer.
pub(crate) const GROUP_BLANK: char = '\u{202F}';
/// What stands where there is no number.
pub(crate) const MISSING: &str = "\u{2013}";

/// From here on a number is not written out: its last digits would mean nothing.
const WHOLE_MAX: f64 = 1e15;
/// With more decimals than these a number is not written out.
const DECIMALS_MAX: usize = 12;

/// How the numbers of an axis or a heat map are written; the argument is the number of decimals.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NumberStyle {
    /// `12.5`.
    Plain(usize),
    /// A share as a percentage: 0.523 is `52.3%`.
    Percent(usize),
    /// With a sign: `+12.5`, `−3.0`, `0.0`.
    Signed(usize),
}

impl Default for NumberStyle {
    fn default() -> Self {
        Self::Plain(1)
    }
}

impl NumberStyle {
    /// The number as text.
    pub fn write(self, value: f64) -> String {
        match self {
            Self::Plain(decimals) => decimal(value, decimals),
            Self::Percent(decimals) => percent(value, decimals),
            Self::Signed(decimals) => signed(value, decimals),
        }
    }

    /// The same style for numbers that need `decimals` to be told apart, as the ticks of an axis do.
    pub(crate) fn with_decimals(self, decimals: usize) -> Self {
        match self {
            Self::Plain(_) => Self::Plain(decimals),
            Self::Percent(_) => Self::Percent(decimals.saturating_sub(2)),
            Self::Signed(_) => Self::Signed(decimals),
        }
    }
}

/// A number with fixed decimals: `−3.50`; integers of five digits and more are grouped.
pub fn decimal(value: f64, decimals: usize) -> String {
    if !value.is_finite() {
        return MISSING.to_owned();
    }
    if value != 0.0 && (value.abs() >= WHOLE_MAX || decimals > DECIMALS_MAX) {
        return format!("{value:.2e}").replace('-', &String::from(MINUS));
    }
    let digits = format!("{:.*}", decimals.min(DECIMALS_MAX), value.abs());
    // What rounds to zero has no sign.
    let negative = value < 0.0 && digits.bytes().any(|byte| (b'1'..=b'9').contains(&byte));
    let (whole, fraction) = digits.split_at(digits.find('.').unwrap_or(digits.len()));
    let sign = if negative { String::from(MINUS) } else { String::new() };
    format!("{sign}{}{fraction}", grouped(whole))
}

/// A number with its sign, `+12.5`; zero has none.
pub fn signed(value: f64, decimals: usize) -> String {
    let text = decimal(value, decimals);
    let positive = value > 0.0 && value.is_finite() && text.bytes().any(|byte| (b'1'..=b'9').contains(&byte));
    if positive { format!("+{text}") } else { text }
}

/// A share as a percentage: 0.523 is `52.3%`.
pub fn percent(share: f64, decimals: usize) -> String {
    if share.is_finite() { format!("{}%", decimal(share * 100.0, decimals)) } else { MISSING.to_owned() }
}

/// A value and its interval: `12.0 (−3.1 to 27.0)`.
pub fn interval(value: f64, low: f64, high: f64, decimals: usize) -> String {
    format!("{} ({} to {})", decimal(value, decimals), decimal(low, decimals), decimal(high, decimals))
}

/// A share and its interval in percent: `52.3% (49.1 to 55.4)`.
pub fn percent_interval(share: f64, low: f64, high: f64, decimals: usize) -> String {
    let bound = |share: f64| decimal(share * 100.0, decimals);
    format!("{} ({} to {})", percent(share, decimals), bound(low), bound(high))
}

/// A p-value to three decimals: `p = 0.031`, and `p < 0.001` below what they show.
pub fn p_value(p: f64) -> String {
    if p < 0.001 { "p < 0.001".to_owned() } else { format!("p = {}", decimal(p, 3)) }
}

/// An integer; five digits and more are divided into threes: `9999`, `12 345`.
pub fn integer(value: i64) -> String {
    let sign = if value < 0 { String::from(MINUS) } else { String::new() };
    format!("{sign}{}", grouped(&value.unsigned_abs().to_string()))
}

/// The digits in threes; four digits stay together, as in print.
fn grouped(digits: &str) -> String {
    if digits.len() <= 4 {
        return digits.to_owned();
    }
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(GROUP_BLANK);
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_in_print() {
        let check = |written: String, expected: &str| assert_eq!(written, expected);
        check(decimal(-3.456, 2), "−3.46");
        check(decimal(-0.04, 1), "0.0");
        check(decimal(-12345.6, 1), "−12\u{202F}345.6");
        check(decimal(f64::NAN, 1), "–");
        check(decimal(-1.5e300, 1), "−1.50e300");
        check(decimal(2e-20, 20), "2.00e−20");
        check(decimal(0.0, 20), "0.000000000000");
        check(signed(12.5, 1), "+12.5");
        check(signed(0.01, 1), "0.0");
        check(signed(f64::INFINITY, 1), "–");
        check(percent(0.5234, 1), "52.3%");
        check(percent(f64::NAN, 1), "–");
        check(interval(12.0, -3.12, 27.0, 1), "12.0 (−3.1 to 27.0)");
        check(percent_interval(0.523, 0.491, 0.554, 1), "52.3% (49.1 to 55.4)");
        check(NumberStyle::Percent(1).with_decimals(2).write(0.25), "25%");
    }

    #[test]
    fn p_values_end_at_a_thousandth() {
        let check = |p: f64, expected: &str| assert_eq!(p_value(p), expected);
        check(0.0312, "p = 0.031");
        check(0.001, "p = 0.001");
        check(0.00099, "p < 0.001");
        check(0.0, "p < 0.001");
        check(1.0, "p = 1.000");
        check(f64::NAN, "p = –");
    }

    #[test]
    fn large_integers_are_grouped() {
        let check = |value: i64, expected: &str| assert_eq!(integer(value), expected);
        check(0, "0");
        check(9999, "9999");
        check(12345, "12\u{202F}345");
        check(-1234567, "−1\u{202F}234\u{202F}567");
        check(i64::MIN, "−9\u{202F}223\u{202F}372\u{202F}036\u{202F}854\u{202F}775\u{202F}808");
    }
}
