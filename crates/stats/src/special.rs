//! Special functions: the normal distribution, the incomplete beta and gamma functions and their inverses.
//!
//! Everything transcendental goes through `libm`, which is the same code on every machine, so that a
//! reported figure does not depend on whose mathematical library the program was linked with.

use std::f64::consts::{PI, SQRT_2};

/// Terms after which a series or fraction is given up; the fractions here need about the root of their arguments.
const TERMS_MAX: usize = 200_000;

/// The relative size of a correction that no longer matters.
const NEGLIGIBLE: f64 = 1e-16;

/// The natural logarithm.
pub(crate) fn ln(x: f64) -> f64 {
    libm::log(x)
}

/// The exponential.
pub(crate) fn exp(x: f64) -> f64 {
    libm::exp(x)
}

/// `exp(x) - 1`, exact near 0.
pub(crate) fn exp_minus_one(x: f64) -> f64 {
    libm::expm1(x)
}

/// The logarithm of the gamma function.
pub(crate) fn ln_gamma(x: f64) -> f64 {
    libm::lgamma(x)
}

/// The logarithm of `n!`.
pub(crate) fn ln_factorial(n: u64) -> f64 {
    ln_gamma(n as f64 + 1.0)
}

/// The probability that a standard normal variable is at most `z`.
pub(crate) fn normal_cdf(z: f64) -> f64 {
    0.5 * libm::erfc(-z / SQRT_2)
}

/// The logarithm of [`normal_cdf`], finite far into the lower tail.
pub(crate) fn ln_normal_cdf(z: f64) -> f64 {
    if z > -30.0 {
        return ln(normal_cdf(z));
    }
    // The asymptotic series of Mills' ratio; at -30 its next term is below 2e-10 of the whole.
    let square = z * z;
    let series = 1.0 - 1.0 / square + 3.0 / (square * square) - 15.0 / (square * square * square);
    -0.5 * square - ln(-z * (2.0 * PI).sqrt()) + ln(series)
}

/// The `z` below which a standard normal variable falls with the given probability.
pub(crate) fn normal_quantile(probability: f64) -> f64 {
    if probability.is_nan() || probability <= 0.0 {
        return if probability == 0.0 { f64::NEG_INFINITY } else { f64::NAN };
    }
    if probability >= 1.0 {
        return if probability == 1.0 { f64::INFINITY } else { f64::NAN };
    }
    // The lower half only: there the distribution function is exact in relative terms.
    if probability > 0.5 {
        return -normal_quantile(1.0 - probability);
    }
    // A start good to 5e-4 (Abramowitz and Stegun 26.2.23), then Newton steps on the logarithm.
    let t = (-2.0 * ln(probability)).sqrt();
    let numerator = 2.515517 + t * (0.802853 + t * 0.010328);
    let denominator = 1.0 + t * (1.432788 + t * (0.189269 + t * 0.001308));
    let mut z = numerator / denominator - t;
    for _ in 0..6 {
        let ln_cdf = ln_normal_cdf(z);
        let hazard = exp(-0.5 * z * z - 0.5 * ln(2.0 * PI) - ln_cdf);
        z -= (ln_cdf - ln(probability)) / hazard;
    }
    z
}

/// The `z` of a two-sided interval: 1.96 for 0.95.
pub(crate) fn two_sided_z(confidence: f64) -> f64 {
    -normal_quantile(0.5 * (1.0 - confidence))
}

/// The regularised incomplete beta function: the probability that a beta variable is at most `x`.
pub(crate) fn beta_cdf(a: f64, b: f64, x: f64) -> f64 {
    if x <= 0.0 {
        return 0.0;
    }
    if x >= 1.0 {
        return 1.0;
    }
    // The continued fraction converges quickly on this side of the mean only.
    if x > (a + 1.0) / (a + b + 2.0) {
        return 1.0 - beta_fraction(b, a, 1.0 - x);
    }
    beta_fraction(a, b, x)
}

/// The `x` below which a beta variable falls with the given probability, by bisection to the last bit.
pub(crate) fn beta_quantile(a: f64, b: f64, probability: f64) -> f64 {
    let (mut low, mut high) = (0.0, 1.0);
    loop {
        let middle = 0.5 * (low + high);
        if middle <= low || middle >= high {
            return middle;
        }
        if beta_cdf(a, b, middle) < probability {
            low = middle;
        } else {
            high = middle;
        }
    }
}

/// The probability that a chi-square variable of `degrees` degrees of freedom is at least `statistic`.
pub(crate) fn chi_square_tail(statistic: f64, degrees: u64) -> f64 {
    if statistic <= 0.0 {
        return 1.0;
    }
    let (a, x) = (0.5 * degrees as f64, 0.5 * statistic);
    if x < a + 1.0 { 1.0 - gamma_series(a, x) } else { gamma_fraction(a, x) }
}

/// The incomplete beta function by its continued fraction, evaluated with Lentz's method.
fn beta_fraction(a: f64, b: f64, x: f64) -> f64 {
    let ln_front = ln_gamma(a + b) - ln_gamma(a) - ln_gamma(b) + a * ln(x) + b * libm::log1p(-x);
    let mut c = 1.0;
    let mut d = 1.0 / away_from_zero(1.0 - (a + b) * x / (a + 1.0));
    let mut value = d;
    for term in 1..TERMS_MAX {
        let m = term as f64;
        let even = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m));
        d = 1.0 / away_from_zero(1.0 + even * d);
        c = away_from_zero(1.0 + even / c);
        value *= c * d;
        let odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
        d = 1.0 / away_from_zero(1.0 + odd * d);
        c = away_from_zero(1.0 + odd / c);
        value *= c * d;
        if (c * d - 1.0).abs() < 4.0 * NEGLIGIBLE {
            break;
        }
    }
    exp(ln_front) * value / a
}

/// The lower regularised incomplete gamma function by its series.
fn gamma_series(a: f64, x: f64) -> f64 {
    let mut term = 1.0 / a;
    let mut sum = term;
    for n in 1..TERMS_MAX {
        term *= x / (a + n as f64);
        sum += term;
        if term < sum * NEGLIGIBLE {
            break;
        }
    }
    sum * exp(a * ln(x) - x - ln_gamma(a))
}

/// The upper regularised incomplete gamma function by its continued fraction.
fn gamma_fraction(a: f64, x: f64) -> f64 {
    let mut b = x + 1.0 - a;
    let mut c = 1.0 / f64::MIN_POSITIVE;
    let mut d = 1.0 / away_from_zero(b);
    let mut value = d;
    for n in 1..TERMS_MAX {
        let n = n as f64;
        let factor = -n * (n - a);
        b += 2.0;
        d = 1.0 / away_from_zero(factor * d + b);
        c = away_from_zero(b + factor / c);
        value *= c * d;
        if (c * d - 1.0).abs() < 4.0 * NEGLIGIBLE {
            break;
        }
    }
    value * exp(a * ln(x) - x - ln_gamma(a))
}

/// Keeps a divisor of Lentz's method from being 0.
fn away_from_zero(x: f64) -> f64 {
    if x.abs() < 1e-300 { 1e-300 } else { x }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Holds found values against those of scipy 1.17.
    fn check(cases: &[(f64, f64)]) {
        for &(found, expected) in cases {
            let off = (found - expected).abs() / expected.abs().max(1e-300);
            assert!(off < 1e-10, "{found}, expected {expected}");
        }
    }

    #[test]
    fn normal() {
        check(&[
            (normal_cdf(-8.0), 6.22096057427174e-16),
            (normal_cdf(-1.96), 0.024997895148220435),
            (normal_cdf(0.5), 0.6914624612740131),
            (normal_cdf(3.0), 0.9986501019683699),
            (ln_normal_cdf(-40.0), -804.6084420137539),
            (ln_normal_cdf(-8.0), -35.01343715991456),
            (ln_normal_cdf(3.0), -0.0013508099647481925),
            (normal_quantile(1e-300), -37.0470962993612),
            (normal_quantile(1e-10), -6.361340902404056),
            (normal_quantile(0.025), -1.9599639845400545),
            (normal_quantile(0.3), -0.5244005127080409),
            (normal_quantile(0.9999), 3.719016485455709),
            (two_sided_z(0.95), 1.959963984540054),
        ]);
        assert!(normal_quantile(0.5).abs() < 1e-15);
        assert_eq!((normal_quantile(0.0), normal_quantile(1.0)), (f64::NEG_INFINITY, f64::INFINITY));
        assert!(normal_quantile(1.5).is_nan() && normal_quantile(-0.1).is_nan());
    }

    #[test]
    fn both_ways_into_the_tail_meet() {
        let (near, far) = (ln_normal_cdf(-30.0 + 1e-9), ln_normal_cdf(-30.0));
        assert!((near - far).abs() < 1e-6, "{near} and {far}");
    }

    #[test]
    fn beta() {
        check(&[
            (beta_cdf(2.0, 3.0, 0.4), 0.5247999999999999),
            (beta_cdf(0.5, 0.5, 0.01), 0.06376856085851985),
            (beta_cdf(100.0, 200.0, 0.35), 0.7325714649575441),
            (beta_cdf(5000.0, 5000.0, 0.505), 0.8413447463710366),
            (beta_quantile(2.0, 3.0, 0.025), 0.06758598648854294),
            (beta_quantile(0.5, 20.5, 0.025), 2.4246478459242733e-05),
            (beta_quantile(300.0, 1.0, 0.5), 0.9976921765270234),
        ]);
        assert!((beta_cdf(1e5, 2e5, 0.334) - 0.7807618138321535).abs() < 1e-9);
        assert_eq!((beta_cdf(2.0, 3.0, 0.0), beta_cdf(2.0, 3.0, 1.0)), (0.0, 1.0));
    }

    #[test]
    fn chi_square() {
        check(&[
            (chi_square_tail(3.84, 1), 0.05004352124870519),
            (chi_square_tail(1.0, 5), 0.9625657732472964),
            (chi_square_tail(20.0, 10), 0.029252688076961124),
            (chi_square_tail(0.1, 3), 0.9918374237318764),
            (chi_square_tail(150.0, 100), 0.0009039320423540184),
            (chi_square_tail(1000.0, 3), 1.7994208765314067e-216),
            (chi_square_tail(0.0, 3), 1.0),
        ]);
    }
}
