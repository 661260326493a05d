//! Constructions of rotations. Their numbers are on the host or in device memory, as the pointer mode says;
//! those of a batch are reached by arrays of addresses in the same place, or at equal distances.

use crate::call::{Batch, Call, Layout, Operand};
use crate::rotation;
use crate::status::Status;
use num_traits::Float;
use work::{Memory, Refused, Scalar, Stored};

type Done = Result<(), Status>;

/// Place of a call's small numbers.
#[derive(Clone, Copy)]
pub(crate) enum Place<'a> {
    /// The host; the program vouches for its pointers.
    Host,
    /// Device memory, during a work.
    Device(&'a Memory),
}

impl Place<'_> {
    pub(crate) fn read<T: Copy>(self, at: usize) -> Result<T, Refused> {
        match self {
            // SAFETY: in this mode the program vouches for it; null pointers were refused.
            Place::Host => Ok(unsafe { std::ptr::with_exposed_provenance::<T>(at).read_unaligned() }),
            Place::Device(memory) => Ok(memory.read(at, 1)?[0]),
        }
    }

    pub(crate) fn write<T: Copy>(self, at: usize, value: T) -> Result<(), Refused> {
        match self {
            Place::Host => {
                // SAFETY: as above.
                unsafe { std::ptr::with_exposed_provenance_mut::<T>(at).write_unaligned(value) };
                Ok(())
            }
            Place::Device(memory) => memory.write(at, &[value]),
        }
    }

    /// Addresses of an operand in each instance.
    pub(crate) fn addresses<T: Copy>(self, batch: Batch, of: Operand) -> Result<Vec<usize>, Refused> {
        self.addresses_of_size(batch, of, size_of::<T>())
    }

    /// The same, with the size of an element.
    fn addresses_of_size(self, batch: Batch, of: Operand, bytes: usize) -> Result<Vec<usize>, Refused> {
        let numbers = 0..batch.count;
        match batch.layout {
            Layout::One => Ok(vec![of.address]),
            Layout::Arrays => numbers.map(|n| self.read(of.address + n * size_of::<usize>())).collect(),
            Layout::Strides => {
                let step = (of.stride as isize).wrapping_mul(bytes as isize);
                let at = |n| of.address.wrapping_add_signed(step.wrapping_mul(n as isize));
                Ok(numbers.map(at).collect())
            }
        }
    }
}

/// Carries out work with each instance's addresses of operands, which have these sizes.
fn each<const N: usize>(
    call: &Call,
    operands: [(Operand, usize); N],
    work: fn(Place<'_>, [usize; N]) -> Result<(), Refused>,
) -> Done {
    operands.iter().try_for_each(|(operand, _)| operand.check())?;
    let batch = call.batch;
    let all = move |place: Place<'_>| {
        let mut instances = vec![[0; N]; batch.count];
        for (number, &(operand, bytes)) in operands.iter().enumerate() {
            let addresses = place.addresses_of_size(batch, operand, bytes)?;
            instances.iter_mut().zip(addresses).for_each(|(instance, at)| instance[number] = at);
        }
        instances.into_iter().try_for_each(|instance| work(place, instance))
    };
    match call.state().is_on_device() {
        true => call.launch(move |memory| all(Place::Device(memory))),
        false => all(Place::Host).map_err(|Refused| Status::InvalidValue),
    }
}

/// Constructs a rotation that makes `b` zero; `c` is real.
pub(crate) fn rotg<T: Scalar + Stored<Computed = T>>(call: &Call, operands: [Operand; 4]) -> Done
where
    T::Real: Stored<Computed = T::Real>,
{
    rotg_by::<T, T, T::Real>(call, operands)
}

/// The same with numbers that are stored in other types.
pub(crate) fn rotg_by<S, F, C>(call: &Call, [a, b, c, s]: [Operand; 4]) -> Done
where
    S: Stored,
    F: Stored<Computed = S::Computed>,
    C: Stored<Computed = <S::Computed as Scalar>::Real>,
{
    let (number, factor, real) = (size_of::<S>(), size_of::<F>(), size_of::<C>());
    let operands = [(a, number), (b, number), (c, real), (s, factor)];
    each(call, operands, |place, [a, b, c, s]| {
        let made = rotation::make(place.read::<S>(a)?.load(), place.read::<S>(b)?.load());
        place.write(a, S::store(made.r))?;
        place.write(b, S::store(made.z))?;
        place.write(c, C::store(made.c))?;
        place.write(s, F::store(made.s))
    })
}

/// Constructs a modified rotation from weights, the first coordinate (all replaced) and the second.
pub(crate) fn rotmg<T>(call: &Call, operands: [Operand; 5]) -> Done
where
    T: Stored<Computed = T> + Scalar<Real = T> + Float,
{
    each(call, operands.map(|operand| (operand, size_of::<T>())), |place, [d1, d2, x1, y1, parameters]| {
        let one = |at| place.read::<T>(at);
        let made = rotation::make_modified(one(d1)?, one(d2)?, one(x1)?, one(y1)?);
        [(d1, made.d1), (d2, made.d2), (x1, made.x1)]
            .into_iter()
            .try_for_each(|(at, value)| place.write(at, value))?;
        place.write(parameters, made.parameters)
    })
}
