//! Types of elements, and how sums of them are computed.

use half::{bf16, f16};
use work::{E4m3, E5m2, Stored};

/// `ncclDataType_t`
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum DataType {
    Int8,
    Uint8,
    Int32,
    Uint32,
    Int64,
    Uint64,
    Float16,
    Float32,
    Float64,
    Bfloat16,
    Float8e4m3,
    Float8e5m2,
}

impl DataType {
    const ALL: [DataType; 12] = [
        DataType::Int8,
        DataType::Uint8,
        DataType::Int32,
        DataType::Uint32,
        DataType::Int64,
        DataType::Uint64,
        DataType::Float16,
        DataType::Float32,
        DataType::Float64,
        DataType::Bfloat16,
        DataType::Float8e4m3,
        DataType::Float8e5m2,
    ];

    /// Type of NCCL's number.
    pub(crate) fn from_code(code: u32) -> Option<DataType> {
        DataType::ALL.get(code as usize).copied()
    }

    /// Bytes of an element.
    pub(crate) const fn bytes(self) -> usize {
        match self {
            DataType::Int8 | DataType::Uint8 | DataType::Float8e4m3 | DataType::Float8e5m2 => 1,
            DataType::Float16 | DataType::Bfloat16 => 2,
            DataType::Int32 | DataType::Uint32 | DataType::Float32 => 4,
            DataType::Int64 | DataType::Uint64 | DataType::Float64 => 8,
        }
    }
}

/// Number that is computed with.
pub(crate) trait Wide: Copy + Default + Send + Sync {
    fn sum(self, other: Self) -> Self;
    fn product(self, other: Self) -> Self;
    fn larger(self, other: Self) -> Self;
    fn smaller(self, other: Self) -> Self;
    /// Quotient by a number of ranks.
    fn share(self, ranks: usize) -> Self;
}

macro_rules! integers {
    ($($ty:ty)*) => {$(
        impl Wide for $ty {
            fn sum(self, other: Self) -> Self {
                self.wrapping_add(other)
            }
            fn product(self, other: Self) -> Self {
                self.wrapping_mul(other)
            }
            fn larger(self, other: Self) -> Self {
                self.max(other)
            }
            fn smaller(self, other: Self) -> Self {
                self.min(other)
            }
            fn share(self, ranks: usize) -> Self {
                // More ranks than the type counts leave nothing of a sum that wrapped.
                <$ty>::try_from(ranks).map_or(0, |ranks| self / ranks)
            }
        }
        impl Element for $ty {
            type Wide = $ty;
            fn widen(self) -> $ty {
                self
            }
            fn narrow(wide: $ty) -> $ty {
                wide
            }
        }
    )*};
}
integers! { i8 u8 i32 u32 i64 u64 }

macro_rules! floats {
    ($($ty:ty)*) => {$(
        impl Wide for $ty {
            fn sum(self, other: Self) -> Self {
                self + other
            }
            fn product(self, other: Self) -> Self {
                self * other
            }
            fn larger(self, other: Self) -> Self {
                self.max(other)
            }
            fn smaller(self, other: Self) -> Self {
                self.min(other)
            }
            fn share(self, ranks: usize) -> Self {
                self / ranks as $ty
            }
        }
        impl Element for $ty {
            type Wide = $ty;
            fn widen(self) -> $ty {
                self
            }
            fn narrow(wide: $ty) -> $ty {
                wide
            }
        }
    )*};
}
floats! { f32 f64 }

/// Element in memory, of which any bytes are one.
pub(crate) trait Element: Copy + Send + Sync {
    /// Type of its sums.
    type Wide: Wide;
    fn widen(self) -> Self::Wide;
    fn narrow(wide: Self::Wide) -> Self;
}

macro_rules! stored {
    ($($ty:ty)*) => {$(
        impl Element for $ty {
            type Wide = f32;
            fn widen(self) -> f32 {
                self.load()
            }
            fn narrow(wide: f32) -> $ty {
                Stored::store(wide)
            }
        }
    )*};
}
stored! { f16 bf16 E4m3 E5m2 }

/// Calls a generic function for the type of a [`DataType`].
macro_rules! for_type {
    ($ty:expr, $function:ident($($argument:expr),*)) => {
        match $ty {
            $crate::element::DataType::Int8 => $function::<i8>($($argument),*),
            $crate::element::DataType::Uint8 => $function::<u8>($($argument),*),
            $crate::element::DataType::Int32 => $function::<i32>($($argument),*),
            $crate::element::DataType::Uint32 => $function::<u32>($($argument),*),
            $crate::element::DataType::Int64 => $function::<i64>($($argument),*),
            $crate::element::DataType::Uint64 => $function::<u64>($($argument),*),
            $crate::element::DataType::Float16 => $function::<half::f16>($($argument),*),
            $crate::element::DataType::Float32 => $function::<f32>($($argument),*),
            $crate::element::DataType::Float64 => $function::<f64>($($argument),*),
            $crate::element::DataType::Bfloat16 => $function::<half::bf16>($($argument),*),
            $crate::element::DataType::Float8e4m3 => $function::<work::E4m3>($($argument),*),
            $crate::element::DataType::Float8e5m2 => $function::<work::E5m2>($($argument),*),
        }
    };
}
pub(crate) use for_type;
