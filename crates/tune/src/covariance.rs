//! The shape of the cloud of candidates: a full covariance matrix, or only its diagonal.

use serde::{Deserialize, Serialize};

use crate::TuneError;
use crate::error::check_numbers;
use crate::matrix::Matrix;

/// The covariance of candidates, without the length of the steps.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) enum Covariance {
    /// Each parameter has a variance of its own, and none knows of another.
    Diagonal(Vec<f64>),
    /// Every pair of parameters has a covariance.
    Full(Matrix),
}

/// A root of a covariance: what turns round clouds into its shape and back.
pub(crate) enum Root {
    /// The root of each variance.
    Diagonal(Vec<f64>),
    /// The axes, and the root of the variance along each.
    Full {
        /// The axes, in columns of length one.
        axes: Matrix,
        /// The standard deviation along each axis.
        lengths: Vec<f64>,
    },
}

/// What one generation teaches about the shape.
pub(crate) struct Lesson<'l> {
    /// How much of the old shape is kept.
    pub(crate) keep: f64,
    /// Steps of the generation and the path of its mean, each with its weight.
    pub(crate) steps: Vec<(f64, &'l [f64])>,
}

impl Covariance {
    /// The round shape.
    pub(crate) fn round_diagonal(size: usize) -> Self {
        Self::Diagonal(vec![1.0; size])
    }

    /// The round shape, with all covariances.
    pub(crate) fn round_full(size: usize) -> Self {
        Self::Full(Matrix::identity(size))
    }

    /// The variance of one parameter.
    pub(crate) fn variance(&self, at: usize) -> f64 {
        match self {
            Self::Diagonal(variances) => variances[at],
            Self::Full(matrix) => matrix.get(at, at),
        }
    }

    /// Makes sure that a parameter has at least this variance. A larger diagonal keeps a covariance one.
    pub(crate) fn raise(&mut self, at: usize, least: f64) {
        match self {
            Self::Diagonal(variances) => variances[at] = variances[at].max(least),
            Self::Full(matrix) => matrix.set(at, at, matrix.get(at, at).max(least)),
        }
    }

    /// Keeps a part of the shape and adds the outer products of steps.
    pub(crate) fn learn(&mut self, lesson: &Lesson<'_>) {
        let added = |row: usize, column: usize| -> f64 {
            lesson.steps.iter().map(|(weight, step)| weight * step[row] * step[column]).sum()
        };
        match self {
            Self::Diagonal(variances) => {
                for (at, variance) in variances.iter_mut().enumerate() {
                    *variance = lesson.keep * *variance + added(at, at);
                }
            }
            Self::Full(matrix) => {
                for row in 0..matrix.size() {
                    for column in 0..=row {
                        let cell = lesson.keep * matrix.get(row, column) + added(row, column);
                        matrix.set(row, column, cell);
                        matrix.set(column, row, cell);
                    }
                }
            }
        }
    }

    /// The root of the shape. Rounding can bring a variance of a very flat cloud to zero or below: the
    /// shortest axis is held at a ten-millionth of the longest.
    pub(crate) fn root(&self) -> Root {
        let lengths = |variances: &[f64]| -> Vec<f64> {
            let largest = variances.iter().fold(f64::MIN_POSITIVE, |largest, variance| largest.max(*variance));
            variances.iter().map(|variance| variance.max(largest * 1e-14).sqrt()).collect()
        };
        match self {
            Self::Diagonal(variances) => Root::Diagonal(lengths(variances)),
            Self::Full(matrix) => {
                let eigen = matrix.eigen();
                Root::Full { lengths: lengths(&eigen.values), axes: eigen.vectors }
            }
        }
    }

    /// Whether a saved shape fits a space of `size` parameters.
    pub(crate) fn check(&self, size: usize) -> Result<(), TuneError> {
        match self {
            Self::Diagonal(variances) => check_numbers("the covariance", variances, size)?,
            Self::Full(matrix) if matrix.size() != size => {
                return Err(TuneError::state(format!("a covariance of {} rows", matrix.size()), size.to_string()));
            }
            Self::Full(matrix) => check_numbers("the covariance", matrix.cells(), size * size)?,
        }
        match (0..size).map(|at| self.variance(at)).find(|variance| *variance <= 0.0) {
            Some(variance) => Err(TuneError::state(format!("a variance of {variance}"), "more than 0")),
            None => Ok(()),
        }
    }
}

impl Root {
    /// Gives the shape to a step of a round cloud.
    pub(crate) fn stretch(&self, round: &[f64]) -> Vec<f64> {
        match self {
            Self::Diagonal(lengths) => product(lengths, round),
            Self::Full { axes, lengths } => axes.times(&product(lengths, round)),
        }
    }

    /// Takes the shape from a step, without turning it: the product with the inverse of the symmetric root.
    pub(crate) fn whiten(&self, step: &[f64]) -> Vec<f64> {
        let inverse = |lengths: &[f64]| -> Vec<f64> { lengths.iter().map(|length| 1.0 / length).collect() };
        match self {
            Self::Diagonal(lengths) => product(&inverse(lengths), step),
            Self::Full { axes, lengths } => axes.times(&product(&inverse(lengths), &axes.transposed_times(step))),
        }
    }
}

fn product(left: &[f64], right: &[f64]) -> Vec<f64> {
    left.iter().zip(right).map(|(left, right)| left * right).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Draws;

    /// A shape that has learnt from a few random steps.
    fn learnt(mut shape: Covariance, size: usize) -> Covariance {
        let mut draws = Draws::new(4, 0);
        let steps: Vec<Vec<f64>> = (0..3).map(|_| (0..size).map(|_| draws.normal()).collect()).collect();
        let steps = steps.iter().map(|step| (0.2, step.as_slice())).collect();
        shape.learn(&Lesson { keep: 0.4, steps });
        shape
    }

    #[test]
    fn whitening_gives_back_the_length_that_stretching_took() {
        for shape in [Covariance::round_full(5), Covariance::round_diagonal(5)] {
            let shape = learnt(shape, 5);
            let root = shape.root();
            let round = [1.0, -2.0, 0.5, 3.0, 0.25];
            let white = root.whiten(&root.stretch(&round));
            let square = |vector: &[f64]| vector.iter().map(|x| x * x).sum::<f64>();
            assert!((square(&white) - square(&round)).abs() < 1e-12, "{white:?}");
        }
    }

    #[test]
    fn stretched_clouds_have_the_covariance() {
        let shape = learnt(Covariance::round_full(3), 3);
        let Covariance::Full(matrix) = &shape else { unreachable!("the shape is full") };
        let root = shape.root();
        let mut draws = Draws::new(5, 0);
        let count = 100_000;
        let cloud: Vec<Vec<f64>> =
            (0..count).map(|_| root.stretch(&[draws.normal(), draws.normal(), draws.normal()])).collect();
        for row in 0..3 {
            for column in 0..3 {
                let found = cloud.iter().map(|step| step[row] * step[column]).sum::<f64>() / f64::from(count);
                assert!((found - matrix.get(row, column)).abs() < 0.02, "{row} {column}: {found}");
            }
        }
    }

    #[test]
    fn both_shapes_learn_the_same_variances() {
        let (full, diagonal) = (learnt(Covariance::round_full(4), 4), learnt(Covariance::round_diagonal(4), 4));
        for at in 0..4 {
            assert_eq!(full.variance(at), diagonal.variance(at));
        }
    }

    #[test]
    fn damage_is_found() {
        let check = |shape: Covariance, message: &str| {
            assert_eq!(shape.check(2).unwrap_err().to_string(), format!("the saved state has {message}"));
        };
        check(Covariance::round_full(3), "a covariance of 3 rows, expected 2");
        check(Covariance::Diagonal(vec![1.0]), "1 numbers in the covariance, expected 2");
        check(Covariance::Diagonal(vec![1.0, f64::NAN]), "NaN in the covariance, expected finite numbers");
        check(Covariance::Diagonal(vec![1.0, 0.0]), "a variance of 0, expected more than 0");
        assert_eq!(Covariance::round_full(2).check(2), Ok(()));
    }
}
