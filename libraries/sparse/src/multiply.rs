//! Products of sparse with dense operands.

use crate::compressed::Compressed;
use crate::dense::Block;
use crate::formats::Format;
use crate::handle::Call;
use crate::in_place;
use crate::legacy::{Csr, Ptr, matrix_by_columns, vector_at};
use crate::objects::{self, Dense, Matrix, Vector};
use crate::status::Status;
use crate::types::{Op, common_type, element, size, wrong_index};
use rayon::prelude::*;
use work::{Factor, Memory, Number, Pointer, Refused, Scalar, by_type};

type Done = Result<(), Status>;

/// `beta old`, without reading what is old if the factor is zero.
fn old_part<T: Number>(
    beta: T,
    count: usize,
    old: impl FnOnce() -> Result<Vec<T>, Refused>,
) -> Result<Vec<T>, Refused> {
    if beta.is_zero() {
        return Ok(vec![T::zero(); count]);
    }
    Ok(old()?.into_iter().map(|value| beta * value).collect())
}

/// `y = alpha op(A) x + beta y`
fn vector<T: Number>(
    call: &Call,
    op: Op,
    alpha: Factor<T>,
    a: Matrix,
    x: Vector,
    beta: Factor<T>,
    y: Vector,
) -> Done {
    let (rows, columns) = op.shape(a.shape);
    if x.count != columns || y.count != rows {
        return Err(Status::InvalidValue);
    }
    if rows == 0 {
        return Ok(());
    }
    call.launch(move |memory| {
        let (alpha, beta) = (alpha.value(memory)?, beta.value(memory)?);
        if op == Op::No && in_place::fits::<T>(&a, &x, &y) {
            return in_place::multiply(memory, &a, &x, (alpha, beta), &y);
        }
        let product = a.read::<T>(memory)?.operand(op).times(&x.read::<T>(memory)?);
        let old = old_part(beta, rows, || y.read(memory))?;
        y.write::<T>(memory, &product.iter().zip(old).map(|(&p, old)| alpha * p + old).collect::<Vec<_>>())
    })
}

pub(crate) fn sp_mv(
    call: &Call,
    op: u32,
    alpha: Pointer,
    a: Pointer,
    x: Pointer,
    beta: Pointer,
    y: Pointer,
    named: u32,
) -> Done {
    let (op, a, x, y) = (Op::from_code(op)?, objects::matrix(a)?, objects::vector(x)?, objects::vector(y)?);
    let named = element(named)?;
    by_type!(common_type([a.ty, x.ty], y.ty, named)?, Status::NotSupported, T => {
        vector::<T>(call, op, call.factor(alpha, named)?, a, x, call.factor(beta, named)?, y)
    })
}

pub(crate) fn csrmv<T: Number>(
    call: &Call,
    op: u32,
    m: i64,
    n: i64,
    nnz: i64,
    alpha: Pointer,
    a: Csr,
    x: Pointer,
    beta: Pointer,
    y: Pointer,
) -> Done {
    let (op, a) = (Op::from_code(op)?, a.matrix::<T>(m, n, nnz)?);
    let (rows, columns) = op.shape(a.shape);
    let (x, y) = (vector_at::<T>(x, columns), vector_at::<T>(y, rows));
    vector::<T>(call, op, call.factor(alpha, T::TYPE)?, a, x, call.factor(beta, T::TYPE)?, y)
}

/// `y = alpha A x + beta y` with blocks.
pub(crate) fn bsrmv<T: Number>(
    call: &Call,
    direction: u32,
    op: u32,
    rows: i64,
    columns: i64,
    nnz: i64,
    alpha: Pointer,
    a: Csr,
    side: i64,
    x: Pointer,
    beta: Pointer,
    y: Pointer,
) -> Done {
    let a = a.blocks::<T>((rows, columns, nnz), direction, (side, side))?;
    let op = without_transpose(op)?;
    let (x, y) = (vector_at::<T>(x, a.shape.1), vector_at::<T>(y, a.shape.0));
    vector::<T>(call, op, call.factor(alpha, T::TYPE)?, a, x, call.factor(beta, T::TYPE)?, y)
}

/// The operation of functions that take matrices of blocks as they are only.
fn without_transpose(op: u32) -> Result<Op, Status> {
    match Op::from_code(op)? {
        Op::No => Ok(Op::No),
        Op::Yes | Op::Conjugated => Err(Status::NotSupported),
    }
}

/// `y = alpha A x + beta y` for the rows of blocks that a mask lists; each ends where another array says.
pub(crate) fn bsrxmv<T: Number>(
    call: &Call,
    direction: u32,
    op: u32,
    listed: i64,
    (rows, columns, nnz): (i64, i64, i64),
    alpha: Pointer,
    a: Csr,
    mask: Pointer,
    ends: Pointer,
    side: i64,
    x: Pointer,
    beta: Pointer,
    y: Pointer,
) -> Done {
    let a = a.blocks::<T>((rows, columns, nnz), direction, (side, side))?;
    let (Format::Blocks(of_a), listed) = (a.format, size(listed)?) else { return Err(Status::InternalError) };
    without_transpose(op)?;
    let (mask, ends, starts) = (Ptr::new(mask), Ptr::new(ends), Ptr::at(a.offsets));
    let (x, y) = (vector_at::<T>(x, a.shape.1), vector_at::<T>(y, a.shape.0));
    let (alpha, beta) = (call.factor::<T>(alpha, T::TYPE)?, call.factor::<T>(beta, T::TYPE)?);
    let rows = size(rows)?;
    call.launch(move |memory| {
        let (alpha, beta, x) = (alpha.value(memory)?, beta.value(memory)?, x.read::<T>(memory)?);
        let columns = a.index_type.read(memory, a.indices, a.count, a.base)?;
        let values = T::read(memory, a.values, a.stored(), T::TYPE)?;
        let starts = starts.read(memory, rows, a.base, a.count + 1)?;
        let ends = ends.read(memory, rows, a.base, a.count + 1)?;
        let mut out = y.read::<T>(memory)?;
        for block in mask.read(memory, listed, a.base, rows)? {
            for row in 0..of_a.rows {
                let mut sum = T::zero();
                for n in starts[block]..ends[block].max(starts[block]) {
                    for column in 0..of_a.columns {
                        let at = columns[n].saturating_mul(of_a.columns).saturating_add(column);
                        let x = x.get(at).copied().ok_or_else(|| wrong_index(memory))?;
                        sum += values[n * of_a.size() + of_a.place(row, column)] * x;
                    }
                }
                let to = &mut out[block * of_a.rows + row];
                *to = if beta.is_zero() { alpha * sum } else { alpha * sum + beta * *to };
            }
        }
        y.write(memory, &out)
    })
}

/// Product of a sparse matrix with a dense one.
fn times<T: Scalar>(a: &Compressed<T>, b: &Block<T>) -> Block<T> {
    let rows = a.each_row(|row| {
        let mut sum = vec![T::zero(); b.columns];
        for (k, value) in a.row(row) {
            sum.iter_mut().zip(b.row(k)).for_each(|(sum, &b)| *sum += value * b);
        }
        sum
    });
    Block { rows: a.rows(), columns: b.columns, values: rows.concat() }
}

/// Instances of a batch: of all operands that have any, the same number.
fn batch(counts: [i32; 3]) -> Result<usize, Status> {
    let most = counts.into_iter().max().unwrap_or(1);
    if counts.into_iter().any(|count| count != 1 && count != most) {
        Err(Status::InvalidValue)
    } else {
        size(most.into())
    }
}

/// `C = alpha op(A) op(B) + beta C`
fn matrix<T: Number>(
    call: &Call,
    ops: (Op, Op),
    alpha: Factor<T>,
    a: Matrix,
    b: Dense,
    beta: Factor<T>,
    c: Dense,
) -> Done {
    let ((m, k), (k_of_b, n)) = (ops.0.shape(a.shape), ops.1.shape(b.shape));
    if k != k_of_b || c.shape != (m, n) {
        return Err(Status::InvalidValue);
    }
    let batch = batch([a.batch, b.batch, c.batch])?;
    if m == 0 || n == 0 {
        return Ok(());
    }
    call.launch(move |memory| {
        let (alpha, beta) = (alpha.value(memory)?, beta.value(memory)?);
        for number in 0..batch {
            let (a, b, c) = (a.instance(number), b.instance(number), c.instance(number));
            let mut product =
                times(&a.read::<T>(memory)?.operand(ops.0), &b.read::<T>(memory)?.operand(ops.1));
            let old = old_part(beta, m * n, || Ok(c.read::<T>(memory)?.values))?;
            product.values.iter_mut().zip(old).for_each(|(value, old)| *value = alpha * *value + old);
            c.write(memory, product)?;
        }
        Ok(())
    })
}

pub(crate) fn sp_mm(
    call: &Call,
    op_a: u32,
    op_b: u32,
    alpha: Pointer,
    a: Pointer,
    b: Pointer,
    beta: Pointer,
    c: Pointer,
    named: u32,
) -> Done {
    let ops = (Op::from_code(op_a)?, Op::from_code(op_b)?);
    let (a, b, c) = (objects::matrix(a)?, objects::dense(b)?, objects::dense(c)?);
    let named = element(named)?;
    by_type!(common_type([a.ty, b.ty], c.ty, named)?, Status::NotSupported, T => {
        matrix::<T>(call, ops, call.factor(alpha, named)?, a, b, call.factor(beta, named)?, c)
    })
}

pub(crate) fn csrmm<T: Number>(
    call: &Call,
    op_a: u32,
    op_b: u32,
    m: i64,
    n: i64,
    k: i64,
    nnz: i64,
    alpha: Pointer,
    a: Csr,
    b: Pointer,
    ldb: i64,
    beta: Pointer,
    c: Pointer,
    ldc: i64,
) -> Done {
    let (ops, a) = ((Op::from_code(op_a)?, Op::from_code(op_b)?), a.matrix::<T>(m, k, nnz)?);
    let (rows, inner) = ops.0.shape(a.shape);
    let b = matrix_by_columns::<T>(b, ops.1.shape((inner, size(n)?)), ldb)?;
    let c = matrix_by_columns::<T>(c, (rows, size(n)?), ldc)?;
    matrix::<T>(call, ops, call.factor(alpha, T::TYPE)?, a, b, call.factor(beta, T::TYPE)?, c)
}

pub(crate) fn bsrmm<T: Number>(
    call: &Call,
    direction: u32,
    op_a: u32,
    op_b: u32,
    (rows, n, inner, nnz): (i64, i64, i64, i64),
    alpha: Pointer,
    a: Csr,
    side: i64,
    b: Pointer,
    ldb: i64,
    beta: Pointer,
    c: Pointer,
    ldc: i64,
) -> Done {
    let a = a.blocks::<T>((rows, inner, nnz), direction, (side, side))?;
    let ops = (without_transpose(op_a)?, Op::from_code(op_b)?);
    let b = matrix_by_columns::<T>(b, ops.1.shape((a.shape.1, size(n)?)), ldb)?;
    let c = matrix_by_columns::<T>(c, (a.shape.0, size(n)?), ldc)?;
    matrix::<T>(call, ops, call.factor(alpha, T::TYPE)?, a, b, call.factor(beta, T::TYPE)?, c)
}

/// Product of a dense matrix with one of compressed columns: `C = alpha A B + beta C`.
pub(crate) fn gemmi<T: Number>(
    call: &Call,
    (m, n, k, nnz): (i64, i64, i64, i64),
    alpha: Pointer,
    a: Pointer,
    lda: i64,
    [values, offsets, indices]: [Pointer; 3],
    beta: Pointer,
    c: Pointer,
    ldc: i64,
) -> Done {
    let b = Matrix {
        format: Format::Columns,
        ..Matrix::of_arrays::<T>((k, n, nnz), [offsets, indices, values])?
    };
    let a = matrix_by_columns::<T>(a, (size(m)?, size(k)?), lda)?;
    let c = matrix_by_columns::<T>(c, (size(m)?, size(n)?), ldc)?;
    // The transposed product has the sparse matrix on the left: the arrays' rows are then columns.
    let transposed = |of: Dense| Dense { shape: (of.shape.1, of.shape.0), by_rows: !of.by_rows, ..of };
    let (alpha, beta) = (call.factor(alpha, T::TYPE)?, call.factor(beta, T::TYPE)?);
    matrix::<T>(call, (Op::Yes, Op::No), alpha, b, transposed(a), beta, transposed(c))
}

/// `C = alpha (op(A) op(B)) + beta C` at the places that `C` has.
pub(crate) fn sddmm(
    call: &Call,
    op_a: u32,
    op_b: u32,
    alpha: Pointer,
    a: Pointer,
    b: Pointer,
    beta: Pointer,
    c: Pointer,
    named: u32,
) -> Done {
    let ops = (Op::from_code(op_a)?, Op::from_code(op_b)?);
    let (a, b, c) = (objects::dense(a)?, objects::dense(b)?, objects::matrix(c)?);
    let named = element(named)?;
    let ((m, k), (k_of_b, n)) = (ops.0.shape(a.shape), ops.1.shape(b.shape));
    if k != k_of_b || c.shape != (m, n) {
        return Err(Status::InvalidValue);
    }
    let batch = batch([a.batch, b.batch, c.batch])?;
    by_type!(common_type([a.ty, b.ty], c.ty, named)?, Status::NotSupported, T => {
        let (alpha, beta) = (call.factor::<T>(alpha, named)?, call.factor::<T>(beta, named)?);
        call.launch(move |memory| {
            let factors = (alpha.value(memory)?, beta.value(memory)?);
            (0..batch).try_for_each(|number| {
                let dense = (a.instance(number), b.instance(number));
                sample::<T>(memory, ops, dense, c.instance(number), factors)
            })
        })
    })
}

fn sample<T: Number>(
    memory: &Memory,
    ops: (Op, Op),
    (a, b): (Dense, Dense),
    c: Matrix,
    (alpha, beta): (T, T),
) -> Result<(), Refused> {
    let (a, b) = (a.read::<T>(memory)?.operand(ops.0), b.read::<T>(memory)?.operand(ops.1).operand(Op::Yes));
    let places = c.places(memory)?;
    let mut values = old_part(beta, c.stored(), || T::read(memory, c.values, c.stored(), c.ty))?;
    let product = |row: usize, column: usize| {
        a.row(row).iter().zip(b.row(column)).fold(T::zero(), |sum, (&a, &b)| sum + a * b)
    };
    let made: Vec<(usize, T)> = (0..places.rows())
        .into_par_iter()
        .flat_map_iter(|row| places.row(row).map(move |(column, place)| (row, column, place)))
        .map(|(row, column, place)| (place, product(row, column)))
        .collect();
    made.into_iter().for_each(|(place, value)| values[place] += alpha * value);
    T::write(memory, c.values, &values, c.ty)
}

/// Product of a dense matrix with a sparse vector: `y = alpha op(A) x + beta y`.
pub(crate) fn gemvi<T: Number>(
    call: &Call,
    op: u32,
    m: i64,
    n: i64,
    alpha: Pointer,
    a: Pointer,
    lda: i64,
    nnz: i64,
    x: Pointer,
    indices: Pointer,
    beta: Pointer,
    y: Pointer,
    base: u32,
) -> Done {
    let op = Op::from_code(op)?;
    let a = matrix_by_columns::<T>(a, (size(m)?, size(n)?), lda)?;
    let (rows, columns) = op.shape(a.shape);
    let (nnz, base) = (size(nnz)?, crate::types::base(base)?);
    let (x, indices) = (vector_at::<T>(x, nnz), Ptr::new(indices));
    let y = vector_at::<T>(y, rows);
    let (alpha, beta) = (call.factor::<T>(alpha, T::TYPE)?, call.factor::<T>(beta, T::TYPE)?);
    call.launch(move |memory| {
        let (alpha, beta) = (alpha.value(memory)?, beta.value(memory)?);
        let (a, x) = (a.read::<T>(memory)?.operand(op), x.read::<T>(memory)?);
        let places = indices.read(memory, nnz, base, columns)?;
        let old = old_part(beta, rows, || y.read(memory))?;
        let product =
            |row: usize| places.iter().zip(&x).fold(T::zero(), |sum, (&k, &x)| sum + a.get(row, k) * x);
        y.write::<T>(memory, &(0..rows).map(|row| alpha * product(row) + old[row]).collect::<Vec<_>>())
    })
}
