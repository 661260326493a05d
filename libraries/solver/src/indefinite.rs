//! Decomposition of symmetric matrices that need not be positive: `A = L D Lᵀ`, where `D` has blocks of one
//! or two rows, with the exchanges of Bunch and Kaufman in LAPACK's form.

use crate::handle::Call;
use crate::operand::{List, Number, Operand, size, triangle};
use crate::status::Status;
use dense::Triangle;
use num_traits::{NumCast, One as _, Zero as _};
use work::{MatrixView, Pointer, Scalar};

type Done = Result<(), Status>;

/// A row's pivot: the row it was exchanged with, and whether its block has two rows.
#[derive(Clone, Copy)]
struct Pivot {
    row: usize,
    is_pair: bool,
}

/// Number of the element of greatest magnitude among some, and the magnitude.
fn greatest<T: Scalar>(of: impl Iterator<Item = (usize, T)>) -> (usize, T::Real) {
    of.fold((0, T::Real::zero()), |(at, best), (n, value)| match value.magnitude() > best {
        true => (n, value.magnitude()),
        false => (at, best),
    })
}

/// Chooses the pivot for a row: the row to exchange, and whether two rows are taken at once. `None` if the
/// column is zero.
fn choose<T: Scalar>(a: MatrixView<T>, k: usize) -> Option<Pivot> {
    let n = a.rows();
    let own = a.get(k, k).magnitude();
    let (row, in_column) = greatest((k + 1..n).map(|i| (i, a.get(i, k))));
    if own.is_zero() && in_column.is_zero() {
        return None;
    }
    // (1 + sqrt(17)) / 8 bounds the growth of elements.
    let bound = <T::Real as NumCast>::from(0.640_388_203_202_208).unwrap_or_else(T::Real::one);
    if own >= bound * in_column {
        return Some(Pivot { row: k, is_pair: false });
    }
    let (_, before) = greatest((k..row).map(|j| (j, a.get(row, j))));
    let (_, after) = greatest((row + 1..n).map(|i| (i, a.get(i, row))));
    let in_row = if after > before { after } else { before };
    Some(if own >= bound * in_column * (in_column / in_row) {
        Pivot { row: k, is_pair: false }
    } else {
        Pivot { row, is_pair: a.get(row, row).magnitude() < bound * in_row }
    })
}

fn swap<T: Scalar>(a: MatrixView<T>, one: (usize, usize), other: (usize, usize)) {
    let (first, second) = (a.get(one.0, one.1), a.get(other.0, other.1));
    a.set(one.0, one.1, second);
    a.set(other.0, other.1, first);
}

/// Exchanges two rows and columns, `to` behind `from`, in the lower triangle from a column on.
fn exchange<T: Scalar>(a: MatrixView<T>, from: usize, to: usize) {
    (to + 1..a.rows()).for_each(|i| swap(a, (i, from), (i, to)));
    (from + 1..to).for_each(|i| swap(a, (i, from), (to, i)));
    swap(a, (from, from), (to, to));
}

/// Decomposes the lower triangle in its place. Returns the pivots, and the first row with a block of zero,
/// from 1.
fn decompose<T: Scalar>(a: MatrixView<T>, exchanges: bool) -> (Vec<Pivot>, usize) {
    let (n, mut singular) = (a.rows(), 0);
    let mut pivots = Vec::with_capacity(n);
    while pivots.len() < n {
        let k = pivots.len();
        let own = Pivot { row: k, is_pair: false };
        let Some(chosen) = choose(a, k) else {
            singular = if singular == 0 { k + 1 } else { singular };
            pivots.push(own);
            continue;
        };
        let pivot = if exchanges { chosen } else { own };
        let last = if pivot.is_pair { k + 1 } else { k };
        if pivot.row != last {
            exchange(a, last, pivot.row);
            if pivot.is_pair {
                swap(a, (last, k), (pivot.row, k));
            }
        }
        pivots.extend(std::iter::repeat_n(pivot, last - k + 1));
        if !pivot.is_pair {
            let value = a.get(k, k);
            if value.is_zero() {
                singular = if singular == 0 { k + 1 } else { singular };
                continue;
            }
            for j in k + 1..n {
                let times = a.get(j, k) / value;
                (j..n).for_each(|i| a.set(i, j, a.get(i, j) - a.get(i, k) * times));
            }
            (k + 1..n).for_each(|i| a.set(i, k, a.get(i, k) / value));
            continue;
        }
        let beside = a.get(last, k);
        let (first, second) = (a.get(last, last) / beside, a.get(k, k) / beside);
        let scale = T::one() / (first * second - T::one()) / beside;
        for j in last + 1..n {
            let (left, right) = (a.get(j, k), a.get(j, last));
            let (of_left, of_right) = (scale * (first * left - right), scale * (second * right - left));
            for i in j..n {
                a.set(i, j, a.get(i, j) - a.get(i, k) * of_left - a.get(i, last) * of_right);
            }
            a.set(j, k, of_left);
            a.set(j, last, of_right);
        }
    }
    (pivots, singular)
}

pub(crate) fn sytrf<T: Number>(
    call: &Call,
    fill: u32,
    n: i64,
    a: Pointer,
    lda: i64,
    pivots: Pointer,
    info: Pointer,
) -> Done {
    let (fill, n) = (triangle(fill)?, size(n)?);
    let (a, exchanges) = (Operand::new(a, (n, n), lda)?, !pivots.is_null());
    let (places, info) = (List::new(pivots), List::new(info));
    call.launch(move |memory| {
        let turns = fill == Triangle::Upper;
        let a = a.hold::<T>(memory, true)?.reversed(turns, turns);
        let (pivots, singular) = decompose(a, exchanges);
        let number = |row: usize| if turns { (n - row) as i32 } else { row as i32 + 1 };
        let told = |pivot: &Pivot| if pivot.is_pair { -number(pivot.row) } else { number(pivot.row) };
        let mut told: Vec<i32> = pivots.iter().map(told).collect();
        if turns {
            told.reverse();
        }
        if exchanges {
            places.write(memory, 0, &told)?;
        }
        let singular = if turns && singular > 0 { n + 1 - singular } else { singular };
        info.write(memory, 0, &[singular as i32])
    })
}
