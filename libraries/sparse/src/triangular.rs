//! Solutions of triangular systems.

use crate::compressed::Compressed;
use crate::dense::Block;
use crate::handle::{self, Call, Info};
use crate::legacy::{Csr, matrix_by_columns, vector_at};
use crate::objects::{self, Dense, Matrix, Vector};
use crate::status::Status;
use crate::types::{Op, common_type, element, flag, narrow, size, widen, wrong_index};
use std::sync::{Arc, Mutex, PoisonError};
use work::{Complex64, Factor, Handles, Memory, Number, Pointer, Refused, Scalar, by_type, put};

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

/// Place of the first row without a pivot, in rows of so many elements.
type Finding = (Arc<Info>, usize);

/// Values that have replaced those of a matrix.
#[derive(Default)]
struct Values {
    all: Option<Vec<Complex64>>,
    diagonal: Option<Vec<Complex64>>,
}

type Replaced = Arc<Mutex<Values>>;

impl Values {
    /// Reads a matrix with these values.
    fn read<T: Number>(&self, a: &Matrix, memory: &Memory) -> Result<Compressed<T>, Refused> {
        let mut rows = match &self.all {
            None => a.read::<T>(memory)?,
            Some(values) if values.len() == a.stored() => {
                a.with_values(memory, values.iter().map(|&value| narrow(value)).collect())?
            }
            Some(_) => return Err(wrong_index(memory)),
        };
        for (row, &value) in self.diagonal.iter().flatten().enumerate().take(rows.rows()) {
            for n in rows.offsets[row]..rows.offsets[row + 1] {
                if rows.indices[n] == row {
                    rows.values[n] = narrow(value);
                }
            }
        }
        Ok(rows)
    }
}

/// Solves `op(A) X = alpha op(B)` into `C`.
fn solve<T: Number>(
    call: &Call,
    ops: (Op, Op),
    alpha: Factor<T>,
    (a, replaced): (Matrix, Option<Replaced>),
    b: Dense,
    c: Dense,
    finding: Option<Finding>,
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
        let rows = match &replaced {
            Some(values) => values.lock().unwrap_or_else(PoisonError::into_inner).read::<T>(&a, memory)?,
            None => a.read(memory)?,
        };
        let zero = Triangle::new(&a, ops.0).solve(&rows.operand(ops.0), &mut x);
        if let Some((info, side)) = &finding {
            info.set(zero.map(|row| row / side));
        }
        c.write(memory, x)
    })
}

/// A vector as a matrix of one column.
fn column(vector: Vector) -> Dense {
    let Vector { count, values, ty } = vector;
    Dense { shape: (count, 1), lead: count.max(1), values, ty, by_rows: false, batch: 1, stride: 0 }
}

/// Result of an analysis: the matrix, and its values if they are replaced.
#[derive(Default)]
struct Analysis {
    matrix: Option<Matrix>,
    values: Replaced,
}

static ANALYSES: Handles<Mutex<Analysis>> = Handles::new();

pub(crate) fn create_analysis(to: Pointer) -> Done {
    put(to, ANALYSES.add(Mutex::default()))
}

pub(crate) fn destroy_analysis(handle: Pointer) -> Done {
    ANALYSES.remove(handle).map(drop).ok_or(Status::InvalidValue)
}

/// Notes a matrix; solutions need no further analysis.
pub(crate) fn analyse(_call: &Call, a: Pointer, descriptor: Pointer) -> Done {
    let (matrix, analysis) = (objects::matrix(a)?, ANALYSES.get(descriptor).ok_or(Status::InvalidValue)?);
    *analysis.lock().unwrap_or_else(PoisonError::into_inner) =
        Analysis { matrix: Some(matrix), values: Replaced::default() };
    Ok(())
}

/// The matrix that was analysed, and the values that replace its own.
fn analysed(descriptor: Pointer) -> Result<(Option<Matrix>, Replaced), Status> {
    let analysis = ANALYSES.get(descriptor).ok_or(Status::InvalidValue)?;
    let analysis = analysis.lock().unwrap_or_else(PoisonError::into_inner);
    Ok((analysis.matrix, Arc::clone(&analysis.values)))
}

/// Replaces the values of the matrix that was analysed, or those on its diagonal (`cusparseSpSVUpdate_t`).
pub(crate) fn update(call: &Call, descriptor: Pointer, values: Pointer, part: u32) -> Done {
    let only_diagonal = flag(part)?;
    let (matrix, place) = analysed(descriptor)?;
    let (matrix, values) = (matrix.ok_or(Status::InvalidValue)?, values.expose_provenance());
    if values == 0 {
        return Err(Status::InvalidValue);
    }
    let count = if only_diagonal { matrix.shape.0 } else { matrix.stored() };
    by_type!(common_type([matrix.ty, matrix.ty], matrix.ty, matrix.ty)?, Status::NotSupported, T => {
        call.launch(move |memory| {
            let new = T::read(memory, values, count, matrix.ty)?.into_iter().map(widen).collect();
            let mut values = place.lock().unwrap_or_else(PoisonError::into_inner);
            if only_diagonal {
                values.diagonal = Some(new);
            } else {
                *values = Values { all: Some(new), diagonal: None };
            }
            Ok(())
        })
    })
}

pub(crate) fn sp_sv(
    call: &Call,
    op: u32,
    alpha: Pointer,
    a: Pointer,
    x: Pointer,
    y: Pointer,
    named: u32,
    descriptor: Pointer,
) -> Done {
    let (op, a, x, y) = (Op::from_code(op)?, objects::matrix(a)?, objects::vector(x)?, objects::vector(y)?);
    let (named, (_, values)) = (element(named)?, analysed(descriptor)?);
    by_type!(common_type([a.ty, x.ty], y.ty, named)?, Status::NotSupported, T => {
        solve::<T>(call, (op, Op::No), call.factor(alpha, named)?, (a, Some(values)), column(x), column(y), None)
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
    descriptor: Pointer,
) -> Done {
    let ops = (Op::from_code(op_a)?, Op::from_code(op_b)?);
    let (a, b, c) = (objects::matrix(a)?, objects::dense(b)?, objects::dense(c)?);
    let (named, (_, values)) = (element(named)?, analysed(descriptor)?);
    by_type!(common_type([a.ty, b.ty], c.ty, named)?, Status::NotSupported, T => {
        solve::<T>(call, ops, call.factor(alpha, named)?, (a, Some(values)), b, c, None)
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
    let finding = Some((info, 1));
    solve::<T>(call, (op, Op::No), call.factor(alpha, T::TYPE)?, (a, None), column(f), column(x), finding)
}

pub(crate) fn bsrsv2<T: Number>(
    call: &Call,
    direction: u32,
    op: u32,
    m: i64,
    nnz: i64,
    alpha: Pointer,
    a: Csr,
    side: i64,
    info: Pointer,
    f: Pointer,
    x: Pointer,
) -> Done {
    let (op, a) = (Op::from_code(op)?, a.blocks::<T>((m, m, nnz), direction, (side, side))?);
    let finding = Some((handle::info(info)?, size(side)?));
    let (f, x) = (vector_at::<T>(f, a.shape.0), vector_at::<T>(x, a.shape.0));
    solve::<T>(call, (op, Op::No), call.factor(alpha, T::TYPE)?, (a, None), column(f), column(x), finding)
}

/// Solves `op(A) op(X) = alpha op(B)` with blocks.
pub(crate) fn bsrsm2<T: Number>(
    call: &Call,
    direction: u32,
    (op_a, op_x): (u32, u32),
    (m, columns, nnz): (i64, i64, i64),
    alpha: Pointer,
    a: Csr,
    side: i64,
    info: Pointer,
    b: Pointer,
    ldb: i64,
    x: Pointer,
    ldx: i64,
) -> Done {
    let ops = (Op::from_code(op_a)?, of_both_sides::<T>(op_x)?);
    let a = a.blocks::<T>((m, m, nnz), direction, (side, side))?;
    let finding = Some((handle::info(info)?, size(side)?));
    let stored = ops.1.shape((a.shape.0, size(columns)?));
    let (b, x) = (matrix_by_columns::<T>(b, stored, ldb)?, matrix_by_columns::<T>(x, stored, ldx)?);
    solve::<T>(call, ops, call.factor(alpha, T::TYPE)?, (a, None), b, operand(x, ops.1), finding)
}

/// Operation of the right side and of the solution, which is not a conjugation.
fn of_both_sides<T: Scalar>(op: u32) -> Result<Op, Status> {
    match Op::from_code(op)? {
        Op::Conjugated if T::IS_COMPLEX => Err(Status::NotSupported),
        op => Ok(op),
    }
}

/// The operand of an operation: the transposed matrix has the same elements, row by row.
fn operand(of: Dense, op: Op) -> Dense {
    Dense { by_rows: of.by_rows != (op != Op::No), shape: op.shape(of.shape), ..of }
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
    let ops = (Op::from_code(op_a)?, of_both_sides::<T>(op_b)?);
    let (a, info) = (a.matrix::<T>(m, m, nnz)?, handle::info(info)?);
    let b = matrix_by_columns::<T>(b, ops.1.shape((size(m)?, size(columns)?)), ldb)?;
    let finding = Some((info, 1));
    solve::<T>(call, ops, call.factor(alpha, T::TYPE)?, (a, None), b, operand(b, ops.1), finding)
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
