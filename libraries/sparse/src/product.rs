//! Products and sums of sparse matrices, whose numbers of entries are results, too.

use crate::compressed::Compressed;
use crate::formats::Format;
use crate::handle::Call;
use crate::legacy::{Csr, Ptr};
use crate::objects::{self, Matrix};
use crate::status::Status;
use crate::types::{Op, common_type, element, size, wrong_index};
use num_traits::Zero as _;
use std::any::Any;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use work::{Handles, Number, Pointer, Scalar, by_type, put};

type Done = Result<(), Status>;

/// Rows that are sums of others' rows, with sorted columns.
struct Rows<T> {
    made: Compressed<T>,
    sums: Vec<T>,
    is_there: Vec<bool>,
    places: Vec<usize>,
}

impl<T: Scalar> Rows<T> {
    fn new(columns: usize) -> Rows<T> {
        Rows {
            made: Compressed::empty(columns),
            sums: vec![T::zero(); columns],
            is_there: vec![false; columns],
            places: Vec::new(),
        }
    }

    fn add(&mut self, factor: T, row: impl Iterator<Item = (usize, T)>) {
        for (column, value) in row {
            if !self.is_there[column] {
                self.is_there[column] = true;
                self.places.push(column);
            }
            self.sums[column] += factor * value;
        }
    }

    fn end_row(&mut self) {
        self.places.sort_unstable();
        for column in self.places.drain(..) {
            self.made.indices.push(column);
            self.made.values.push(std::mem::replace(&mut self.sums[column], T::zero()));
            self.is_there[column] = false;
        }
        self.made.end_row();
    }
}

/// `alpha A B`
fn product<T: Scalar>(alpha: T, a: &Compressed<T>, b: &Compressed<T>) -> Compressed<T> {
    let mut rows = Rows::new(b.columns);
    for row in 0..a.rows() {
        a.row(row).for_each(|(k, value)| rows.add(alpha * value, b.row(k)));
        rows.end_row();
    }
    rows.made
}

/// `alpha A + beta B`
fn sum<T: Scalar>(alpha: T, a: &Compressed<T>, beta: T, b: &Compressed<T>) -> Compressed<T> {
    let mut rows = Rows::new(a.columns);
    for row in 0..a.rows() {
        rows.add(alpha, a.row(row));
        rows.add(beta, b.row(row));
        rows.end_row();
    }
    rows.made
}

/// A product between its computation and its copy: compressed rows, whose values have the type of the call
/// or none.
type Made = Arc<dyn Any + Send + Sync>;

/// State of a product between calls.
#[derive(Default)]
struct Product {
    made: Option<Made>,
    /// Number of multiplications, once it has been estimated.
    multiplications: Option<i64>,
}

static PRODUCTS: Handles<Mutex<Product>> = Handles::new();

pub(crate) fn create(to: Pointer) -> Done {
    put(to, PRODUCTS.add(Mutex::default()))
}

pub(crate) fn destroy(handle: Pointer) -> Done {
    PRODUCTS.remove(handle).map(drop).ok_or(Status::InvalidValue)
}

/// Bytes of buffers, which are not used: programs take a null one for a question.
pub(crate) const BUFFER: usize = 256;

/// The product of a descriptor.
fn product_of(descriptor: Pointer) -> Result<Arc<Mutex<Product>>, Status> {
    PRODUCTS.get(descriptor).ok_or(Status::InvalidValue)
}

fn lock(product: &Mutex<Product>) -> MutexGuard<'_, Product> {
    product.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Operands of a product of compressed rows, whose shapes fit.
fn operands(ops: (Op, Op), a: Pointer, b: Pointer, c: Pointer) -> Result<[Matrix; 3], Status> {
    let all @ [a, b, c] = [objects::matrix(a)?, objects::matrix(b)?, objects::matrix(c)?];
    let ((m, k), (k_of_b, n)) = (ops.0.shape(a.shape), ops.1.shape(b.shape));
    if k != k_of_b || c.shape != (m, n) {
        return Err(Status::InvalidValue);
    }
    if c.format == Format::Rows { Ok(all) } else { Err(Status::NotSupported) }
}

/// Entries with a value that does not matter.
fn ones(pattern: Compressed<()>) -> Compressed<f32> {
    let Compressed { columns, offsets, indices, values } = pattern;
    Compressed { columns, offsets, indices, values: vec![1.0; values.len()] }
}

/// Answers how large a buffer is wanted, or counts the multiplications.
pub(crate) fn estimate(
    call: &Call,
    op_a: u32,
    op_b: u32,
    [a, b, c]: [Pointer; 3],
    descriptor: Pointer,
    bytes: Pointer,
    buffer: Pointer,
) -> Done {
    let product = product_of(descriptor)?;
    if buffer.is_null() {
        return put(bytes, BUFFER);
    }
    let ops = (Op::from_code(op_a)?, Op::from_code(op_b)?);
    let [a, b, _] = operands(ops, a, b, c)?;
    let count = call.compute(move |memory| {
        let (a, b) = (ones(a.pattern(memory)?).operand(ops.0), ones(b.pattern(memory)?).operand(ops.1));
        let of_row = |row: usize| a.row(row).map(|(k, _)| b.row(k).count() as i64).sum::<i64>();
        Ok((0..a.rows()).map(of_row).sum())
    })?;
    lock(&product).multiplications = Some(count);
    Ok(())
}

/// Number of multiplications that an estimate has found.
pub(crate) fn number(descriptor: Pointer, to: Pointer) -> Done {
    put(to, lock(&*product_of(descriptor)?).multiplications.ok_or(Status::InvalidValue)?)
}

/// Answers how large the buffers of an estimate and of the computation are.
pub(crate) fn estimate_memory(
    _call: &Call,
    descriptor: Pointer,
    bytes: Pointer,
    buffer: Pointer,
    of_computation: Pointer,
) -> Done {
    product_of(descriptor)?;
    put(if buffer.is_null() { bytes } else { of_computation }, BUFFER)
}

/// Finds the entries of a product, and sets their number.
pub(crate) fn reuse_count(
    call: &Call,
    op_a: u32,
    op_b: u32,
    [a, b, c]: [Pointer; 3],
    descriptor: Pointer,
    bytes: [Pointer; 3],
    buffers: [Pointer; 3],
) -> Done {
    let place = product_of(descriptor)?;
    if buffers.iter().any(|buffer| buffer.is_null()) {
        return bytes.into_iter().try_for_each(|to| put(to, BUFFER));
    }
    let ops = (Op::from_code(op_a)?, Op::from_code(op_b)?);
    let [of_a, of_b, _] = operands(ops, a, b, c)?;
    let made = call.compute(move |memory| {
        let (a, b) = (ones(of_a.pattern(memory)?), ones(of_b.pattern(memory)?));
        Ok(product(1.0, &a.operand(ops.0), &b.operand(ops.1)))
    })?;
    objects::set_count(c, made.indices.len())?;
    lock(&place).made = Some(Arc::new(made));
    Ok(())
}

/// Writes the entries of a product to the arrays of `C`, which the program has allocated meanwhile.
pub(crate) fn reuse_copy(
    call: &Call,
    c: Pointer,
    descriptor: Pointer,
    bytes: Pointer,
    buffer: Pointer,
) -> Done {
    let (place, c) = (product_of(descriptor)?, objects::matrix(c)?);
    if buffer.is_null() {
        return put(bytes, BUFFER);
    }
    let made = lock(&place).made.clone().ok_or(Status::InvalidValue)?;
    let made = made.downcast::<Compressed<f32>>().map_err(|_| Status::InvalidValue)?;
    call.launch(move |memory| {
        c.offset_type.write(memory, c.offsets, &made.offsets, c.base)?;
        c.index_type.write(memory, c.indices, &made.indices, c.base)
    })
}

/// `C = alpha op(A) op(B) + beta C` for the entries that were found.
pub(crate) fn reuse_compute(
    call: &Call,
    op_a: u32,
    op_b: u32,
    alpha: Pointer,
    [a, b, c]: [Pointer; 3],
    beta: Pointer,
    named: u32,
    descriptor: Pointer,
) -> Done {
    let ops = (Op::from_code(op_a)?, Op::from_code(op_b)?);
    let [a, b, c] = operands(ops, a, b, c)?;
    let named = element(named)?;
    if lock(&*product_of(descriptor)?).made.is_none() {
        return Err(Status::InvalidValue);
    }
    by_type!(common_type([a.ty, b.ty], c.ty, named)?, Status::NotSupported, T => {
        let (alpha, beta) = (call.factor::<T>(alpha, named)?, call.factor::<T>(beta, named)?);
        call.launch(move |memory| {
            let (alpha, beta) = (alpha.value(memory)?, beta.value(memory)?);
            let (a, b) = (a.read::<T>(memory)?.operand(ops.0), b.read::<T>(memory)?.operand(ops.1));
            let mut values = product(alpha, &a, &b).values;
            if values.len() != c.count {
                return Err(wrong_index(memory));
            }
            if !beta.is_zero() {
                let old = T::read(memory, c.values, c.count, c.ty)?;
                values.iter_mut().zip(old).for_each(|(value, old)| *value += beta * old);
            }
            T::write(memory, c.values, &values, c.ty)
        })
    })
}

/// Computes a product, and sets the number of entries of `C`.
pub(crate) fn compute(
    call: &Call,
    op_a: u32,
    op_b: u32,
    alpha: Pointer,
    a: Pointer,
    b: Pointer,
    c: Pointer,
    named: u32,
    descriptor: Pointer,
    bytes: Pointer,
    buffer: Pointer,
) -> Done {
    let place = product_of(descriptor)?;
    if buffer.is_null() {
        return put(bytes, BUFFER);
    }
    let ops = (Op::from_code(op_a)?, Op::from_code(op_b)?);
    let [a, b, of_c] = operands(ops, a, b, c)?;
    let named = element(named)?;
    by_type!(common_type([a.ty, b.ty], of_c.ty, named)?, Status::NotSupported, T => {
        let alpha = call.factor::<T>(alpha, named)?;
        let made = call.compute(move |memory| {
            let (a, b) = (a.read::<T>(memory)?.operand(ops.0), b.read::<T>(memory)?.operand(ops.1));
            Ok(product(alpha.value(memory)?, &a, &b))
        })?;
        objects::set_count(c, made.indices.len())?;
        lock(&place).made = Some(Arc::new(made));
        Ok(())
    })
}

/// Writes a product to the arrays of `C`, which the program has allocated meanwhile.
pub(crate) fn copy(call: &Call, beta: Pointer, c: Pointer, named: u32, descriptor: Pointer) -> Done {
    let made = lock(&*product_of(descriptor)?).made.clone().ok_or(Status::InvalidValue)?;
    let (c, named) = (objects::matrix(c)?, element(named)?);
    by_type!(common_type([c.ty, c.ty], c.ty, named)?, Status::NotSupported, T => {
        let made = made.downcast::<Compressed<T>>().map_err(|_| Status::InvalidValue)?;
        let beta = call.factor::<T>(beta, named)?;
        call.launch(move |memory| {
            let beta = beta.value(memory)?;
            let mut values = made.values.clone();
            if !beta.is_zero() {
                let old = T::read(memory, c.values, c.count, c.ty)?;
                values.iter_mut().zip(old).for_each(|(value, old)| *value += beta * old);
            }
            c.offset_type.write(memory, c.offsets, &made.offsets, c.base)?;
            c.index_type.write(memory, c.indices, &made.indices, c.base)?;
            T::write(memory, c.values, &values, c.ty)
        })
    })
}

/// Writes the offsets of a sum, and its number of entries.
pub(crate) fn sum_count(
    call: &Call,
    m: i64,
    n: i64,
    a: Csr,
    count_a: i64,
    b: Csr,
    count_b: i64,
    c: Pointer,
    offsets: Pointer,
    total: Pointer,
) -> Done {
    let (a, b) = (a.matrix::<f32>(m, n, count_a)?, b.matrix::<f32>(m, n, count_b)?);
    let (base, offsets) = (crate::handle::description(c)?.base, Ptr::new(offsets));
    call.launch_for_results(total, move |memory| {
        let made = sum(1.0, &ones(a.pattern(memory)?), 1.0, &ones(b.pattern(memory)?));
        offsets.write(memory, &made.offsets, base)?;
        Ok(vec![made.indices.len() as i32])
    })
}

/// `C = alpha A + beta B`
pub(crate) fn csrgeam2<T: Number>(
    call: &Call,
    m: i64,
    n: i64,
    alpha: Pointer,
    a: Csr,
    count_a: i64,
    beta: Pointer,
    b: Csr,
    count_b: i64,
    c: Csr,
) -> Done {
    let (a, b) = (a.matrix::<T>(m, n, count_a)?, b.matrix::<T>(m, n, count_b)?);
    let (alpha, beta) = (call.factor::<T>(alpha, T::TYPE)?, call.factor::<T>(beta, T::TYPE)?);
    let (to, base) = c.result()?;
    call.launch(move |memory| {
        let (alpha, beta) = (alpha.value(memory)?, beta.value(memory)?);
        to.write(memory, &sum(alpha, &a.read::<T>(memory)?, beta, &b.read::<T>(memory)?), base)
    })
}

/// Writes the offsets of a product, and its number of entries. A further summand adds its own.
pub(crate) fn product_count(
    call: &Call,
    (op_a, op_b): (u32, u32),
    (m, n, k): (i64, i64, i64),
    (a, count_a): (Csr, i64),
    (b, count_b): (Csr, i64),
    summand: Option<(Csr, i64)>,
    c: Pointer,
    offsets: Pointer,
    total: Pointer,
) -> Done {
    let (ops, a, b) = factors::<f32>((op_a, op_b), (m, n, k), (a, count_a), (b, count_b))?;
    let summand = summand.map(|(d, count)| d.matrix::<f32>(m, n, count)).transpose()?;
    let (base, offsets) = (crate::handle::description(c)?.base, Ptr::new(offsets));
    call.launch_for_results(total, move |memory| {
        let (a, b) = (ones(a.pattern(memory)?), ones(b.pattern(memory)?));
        let mut made = product(1.0, &a.operand(ops.0), &b.operand(ops.1));
        if let Some(summand) = summand {
            made = sum(1.0, &made, 1.0, &ones(summand.pattern(memory)?));
        }
        offsets.write(memory, &made.offsets, base)?;
        Ok(vec![made.indices.len() as i32])
    })
}

/// Factors of `op(A) op(B)`, which has `m` rows and `n` columns.
fn factors<T: Number>(
    (op_a, op_b): (u32, u32),
    (m, n, k): (i64, i64, i64),
    (a, count_a): (Csr, i64),
    (b, count_b): (Csr, i64),
) -> Result<((Op, Op), Matrix, Matrix), Status> {
    let ops = (Op::from_code(op_a)?, Op::from_code(op_b)?);
    let stored =
        |op: Op, rows: i64, columns: i64| if op == Op::No { (rows, columns) } else { (columns, rows) };
    let (of_a, of_b) = (stored(ops.0, m, k), stored(ops.1, k, n));
    Ok((ops, a.matrix::<T>(of_a.0, of_a.1, count_a)?, b.matrix::<T>(of_b.0, of_b.1, count_b)?))
}

/// `C = op(A) op(B)`
pub(crate) fn csrgemm<T: Number>(
    call: &Call,
    ops: (u32, u32),
    shape: (i64, i64, i64),
    a: (Csr, i64),
    b: (Csr, i64),
    c: Csr,
) -> Done {
    let (ops, a, b) = factors::<T>(ops, shape, a, b)?;
    let (to, base) = c.result()?;
    call.launch(move |memory| {
        let (a, b) = (a.read::<T>(memory)?.operand(ops.0), b.read::<T>(memory)?.operand(ops.1));
        to.write(memory, &product(T::one(), &a, &b), base)
    })
}

/// `C = alpha A B + beta D`; without a factor its summand is left out.
pub(crate) fn csrgemm2<T: Number>(
    call: &Call,
    shape: (i64, i64, i64),
    alpha: Pointer,
    a: (Csr, i64),
    b: (Csr, i64),
    beta: Pointer,
    (d, count_d): (Csr, i64),
    c: Csr,
) -> Done {
    let factor = |at: Pointer| (!at.is_null()).then(|| call.factor::<T>(at, T::TYPE)).transpose();
    let (alpha, beta) = (factor(alpha)?, factor(beta)?);
    let product_of =
        alpha.map(|alpha| factors::<T>((0, 0), shape, a, b).map(|of| (alpha, of))).transpose()?;
    let summand = beta.map(|beta| d.matrix::<T>(shape.0, shape.1, count_d).map(|d| (beta, d))).transpose()?;
    let (to, base) = c.result()?;
    let columns = size(shape.1)?;
    let rows = size(shape.0)?;
    call.launch(move |memory| {
        let mut made =
            Compressed { columns, offsets: vec![0; rows + 1], indices: Vec::new(), values: Vec::new() };
        if let Some((alpha, (_, a, b))) = &product_of {
            made = product(alpha.value(memory)?, &a.read::<T>(memory)?, &b.read::<T>(memory)?);
        }
        if let Some((beta, d)) = &summand {
            made = sum(T::one(), &made, beta.value(memory)?, &d.read::<T>(memory)?);
        }
        to.write(memory, &made, base)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_and_sums_have_sorted_rows() {
        let matrix = |offsets: &[usize], indices: &[usize], values: &[f64]| Compressed {
            columns: 2,
            offsets: offsets.to_vec(),
            indices: indices.to_vec(),
            values: values.to_vec(),
        };
        let (a, b) = (
            matrix(&[0, 2, 3], &[1, 0, 1], &[2.0, 1.0, 3.0]),
            matrix(&[0, 1, 3], &[1, 1, 0], &[4.0, 5.0, 6.0]),
        );
        let made = product(1.0, &a, &b);
        assert_eq!(
            (made.offsets, made.indices, made.values),
            (vec![0, 2, 4], vec![0, 1, 0, 1], vec![12.0, 14.0, 18.0, 15.0])
        );
        let made = sum(1.0, &a, -1.0, &b);
        assert_eq!(
            (made.offsets, made.indices, made.values),
            (vec![0, 2, 4], vec![0, 1, 0, 1], vec![1.0, -2.0, -6.0, -2.0])
        );
    }
}
