//! Sparse with dense vectors.

use crate::handle::Call;
use crate::legacy::vector_at;
use crate::objects::{self, Sparse, Vector};
use crate::status::Status;
use crate::types::{Index, Op, base, common_type, element, size, wrong_index};
use work::{Factor, Memory, Number, Pointer, Refused, by_type};

type Done = Result<(), Status>;

impl Sparse {
    /// Reads indices into a dense vector.
    fn places(&self, memory: &Memory) -> Result<Vec<usize>, Refused> {
        let places = self.index_type.read(memory, self.indices, self.entries, self.base)?;
        if places.iter().any(|&n| n >= self.count) { Err(wrong_index(memory)) } else { Ok(places) }
    }

    fn read<T: Number>(&self, memory: &Memory) -> Result<Vec<T>, Refused> {
        T::read(memory, self.values, self.entries, self.ty)
    }

    fn write<T: Number>(&self, memory: &Memory, values: &[T]) -> Result<(), Refused> {
        T::write(memory, self.values, values, self.ty)
    }

    /// Operand of a function of the first kind. Its dense partner reaches to its last index.
    fn of_arrays<T: Number>(
        count: i64,
        values: Pointer,
        indices: Pointer,
        index_base: u32,
    ) -> Result<Sparse, Status> {
        Ok(Sparse {
            count: usize::MAX,
            entries: size(count)?,
            indices: indices.expose_provenance(),
            values: values.expose_provenance(),
            index_type: Index::Int,
            base: base(index_base)?,
            ty: T::TYPE,
        })
    }
}

/// Elements of a dense vector at places.
fn elements_at<T: Number>(memory: &Memory, from: Vector, places: &[usize]) -> Result<Vec<T>, Refused> {
    if from.ty == T::TYPE {
        let held = memory.vector::<T>(from.values, span(places), 1, false)?;
        return Ok(places.iter().map(|&place| held.get(place)).collect());
    }
    let bytes = work::bytes(from.ty);
    let element = |&place: &usize| {
        Ok(T::read(memory, from.values.saturating_add(place.saturating_mul(bytes)), 1, from.ty)?[0])
    };
    places.iter().map(element).collect()
}

/// Number of elements up to the last place.
fn span(places: &[usize]) -> usize {
    places.iter().max().map_or(0, |&last| last.saturating_add(1))
}

fn write_at<T: Number>(memory: &Memory, to: Vector, places: &[usize], values: &[T]) -> Result<(), Refused> {
    if to.ty == T::TYPE {
        let held = memory.vector::<T>(to.values, span(places), 1, true)?;
        places.iter().zip(values).for_each(|(&place, &value)| held.set(place, value));
        return Ok(());
    }
    let bytes = work::bytes(to.ty);
    places.iter().zip(values).try_for_each(|(&place, &value)| {
        T::write(memory, to.values.saturating_add(place.saturating_mul(bytes)), &[value], to.ty)
    })
}

fn pair(x: Pointer, y: Pointer) -> Result<(Sparse, Vector), Status> {
    let (x, y) = (objects::sparse(x)?, objects::vector(y)?);
    if x.count != y.count { Err(Status::InvalidValue) } else { Ok((x, y)) }
}

/// `y = alpha x + beta y`
pub(crate) fn axpby(call: &Call, alpha: Pointer, x: Pointer, beta: Pointer, y: Pointer) -> Done {
    let (x, y) = pair(x, y)?;
    let named = common_type([x.ty, x.ty], y.ty, y.ty)?;
    by_type!(named, Status::NotSupported, T => {
        let (alpha, beta) = (call.factor::<T>(alpha, named)?, call.factor::<T>(beta, named)?);
        call.launch(move |memory| {
            let (alpha, beta) = (alpha.value(memory)?, beta.value(memory)?);
            let mut values: Vec<T> = y.read(memory)?;
            values.iter_mut().for_each(|value| *value *= beta);
            let entries = x.places(memory)?.into_iter().zip(x.read::<T>(memory)?);
            entries.for_each(|(place, value)| values[place] += alpha * value);
            y.write(memory, &values)
        })
    })
}

pub(crate) fn gather(call: &Call, y: Pointer, x: Pointer) -> Done {
    let (x, y) = pair(x, y)?;
    by_type!(common_type([x.ty, x.ty], y.ty, y.ty)?, Status::NotSupported, T => {
        call.launch(move |memory| x.write(memory, &elements_at::<T>(memory, y, &x.places(memory)?)?))
    })
}

pub(crate) fn scatter(call: &Call, x: Pointer, y: Pointer) -> Done {
    let (x, y) = pair(x, y)?;
    by_type!(common_type([x.ty, x.ty], y.ty, y.ty)?, Status::NotSupported, T => {
        call.launch(move |memory| write_at::<T>(memory, y, &x.places(memory)?, &x.read::<T>(memory)?))
    })
}

fn rotate<T: Number>(call: &Call, c: Factor<T>, s: Factor<T>, x: Sparse, y: Vector) -> Done {
    call.launch(move |memory| {
        let (c, s) = (c.value(memory)?, s.value(memory)?);
        let places = x.places(memory)?;
        let (old_x, old_y) = (x.read::<T>(memory)?, elements_at::<T>(memory, y, &places)?);
        let pairs = || old_x.iter().zip(&old_y);
        let new_y: Vec<T> = pairs().map(|(&x, &y)| c * y - s.conj_if(true) * x).collect();
        x.write(memory, &pairs().map(|(&x, &y)| c * x + s * y).collect::<Vec<_>>())?;
        write_at(memory, y, &places, &new_y)
    })
}

/// Rotation of `x` and `y` at the places of `x`.
pub(crate) fn rot(call: &Call, c: Pointer, s: Pointer, x: Pointer, y: Pointer) -> Done {
    let (x, y) = pair(x, y)?;
    let named = common_type([x.ty, x.ty], y.ty, y.ty)?;
    by_type!(named, Status::NotSupported, T => rotate::<T>(call, call.factor(c, named)?, call.factor(s, named)?, x, y))
}

fn dot<T: Number>(call: &Call, op: Op, x: Sparse, y: Vector, result: Pointer) -> Done {
    call.launch_for_captured_results(result, move |memory| {
        let (values, others) = (x.read::<T>(memory)?, elements_at::<T>(memory, y, &x.places(memory)?)?);
        let product = |(&x, &y): (&T, &T)| x.conj_if(op == Op::Conjugated) * y;
        Ok(vec![values.iter().zip(&others).map(product).fold(T::zero(), |sum, value| sum + value)])
    })
}

/// Scalar product.
pub(crate) fn sp_vv(call: &Call, op: u32, x: Pointer, y: Pointer, result: Pointer, named: u32) -> Done {
    let ((x, y), op) = (pair(x, y)?, Op::from_code(op)?);
    by_type!(common_type([x.ty, y.ty], y.ty, element(named)?)?, Status::NotSupported, T => dot::<T>(call, op, x, y, result))
}

pub(crate) fn axpyi<T: Number>(
    call: &Call,
    nnz: i64,
    alpha: Pointer,
    x: Pointer,
    indices: Pointer,
    y: Pointer,
    base: u32,
) -> Done {
    let (x, y) = (Sparse::of_arrays::<T>(nnz, x, indices, base)?, vector_at::<T>(y, 0));
    let alpha = call.factor::<T>(alpha, T::TYPE)?;
    call.launch(move |memory| {
        let (alpha, places) = (alpha.value(memory)?, x.places(memory)?);
        let old = elements_at::<T>(memory, y, &places)?;
        let new: Vec<T> = x.read::<T>(memory)?.iter().zip(old).map(|(&x, y)| alpha * x + y).collect();
        write_at(memory, y, &places, &new)
    })
}

pub(crate) fn doti<T: Number>(
    call: &Call,
    op: u32,
    nnz: i64,
    x: Pointer,
    indices: Pointer,
    y: Pointer,
    result: Pointer,
    base: u32,
) -> Done {
    let (x, y) = (Sparse::of_arrays::<T>(nnz, x, indices, base)?, vector_at::<T>(y, 0));
    dot::<T>(call, Op::from_code(op)?, x, y, result)
}

/// Gathers, and clears what was gathered if `clears`.
pub(crate) fn gthr<T: Number>(
    call: &Call,
    nnz: i64,
    y: Pointer,
    x: Pointer,
    indices: Pointer,
    base: u32,
    clears: bool,
) -> Done {
    let (x, y) = (Sparse::of_arrays::<T>(nnz, x, indices, base)?, vector_at::<T>(y, 0));
    call.launch(move |memory| {
        let places = x.places(memory)?;
        x.write(memory, &elements_at::<T>(memory, y, &places)?)?;
        if clears { write_at(memory, y, &places, &vec![T::zero(); places.len()]) } else { Ok(()) }
    })
}

pub(crate) fn sctr<T: Number>(
    call: &Call,
    nnz: i64,
    x: Pointer,
    indices: Pointer,
    y: Pointer,
    base: u32,
) -> Done {
    let (x, y) = (Sparse::of_arrays::<T>(nnz, x, indices, base)?, vector_at::<T>(y, 0));
    call.launch(move |memory| write_at::<T>(memory, y, &x.places(memory)?, &x.read::<T>(memory)?))
}

pub(crate) fn roti<T: Number>(
    call: &Call,
    nnz: i64,
    x: Pointer,
    indices: Pointer,
    y: Pointer,
    c: Pointer,
    s: Pointer,
    base: u32,
) -> Done {
    let (x, y) = (Sparse::of_arrays::<T>(nnz, x, indices, base)?, vector_at::<T>(y, 0));
    rotate::<T>(call, call.factor(c, T::TYPE)?, call.factor(s, T::TYPE)?, x, y)
}
