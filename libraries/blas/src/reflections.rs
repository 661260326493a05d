//! QR decompositions and least squares, in batches.

use crate::call::{Call, Operand, size, transpose_of};
use crate::solve::say;
use crate::status::Status;
use dense::panel::Panel;
use dense::qr::decompose;
use dense::triangular::Kind;
use dense::{Transpose, Triangle};
use rayon::prelude::*;
use std::ffi::c_void;
use work::{MatrixView, Scalar};

type Done = Result<(), Status>;

/// Checks arguments in their order: the first that is wrong is the number that `info` gets.
fn check(info: *mut c_void, checks: &[(bool, i32)]) -> Done {
    if info.is_null() {
        return Err(Status::InvalidValue);
    }
    let wrong = checks.iter().find(|(wrong, _)| *wrong);
    say(info, wrong.map_or(0, |(_, argument)| *argument));
    if wrong.is_some() { Err(Status::InvalidValue) } else { Ok(()) }
}

/// QR decomposition in LAPACK's form, in place; `tau` gets the factors of the reflections.
pub(crate) fn geqrf<T: Scalar>(
    call: &Call,
    m: i64,
    n: i64,
    a: Operand,
    tau: Operand,
    info: *mut c_void,
) -> Done {
    let is_empty = m == 0 || n == 0 || call.batch.count == 0;
    let is_null = |operand: Operand| operand.address == 0 && !is_empty;
    check(info, &[(m < 0, 1), (n < 0, 2), (is_null(a), 3), (a.lead < m.max(1), 4), (is_null(tau), 5)])?;
    if is_empty {
        return Ok(());
    }
    let (batch, m, n) = (call.batch, size(m)?, size(n)?);
    let tau = Operand { lead: 1, ..tau };
    call.launch(move |memory| {
        let matrices = batch.matrices::<T>(memory, a, (m, n), true)?;
        let places = batch.vectors::<T>(memory, tau, m.min(n), true)?;
        matrices.par_iter().zip(&places).for_each(|(&a, to)| {
            decompose(a).into_iter().enumerate().for_each(|(n, factor)| to.set(n, factor));
        });
        Ok(())
    })
}

/// Solution of `op(A) X = B` in the first rows of `B`. It has the least residual if there are more equations
/// than unknowns, else the least norm. `states` gets the first zero on the triangle's diagonal, from 1: such
/// a system is not solved.
pub(crate) fn gels<T: Scalar>(
    call: &Call,
    transpose: u32,
    m: i64,
    n: i64,
    columns: i64,
    a: Operand,
    b: Operand,
    info: *mut c_void,
    states: *mut c_void,
) -> Done {
    let op = transpose_of(transpose)?;
    let is_empty = m == 0 || n == 0 || columns == 0 || call.batch.count == 0;
    let is_null = |operand: Operand| operand.address == 0 && !is_empty;
    let checks = [
        // Of complex numbers the system that is as simple is the adjoint's.
        (T::IS_COMPLEX && op == Transpose::Yes, 1),
        (m < 0, 2),
        (n < 0, 3),
        (columns < 0, 4),
        (is_null(a), 5),
        (a.lead < m.max(1), 6),
        (is_null(b), 7),
        (b.lead < m.max(n).max(1), 8),
    ];
    check(info, &checks)?;
    if is_empty {
        return Ok(());
    }
    let (batch, m, n, columns) = (call.batch, size(m)?, size(n)?, size(columns)?);
    let states = states.expose_provenance();
    call.launch(move |memory| {
        let matrices = batch.matrices::<T>(memory, a, (m, n), true)?;
        let sides = batch.matrices::<T>(memory, b, (m.max(n), columns), true)?;
        let found: Vec<i32> =
            matrices.par_iter().zip(&sides).map(|(&a, &b)| solve(a, b, op.is_transposed())).collect();
        if states == 0 { Ok(()) } else { memory.write(states, &found) }
    })
}

/// Solves one system by the decomposition of the matrix, or of its adjoint if that is the taller one.
fn solve<T: Scalar>(a: MatrixView<T>, b: MatrixView<T>, is_adjoint: bool) -> i32 {
    if a.rows() >= a.columns() {
        return solve_tall(a, b, is_adjoint);
    }
    let (rows, columns) = (a.columns(), a.rows());
    let mut values = vec![T::zero(); rows * columns];
    let tall = MatrixView::in_slice(&mut values, rows, columns);
    let adjoint = |to: MatrixView<T>, from: MatrixView<T>| {
        for j in 0..to.columns() {
            (0..to.rows()).for_each(|i| to.set(i, j, from.get(j, i).conj_if(true)));
        }
    };
    adjoint(tall, a);
    let state = solve_tall(tall, b, !is_adjoint);
    adjoint(a, tall);
    state
}

fn solve_tall<T: Scalar>(a: MatrixView<T>, b: MatrixView<T>, is_adjoint: bool) -> i32 {
    let (m, n, columns) = (a.rows(), a.columns(), b.columns());
    let factors = decompose(a);
    let upper = a.part((0, 0), (n, n));
    if let Some(zero) = (0..n).find(|&j| upper.get(j, j).is_zero()) {
        return zero as i32 + 1;
    }
    let (b, known) = (b.part((0, 0), (m, columns)), b.part((0, 0), (n, columns)));
    let mut panels = Panel::list(a, &factors);
    if is_adjoint {
        Kind::new(Triangle::Upper, Transpose::Conjugated, false).solve(upper, known);
        (0..columns).for_each(|j| (n..m).for_each(|i| b.set(i, j, T::zero())));
        panels.iter_mut().rev().for_each(|panel| panel.apply_left(b, false));
    } else {
        panels.iter_mut().for_each(|panel| panel.apply_left(b, true));
        Kind::new(Triangle::Upper, Transpose::No, false).solve(upper, known);
    }
    0
}
