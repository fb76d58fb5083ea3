//! Square matrices and the eigenvalues of symmetric ones, by the method of Jacobi.
//!
//! Jacobi's method is slower than others on large matrices, but these have at most a few dozen rows, and it
//! is short, accurate and needs nothing but arithmetic and square roots, which are exact everywhere.

use serde::{Deserialize, Serialize};

/// A square matrix, row by row.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Matrix {
    size: usize,
    cells: Vec<f64>,
}

/// A symmetric matrix taken apart: `vectors * diagonal(values) * transposed(vectors)`.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Eigen {
    /// The eigenvalues, in no particular order.
    pub(crate) values: Vec<f64>,
    /// The eigenvectors of length one, in the columns.
    pub(crate) vectors: Matrix,
}

impl Matrix {
    /// Ones on the diagonal, zeros elsewhere.
    pub(crate) fn identity(size: usize) -> Self {
        let mut matrix = Self { size, cells: vec![0.0; size * size] };
        (0..size).for_each(|at| matrix.set(at, at, 1.0));
        matrix
    }

    /// Rows, which are as many as columns.
    pub(crate) fn size(&self) -> usize {
        self.size
    }

    /// All cells, row by row.
    pub(crate) fn cells(&self) -> &[f64] {
        &self.cells
    }

    /// One cell.
    pub(crate) fn get(&self, row: usize, column: usize) -> f64 {
        self.cells[row * self.size + column]
    }

    /// Changes one cell.
    pub(crate) fn set(&mut self, row: usize, column: usize, value: f64) {
        self.cells[row * self.size + column] = value;
    }

    /// The product with a column vector.
    pub(crate) fn times(&self, vector: &[f64]) -> Vec<f64> {
        self.cells.chunks(self.size).map(|row| row.iter().zip(vector).map(|(cell, x)| cell * x).sum()).collect()
    }

    /// The product of the transposed matrix with a column vector.
    pub(crate) fn transposed_times(&self, vector: &[f64]) -> Vec<f64> {
        let column = |column: usize| (0..self.size).map(|row| self.get(row, column) * vector[row]).sum();
        (0..self.size).map(column).collect()
    }

    /// Eigenvalues and eigenvectors of a symmetric matrix: sweeps of rotations, each of which makes one cell
    /// off the diagonal zero, until all are too small to matter.
    pub(crate) fn eigen(&self) -> Eigen {
        const SWEEPS_MAX: usize = 60;
        let (mut work, mut vectors) = (self.clone(), Self::identity(self.size));
        for _ in 0..SWEEPS_MAX {
            let mut rotated = false;
            for row in 0..self.size {
                for column in row + 1..self.size {
                    let cell = work.get(row, column);
                    let scale = (work.get(row, row) * work.get(column, column)).abs().sqrt();
                    if cell.abs() > 1e-17 * scale && cell.abs() > f64::MIN_POSITIVE {
                        work.rotate(&mut vectors, row, column);
                        rotated = true;
                    }
                }
            }
            if !rotated {
                break;
            }
        }
        Eigen { values: (0..self.size).map(|at| work.get(at, at)).collect(), vectors }
    }

    /// The rotation in the plane of `p` and `q` that makes their common cell zero.
    fn rotate(&mut self, vectors: &mut Self, p: usize, q: usize) {
        let half_cotangent = (self.get(q, q) - self.get(p, p)) / (2.0 * self.get(p, q));
        // The smaller of the two angles, so that sweeps converge.
        let tangent = half_cotangent.signum() / (half_cotangent.abs() + (half_cotangent * half_cotangent + 1.0).sqrt());
        let cosine = 1.0 / (tangent * tangent + 1.0).sqrt();
        let sine = tangent * cosine;
        for at in 0..self.size {
            let (left, right) = (self.get(at, p), self.get(at, q));
            self.set(at, p, cosine * left - sine * right);
            self.set(at, q, sine * left + cosine * right);
            let (left, right) = (vectors.get(at, p), vectors.get(at, q));
            vectors.set(at, p, cosine * left - sine * right);
            vectors.set(at, q, sine * left + cosine * right);
        }
        for at in 0..self.size {
            let (above, below) = (self.get(p, at), self.get(q, at));
            self.set(p, at, cosine * above - sine * below);
            self.set(q, at, sine * above + cosine * below);
        }
        self.set(p, q, 0.0);
        self.set(q, p, 0.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Draws;

    fn matrix(rows: &[&[f64]]) -> Matrix {
        Matrix { size: rows.len(), cells: rows.concat() }
    }

    /// Holds a decomposition against the matrix, and the vectors against each other.
    fn check_parts(matrix: &Matrix, eigen: &Eigen) {
        let size = matrix.size();
        let largest = eigen.values.iter().fold(0.0f64, |largest, value| largest.max(value.abs()));
        for row in 0..size {
            for column in 0..size {
                let v = |at: usize, k: usize| eigen.vectors.get(at, k);
                let rebuilt: f64 = (0..size).map(|k| v(row, k) * eigen.values[k] * v(column, k)).sum();
                assert!((rebuilt - matrix.get(row, column)).abs() <= 1e-13 * largest, "{row} {column}: {rebuilt}");
                let product: f64 = (0..size).map(|k| v(k, row) * v(k, column)).sum();
                assert!((product - f64::from(row == column)).abs() < 1e-13, "{row} {column}: {product}");
            }
        }
    }

    #[test]
    fn known_eigenvalues_are_found() {
        let check = |rows: &[&[f64]], expected: &[f64]| {
            let matrix = matrix(rows);
            let eigen = matrix.eigen();
            check_parts(&matrix, &eigen);
            let mut values = eigen.values;
            values.sort_by(f64::total_cmp);
            let near = values.iter().zip(expected).all(|(value, expected)| (value - expected).abs() < 1e-13);
            assert!(near, "{values:?}, expected {expected:?}");
        };
        check(&[&[3.0]], &[3.0]);
        check(&[&[1.0, 0.0], &[0.0, 1.0]], &[1.0, 1.0]);
        check(&[&[2.0, 1.0], &[1.0, 2.0]], &[1.0, 3.0]);
        check(&[&[0.0, 1.0], &[1.0, 0.0]], &[-1.0, 1.0]);
        let root = 2.0f64.sqrt();
        check(&[&[2.0, -1.0, 0.0], &[-1.0, 2.0, -1.0], &[0.0, -1.0, 2.0]], &[2.0 - root, 2.0, 2.0 + root]);
        check(&[&[1.0, 1.0, 1.0], &[1.0, 1.0, 1.0], &[1.0, 1.0, 1.0]], &[0.0, 0.0, 3.0]);
    }

    #[test]
    fn random_matrices_are_rebuilt_from_their_parts() {
        for size in [2, 5, 17, 40] {
            let mut draws = Draws::new(9, size as u64);
            let mut matrix = Matrix::identity(size);
            for row in 0..size {
                for column in 0..=row {
                    // Scales that differ by row make the matrix ill-conditioned.
                    let cell = draws.normal() * libm::exp(-((row + column) as f64) / 4.0);
                    matrix.set(row, column, cell);
                    matrix.set(column, row, cell);
                }
            }
            check_parts(&matrix, &matrix.eigen());
        }
    }

    #[test]
    fn products_take_rows_or_columns() {
        let matrix = matrix(&[&[1.0, 2.0], &[3.0, 4.0]]);
        assert_eq!(matrix.times(&[1.0, 10.0]), [21.0, 43.0]);
        assert_eq!(matrix.transposed_times(&[1.0, 10.0]), [31.0, 42.0]);
    }
}
