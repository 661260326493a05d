//! Float arithmetic, comparison and classification, as on hardware.
//!
//! NaN encodings follow the H200. Formats up to binary32 give one canonical NaN. Binary64 keeps an operand's
//! payload, made quiet (the second operand's before the third's before the first's).

use super::format::{Format, ap, odd};
use super::{directed, extend, format};
use crate::ir::{Class, Cmp, FloatOp, FloatUnary, Mode, Round, Scalar, TestP};
use rustc_apfloat::Float;
use rustc_apfloat::ieee::Double;
use std::cmp::Ordering;

const QUIET: u64 = 1 << 51;

/// Returns the NaN result for operands in order of precedence; `None` if none of them is NaN.
fn nan_result<const N: usize>(format: Format, operands: [u64; N]) -> Option<u64> {
    let first = operands.into_iter().find(|&x| format.is_nan(x))?;
    Some(if format == Format::F64 { first | QUIET } else { format.nan() })
}

/// Applies flushing and clamps to a result that is not changed otherwise.
pub(super) fn finish(format: Format, mode: Mode, x: u64) -> u64 {
    let x = format.flush(mode.ftz, x);
    if format.is_nan(x) {
        return if mode.sat {
            0
        } else if format == Format::F64 {
            x
        } else {
            format.nan()
        };
    }
    if mode.sat {
        if format.is_negative(x) { 0 } else { x.min(format.encode_one()) }
    } else if mode.relu && format.is_negative(x) {
        0
    } else {
        x
    }
}

pub(super) fn binary(op: FloatOp, format: Format, mode: Mode, a: u64, b: u64) -> u64 {
    let (a, b) = (format.flush(mode.ftz, a), format.flush(mode.ftz, b));
    match op {
        FloatOp::Min { nan, xorsign } => return pick(format, mode, Ordering::Less, nan, xorsign, a, b),
        FloatOp::Max { nan, xorsign } => return pick(format, mode, Ordering::Greater, nan, xorsign, a, b),
        _ => {}
    }
    // Binary64 division is a routine that tests the dividend first.
    let order = if op == FloatOp::Div { [a, b] } else { [b, a] };
    let result = nan_result(format, order).unwrap_or_else(|| {
        match native(op, format, mode.round, a, b).unwrap_or_else(|| exact(op, format, mode.round, a, b)) {
            x if format.is_nan(x) => format.nan(),
            x => {
                let wide = || odd_result(op, format.to_f64(a), format.to_f64(b));
                format.flush_result(mode.ftz, x, || format.reaches_normal(wide(), mode.round))
            }
        }
    });
    finish(format, mode, result)
}

/// Uses the host's arithmetic where it gives the same result.
fn native(op: FloatOp, format: Format, round: Round, a: u64, b: u64) -> Option<u64> {
    if round != Round::Nearest {
        return directed::binary(op, format, round, a, b);
    }
    match format {
        Format::F32 => {
            let (a, b) = (f32::from_bits(a as u32), f32::from_bits(b as u32));
            let x = match op {
                FloatOp::Add => a + b,
                FloatOp::Sub => a - b,
                FloatOp::Mul => a * b,
                FloatOp::Div => a / b,
                _ => return None,
            };
            Some(u64::from(x.to_bits()))
        }
        Format::F64 => {
            let (a, b) = (f64::from_bits(a), f64::from_bits(b));
            let x = match op {
                FloatOp::Add => a + b,
                FloatOp::Sub => a - b,
                FloatOp::Mul => a * b,
                FloatOp::Div => a / b,
                _ => return None,
            };
            Some(x.to_bits())
        }
        Format::F16 | Format::Bf16 => None,
    }
}

pub(super) fn exact(op: FloatOp, format: Format, round: Round, a: u64, b: u64) -> u64 {
    match op {
        FloatOp::Sub => format.add(a, b ^ format.sign(), round),
        FloatOp::Mul => format.mul(a, b, round),
        FloatOp::Div => format.div(a, b, round),
        _ => format.add(a, b, round),
    }
}

/// Computes the result in binary64, rounded to odd.
fn odd_result(op: FloatOp, a: f64, b: f64) -> f64 {
    let [a, b] = [a, b].map(|x| Double::from_bits(u128::from(x.to_bits())));
    odd(match op {
        FloatOp::Sub => a.sub_r(b, ap(Round::Zero)),
        FloatOp::Mul => a.mul_r(b, ap(Round::Zero)),
        FloatOp::Div => a.div_r(b, ap(Round::Zero)),
        _ => a.add_r(b, ap(Round::Zero)),
    })
}

/// Implements `min` and `max`; -0 is less than +0.
fn pick(format: Format, mode: Mode, want: Ordering, nan: bool, xorsign: bool, a: u64, b: u64) -> u64 {
    let sign = (a ^ b) & format.sign();
    let (a, b) = if xorsign { (format.magnitude(a), format.magnitude(b)) } else { (a, b) };
    let x = match (format.is_nan(a), format.is_nan(b)) {
        (true, true) => return finish(format, mode, nan_result(format, [b, a]).unwrap_or(format.nan())),
        (true, false) | (false, true) if nan => {
            return finish(format, mode, nan_result(format, [b, a]).unwrap_or(format.nan()));
        }
        (true, false) => b,
        (false, true) => a,
        (false, false) => {
            // Sign and magnitude as two's complement: the order of encodings is the order of numbers.
            let key = |x: u64| {
                if format.is_negative(x) { -(format.magnitude(x) as i128) - 1 } else { i128::from(x) }
            };
            if key(a).cmp(&key(b)) == want { a } else { b }
        }
    };
    finish(format, mode, if xorsign { x | sign } else { x })
}

pub(super) fn fma(format: Format, mode: Mode, a: u64, b: u64, c: u64) -> u64 {
    let flush = |x| format.flush(mode.ftz, x);
    let (a, b, c) = (flush(a), flush(b), flush(c));
    let result = nan_result(format, [b, c, a]).unwrap_or_else(|| {
        let x = match (format, mode.round) {
            (Format::F32, Round::Nearest) => {
                let [a, b, c] = [a, b, c].map(|x| f32::from_bits(x as u32));
                u64::from(a.mul_add(b, c).to_bits())
            }
            (Format::F64, Round::Nearest) => {
                f64::from_bits(a).mul_add(f64::from_bits(b), f64::from_bits(c)).to_bits()
            }
            (_, round) => {
                directed::fma(format, round, [a, b, c]).unwrap_or_else(|| format.fma(a, b, c, round))
            }
        };
        if format.is_nan(x) {
            format.nan()
        } else {
            format.flush_result(mode.ftz, x, || {
                let [a, b, c] = [a, b, c].map(|x| format.to_f64(x).to_bits());
                let [a, b, c] = [a, b, c].map(|x| Double::from_bits(u128::from(x)));
                format.reaches_normal(odd(a.mul_add_r(b, c, ap(Round::Zero))), mode.round)
            })
        }
    });
    finish(format, mode, result)
}

pub(super) fn unary(op: FloatUnary, format: Format, mode: Mode, a: u64) -> u64 {
    let a = format.flush(mode.ftz, a);
    let result = nan_result(format, [a]).unwrap_or_else(|| match op {
        FloatUnary::Neg => a ^ format.sign(),
        FloatUnary::Abs => format.magnitude(a),
        FloatUnary::Rcp => {
            let wide = || odd_result(FloatOp::Div, 1.0, format.to_f64(a));
            let one = format.encode_one();
            let x = native(FloatOp::Div, format, mode.round, one, a)
                .unwrap_or_else(|| format.div(one, a, mode.round));
            format.flush_result(mode.ftz, x, || format.reaches_normal(wide(), mode.round))
        }
        FloatUnary::Sqrt if format.is_zero(a) => a,
        FloatUnary::Sqrt if format.is_negative(a) => format.nan(),
        FloatUnary::Sqrt if format.is_infinite(a) => a,
        FloatUnary::Sqrt => {
            directed::sqrt(format, mode.round, a).unwrap_or_else(|| format.sqrt(a, mode.round))
        }
    });
    finish(format, mode, result)
}

pub(super) fn test(test: TestP, ty: Scalar, a: u64) -> bool {
    let (format, _) = format::layout(ty);
    let (nan, infinite, subnormal) = (format.is_nan(a), format.is_infinite(a), format.is_subnormal(a));
    match test {
        TestP::Finite => !nan && !infinite,
        TestP::Infinite => infinite,
        TestP::Number => !nan,
        TestP::NotANumber => nan,
        // PTX ISA, `testp`: zeros count as normal.
        TestP::Normal => !nan && !infinite && !subnormal,
        TestP::Subnormal => subnormal,
    }
}

pub(super) fn compare(op: Cmp, ty: Scalar, ftz: bool, a: u128, b: u128) -> bool {
    let order = match ty.class() {
        Class::Signed => Some((extend(a, ty) as i128).cmp(&(extend(b, ty) as i128))),
        Class::Float | Class::SmallFloat => {
            let (format, _) = format::layout(ty);
            let number = |x: u128| format.to_f64(format.flush(ftz, x as u64));
            number(a).partial_cmp(&number(b))
        }
        _ => Some(extend(a, ty).cmp(&extend(b, ty))),
    };
    let Some(order) = order else {
        return !matches!(op, Cmp::Eq | Cmp::Ne | Cmp::Lt | Cmp::Le | Cmp::Gt | Cmp::Ge | Cmp::Num);
    };
    match op {
        Cmp::Eq | Cmp::EquU => order.is_eq(),
        Cmp::Ne | Cmp::NeuU => order.is_ne(),
        Cmp::Lt | Cmp::LtuU => order.is_lt(),
        Cmp::Le | Cmp::LeuU => order.is_le(),
        Cmp::Gt | Cmp::GtuU => order.is_gt(),
        Cmp::Ge | Cmp::GeuU => order.is_ge(),
        Cmp::Num => true,
        Cmp::Nan => false,
    }
}
