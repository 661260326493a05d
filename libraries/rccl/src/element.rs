//! Types of elements, and how sums of them are computed.

use half::{bf16, f16};

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

impl Element for f16 {
    type Wide = f32;
    fn widen(self) -> f32 {
        self.to_f32()
    }
    fn narrow(wide: f32) -> f16 {
        f16::from_f32(wide)
    }
}

impl Element for bf16 {
    type Wide = f32;
    fn widen(self) -> f32 {
        self.to_f32()
    }
    fn narrow(wide: f32) -> bf16 {
        bf16::from_f32(wide)
    }
}

/// 8-bit float with 4 bits of exponent: no infinities, one NaN.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(crate) struct E4m3(u8);

/// 8-bit float with 5 bits of exponent, the upper half of an `f16`.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(crate) struct E5m2(u8);

/// Rounds the magnitude of an `f32` to a format with `mantissa` bits of fraction and a least normal exponent,
/// to nearest, ties to even. Returns its bits, which may exceed those of the format's largest number.
fn round(magnitude: f32, mantissa: u32, least: i32) -> u32 {
    if magnitude == 0.0 {
        return 0;
    }
    let exponent = ((magnitude.to_bits() >> 23) as i32 - 127).max(least);
    // In units of the last place, which is a power of two, the conversion is exact.
    let units = f64::from(magnitude) * 2f64.powi(mantissa as i32 - exponent);
    let units = units.round_ties_even() as u32;
    // The leading bit of a normal number adds one to its exponent's field.
    (((exponent - least) as u32) << mantissa) + units
}

impl Element for E4m3 {
    type Wide = f32;
    fn widen(self) -> f32 {
        let (field, fraction) = (i32::from(self.0 >> 3 & 15), f32::from(self.0 & 7));
        let magnitude = match (field, self.0 & 7) {
            (15, 7) => f32::NAN,
            (0, _) => fraction * 2f32.powi(-9),
            _ => (8.0 + fraction) * 2f32.powi(field - 10),
        };
        if self.0 & 0x80 == 0 { magnitude } else { -magnitude }
    }
    fn narrow(wide: f32) -> E4m3 {
        const LARGEST: u32 = 0x7e;
        let sign = if wide.is_sign_negative() { 0x80 } else { 0 };
        let bits = if wide.is_nan() { 0x7f } else { round(wide.abs().min(1e6), 3, -6).min(LARGEST) };
        E4m3(sign | bits as u8)
    }
}

impl Element for E5m2 {
    type Wide = f32;
    fn widen(self) -> f32 {
        f16::from_bits(u16::from(self.0) << 8).to_f32()
    }
    fn narrow(wide: f32) -> E5m2 {
        const LARGEST: u32 = 0x7b;
        let sign = if wide.is_sign_negative() { 0x80 } else { 0 };
        let bits = if wide.is_nan() { 0x7f } else { round(wide.abs().min(1e6), 2, -14).min(LARGEST) };
        E5m2(sign | bits as u8)
    }
}

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
            $crate::element::DataType::Float8e4m3 => $function::<$crate::element::E4m3>($($argument),*),
            $crate::element::DataType::Float8e5m2 => $function::<$crate::element::E5m2>($($argument),*),
        }
    };
}
pub(crate) use for_type;

#[cfg(test)]
mod tests {
    use super::{E4m3, E5m2, Element};

    #[test]
    fn eight_bit_floats_round_to_nearest_and_saturate() {
        for bits in 0..=255u8 {
            let (a, b) = (E4m3(bits), E5m2(bits));
            assert!(a.widen().is_nan() || E4m3::narrow(a.widen()).0 == bits, "e4m3 {bits:#x}");
            assert!(!b.widen().is_finite() || E5m2::narrow(b.widen()).0 == bits, "e5m2 {bits:#x}");
        }
        assert_eq!([448.0, 1e9, f32::INFINITY, 464.0].map(|x| E4m3::narrow(x).widen()), [448.0; 4]);
        assert_eq!([57344.0, 1e9, f32::NEG_INFINITY].map(|x| E5m2::narrow(x).widen().abs()), [57344.0; 3]);
        // Ties go to the even neighbour: 17 is between 16 and 18, 19 between 18 and 20.
        assert_eq!([17.0, 19.0, 17.1].map(|x| E4m3::narrow(x).widen()), [16.0, 20.0, 18.0]);
        assert_eq!(E4m3::narrow(2f32.powi(-10)).widen(), 0.0);
        assert_eq!(E4m3::narrow(1.1 * 2f32.powi(-10)).widen(), 2f32.powi(-9));
        assert!(E4m3::narrow(f32::NAN).widen().is_nan() && E5m2::narrow(f32::NAN).widen().is_nan());
    }
}
