//! Systems of equations by LU decomposition.

use crate::handle::Call;
use crate::operand::{List, Number, Operand, engine_view, size, transpose};
use crate::status::Status;
use dense::Transpose;
use dense::lu::{exchange, solve};
use faer::dyn_stack::{MemBuffer, MemStack};
use faer::linalg::lu::partial_pivoting::factor::{lu_in_place, lu_in_place_scratch};
use faer::linalg::matmul::matmul;
use faer::linalg::triangular_solve::solve_unit_lower_triangular_in_place;
use faer::{Accum, Mat, Par, get_global_parallelism};
use num_traits::{Float as _, NumCast, PrimInt};
use work::{MatrixView, Memory, Pointer, Refused, Scalar};

type Done = Result<(), Status>;

/// Columns that the engine decomposes at once; wider matrices are halved.
const PANEL: usize = 64;
/// Columns up to which a matrix is decomposed without the engine. It multiplies by reciprocals and rounds
/// once after a product and a sum: of small matrices of whole numbers those that are singular would not be.
const SMALL: usize = 16;

/// Decomposes a matrix of any shape in place. Returns the row that each was exchanged with, and the first
/// zero pivot from 1.
fn decompose<T: Number>(a: MatrixView<T>, exchanges: bool) -> (Vec<usize>, usize) {
    let (m, n) = (a.rows(), a.columns());
    if n <= m && (n <= SMALL || !exchanges) {
        return dense::lu::decompose(a, exchanges);
    }
    if n <= PANEL.min(m) {
        return decompose_panel(a);
    }
    let left = if n > m { m } else { (n / 2).next_multiple_of(PANEL) };
    let (first, rest) = (a.part((0, 0), (m, left)), a.part((0, left), (m, n - left)));
    let (mut rows, mut singular) = decompose(first, exchanges);
    exchange(rest, &rows);
    let threads = get_global_parallelism();
    let top = rest.part((0, 0), (left, n - left));
    let corner = engine_view(first.part((0, 0), (left, left)));
    solve_unit_lower_triangular_in_place(corner.as_ref(), engine_view(top), threads);
    if n > m {
        return (rows, singular);
    }
    let lower = first.part((left, 0), (m - left, left));
    let bottom = rest.part((left, 0), (m - left, n - left));
    let (factor, minus) = (engine_view(lower), -<T as num_traits::One>::one());
    matmul(engine_view(bottom), Accum::Add, factor.as_ref(), engine_view(top).as_ref(), minus, threads);
    let (others, second) = decompose(bottom, exchanges);
    exchange(lower, &others);
    rows.extend(others.iter().map(|row| row + left));
    if singular == 0 && second > 0 {
        singular = second + left;
    }
    (rows, singular)
}

/// Decomposes a few columns by the engine. It divides by zero pivots, which LAPACK passes over. With such a
/// pivot, or one whose reciprocal is not a number, the columns are decomposed again without reciprocals.
fn decompose_panel<T: Number>(a: MatrixView<T>) -> (Vec<usize>, usize) {
    let (m, n) = (a.rows(), a.columns());
    let before = engine_view(a).as_ref().to_owned();
    let (mut order, mut inverse) = (vec![0usize; m], vec![0usize; m]);
    let mut memory = MemBuffer::new(lu_in_place_scratch::<usize, T>(m, n, Par::Seq, Default::default()));
    let stack = MemStack::new(&mut memory);
    lu_in_place(engine_view(a), &mut order, &mut inverse, Par::Seq, stack, Default::default());
    if (0..n).all(|j| has_reciprocal(a.get(j, j))) {
        return (exchanges_of(&order, n), 0);
    }
    restore(a, &before);
    dense::lu::decompose(a, true)
}

/// Whether one divided by a pivot, computed by squares of its parts, is a number.
fn has_reciprocal<T: Scalar>(pivot: T) -> bool {
    let least = T::Real::min_positive_value();
    let least = if T::IS_COMPLEX { least.sqrt() } else { least };
    (least..=least.recip()).contains(&pivot.magnitude())
}

fn restore<T: Number>(a: MatrixView<T>, from: &Mat<T>) {
    (0..a.columns()).for_each(|j| a.column(j).copy_from(from.col_as_slice(j)));
}

/// Exchanges that lead to an order of rows, one for each of the first `count` rows.
fn exchanges_of(order: &[usize], count: usize) -> Vec<usize> {
    let mut row_at: Vec<usize> = (0..order.len()).collect();
    let mut place_of = row_at.clone();
    let exchange = |place: usize| {
        let (other, row) = (place_of[order[place]], row_at[place]);
        row_at.swap(place, other);
        place_of[row] = other;
        other
    };
    (0..count).map(exchange).collect()
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
        let (rows, singular) = decompose(a.hold::<T>(memory, true)?, pivots.0 != 0);
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

/// Exchanges rows from `first` to `last`, from 1, in this order or, if the distance of their partners in
/// memory is negative, in the other one.
pub(crate) fn laswp<T: Number>(
    call: &Call,
    n: i64,
    a: Pointer,
    lda: i64,
    first: i64,
    last: i64,
    partners: Pointer,
    step: i64,
) -> Done {
    let (columns, rows) = (size(n)?, size(lda)?);
    if first < 1 || first > last || last > lda || step == 0 {
        return Err(Status::InvalidValue);
    }
    let (first, last) = (size(first)? - 1, size(last)?);
    let (a, distance) = (Operand::new(a, (rows, columns), lda)?, step.unsigned_abs() as usize);
    if partners.is_null() {
        return Err(Status::InvalidValue);
    }
    let partners = partners.expose_provenance();
    call.launch(move |memory| {
        let a = a.hold::<T>(memory, true)?;
        let read = memory.read::<i32>(partners, first + (last - first - 1) * distance + 1)?;
        let own = (first..last).map(|row| (row, read[first + (row - first) * distance]));
        let is_row = |&(row, other): &(usize, i32)| {
            usize::try_from(other - 1).ok().filter(|&other| other < rows).map(|other| (row, other))
        };
        let pairs: Vec<(usize, usize)> = own.filter_map(|pair| is_row(&pair)).collect();
        let exchange = |&(one, other): &(usize, usize)| {
            for j in 0..columns {
                let (above, below) = (a.get(one, j), a.get(other, j));
                a.set(one, j, below);
                a.set(other, j, above);
            }
        };
        if step > 0 {
            pairs.iter().for_each(exchange)
        } else {
            pairs.iter().rev().for_each(exchange)
        }
        Ok(())
    })
}
