//! LU decomposition with partial pivoting, in place.

use crate::engine::{self, Factors};
use crate::shape::{Transpose, Triangle};
use crate::triangular::Kind;
use work::{MatrixView, Scalar};

/// Columns up to which a matrix is decomposed one by one; wider ones are halved.
const NARROW: usize = 16;

/// Decomposes a matrix in place. Returns the row that each was exchanged with, and the first zero pivot from
/// 1.
pub fn decompose<T: Scalar>(a: MatrixView<T>, pivots: bool) -> (Vec<usize>, usize) {
    let columns = a.columns();
    if columns <= NARROW {
        return decompose_narrow(a, pivots);
    }
    let (left, rest) = (columns / 2, columns - columns / 2);
    let (mut rows, mut singular) = decompose(a.part((0, 0), (a.rows(), left)), pivots);
    let right = a.part((0, left), (a.rows(), rest));
    exchange(right, &rows);
    let top = right.part((0, 0), (left, rest));
    Kind::new(Triangle::Lower, Transpose::No, true).solve(a.part((0, 0), (left, left)), top);
    let below = a.rows() - left;
    let (lower, bottom) = (a.part((left, 0), (below, left)), right.part((left, 0), (below, rest)));
    engine::multiply(bottom, Factors { a: (lower, false), b: (top, false) }, -T::one(), T::one());
    let (others, second) = decompose(bottom, pivots);
    exchange(lower, &others);
    rows.extend(others.iter().map(|row| row + left));
    if singular == 0 && second > 0 {
        singular = second + left;
    }
    (rows, singular)
}

fn decompose_narrow<T: Scalar>(a: MatrixView<T>, pivots: bool) -> (Vec<usize>, usize) {
    let (n, mut singular) = (a.rows(), 0);
    let mut rows = Vec::with_capacity(a.columns());
    for j in 0..a.columns().min(n) {
        let mut best = j;
        if pivots {
            for i in j + 1..n {
                if a.get(i, j).magnitude() > a.get(best, j).magnitude() {
                    best = i;
                }
            }
        }
        rows.push(best);
        swap_rows(a, j, best);
        let pivot = a.get(j, j);
        if pivot.is_zero() {
            singular = if singular == 0 { j + 1 } else { singular };
            continue;
        }
        let own = a.column(j).part(j + 1, n - j - 1);
        // Squares of a complex pivot's parts may be zero, or too large.
        let size = pivot.magnitude();
        let part = |z: T| if T::IS_COMPLEX { T::from_parts(z.re() / size, z.im() / size) } else { z };
        (0..own.len()).for_each(|i| own.set(i, part(own.get(i)) / part(pivot)));
        for column in j + 1..a.columns() {
            let (other, times) = (a.column(column).part(j + 1, n - j - 1), a.get(j, column));
            (0..own.len()).for_each(|i| other.set(i, other.get(i) - own.get(i) * times));
        }
    }
    (rows, singular)
}

fn swap_rows<T: Scalar>(a: MatrixView<T>, one: usize, other: usize) {
    if one != other {
        for j in 0..a.columns() {
            let (above, below) = (a.get(one, j), a.get(other, j));
            a.set(one, j, below);
            a.set(other, j, above);
        }
    }
}

/// Exchanges rows as a decomposition did, column by column: one is in the processor's cache at a time.
pub fn exchange<T: Scalar>(a: MatrixView<T>, rows: &[usize]) {
    for j in 0..a.columns() {
        let column = a.column(j);
        for (one, &other) in rows.iter().enumerate().filter(|&(one, &other)| one != other) {
            let (above, below) = (column.get(one), column.get(other));
            column.set(one, below);
            column.set(other, above);
        }
    }
}

/// Solves `op(A) X = B` in the place of `B`, by the decomposition of `A` and its exchanged rows.
pub fn solve<T: Scalar>(a: MatrixView<T>, b: MatrixView<T>, transpose: Transpose, rows: &[usize]) {
    let lower = Kind::new(Triangle::Lower, transpose, true);
    let upper = Kind::new(Triangle::Upper, transpose, false);
    if transpose.is_transposed() {
        upper.solve(a, b);
        lower.solve(a, b);
        rows.iter().enumerate().rev().for_each(|(one, &other)| swap_rows(b, one, other));
    } else {
        exchange(b, rows);
        lower.solve(a, b);
        upper.solve(a, b);
    }
}
