//! Numbers that libraries compute with.

use half::{bf16, f16};
use num_complex::{Complex, Complex32, Complex64};
use num_traits::{Float, NumAssign};

/// Number of one of the four types of BLAS.
pub trait Scalar:
    Copy + NumAssign + std::ops::Neg<Output = Self> + Send + Sync + std::fmt::Debug + 'static
{
    /// Type of its parts.
    type Real: Float + Scalar<Real = Self::Real> + NumAssign;

    /// Whether it has an imaginary part.
    const IS_COMPLEX: bool;

    /// Number with these parts; a real number drops the second.
    fn from_parts(re: Self::Real, im: Self::Real) -> Self;
    /// Real part.
    fn re(self) -> Self::Real;
    /// Imaginary part; zero of a real number.
    fn im(self) -> Self::Real;

    /// Conjugate.
    fn conj(self) -> Self {
        Self::from_parts(self.re(), -self.im())
    }

    /// Conjugate if `so`.
    fn conj_if(self, so: bool) -> Self {
        if Self::IS_COMPLEX && so { self.conj() } else { self }
    }

    /// Number of a real one.
    fn real(re: Self::Real) -> Self {
        Self::from_parts(re, num_traits::Zero::zero())
    }

    /// Sum of the parts' magnitudes, by which BLAS compares numbers.
    fn magnitude(self) -> Self::Real {
        self.re().abs() + self.im().abs()
    }

    /// Product with a real number.
    fn scaled(self, by: Self::Real) -> Self {
        Self::from_parts(self.re() * by, self.im() * by)
    }
}

macro_rules! real {
    ($($ty:ty),*) => {$(
        impl Scalar for $ty {
            type Real = $ty;
            const IS_COMPLEX: bool = false;
            fn from_parts(re: $ty, _: $ty) -> $ty {
                re
            }
            fn re(self) -> $ty {
                self
            }
            fn im(self) -> $ty {
                0.0
            }
        }
    )*};
}
real!(f32, f64);

macro_rules! complex {
    ($($ty:ty),*) => {$(
        impl Scalar for Complex<$ty> {
            type Real = $ty;
            const IS_COMPLEX: bool = true;
            fn from_parts(re: $ty, im: $ty) -> Self {
                Complex::new(re, im)
            }
            fn re(self) -> $ty {
                self.re
            }
            fn im(self) -> $ty {
                self.im
            }
        }
    )*};
}
complex!(f32, f64);

/// Number as memory holds it, and the type that is computed with.
pub trait Stored: Copy + Send + Sync + 'static {
    /// Type of computations.
    type Computed: Scalar;

    /// Converts exactly.
    fn load(self) -> Self::Computed;
    /// Rounds to nearest, ties to even.
    fn store(value: Self::Computed) -> Self;
}

macro_rules! stored_as_is {
    ($($ty:ty),*) => {$(
        impl Stored for $ty {
            type Computed = $ty;
            fn load(self) -> $ty {
                self
            }
            fn store(value: $ty) -> $ty {
                value
            }
        }
    )*};
}
stored_as_is!(f32, f64, Complex32, Complex64);

macro_rules! stored_narrow {
    ($($ty:ty),*) => {$(
        impl Stored for $ty {
            type Computed = f32;
            fn load(self) -> f32 {
                self.to_f32()
            }
            fn store(value: f32) -> $ty {
                <$ty>::from_f32(value)
            }
        }
    )*};
}
stored_narrow!(f16, bf16);

// A product of two bytes has 16 bits, so that sums of 2^37 of them are exact in 53 bits.
impl Stored for i8 {
    type Computed = f64;
    fn load(self) -> f64 {
        self.into()
    }
    fn store(value: f64) -> i8 {
        value as i8
    }
}

impl Stored for i32 {
    type Computed = f64;
    fn load(self) -> f64 {
        self.into()
    }
    /// Wraps, as sums of integers do.
    fn store(value: f64) -> i32 {
        value as i64 as i32
    }
}
