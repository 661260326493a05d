//! Systems of equations by LU decomposition with partial pivoting, in batches.

use crate::call::{Call, Layout, Operand, size, transpose_of};
use crate::status::Status;
use dense::lu::{decompose, solve};
use dense::{Transpose, engine};
use std::ffi::c_void;
use work::{MatrixView, Memory, Refused, Scalar, VectorView};

type Done = Result<(), Status>;

/// Holds the exchanged rows of each instance, from 1; they are one after the other unless strided.
fn pivots_of(
    call: crate::call::Batch,
    memory: &Memory,
    pivots: Operand,
    n: usize,
    write: bool,
) -> Result<Vec<VectorView<i32>>, Refused> {
    let stride = if call.layout == Layout::Strides { pivots.stride as isize } else { n as isize };
    let at = |instance: usize| {
        let bytes = stride.wrapping_mul(instance as isize).wrapping_mul(size_of::<i32>() as isize);
        memory.vector(pivots.address.wrapping_add_signed(bytes), n, 1, write)
    };
    (0..call.count).map(at).collect()
}

/// Decomposition of square matrices; without `pivots` no rows are exchanged.
pub(crate) fn getrf<T: Scalar>(call: &Call, n: i64, a: Operand, pivots: Operand, info: *mut c_void) -> Done {
    let n = size(n)?;
    a.check_matrix(n)?;
    if n == 0 || call.batch.count == 0 {
        return Ok(());
    }
    a.check()?;
    if info.is_null() {
        return Err(Status::InvalidValue);
    }
    let (batch, info, exchanges) = (call.batch, info.expose_provenance(), pivots.address != 0);
    call.launch(move |memory| {
        let matrices = batch.matrices::<T>(memory, a, (n, n), true)?;
        let mut states = Vec::with_capacity(matrices.len());
        let places = if exchanges { pivots_of(batch, memory, pivots, n, true)? } else { Vec::new() };
        for (instance, &matrix) in matrices.iter().enumerate() {
            let (rows, singular) = decompose(matrix, exchanges);
            states.push(singular as i32);
            if let Some(place) = places.get(instance) {
                rows.iter().enumerate().for_each(|(n, &row)| place.set(n, row as i32 + 1));
            }
        }
        memory.write(info, &states)
    })
}

/// Writes whether the arguments are right, which BLAS's solvers tell apart from their status.
pub(crate) fn say(info: *mut c_void, argument: i32) {
    if !info.is_null() {
        // SAFETY: a number of the program's, on the host.
        unsafe { info.cast::<i32>().write_unaligned(-argument) };
    }
}

/// Solution of `op(A) X = B` by a decomposition, in the place of `B`.
pub(crate) fn getrs<T: Scalar>(
    call: &Call,
    transpose: u32,
    n: i64,
    columns: i64,
    a: Operand,
    pivots: Operand,
    b: Operand,
    info: *mut c_void,
) -> Done {
    let transpose = transpose_of(transpose)?;
    if info.is_null() {
        return Err(Status::InvalidValue);
    }
    let checks = [(n < 0, 2), (columns < 0, 3), (a.lead < n.max(1), 5), (b.lead < n.max(1), 8)];
    if let Some((_, argument)) = checks.into_iter().find(|(wrong, _)| *wrong) {
        say(info, argument);
        return Err(Status::InvalidValue);
    }
    say(info, 0);
    let (n, columns) = (size(n)?, size(columns)?);
    if n == 0 || columns == 0 || call.batch.count == 0 {
        return Ok(());
    }
    a.check()?;
    b.check()?;
    let (batch, exchanges) = (call.batch, pivots.address != 0);
    call.launch(move |memory| {
        let matrices = batch.matrices::<T>(memory, a, (n, n), false)?;
        let rights = batch.matrices::<T>(memory, b, (n, columns), true)?;
        let places = if exchanges { pivots_of(batch, memory, pivots, n, false)? } else { Vec::new() };
        for (instance, (&a, &b)) in matrices.iter().zip(&rights).enumerate() {
            solve(a, b, transpose, &rows_of(places.get(instance), n));
        }
        Ok(())
    })
}

/// Exchanged rows from 0, which a wrong number leaves as they are.
fn rows_of(place: Option<&VectorView<i32>>, n: usize) -> Vec<usize> {
    let row = |(own, row): (usize, i32)| match usize::try_from(row) {
        Ok(row) if (1..=n).contains(&row) => row - 1,
        _ => own,
    };
    place.map(|place| place.iter().enumerate().map(row).collect()).unwrap_or_default()
}

/// Inverses by decompositions.
pub(crate) fn getri<T: Scalar>(
    call: &Call,
    n: i64,
    a: Operand,
    pivots: Operand,
    c: Operand,
    info: *mut c_void,
) -> Done {
    let n = size(n)?;
    a.check_matrix(n)?;
    c.check_matrix(n)?;
    if n == 0 || call.batch.count == 0 {
        return Ok(());
    }
    a.check()?;
    c.check()?;
    if info.is_null() {
        return Err(Status::InvalidValue);
    }
    let (batch, info, exchanges) = (call.batch, info.expose_provenance(), pivots.address != 0);
    call.launch(move |memory| {
        let matrices = batch.matrices::<T>(memory, a, (n, n), false)?;
        let targets = batch.matrices::<T>(memory, c, (n, n), true)?;
        let places = if exchanges { pivots_of(batch, memory, pivots, n, false)? } else { Vec::new() };
        let mut states = Vec::with_capacity(matrices.len());
        for (instance, (&a, &c)) in matrices.iter().zip(&targets).enumerate() {
            let singular = (0..n).find(|&j| a.get(j, j).is_zero()).map_or(0, |j| j + 1);
            states.push(singular as i32);
            if singular == 0 {
                engine::scale(c, T::zero());
                (0..n).for_each(|j| c.set(j, j, T::one()));
                solve(a, c, Transpose::No, &rows_of(places.get(instance), n));
            }
        }
        memory.write(info, &states)
    })
}

/// Greatest order of matrices that are inverted without a decomposition of the program's.
const INVERTED: usize = 32;

/// Inverses of small matrices, which stay as they are.
pub(crate) fn matinv<T: Scalar>(call: &Call, n: i64, a: Operand, c: Operand, info: *mut c_void) -> Done {
    let n = size(n)?;
    a.check_matrix(n)?;
    c.check_matrix(n)?;
    if n > INVERTED {
        return Err(Status::InvalidValue);
    }
    if n == 0 || call.batch.count == 0 {
        return Ok(());
    }
    a.check()?;
    c.check()?;
    if info.is_null() {
        return Err(Status::InvalidValue);
    }
    let (batch, info) = (call.batch, info.expose_provenance());
    call.launch(move |memory| {
        let matrices = batch.matrices::<T>(memory, a, (n, n), false)?;
        let targets = batch.matrices::<T>(memory, c, (n, n), true)?;
        let mut states = Vec::with_capacity(matrices.len());
        for (a, c) in matrices.into_iter().zip(targets) {
            let mut copy: Vec<T> = (0..n).flat_map(|j| a.column(j).to_vec()).collect();
            let copy = MatrixView::in_slice(&mut copy, n, n);
            let (rows, singular) = decompose(copy, true);
            states.push(singular as i32);
            if singular == 0 {
                engine::scale(c, T::zero());
                (0..n).for_each(|j| c.set(j, j, T::one()));
                solve(copy, c, Transpose::No, &rows);
            }
        }
        memory.write(info, &states)
    })
}
