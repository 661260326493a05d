//! Solutions of triangular systems.

use crate::compressed::Compressed;
use crate::dense::Block;
use crate::handle::{self, Call, Info};
use crate::legacy::{Csr, matrix_by_columns, vector_at};
use crate::objects::{self, Dense, Matrix, Vector};
use crate::status::Status;
use crate::types::{Op, common_type, element, size};
use std::sync::Arc;
use work::{Factor, Number, Pointer, Scalar, by_type};

type Done = Result<(), Status>;

/// Triangle of an operand.
#[derive(Clone, Copy)]
struct Triangle {
    is_upper: bool,
    is_unit: bool,
}

impl Triangle {
    fn new(of: &Matrix, op: Op) -> Triangle {
        Triangle { is_upper: of.is_upper != (op != Op::No), is_unit: of.is_unit }
    }

    /// Solves for all columns of the right side. Returns the first row without a pivot.
    fn solve<T: Scalar>(self, a: &Compressed<T>, b: &mut Block<T>) -> Option<usize> {
        let mut zero = None;
        let rows = a.rows();
        for step in 0..rows {
            let row = if self.is_upper { rows - 1 - step } else { step };
            let mut pivot = T::zero();
            let mut sum: Vec<T> = b.row(row).to_vec();
            for (column, value) in a.row(row) {
                if column == row {
                    pivot += value;
                } else if (column > row) == self.is_upper {
                    sum.iter_mut().zip(b.row(column)).for_each(|(sum, &x)| *sum -= value * x);
                }
            }
            if !self.is_unit {
                if pivot.is_zero() {
                    zero = Some(zero.map_or(row, |zero: usize| zero.min(row)));
                }
                sum.iter_mut().for_each(|value| *value /= pivot);
            }
            sum.iter().enumerate().for_each(|(column, &value)| b.set(row, column, value));
        }
        zero
    }
}

/// Solves `op(A) X = alpha op(B)` into `C`.
fn solve<T: Number>(
    call: &Call,
    ops: (Op, Op),
    alpha: Factor<T>,
    a: Matrix,
    b: Dense,
    c: Dense,
    info: Option<Arc<Info>>,
) -> Done {
    let shape = ops.1.shape(b.shape);
    if a.shape.0 != a.shape.1 || shape.0 != a.shape.0 || c.shape != shape {
        return Err(Status::InvalidValue);
    }
    if shape.0 == 0 || shape.1 == 0 {
        return Ok(());
    }
    call.launch(move |memory| {
        let alpha = alpha.value(memory)?;
        let mut x = b.read::<T>(memory)?.operand(ops.1);
        x.values.iter_mut().for_each(|value| *value *= alpha);
        let zero = Triangle::new(&a, ops.0).solve(&a.read::<T>(memory)?.operand(ops.0), &mut x);
        if let Some(info) = &info {
            info.set(zero);
        }
        c.write(memory, x)
    })
}

/// A vector as a matrix of one column.
fn column(vector: Vector) -> Dense {
    let Vector { count, values, ty } = vector;
    Dense { shape: (count, 1), lead: count.max(1), values, ty, by_rows: false, batch: 1, stride: 0 }
}

pub(crate) fn sp_sv(
    call: &Call,
    op: u32,
    alpha: Pointer,
    a: Pointer,
    x: Pointer,
    y: Pointer,
    named: u32,
) -> Done {
    let (op, a, x, y) = (Op::from_code(op)?, objects::matrix(a)?, objects::vector(x)?, objects::vector(y)?);
    let named = element(named)?;
    by_type!(common_type([a.ty, x.ty], y.ty, named)?, Status::NotSupported, T => {
        solve::<T>(call, (op, Op::No), call.factor(alpha, named)?, a, column(x), column(y), None)
    })
}

pub(crate) fn sp_sm(
    call: &Call,
    op_a: u32,
    op_b: u32,
    alpha: Pointer,
    a: Pointer,
    b: Pointer,
    c: Pointer,
    named: u32,
) -> Done {
    let ops = (Op::from_code(op_a)?, Op::from_code(op_b)?);
    let (a, b, c) = (objects::matrix(a)?, objects::dense(b)?, objects::dense(c)?);
    let named = element(named)?;
    by_type!(common_type([a.ty, b.ty], c.ty, named)?, Status::NotSupported, T => {
        solve::<T>(call, ops, call.factor(alpha, named)?, a, b, c, None)
    })
}

pub(crate) fn csrsv2<T: Number>(
    call: &Call,
    op: u32,
    m: i64,
    nnz: i64,
    alpha: Pointer,
    a: Csr,
    info: Pointer,
    f: Pointer,
    x: Pointer,
) -> Done {
    let (op, a, info) = (Op::from_code(op)?, a.matrix::<T>(m, m, nnz)?, handle::info(info)?);
    let (f, x) = (vector_at::<T>(f, a.shape.0), vector_at::<T>(x, a.shape.0));
    solve::<T>(call, (op, Op::No), call.factor(alpha, T::TYPE)?, a, column(f), column(x), Some(info))
}

/// Solves in the place of `B`, which is transposed if its operation says so.
pub(crate) fn csrsm2<T: Number>(
    call: &Call,
    op_a: u32,
    op_b: u32,
    m: i64,
    columns: i64,
    nnz: i64,
    alpha: Pointer,
    a: Csr,
    b: Pointer,
    ldb: i64,
    info: Pointer,
) -> Done {
    let ops = (Op::from_code(op_a)?, Op::from_code(op_b)?);
    let (a, info) = (a.matrix::<T>(m, m, nnz)?, handle::info(info)?);
    let b = matrix_by_columns::<T>(b, ops.1.shape((size(m)?, size(columns)?)), ldb)?;
    // The transposed matrix has the same elements, row by row.
    let c = Dense { by_rows: ops.1 != Op::No, shape: ops.1.shape(b.shape), ..b };
    solve::<T>(call, ops, call.factor(alpha, T::TYPE)?, a, b, c, Some(info))
}

/// Writes the first row whose pivot is zero, -1 for none, after the stream's work.
pub(crate) fn zero_pivot(call: &Call, info: Pointer, to: Pointer) -> Done {
    let info = handle::info(info)?;
    let of_work = Arc::clone(&info);
    call.launch_for_results(to, move |_| Ok(vec![of_work.row().map_or(-1, |row| row as i32)]))?;
    // Those in device memory are waited for, too: the status tells what they say.
    call.compute(|_| Ok(()))?;
    if info.row().is_some() { Err(Status::ZeroPivot) } else { Ok(()) }
}
