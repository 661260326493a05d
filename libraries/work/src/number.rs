//! Elements of memory in the type of computations.

use crate::float8::{E4m3, E5m2};
use crate::memory::{Memory, Refused};
use crate::scalar::{Scalar, Stored};
use crate::{DataType, Pointer};
use half::{bf16, f16};
use num_complex::{Complex32, Complex64};

/// Bytes of an element.
pub fn bytes(ty: DataType) -> usize {
    match ty {
        DataType::Byte | DataType::E4m3 | DataType::E5m2 => 1,
        DataType::Half | DataType::Brain => 2,
        DataType::Single | DataType::Integer => 4,
        DataType::Double | DataType::SingleComplex => 8,
        DataType::DoubleComplex => 16,
    }
}

/// Number of one of the four types of computations.
pub trait Number: Scalar {
    /// Its own type in memory.
    const TYPE: DataType;

    /// Reads elements of a type that is computed in this one.
    ///
    /// # Errors
    /// [`Refused`], also for another type.
    fn read(memory: &Memory, at: usize, count: usize, ty: DataType) -> Result<Vec<Self>, Refused>;
    /// Writes them.
    ///
    /// # Errors
    /// [`Refused`], also for another type.
    fn write(memory: &Memory, at: usize, values: &[Self], ty: DataType) -> Result<(), Refused>;
}

fn load<S: Stored>(memory: &Memory, at: usize, count: usize) -> Result<Vec<S::Computed>, Refused> {
    Ok(memory.read::<S>(at, count)?.into_iter().map(S::load).collect())
}

fn store<S: Stored>(memory: &Memory, at: usize, values: &[S::Computed]) -> Result<(), Refused> {
    memory.write(at, &values.iter().map(|&value| S::store(value)).collect::<Vec<_>>())
}

/// Single precision beside double: sums of 8-bit integers are computed in double precision.
#[derive(Clone, Copy)]
#[repr(transparent)]
struct Narrow(f32);

impl Stored for Narrow {
    type Computed = f64;
    fn load(self) -> f64 {
        self.0.into()
    }
    fn store(value: f64) -> Narrow {
        Narrow(value as f32)
    }
}

macro_rules! numbers {
    ($($number:ty: $own:ident, [$($ty:ident as $stored:ty),*];)*) => {$(
        impl Number for $number {
            const TYPE: DataType = DataType::$own;

            fn read(memory: &Memory, at: usize, count: usize, ty: DataType) -> Result<Vec<Self>, Refused> {
                match ty {
                    DataType::$own => memory.read(at, count),
                    $(DataType::$ty => load::<$stored>(memory, at, count),)*
                    _ => Err(Refused),
                }
            }

            fn write(memory: &Memory, at: usize, values: &[Self], ty: DataType) -> Result<(), Refused> {
                match ty {
                    DataType::$own => memory.write(at, values),
                    $(DataType::$ty => store::<$stored>(memory, at, values),)*
                    _ => Err(Refused),
                }
            }
        }
    )*};
}
numbers! {
    f32: Single, [Half as f16, Brain as bf16, E4m3 as E4m3, E5m2 as E5m2];
    f64: Double, [Single as Narrow, Integer as i32, Byte as i8];
    Complex32: SingleComplex, [];
    Complex64: DoubleComplex, [];
}

/// A factor of a call, of a type that the call names.
#[derive(Clone, Copy, Debug)]
pub struct Factor<T> {
    value: Option<T>,
    at: usize,
    ty: DataType,
}

impl<T: Number> Factor<T> {
    /// Factor in device memory.
    pub(crate) fn on_device(at: Pointer, ty: DataType) -> Factor<T> {
        Factor { value: None, at: at.expose_provenance(), ty }
    }

    /// Factor on the host.
    ///
    /// # Safety
    /// The pointer leads to a value of the type.
    pub(crate) unsafe fn on_host(at: Pointer, ty: DataType) -> Factor<T> {
        // SAFETY: as the caller says.
        let real = unsafe {
            match ty {
                DataType::Half => Some(at.cast::<f16>().read_unaligned().to_f64()),
                DataType::Brain => Some(at.cast::<bf16>().read_unaligned().to_f64()),
                DataType::Single => Some(at.cast::<f32>().read_unaligned().into()),
                DataType::Double => Some(at.cast::<f64>().read_unaligned()),
                DataType::Byte => Some(at.cast::<i8>().read_unaligned().into()),
                DataType::Integer => Some(at.cast::<i32>().read_unaligned().into()),
                DataType::E4m3 => Some(at.cast::<E4m3>().read_unaligned().load().into()),
                DataType::E5m2 => Some(at.cast::<E5m2>().read_unaligned().load().into()),
                DataType::SingleComplex | DataType::DoubleComplex => None,
            }
        };
        let value = match real {
            Some(real) => T::real(num_traits::NumCast::from(real).unwrap_or_else(num_traits::Zero::zero)),
            // SAFETY: as the caller says; complex factors are those of complex numbers of the same size.
            None => unsafe { at.cast::<T>().read_unaligned() },
        };
        Factor { value: Some(value), at: 0, ty }
    }

    /// The value, when the work runs.
    ///
    /// # Errors
    /// [`Refused`].
    pub fn value(&self, memory: &Memory) -> Result<T, Refused> {
        match self.value {
            Some(value) => Ok(value),
            None => Ok(T::read(memory, self.at, 1, self.ty)?[0]),
        }
    }
}

/// Runs an expression with a type parameter for the type of computations: for another type it is the error
/// that is given.
#[macro_export]
macro_rules! by_type {
    ($ty:expr, $other:expr, $number:ident => $body:expr) => {
        match $ty {
            $crate::DataType::Single => {
                type $number = f32;
                $body
            }
            $crate::DataType::Double => {
                type $number = f64;
                $body
            }
            $crate::DataType::SingleComplex => {
                type $number = $crate::Complex32;
                $body
            }
            $crate::DataType::DoubleComplex => {
                type $number = $crate::Complex64;
                $body
            }
            _ => Err($other),
        }
    };
}
