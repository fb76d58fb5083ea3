//! Newton's method for a concave function of a few variables, and the little linear algebra it needs.

/// A square matrix, by rows.
pub(crate) type Matrix = Vec<Vec<f64>>;

/// Value, gradient and negative second derivatives of a function at a point.
pub(crate) struct Local {
    /// The value.
    pub value: f64,
    /// The gradient.
    pub gradient: Vec<f64>,
    /// The second derivatives with their signs turned: positive definite where the function is concave.
    pub curvature: Matrix,
}

/// Where the search ended.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Maximum {
    /// The point.
    pub point: Vec<f64>,
    /// Steps taken.
    pub steps: usize,
    /// Whether the gradient vanished; if not, the point is only the best one met.
    pub converged: bool,
}

/// Climbs from `start` to the maximum of a strictly concave function.
pub(crate) fn maximise(start: Vec<f64>, function: impl Fn(&[f64]) -> Local) -> Maximum {
    const STEPS_MAX: usize = 100;
    // Steps this small change no digit that anyone prints.
    const STEP_MIN: f64 = 1e-11;
    let mut point = start;
    let mut here = function(&point);
    for steps in 0..STEPS_MAX {
        let Some(lower) = cholesky(&here.curvature) else {
            return Maximum { point, steps, converged: false };
        };
        let step = solve(&lower, &here.gradient);
        let length = step.iter().fold(0.0f64, |longest, part| longest.max(part.abs()));
        if length < STEP_MIN {
            return Maximum { point, steps, converged: true };
        }
        // A full step first; halved while it leads down.
        let mut share = 1.0;
        loop {
            let next: Vec<f64> = point.iter().zip(&step).map(|(at, part)| at + share * part).collect();
            let there = function(&next);
            if there.value >= here.value - 1e-12 * here.value.abs().max(1.0) {
                (point, here) = (next, there);
                break;
            }
            share *= 0.5;
            if share * length < STEP_MIN {
                return Maximum { point, steps, converged: false };
            }
        }
    }
    Maximum { point, steps: STEPS_MAX, converged: false }
}

/// The inverse of a symmetric positive definite matrix; `None` if it is not one.
pub(crate) fn inverse(matrix: &Matrix) -> Option<Matrix> {
    let lower = cholesky(matrix)?;
    let unit = |index: usize| (0..matrix.len()).map(|row| f64::from(u8::from(row == index))).collect::<Vec<_>>();
    Some((0..matrix.len()).map(|index| solve(&lower, &unit(index))).collect())
}

/// The lower triangle whose product with its mirror is the matrix; `None` if it is not positive definite.
fn cholesky(matrix: &Matrix) -> Option<Matrix> {
    let size = matrix.len();
    let mut lower = vec![vec![0.0; size]; size];
    for row in 0..size {
        for column in 0..=row {
            let done: f64 = (0..column).map(|k| lower[row][k] * lower[column][k]).sum();
            let rest = matrix[row][column] - done;
            if row != column {
                lower[row][column] = rest / lower[column][column];
            } else if rest > 0.0 {
                lower[row][row] = rest.sqrt();
            } else {
                return None;
            }
        }
    }
    Some(lower)
}

/// Solves the system whose matrix has the given lower triangle.
fn solve(lower: &Matrix, right: &[f64]) -> Vec<f64> {
    let size = right.len();
    let mut answer = right.to_vec();
    for row in 0..size {
        let known: f64 = (0..row).map(|k| lower[row][k] * answer[k]).sum();
        answer[row] = (answer[row] - known) / lower[row][row];
    }
    for row in (0..size).rev() {
        let known: f64 = (row + 1..size).map(|k| lower[k][row] * answer[k]).sum();
        answer[row] = (answer[row] - known) / lower[row][row];
    }
    answer
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inverse_of_a_known_matrix() {
        let inverse = inverse(&vec![vec![4.0, 2.0], vec![2.0, 3.0]]).unwrap();
        let expected = [[0.375, -0.25], [-0.25, 0.5]];
        for (row, column) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            assert!((inverse[row][column] - expected[row][column]).abs() < 1e-15);
        }
        assert_eq!(super::inverse(&vec![vec![1.0, 2.0], vec![2.0, 1.0]]), None);
    }

    #[test]
    fn climbs_and_says_when_it_cannot() {
        let hill = |point: &[f64]| Local {
            value: -libm::cosh(point[0] - 3.0),
            gradient: vec![-libm::sinh(point[0] - 3.0)],
            curvature: vec![vec![libm::cosh(point[0] - 3.0)]],
        };
        let top = maximise(vec![-5.0], hill);
        assert!(top.converged && (top.point[0] - 3.0).abs() < 1e-11, "{top:?}");
        let slope = |point: &[f64]| Local { value: point[0], gradient: vec![1.0], curvature: vec![vec![0.0]] };
        assert!(!maximise(vec![0.0], slope).converged);
    }
}
