//! Systems of equations by LU decomposition.

use crate::handle::Call;
use crate::operand::{List, Number, Operand, size, transpose};
use crate::status::Status;
use dense::lu::{decompose, exchange, solve};
use dense::triangular::Kind;
use dense::{Transpose, Triangle};
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

pub(crate) fn getrf<T: Number>(
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
        pivots.write(memory, 0, &rows.iter().map(|&row| row as i32 + 1).collect::<Vec<_>>())?;
        info.write(memory, 0, &[singular as i32])
    })
}

/// Reads exchanged rows, from 0; a wrong number leaves a row as it is.
fn rows(memory: &Memory, pivots: List, n: usize) -> Result<Vec<usize>, Refused> {
    if pivots.0 == 0 {
        return Ok(Vec::new());
    }
    let read = memory.read::<i32>(pivots.0, n)?;
    let row = |(own, row): (usize, i32)| {
        usize::try_from(row).ok().and_then(|row| row.checked_sub(1)).filter(|&row| row < n).unwrap_or(own)
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
    let (op, n) = (transpose(op)?, size(n)?);
    let (a, b) = (Operand::new(a, (n, n), lda)?, Operand::new(b, (n, size(columns)?), ldb)?);
    let (pivots, info) = (List::new(pivots), List::new(info));
    call.launch(move |memory| {
        solve(a.hold::<T>(memory, false)?, b.hold(memory, true)?, op, &rows(memory, pivots, n)?);
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
        pivots.write(memory, 0, &rows.iter().map(|&row| row as i32 + 1).collect::<Vec<_>>())?;
        if singular == 0 {
            crate::operand::store(x, |i, j| b.get(i, j));
            solve(a, x, Transpose::No, &rows);
        }
        info.write(memory, 0, &[singular as i32])
    })
}
