//! Systems of equations by LU decomposition.

use crate::handle::Call;
use crate::operand::{List, Number, Operand, size, transpose};
use crate::status::Status;
use dense::lu::{decompose, exchange, solve};
use dense::triangular::Kind;
use dense::{Transpose, Triangle};
use num_traits::{NumCast, PrimInt};
use work::{MatrixView, Memory, Pointer, Refused, Scalar};

type Done = Result<(), Status>;

/// Decomposes a matrix of any shape. Returns the exchanged rows, and the first zero pivot from 1.
fn decompose_any<T: Scalar>(a: MatrixView<T>, exchanges: bool) -> (Vec<usize>, usize) {
    let (m, n) = (a.rows(), a.columns());
    if n <= m {
        return decompose(a, exchanges);
    }
    let (left, right) = (a.part((0, 0), (m, m)), a.part((0, m), (m, n - m)));
    let (rows, singular) = decompose(left, exchanges);
    exchange(right, &rows);
    Kind::new(Triangle::Lower, Transpose::No, true).solve(left, right);
    (rows, singular)
}

/// Number of a row in memory, from 1: of 32 bits, or of 64.
pub(crate) trait Row: PrimInt + Send + 'static {}

impl Row for i32 {}
impl Row for i64 {}

/// Rows as memory has them.
fn numbers<R: Row>(rows: &[usize]) -> Vec<R> {
    rows.iter().map(|&row| <R as NumCast>::from(row + 1).unwrap_or_else(R::max_value)).collect()
}

pub(crate) fn getrf<T: Number>(
    call: &Call,
    m: i64,
    n: i64,
    a: Pointer,
    lda: i64,
    pivots: Pointer,
    info: Pointer,
) -> Done {
    getrf_of::<T, i32>(call, m, n, a, lda, pivots, info)
}

pub(crate) fn getrf_of<T: Number, R: Row>(
    call: &Call,
    m: i64,
    n: i64,
    a: Pointer,
    lda: i64,
    pivots: Pointer,
    info: Pointer,
) -> Done {
    let a = Operand::new(a, (size(m)?, size(n)?), lda)?;
    let (pivots, info) = (List::new(pivots), List::new(info));
    call.launch(move |memory| {
        let (rows, singular) = decompose_any(a.hold::<T>(memory, true)?, pivots.0 != 0);
        pivots.write(memory, 0, &numbers::<R>(&rows))?;
        info.write(memory, 0, &[singular as i32])
    })
}

/// Reads exchanged rows, from 0; a wrong number leaves a row as it is.
fn rows<R: Row>(memory: &Memory, pivots: List, n: usize) -> Result<Vec<usize>, Refused> {
    if pivots.0 == 0 {
        return Ok(Vec::new());
    }
    let read = memory.read::<R>(pivots.0, n)?;
    let row = |(own, row): (usize, R)| {
        row.to_usize().and_then(|row| row.checked_sub(1)).filter(|&row| row < n).unwrap_or(own)
    };
    Ok(read.into_iter().enumerate().map(row).collect())
}

pub(crate) fn getrs<T: Number>(
    call: &Call,
    op: u32,
    n: i64,
    columns: i64,
    a: Pointer,
    lda: i64,
    pivots: Pointer,
    b: Pointer,
    ldb: i64,
    info: Pointer,
) -> Done {
    getrs_of::<T, i32>(call, op, n, columns, a, lda, pivots, b, ldb, info)
}

pub(crate) fn getrs_of<T: Number, R: Row>(
    call: &Call,
    op: u32,
    n: i64,
    columns: i64,
    a: Pointer,
    lda: i64,
    pivots: Pointer,
    b: Pointer,
    ldb: i64,
    info: Pointer,
) -> Done {
    let (op, n) = (transpose(op)?, size(n)?);
    let (a, b) = (Operand::new(a, (n, n), lda)?, Operand::new(b, (n, size(columns)?), ldb)?);
    let (pivots, info) = (List::new(pivots), List::new(info));
    call.launch(move |memory| {
        solve(a.hold::<T>(memory, false)?, b.hold(memory, true)?, op, &rows::<R>(memory, pivots, n)?);
        info.write(memory, 0, &[0i32])
    })
}

/// Decomposes and solves; the solution has a place of its own.
pub(crate) fn gesv<T: Number>(
    call: &Call,
    n: i64,
    columns: i64,
    a: Pointer,
    lda: i64,
    pivots: Pointer,
    b: Pointer,
    ldb: i64,
    x: Pointer,
    ldx: i64,
    iterations: Pointer,
    info: Pointer,
) -> Done {
    let (n, columns) = (size(n)?, size(columns)?);
    let a = Operand::new(a, (n, n), lda)?;
    let (b, x) = (Operand::new(b, (n, columns), ldb)?, Operand::new(x, (n, columns), ldx)?);
    let (pivots, info) = (List::new(pivots), List::new(info));
    work::put::<Status, _>(iterations, 0i32)?;
    call.launch(move |memory| {
        let (a, b, x) = (a.hold::<T>(memory, true)?, b.hold::<T>(memory, false)?, x.hold(memory, true)?);
        let (rows, singular) = decompose(a, true);
        if pivots.0 != 0 {
            pivots.write(memory, 0, &numbers::<i32>(&rows))?;
        }
        if singular == 0 {
            crate::operand::store(x, |i, j| b.get(i, j));
            solve(a, x, Transpose::No, &rows);
        }
        info.write(memory, 0, &[singular as i32])
    })
}
