//! Cholesky's decomposition, and what is solved by it.

use crate::handle::Call;
use crate::operand::{List, Number, Operand, engine_view as view, is_unit, size, store, triangle};
use crate::status::Status;
use dense::engine::Factors;
use dense::triangular::Kind;
use dense::{Transpose, Triangle};
use faer::linalg::matmul::triangular::{BlockStructure, matmul};
use faer::linalg::solvers::LltError;
use faer::linalg::triangular_solve::solve_lower_triangular_in_place;
use faer::{Accum, Mat, Side};
use work::{MatrixView, Pointer, Scalar};

type Done = Result<(), Status>;

/// Order of the blocks on the diagonal. They are decomposed on copies: the engine's vectors reach over the
/// diagonal there, and the other triangle must stay as it is.
const BLOCK: usize = 64;

/// Decomposes the triangle that is stored, in its place. Returns the order of the first minor that is not
/// positive, or 0.
pub(crate) fn decompose<T: Number>(a: MatrixView<T>, triangle: Triangle) -> i32 {
    // The transposed matrix has the transposed factor.
    let a = if triangle == Triangle::Upper { a.transposed() } else { a };
    let (n, threads) = (a.rows(), faer::get_global_parallelism());
    for first in (0..n).step_by(BLOCK) {
        let size = BLOCK.min(n - first);
        let corner = a.part((first, first), (size, size));
        let factor = match Mat::from_fn(size, size, |i, j| corner.get(i.max(j), i.min(j))).llt(Side::Lower) {
            Ok(factor) => factor,
            Err(LltError::NonPositivePivot { index }) => return (first + index) as i32 + 1,
        };
        let lower = factor.L();
        (0..size).for_each(|j| (j..size).for_each(|i| corner.set(i, j, lower[(i, j)])));
        let (next, rest) = (first + size, n - first - size);
        let below = a.part((next, first), (rest, size));
        solve_lower_triangular_in_place(lower.conjugate(), view(below).transpose_mut(), threads);
        let below = view(below);
        let below = below.as_ref();
        matmul(
            view(a.part((next, next), (rest, rest))),
            BlockStructure::TriangularLower,
            Accum::Add,
            below,
            BlockStructure::Rectangular,
            below.adjoint(),
            BlockStructure::Rectangular,
            -<T as num_traits::One>::one(),
            threads,
        );
    }
    0
}

/// Solves in the place of `B`.
fn solve<T: Scalar>(a: MatrixView<T>, triangle: Triangle, b: MatrixView<T>) {
    let (first, second) = match triangle {
        Triangle::Lower => (Transpose::No, Transpose::Conjugated),
        Triangle::Upper => (Transpose::Conjugated, Transpose::No),
    };
    Kind::new(triangle, first, false).solve(a, b);
    Kind::new(triangle, second, false).solve(a, b);
}

pub(crate) fn potrf<T: Number>(call: &Call, fill: u32, n: i64, a: Pointer, lda: i64, info: Pointer) -> Done {
    let (fill, n) = (triangle(fill)?, size(n)?);
    let (a, info) = (Operand::new(a, (n, n), lda)?, List::new(info));
    call.launch(move |memory| info.write(memory, 0, &[decompose(a.hold::<T>(memory, true)?, fill)]))
}

pub(crate) fn potrs<T: Number>(
    call: &Call,
    fill: u32,
    n: i64,
    columns: i64,
    a: Pointer,
    lda: i64,
    b: Pointer,
    ldb: i64,
    info: Pointer,
) -> Done {
    let (fill, n) = (triangle(fill)?, size(n)?);
    let (a, b) = (Operand::new(a, (n, n), lda)?, Operand::new(b, (n, size(columns)?), ldb)?);
    let info = List::new(info);
    call.launch(move |memory| {
        solve(a.hold::<T>(memory, false)?, fill, b.hold(memory, true)?);
        info.write(memory, 0, &[0i32])
    })
}

/// Inverse by the decomposition, in its place.
pub(crate) fn potri<T: Number>(call: &Call, fill: u32, n: i64, a: Pointer, lda: i64, info: Pointer) -> Done {
    let (fill, n) = (triangle(fill)?, size(n)?);
    let (a, info) = (Operand::new(a, (n, n), lda)?, List::new(info));
    call.launch(move |memory| {
        let a = a.hold::<T>(memory, true)?;
        let zero = (0..n).find(|&j| a.get(j, j) == <T as num_traits::Zero>::zero());
        if zero.is_none() {
            let mut values = vec![<T as num_traits::Zero>::zero(); n * n];
            let inverse = MatrixView::in_slice(&mut values, n, n);
            (0..n).for_each(|j| inverse.set(j, j, <T as num_traits::One>::one()));
            solve(a, fill, inverse);
            (0..n).for_each(|j| fill.rows(j, n).for_each(|i| a.set(i, j, inverse.get(i, j))));
        }
        info.write(memory, 0, &[zero.map_or(0, |j| j as i32 + 1)])
    })
}

/// Product of a triangular matrix with its adjoint in the stored triangle's place: `U Uᴴ` or `Lᴴ L`.
pub(crate) fn lauum<T: Number>(call: &Call, fill: u32, n: i64, a: Pointer, lda: i64, info: Pointer) -> Done {
    let (fill, n) = (triangle(fill)?, size(n)?);
    let (a, info) = (Operand::new(a, (n, n), lda)?, List::new(info));
    call.launch(move |memory| {
        let a = a.hold::<T>(memory, true)?;
        let (one, zero) = (<T as num_traits::One>::one(), <T as num_traits::Zero>::zero());
        let mut factor = Kind::new(fill, Transpose::No, false).whole(a);
        let factor = MatrixView::in_slice(&mut factor, n, n);
        let mut product = vec![zero; n * n];
        let product = MatrixView::in_slice(&mut product, n, n);
        let factors = match fill {
            Triangle::Upper => Factors { a: (factor, false), b: (factor.transposed(), true) },
            Triangle::Lower => Factors { a: (factor.transposed(), true), b: (factor, false) },
        };
        dense::engine::multiply(product, factors, one, zero);
        (0..n).for_each(|j| fill.rows(j, n).for_each(|i| a.set(i, j, product.get(i, j))));
        info.write(memory, 0, &[0i32])
    })
}

/// Inverse of a triangular matrix, in its place.
pub(crate) fn trtri<T: Number>(
    call: &Call,
    fill: u32,
    diagonal: u32,
    n: i64,
    a: Pointer,
    lda: i64,
    info: Pointer,
) -> Done {
    let (fill, unit, n) = (triangle(fill)?, is_unit(diagonal)?, size(n)?);
    let (a, info) = (Operand::new(a, (n, n), lda)?, List::new(info));
    call.launch(move |memory| {
        let a = a.hold::<T>(memory, true)?;
        let zero = (0..n).find(|&j| !unit && a.get(j, j) == <T as num_traits::Zero>::zero());
        if zero.is_none() {
            let mut values = vec![<T as num_traits::Zero>::zero(); n * n];
            let inverse = MatrixView::in_slice(&mut values, n, n);
            (0..n).for_each(|j| inverse.set(j, j, <T as num_traits::One>::one()));
            Kind::new(fill, Transpose::No, unit).solve(a, inverse);
            let is_stored = |i: usize, j: usize| !unit || i != j;
            (0..n).for_each(|j| {
                fill.rows(j, n).filter(|&i| is_stored(i, j)).for_each(|i| a.set(i, j, inverse.get(i, j)));
            });
        }
        info.write(memory, 0, &[zero.map_or(0, |j| j as i32 + 1)])
    })
}

/// Decomposes the matrices at an array of addresses.
pub(crate) fn potrf_batch<T: Number>(
    call: &Call,
    fill: u32,
    n: i64,
    arrays: Pointer,
    lda: i64,
    info: Pointer,
    batch: i64,
) -> Done {
    let (fill, n, batch) = (triangle(fill)?, size(n)?, size(batch)?);
    let (a, arrays, info) = (Operand::new(arrays, (n, n), lda)?, List::new(arrays), List::new(info));
    call.launch(move |memory| {
        for (number, address) in memory.read::<usize>(arrays.0, batch)?.into_iter().enumerate() {
            info.write(memory, number, &[decompose(a.at(address).hold::<T>(memory, true)?, fill)])?;
        }
        Ok(())
    })
}

/// Solves for the right sides at an array of addresses, of one column each.
pub(crate) fn potrs_batch<T: Number>(
    call: &Call,
    fill: u32,
    n: i64,
    columns: i64,
    arrays: Pointer,
    lda: i64,
    rights: Pointer,
    ldb: i64,
    info: Pointer,
    batch: i64,
) -> Done {
    let (fill, n, batch) = (triangle(fill)?, size(n)?, size(batch)?);
    let (a, b) = (Operand::new(arrays, (n, n), lda)?, Operand::new(rights, (n, size(columns)?), ldb)?);
    let (arrays, rights, info) = (List::new(arrays), List::new(rights), List::new(info));
    call.launch(move |memory| {
        let pairs =
            memory.read::<usize>(arrays.0, batch)?.into_iter().zip(memory.read::<usize>(rights.0, batch)?);
        for (of_a, of_b) in pairs {
            solve(a.at(of_a).hold::<T>(memory, false)?, fill, b.at(of_b).hold(memory, true)?);
        }
        info.write(memory, 0, &[0i32])
    })
}

/// Copies a triangle with the zeros of the other.
pub(crate) fn copy_triangle<T: Scalar>(from: MatrixView<T>, triangle: Triangle, to: MatrixView<T>) {
    store(to, |_, _| T::zero());
    (0..from.columns())
        .for_each(|j| triangle.rows(j, from.rows()).for_each(|i| to.set(i, j, from.get(i, j))));
}
