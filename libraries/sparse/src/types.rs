//! Enumerations as C passes them, and elements of memory in the type of computations.

use crate::status::Status;
use num_traits::{ToPrimitive as _, Zero as _};
use work::{Complex64, DataType, Memory, Refused, Scalar};

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
        let slots = self.read_slots(memory, at, count, base)?;
        slots.into_iter().map(|n| n.ok_or_else(|| wrong_index(memory))).collect()
    }

    /// Reads indices, and counts them from zero; `None` for one below the base, which marks a slot as empty.
    pub(crate) fn read_slots(
        self,
        memory: &Memory,
        at: usize,
        count: usize,
        base: usize,
    ) -> Result<Vec<Option<usize>>, Refused> {
        let wide: Vec<i64> = match self {
            Index::Short => memory.read::<u16>(at, count)?.into_iter().map(i64::from).collect(),
            Index::Int => memory.read::<i32>(at, count)?.into_iter().map(i64::from).collect(),
            Index::Long => memory.read::<i64>(at, count)?,
        };
        let from_zero = |n: i64| usize::try_from(n).ok().and_then(|n| n.checked_sub(base));
        Ok(wide.into_iter().map(from_zero).collect())
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

/// A size, which must not be negative.
pub(crate) fn size(n: i64) -> Result<usize, Status> {
    usize::try_from(n).map_err(|_| Status::InvalidValue)
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

/// The number in the widest type.
pub(crate) fn widen<T: Scalar>(value: T) -> Complex64 {
    let part = |part: T::Real| part.to_f64().unwrap_or(f64::NAN);
    Complex64::new(part(value.re()), part(value.im()))
}

/// The nearest number of a type.
pub(crate) fn narrow<T: Scalar>(value: Complex64) -> T {
    let part = |part: f64| <T::Real as num_traits::NumCast>::from(part).unwrap_or_else(T::Real::zero);
    T::from_parts(part(value.re), part(value.im))
}
