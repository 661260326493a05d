//! Binary floating-point formats: decoding, and exact arithmetic with any rounding.
//!
//! Arithmetic is that of `rustc_apfloat`. Hardware behaviour (NaN encodings, flushing, clamps) is in `float`.

use crate::ir::{Round, Scalar};
use rustc_apfloat::ieee::{Double, IeeeFloat, Semantics};
use rustc_apfloat::{Float, FloatConvert, Round as ApRound, Status, StatusAnd};

/// A format of 16, 32 or 64 bits with infinities.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Format {
    F16,
    Bf16,
    F32,
    F64,
}

/// Calls a generic function with the arithmetic type of a format.
macro_rules! with {
    ($format:expr, $function:ident ( $($arg:expr),* )) => {
        match $format {
            Format::F16 => $function::<rustc_apfloat::ieee::HalfS>($($arg),*),
            Format::Bf16 => $function::<rustc_apfloat::ieee::BFloatS>($($arg),*),
            Format::F32 => $function::<rustc_apfloat::ieee::SingleS>($($arg),*),
            Format::F64 => $function::<rustc_apfloat::ieee::DoubleS>($($arg),*),
        }
    };
}

impl Format {
    /// Returns the width in bits.
    pub(super) const fn bits(self) -> u32 {
        match self {
            Format::F16 | Format::Bf16 => 16,
            Format::F32 => 32,
            Format::F64 => 64,
        }
    }

    /// Returns the number of stored fraction bits.
    pub(super) const fn fraction_bits(self) -> u32 {
        match self {
            Format::F16 => 10,
            Format::Bf16 => 7,
            Format::F32 => 23,
            Format::F64 => 52,
        }
    }

    pub(super) const fn sign(self) -> u64 {
        1 << (self.bits() - 1)
    }

    /// Returns the encoding of positive infinity: all exponent bits.
    pub(super) const fn infinity(self) -> u64 {
        self.sign() - (1 << self.fraction_bits())
    }

    /// Returns the encoding of 1.
    pub(super) const fn encode_one(self) -> u64 {
        let exponent_bits = self.bits() - 1 - self.fraction_bits();
        ((1 << (exponent_bits - 1)) - 1) << self.fraction_bits()
    }

    pub(super) const fn magnitude(self, x: u64) -> u64 {
        x & (self.sign() - 1)
    }

    pub(super) const fn is_nan(self, x: u64) -> bool {
        self.magnitude(x) > self.infinity()
    }

    pub(super) const fn is_infinite(self, x: u64) -> bool {
        self.magnitude(x) == self.infinity()
    }

    pub(super) const fn is_zero(self, x: u64) -> bool {
        self.magnitude(x) == 0
    }

    pub(super) const fn is_negative(self, x: u64) -> bool {
        x & self.sign() != 0
    }

    pub(super) const fn is_subnormal(self, x: u64) -> bool {
        let m = self.magnitude(x);
        m != 0 && m < 1 << self.fraction_bits()
    }

    /// Returns zero of the same sign if `ftz` and `x` is subnormal, else `x`.
    pub(super) const fn flush(self, ftz: bool, x: u64) -> u64 {
        if ftz && self.is_subnormal(x) { x & self.sign() } else { x }
    }

    /// Flushes a rounded result if `ftz` and it is subnormal. The smallest normal number is kept only if the
    /// result `reaches` it with an unbounded exponent: rounding to the coarser grid of subnormal numbers does
    /// not count (observed on an H200).
    pub(super) fn flush_result(self, ftz: bool, x: u64, reaches: impl FnOnce() -> bool) -> u64 {
        let smallest = 1 << self.fraction_bits();
        let flushed = ftz && self.magnitude(x) == smallest && !reaches();
        if flushed { x & self.sign() } else { self.flush(ftz, x) }
    }

    /// Returns whether a result, given as `exact` or rounded to odd in binary64, rounds to a normal number
    /// with an unbounded exponent.
    pub(super) fn reaches_normal(self, exact: f64, round: Round) -> bool {
        let smallest = self.to_f64(1 << self.fraction_bits());
        // Distance to the next smaller number with as many bits.
        let step = smallest * 0.5f64.powi(self.fraction_bits() as i32 + 1);
        let size = exact.abs();
        size >= smallest
            || match round {
                Round::Nearest | Round::NearestAway => size >= smallest - step / 2.0,
                Round::Up => exact > 0.0 && size > smallest - step,
                Round::Down => exact < 0.0 && size > smallest - step,
                Round::Zero => false,
            }
    }

    /// Returns the NaN that operations generate. Binary64 has its own rules, see `float`.
    pub(super) const fn nan(self) -> u64 {
        match self {
            Format::F64 => 0xfff8_0000_0000_0000,
            _ => self.sign() - 1,
        }
    }

    /// Converts to binary64; exact.
    pub(super) fn to_f64(self, x: u64) -> f64 {
        match self {
            Format::F64 => f64::from_bits(x),
            Format::F32 => f64::from(f32::from_bits(x as u32)),
            Format::Bf16 => f64::from(f32::from_bits((x as u32) << 16)),
            Format::F16 => {
                let (exponent, fraction) = (self.magnitude(x) >> 10, (x & 0x3ff) as f64);
                let size = match exponent {
                    0 => fraction * 2f64.powi(-24),
                    31 if fraction == 0.0 => f64::INFINITY,
                    31 => f64::NAN,
                    _ => (1024.0 + fraction) * 2f64.powi(exponent as i32 - 25),
                };
                if self.is_negative(x) { -size } else { size }
            }
        }
    }

    #[expect(clippy::wrong_self_convention, reason = "self is the format, not the number")]
    /// Returns the number in this format nearest to `x`; NaN becomes [`Format::nan`].
    pub(super) fn from_f64(self, x: f64, round: Round) -> u64 {
        if x.is_nan() {
            return self.nan();
        }
        match (self, round) {
            (Format::F64, _) => x.to_bits(),
            (Format::F32, Round::Nearest) => u64::from((x as f32).to_bits()),
            _ => {
                fn round_to<S: Semantics>(x: f64, round: ApRound) -> u64
                where
                    Double: FloatConvert<IeeeFloat<S>>,
                {
                    let exact = Double::from_bits(u128::from(x.to_bits()));
                    let to: IeeeFloat<S> = exact.convert_r(round, &mut false).value;
                    to.to_bits() as u64
                }
                with!(self, round_to(x, ap(round)))
            }
        }
    }

    #[expect(clippy::wrong_self_convention, reason = "self is the format, not the number")]
    /// Returns the number in this format nearest to an integer.
    pub(super) fn from_int(self, x: i128, round: Round) -> u64 {
        fn round_to<S: Semantics>(x: i128, round: ApRound) -> u64 {
            IeeeFloat::<S>::from_i128_r(x, round).value.to_bits() as u64
        }
        with!(self, round_to(x, ap(round)))
    }

    pub(super) fn add(self, a: u64, b: u64, round: Round) -> u64 {
        fn compute<S: Semantics>(a: u64, b: u64, round: ApRound) -> u64 {
            number::<S>(a).add_r(number(b), round).value.to_bits() as u64
        }
        with!(self, compute(a, b, ap(round)))
    }

    pub(super) fn mul(self, a: u64, b: u64, round: Round) -> u64 {
        fn compute<S: Semantics>(a: u64, b: u64, round: ApRound) -> u64 {
            number::<S>(a).mul_r(number(b), round).value.to_bits() as u64
        }
        with!(self, compute(a, b, ap(round)))
    }

    pub(super) fn div(self, a: u64, b: u64, round: Round) -> u64 {
        fn compute<S: Semantics>(a: u64, b: u64, round: ApRound) -> u64 {
            number::<S>(a).div_r(number(b), round).value.to_bits() as u64
        }
        with!(self, compute(a, b, ap(round)))
    }

    pub(super) fn fma(self, a: u64, b: u64, c: u64, round: Round) -> u64 {
        fn compute<S: Semantics>(a: u64, b: u64, c: u64, round: ApRound) -> u64 {
            number::<S>(a).mul_add_r(number(b), number(c), round).value.to_bits() as u64
        }
        with!(self, compute(a, b, c, ap(round)))
    }

    /// Returns the square root of a positive finite number.
    pub(super) fn sqrt(self, a: u64, round: Round) -> u64 {
        fn scale<S: Semantics>(whole: u128, exponent: i32, round: ApRound) -> u64 {
            let rounded = IeeeFloat::<S>::from_u128_r(whole, round).value;
            rounded.scalbn(exponent).to_bits() as u64
        }
        let (mut m, mut e) = self.parts(a);
        // Scales so that the root has more bits than the format, with an even exponent.
        let up = (m.leading_zeros() - 2) & !1;
        m <<= up;
        e -= up as i32;
        if e & 1 != 0 {
            m <<= 1;
            e -= 1;
        }
        let root = m.isqrt();
        let sticky = u128::from(root * root != m);
        with!(self, scale(root << 1 | sticky, e / 2 - 1, ap(round)))
    }

    /// Returns the magnitude of a finite number as `m * 2^e`.
    pub(super) fn parts(self, x: u64) -> (u128, i32) {
        let f = self.fraction_bits();
        let exponent = (self.magnitude(x) >> f) as i32;
        let fraction = u128::from(x & ((1 << f) - 1));
        let bias = (self.encode_one() >> f) as i32 + f as i32;
        if exponent == 0 { (fraction, 1 - bias) } else { (fraction | 1 << f, exponent - bias) }
    }

    /// Converts `x` to another format; infinities stay, NaN becomes the target's [`Format::nan`].
    pub(super) fn convert(self, x: u64, to: Format, round: Round) -> u64 {
        to.from_f64(self.to_f64(x), round)
    }
}

fn number<S: Semantics>(x: u64) -> IeeeFloat<S> {
    IeeeFloat::from_bits(u128::from(x))
}

/// Rounds to odd: a binary64 rounded towards zero whose last bit is set if it is inexact. It compares with
/// numbers of fewer bits like the exact result.
pub(super) fn odd(result: StatusAnd<Double>) -> f64 {
    let inexact = u64::from(result.status.contains(Status::INEXACT));
    f64::from_bits(result.value.to_bits() as u64 | inexact)
}

/// Returns the library's rounding mode.
pub(super) const fn ap(round: Round) -> ApRound {
    match round {
        Round::Nearest => ApRound::NearestTiesToEven,
        Round::NearestAway => ApRound::NearestTiesToAway,
        Round::Zero => ApRound::TowardZero,
        Round::Down => ApRound::TowardNegative,
        Round::Up => ApRound::TowardPositive,
    }
}

/// Returns the format of one element, and the number of elements.
pub(super) const fn layout(ty: Scalar) -> (Format, u32) {
    match ty {
        Scalar::F16 => (Format::F16, 1),
        Scalar::F16x2 => (Format::F16, 2),
        Scalar::Bf16 => (Format::Bf16, 1),
        Scalar::Bf16x2 => (Format::Bf16, 2),
        Scalar::F32x2 => (Format::F32, 2),
        Scalar::F64 => (Format::F64, 1),
        _ => (Format::F32, 1),
    }
}

/// Applies a function of three numbers to each element.
pub(super) fn lanes3(
    ty: Scalar,
    a: u128,
    b: u128,
    c: u128,
    f: impl Fn(Format, u64, u64, u64) -> u64,
) -> u128 {
    let (format, count) = layout(ty);
    let bits = format.bits();
    let cut = |v: u128, n: u32| (v >> (n * bits)) as u64 & (u64::MAX >> (64 - bits));
    (0..count).fold(0, |word, n| word | u128::from(f(format, cut(a, n), cut(b, n), cut(c, n))) << (n * bits))
}

/// Applies a function of two numbers to each element.
pub(super) fn lanes2(ty: Scalar, a: u128, b: u128, f: impl Fn(Format, u64, u64) -> u64) -> u128 {
    lanes3(ty, a, b, 0, |format, a, b, _| f(format, a, b))
}
