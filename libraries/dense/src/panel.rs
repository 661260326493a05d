//! Reflections in panels of columns: `I - V T Vᴴ`, by which most of the work is products of matrices.

use crate::engine::{Factors, multiply};
use work::{MatrixView, Scalar};

/// Number of columns of a panel.
pub const WIDTH: usize = 32;

/// Product of the reflections of some columns.
pub struct Panel<T> {
    /// First row that they change.
    first: usize,
    rows: usize,
    columns: usize,
    /// `V`, with ones and zeros in the upper triangle, and `T`, which is upper triangular.
    vectors: Vec<T>,
    factor: Vec<T>,
}

/// Product of two matrices, the first of which may be conjugated.
fn product<T: Scalar>((a, conjugates): (MatrixView<T>, bool), b: (MatrixView<T>, bool)) -> Vec<T> {
    let (rows, columns) = (a.rows(), b.0.columns());
    let mut made = vec![T::zero(); rows * columns];
    let to = MatrixView::in_slice(&mut made, rows, columns);
    multiply(to, Factors { a: (a, conjugates), b }, T::one(), T::zero());
    made
}

impl<T: Scalar> Panel<T> {
    /// Reflections that a decomposition has left in columns from `first` on, with their factors.
    pub fn read(a: MatrixView<T>, first: usize, factors: &[T]) -> Panel<T> {
        let (rows, columns) = (a.rows() - first, factors.len());
        let mut vectors = vec![T::zero(); rows * columns];
        let of_vectors = MatrixView::in_slice(&mut vectors, rows, columns);
        for j in 0..columns {
            of_vectors.set(j, j, T::one());
            (j + 1..rows).for_each(|i| of_vectors.set(i, j, a.get(first + i, first + j)));
        }
        let mut products = product((of_vectors.transposed(), true), (of_vectors, false));
        let products = MatrixView::in_slice(&mut products, columns, columns);
        let mut factor = vec![T::zero(); columns * columns];
        let of_factor = MatrixView::in_slice(&mut factor, columns, columns);
        for (j, &tau) in factors.iter().enumerate() {
            for i in 0..j {
                let sum = (i..j).fold(T::zero(), |sum, k| sum + of_factor.get(i, k) * products.get(k, j));
                of_factor.set(i, j, -tau * sum);
            }
            of_factor.set(j, j, tau);
        }
        Panel { first, rows, columns, vectors, factor }
    }

    /// Panels of all reflections of a decomposition.
    pub fn list(a: MatrixView<T>, factors: &[T]) -> Vec<Panel<T>> {
        let panels = factors.chunks(WIDTH).enumerate();
        panels.map(|(number, factors)| Panel::read(a, number * WIDTH, factors)).collect()
    }

    /// `C = Q C`, or with the adjoint of `Q`.
    pub fn apply_left(&mut self, c: MatrixView<T>, adjoint: bool) {
        let (vectors, factor) = self.views();
        let c = c.part((self.first, 0), (self.rows, c.columns()));
        let mut inner = product((vectors.transposed(), true), (c, false));
        let inner = MatrixView::in_slice(&mut inner, self.columns, c.columns());
        let factor = if adjoint { factor.transposed() } else { factor };
        let mut scaled = product((factor, adjoint), (inner, false));
        let scaled = MatrixView::in_slice(&mut scaled, self.columns, c.columns());
        multiply(c, Factors { a: (vectors, false), b: (scaled, false) }, -T::one(), T::one());
    }

    /// `C = C Q`, or with the adjoint of `Q`.
    pub fn apply_right(&mut self, c: MatrixView<T>, adjoint: bool) {
        let (vectors, factor) = self.views();
        let c = c.part((0, self.first), (c.rows(), self.rows));
        let mut inner = product((c, false), (vectors, false));
        let inner = MatrixView::in_slice(&mut inner, c.rows(), self.columns);
        let factor = if adjoint { factor.transposed() } else { factor };
        let mut scaled = product((inner, false), (factor, adjoint));
        let scaled = MatrixView::in_slice(&mut scaled, c.rows(), self.columns);
        multiply(c, Factors { a: (scaled, false), b: (vectors.transposed(), true) }, -T::one(), T::one());
    }

    fn views(&mut self) -> (MatrixView<T>, MatrixView<T>) {
        let vectors = MatrixView::in_slice(&mut self.vectors, self.rows, self.columns);
        (vectors, MatrixView::in_slice(&mut self.factor, self.columns, self.columns))
    }
}
