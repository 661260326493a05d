//! Functions that hardware approximates, by the host's arithmetic: faster, and not the hardware's last bits.
//!
//! They are computed in binary64 and rounded once, so their errors are within those that the PTX ISA
//! documents. Special cases and flushing are the documented ones.

use super::format::Format;
use crate::ir::{Approx, Round};
use crate::libdevice::single::Single;

pub(super) fn eval(op: Approx, format: Format, ftz: bool, a: u64, b: u64) -> u64 {
    let (a, b) = (format.flush(ftz, a), format.flush(ftz, b));
    if format == Format::F64 && ftz {
        return upper_half(op, a);
    }
    if format == Format::F64 && format.is_nan(a) {
        return a | 1 << 51;
    }
    let (x, y) = (format.to_f64(a), format.to_f64(b));
    let result = match op {
        Approx::Rcp => x.recip(),
        Approx::Sqrt => x.sqrt(),
        Approx::Rsqrt => x.sqrt().recip(),
        Approx::Sin => sine(x, 0),
        Approx::Cos => sine(x.abs(), 1),
        Approx::Lg2 => Single::Log(1.0).eval(x),
        Approx::Ex2 => Single::Exp(1.0).eval(x),
        Approx::Tanh => x.tanh(),
        // PTX ISA, `div.approx`: the reciprocal of a divisor above 2^126 counts as zero.
        Approx::Div if y.is_finite() && y.abs() > 2f64.powi(126) => x * 0f64.copysign(y),
        Approx::Div | Approx::DivFull => x / y,
    };
    let rounded = format.from_f64(result, Round::Nearest);
    format.flush_result(ftz, rounded, || result.abs() >= format.to_f64(1 << format.fraction_bits()))
}

/// Fraction bits of an angle in full turns.
const TURN: i32 = 25;
/// Fraction bits of an angle in its quadrant.
const QUADRANT: i32 = TURN - 2;

/// Returns the sine of an angle shifted by a number of quadrants, with the hardware's argument reduction
/// (zeros, signs and steps as observed on an H200). It multiplies by 1/2π in binary32, rounding towards zero,
/// and keeps 25 fraction bits. In quadrants in which the sine falls, it inverts the remaining bits, which is
/// one step less than the exact complement.
fn sine(x: f64, quadrants: u64) -> f64 {
    if !x.is_finite() {
        return f64::NAN;
    }
    let exact = x.abs() * f64::from(std::f32::consts::FRAC_1_PI * 0.5);
    let turns = Format::F32.to_f64(Format::F32.from_f64(exact, Round::Zero));
    let steps = (turns.fract() * f64::from(1 << TURN)) as u64;
    let quadrant = (steps >> QUADRANT) + quadrants;
    let ones = (1 << QUADRANT) - 1;
    let left = if quadrant & 1 == 0 { steps & ones } else { !steps & ones };
    let size = (left as f64 / f64::from(1 << QUADRANT) * std::f64::consts::FRAC_PI_2).sin();
    if (quadrant & 2 != 0) == x.is_sign_negative() { size } else { -size }
}

/// Computes `rcp.approx.ftz.f64` or `rsqrt.approx.ftz.f64`: only the upper 32 bits are used, and the result
/// is rounded to them.
fn upper_half(op: Approx, a: u64) -> u64 {
    let format = Format::F64;
    let high = format.flush(true, a & !0xffff_ffff);
    let x = f64::from_bits(high);
    if x.is_nan() {
        return 0x7fff_ffff_0000_0000;
    }
    let result = match op {
        Approx::Rcp => x.recip(),
        Approx::Rsqrt => x.sqrt().recip(),
        Approx::Sqrt => x.sqrt(),
        _ => f64::NAN,
    };
    if result.is_nan() {
        return 0x7fff_ffff_0000_0000;
    }
    format.flush(true, result.to_bits().wrapping_add(1 << 31)) & !0xffff_ffff
}
