//! Triangular matrices in full storage.

use crate::engine::{self, Factors};
use crate::shape::{Transpose, Triangle};
use work::{MatrixView, Scalar};

/// Kind of a triangular matrix.
#[derive(Clone, Copy, Debug)]
pub struct Kind {
    triangle: Triangle,
    /// Whether the operand is transposed.
    pub transpose: Transpose,
    is_unit: bool,
    /// The matrix is conjugated without being transposed.
    conjugates: bool,
}

/// Order up to which a system is solved column by column; larger ones are halved.
const SMALL: usize = 32;

impl Kind {
    /// Kind of an operand.
    pub fn new(triangle: Triangle, transpose: Transpose, is_unit: bool) -> Kind {
        Kind { triangle, transpose, is_unit, conjugates: transpose.conjugates() }
    }

    /// Kind of the transposed operand: `op(A)ᵀ`.
    pub fn transposed(self) -> Kind {
        let transpose = if self.transpose.is_transposed() { Transpose::No } else { Transpose::Yes };
        Kind { transpose, ..self }
    }

    /// Copies a matrix with what is not stored, column by column.
    pub fn whole<T: Scalar>(self, a: MatrixView<T>) -> Vec<T> {
        let n = a.rows();
        let mut values = vec![T::zero(); n * n];
        for j in 0..n {
            for i in self.triangle.rows(j, n) {
                values[j * n + i] = if i == j && self.is_unit { T::one() } else { a.get(i, j) };
            }
        }
        values
    }

    /// Solves `op(A) X = B` in the place of `B`.
    pub fn solve<T: Scalar>(self, a: MatrixView<T>, b: MatrixView<T>) {
        let triangle = self.triangle.transposed_if(self.transpose.is_transposed());
        self.halve(self.transpose.view(a), triangle, b);
    }

    fn halve<T: Scalar>(self, a: MatrixView<T>, triangle: Triangle, b: MatrixView<T>) {
        let (n, columns) = (b.rows(), b.columns());
        if n <= SMALL {
            return self.substitute(a, triangle, b);
        }
        let (top, rest) = (n / 2, n - n / 2);
        let (first, second) = (b.part((0, 0), (top, columns)), b.part((top, 0), (rest, columns)));
        let (first_a, second_a) = (a.part((0, 0), (top, top)), a.part((top, top), (rest, rest)));
        let subtract = |from, by, times| {
            engine::multiply(
                from,
                Factors { a: (by, self.conjugates), b: (times, false) },
                -T::one(),
                T::one(),
            );
        };
        match triangle {
            Triangle::Lower => {
                self.halve(first_a, triangle, first);
                subtract(second, a.part((top, 0), (rest, top)), first);
                self.halve(second_a, triangle, second);
            }
            Triangle::Upper => {
                self.halve(second_a, triangle, second);
                subtract(first, a.part((0, top), (top, rest)), second);
                self.halve(first_a, triangle, first);
            }
        }
    }

    fn substitute<T: Scalar>(self, a: MatrixView<T>, triangle: Triangle, b: MatrixView<T>) {
        let n = b.rows();
        let element = |i, j| a.get(i, j).conj_if(self.conjugates);
        for column in 0..b.columns() {
            let x = b.column(column);
            for step in 0..n {
                let j = if triangle == Triangle::Lower { step } else { n - 1 - step };
                if !self.is_unit {
                    x.set(j, x.get(j) / element(j, j));
                }
                let value = x.get(j);
                for i in triangle.rows(j, n).filter(|&i| i != j) {
                    x.set(i, x.get(i) - element(i, j) * value);
                }
            }
        }
    }
}
