//! `hipDataType`: types of elements that functions are told.

/// Type of an element.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DataType {
    /// 32 bits.
    Single,
    /// 64 bits.
    Double,
    /// 16 bits of IEEE 754.
    Half,
    /// A signed number of 8 bits.
    Byte,
    /// Two of 32 bits.
    SingleComplex,
    /// Two of 64 bits.
    DoubleComplex,
    /// A signed number of 32 bits.
    Integer,
    /// The upper half of 32 bits.
    Brain,
    /// 8 bits, 4 of them the exponent.
    E4m3,
    /// 8 bits, 5 of them the exponent.
    E5m2,
}

impl DataType {
    /// Type of HIP's number, if libraries compute with it.
    pub const fn from_code(code: u32) -> Option<DataType> {
        match code {
            0 => Some(DataType::Single),
            1 => Some(DataType::Double),
            2 => Some(DataType::Half),
            3 => Some(DataType::Byte),
            4 => Some(DataType::SingleComplex),
            5 => Some(DataType::DoubleComplex),
            10 => Some(DataType::Integer),
            14 => Some(DataType::Brain),
            _ => None,
        }
    }

    /// The same, also if only products of matrices compute with it: floats of 8 bits.
    pub const fn of_product(code: u32) -> Option<DataType> {
        match code {
            28 => Some(DataType::E4m3),
            29 => Some(DataType::E5m2),
            _ => DataType::from_code(code),
        }
    }

    /// Whether it is a float of 8 bits.
    pub const fn is_small_float(self) -> bool {
        matches!(self, DataType::E4m3 | DataType::E5m2)
    }

    /// Whether HIP has a type of this number.
    pub const fn is_known(code: u32) -> bool {
        code <= 33
    }

    /// HIP's number.
    pub const fn code(self) -> u32 {
        match self {
            DataType::Single => 0,
            DataType::Double => 1,
            DataType::Half => 2,
            DataType::Byte => 3,
            DataType::SingleComplex => 4,
            DataType::DoubleComplex => 5,
            DataType::Integer => 10,
            DataType::Brain => 14,
            DataType::E4m3 => 28,
            DataType::E5m2 => 29,
        }
    }
}
