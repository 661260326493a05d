//! Enumerations as C passes them, and elements of memory in the type of computations.

use crate::status::Status;
use half::{bf16, f16};
use num_complex::{Complex32, Complex64};
use work::{DataType, Memory, Refused, Scalar, Stored};

/// Type of indices (`hipsparseIndexType_t`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Index {
    Short,
    Int,
    Long,
}

impl Index {
    pub(crate) fn from_code(code: u32) -> Result<Index, Status> {
        match code {
            1 => Ok(Index::Short),
            2 => Ok(Index::Int),
            3 => Ok(Index::Long),
            _ => Err(Status::InvalidValue),
        }
    }

    pub(crate) fn code(self) -> u32 {
        match self {
            Index::Short => 1,
            Index::Int => 2,
            Index::Long => 3,
        }
    }

    pub(crate) fn bytes(self) -> usize {
        match self {
            Index::Short => 2,
            Index::Int => 4,
            Index::Long => 8,
        }
    }

    /// Reads indices, and counts them from zero.
    pub(crate) fn read(
        self,
        memory: &Memory,
        at: usize,
        count: usize,
        base: usize,
    ) -> Result<Vec<usize>, Refused> {
        let wide: Vec<i64> = match self {
            Index::Short => memory.read::<u16>(at, count)?.into_iter().map(i64::from).collect(),
            Index::Int => memory.read::<i32>(at, count)?.into_iter().map(i64::from).collect(),
            Index::Long => memory.read::<i64>(at, count)?,
        };
        let from_zero = |n: i64| usize::try_from(n).ok().and_then(|n| n.checked_sub(base));
        wide.into_iter().map(|n| from_zero(n).ok_or_else(|| wrong_index(memory))).collect()
    }

    /// Writes indices that count from zero.
    pub(crate) fn write(
        self,
        memory: &Memory,
        at: usize,
        values: &[usize],
        base: usize,
    ) -> Result<(), Refused> {
        match self {
            Index::Short => memory.write(at, &values.iter().map(|n| (n + base) as u16).collect::<Vec<_>>()),
            Index::Int => memory.write(at, &values.iter().map(|n| (n + base) as i32).collect::<Vec<_>>()),
            Index::Long => memory.write(at, &values.iter().map(|n| (n + base) as i64).collect::<Vec<_>>()),
        }
    }
}

/// Notes an error of the context, as for the address that a wrong index leads to.
pub(crate) fn wrong_index(memory: &Memory) -> Refused {
    memory.values::<u8>(usize::MAX, 1, false).err().unwrap_or(Refused)
}

/// Whether an operand is transposed, and conjugated (`hipsparseOperation_t`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Op {
    No,
    Yes,
    Conjugated,
}

impl Op {
    pub(crate) fn from_code(code: u32) -> Result<Op, Status> {
        match code {
            0 => Ok(Op::No),
            1 => Ok(Op::Yes),
            2 => Ok(Op::Conjugated),
            _ => Err(Status::InvalidValue),
        }
    }

    /// Rows and columns of the operand.
    pub(crate) fn shape(self, (rows, columns): (usize, usize)) -> (usize, usize) {
        if self == Op::No { (rows, columns) } else { (columns, rows) }
    }
}

/// Number of the first index (`hipsparseIndexBase_t`).
pub(crate) fn base(code: u32) -> Result<usize, Status> {
    if code <= 1 { Ok(code as usize) } else { Err(Status::InvalidValue) }
}

/// One of two values of an enumeration.
pub(crate) fn flag(code: u32) -> Result<bool, Status> {
    if code <= 1 { Ok(code == 1) } else { Err(Status::InvalidValue) }
}

/// Type of elements (`hipDataType`).
pub(crate) fn element(code: u32) -> Result<DataType, Status> {
    let other = if DataType::is_known(code) { Status::NotSupported } else { Status::InvalidValue };
    DataType::from_code(code).ok_or(other)
}

/// Bytes of an element.
pub(crate) fn bytes(ty: DataType) -> usize {
    match ty {
        DataType::Byte => 1,
        DataType::Half | DataType::Brain => 2,
        DataType::Single | DataType::Integer => 4,
        DataType::Double | DataType::SingleComplex => 8,
        DataType::DoubleComplex => 16,
    }
}

/// A size, which must not be negative.
pub(crate) fn size(n: i64) -> Result<usize, Status> {
    usize::try_from(n).map_err(|_| Status::InvalidValue)
}

/// Number of one of the four types of computations.
pub(crate) trait Number: Scalar {
    /// Its own type in memory.
    const TYPE: DataType;

    /// Reads elements of a type that is computed in this one.
    fn read(memory: &Memory, at: usize, count: usize, ty: DataType) -> Result<Vec<Self>, Refused>;
    /// Writes them.
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
    f32: Single, [Half as f16, Brain as bf16];
    f64: Double, [Single as Narrow, Integer as i32, Byte as i8];
    Complex32: SingleComplex, [];
    Complex64: DoubleComplex, [];
}

/// Type that elements of given types are computed in: factors, result, and the one that the call names.
pub(crate) fn common_type(
    factors: [DataType; 2],
    result: DataType,
    named: DataType,
) -> Result<DataType, Status> {
    use DataType::{Brain, Byte, Double, Half, Integer, Single};
    if factors[0] != factors[1] {
        return Err(Status::NotSupported);
    }
    match (factors[0], result, named) {
        (Half, Half | Single, Single) | (Brain, Brain | Single, Single) => Ok(Single),
        (Byte, Integer, Integer) | (Byte, Single, Single) => Ok(Double),
        (factor, result, named)
            if factor == result && factor == named && ![Half, Brain, Byte, Integer].contains(&factor) =>
        {
            Ok(factor)
        }
        _ => Err(Status::NotSupported),
    }
}

/// Type of factors on the host or the device: that which the call names.
pub(crate) fn scalar_of<T: Number>(
    call: &crate::handle::Call,
    pointer: work::Pointer,
    named: DataType,
) -> Result<Scale<T>, Status> {
    let given = call.scalar::<u8>(pointer)?;
    let value = match given {
        work::Given::At(_) => None,
        work::Given::Value(_) => {
            // SAFETY: not null; in this mode the program vouches for a value of the named type.
            let read = unsafe {
                match named {
                    DataType::Single => {
                        T::from_parts(convert(pointer.cast::<f32>().read_unaligned().into()), convert(0.0))
                    }
                    DataType::Integer => {
                        T::from_parts(convert(pointer.cast::<i32>().read_unaligned().into()), convert(0.0))
                    }
                    _ => pointer.cast::<T>().read_unaligned(),
                }
            };
            Some(read)
        }
    };
    Ok(Scale { value, at: pointer.expose_provenance(), ty: named })
}

fn convert<R: num_traits::Float>(value: f64) -> R {
    R::from(value).unwrap_or_else(R::zero)
}

/// A factor of a call.
#[derive(Clone, Copy)]
pub(crate) struct Scale<T> {
    value: Option<T>,
    at: usize,
    ty: DataType,
}

impl<T: Number> Scale<T> {
    pub(crate) fn value(&self, memory: &Memory) -> Result<T, Refused> {
        match self.value {
            Some(value) => Ok(value),
            None => Ok(T::read(memory, self.at, 1, self.ty)?[0]),
        }
    }
}

/// Runs an expression with a type parameter for the type of computations.
macro_rules! by_type {
    ($ty:expr, $number:ident => $body:expr) => {
        match $ty {
            work::DataType::Single => {
                type $number = f32;
                $body
            }
            work::DataType::Double => {
                type $number = f64;
                $body
            }
            work::DataType::SingleComplex => {
                type $number = num_complex::Complex32;
                $body
            }
            work::DataType::DoubleComplex => {
                type $number = num_complex::Complex64;
                $body
            }
            _ => Err($crate::status::Status::NotSupported),
        }
    };
}
pub(crate) use by_type;
