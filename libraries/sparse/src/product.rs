//! Products and sums of sparse matrices, whose numbers of entries are results, too.

use crate::compressed::Compressed;
use crate::handle::Call;
use crate::legacy::{Csr, Ptr};
use crate::objects::{self, Format};
use crate::status::Status;
use crate::types::{Op, common_type, element};
use num_traits::Zero as _;
use std::any::Any;
use std::sync::{Arc, Mutex, PoisonError};
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
            made: Compressed { columns, offsets: vec![0], indices: Vec::new(), values: Vec::new() },
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
        self.made.offsets.push(self.made.indices.len());
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

/// A product between its computation and its copy, with the factor of what `C` was.
type Made = Arc<dyn Any + Send + Sync>;

static PRODUCTS: Handles<Mutex<Option<Made>>> = Handles::new();

pub(crate) fn create(to: Pointer) -> Done {
    put(to, PRODUCTS.add(Mutex::new(None)))
}

pub(crate) fn destroy(handle: Pointer) -> Done {
    PRODUCTS.remove(handle).map(drop).ok_or(Status::InvalidValue)
}

/// Bytes of buffers, which are not used: programs take a null one for a question.
pub(crate) const BUFFER: usize = 256;

/// Answers how large a buffer is wanted; there is no work to estimate.
pub(crate) fn estimate(_call: &Call, bytes: Pointer, buffer: Pointer) -> Done {
    if buffer.is_null() { put(bytes, BUFFER) } else { Ok(()) }
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
    let place = PRODUCTS.get(descriptor).ok_or(Status::InvalidValue)?;
    if buffer.is_null() {
        return put(bytes, BUFFER);
    }
    let ops = (Op::from_code(op_a)?, Op::from_code(op_b)?);
    let (a, b, of_c) = (objects::matrix(a)?, objects::matrix(b)?, objects::matrix(c)?);
    let ((m, k), (k_of_b, n)) = (ops.0.shape(a.shape), ops.1.shape(b.shape));
    if k != k_of_b || of_c.shape != (m, n) {
        return Err(Status::InvalidValue);
    }
    if of_c.format != Format::Rows {
        return Err(Status::NotSupported);
    }
    let named = element(named)?;
    by_type!(common_type([a.ty, b.ty], of_c.ty, named)?, Status::NotSupported, T => {
        let alpha = call.factor::<T>(alpha, named)?;
        let made = call.compute(move |memory| {
            let (a, b) = (a.read::<T>(memory)?.operand(ops.0), b.read::<T>(memory)?.operand(ops.1));
            Ok(product(alpha.value(memory)?, &a, &b))
        })?;
        objects::set_count(c, made.indices.len())?;
        *place.lock().unwrap_or_else(PoisonError::into_inner) = Some(Arc::new(made));
        Ok(())
    })
}

/// Writes a product to the arrays of `C`, which the program has allocated meanwhile.
pub(crate) fn copy(call: &Call, beta: Pointer, c: Pointer, named: u32, descriptor: Pointer) -> Done {
    let place = PRODUCTS.get(descriptor).ok_or(Status::InvalidValue)?;
    let made = place.lock().unwrap_or_else(PoisonError::into_inner).clone().ok_or(Status::InvalidValue)?;
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
        let ones = |places: Compressed<()>| {
            let Compressed { columns, offsets, indices, values } = places;
            Compressed { columns, offsets, indices, values: vec![1f32; values.len()] }
        };
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
