//! Semantics of pure operations, bit by bit; this module defines their meaning.
//!
//! [`eval`] is used by the interpreter, by constant folding, and by compiled code for operations without a
//! native form. Values are `u128` with the bits above their type clear. Sources: the PTX ISA and, where it
//! leaves a choice, results of an H200 (`testdata/gpu/vectors.tsv`).
//!
//! This module does not access memory, threads or special registers.

mod approx;
mod convert;
mod directed;
mod fast;
mod float;
mod format;
mod int;

use crate::ir::{Op, Scalar, Type};

/// Returns the mask of the bits of a type.
pub(crate) const fn mask(ty: Type) -> u128 {
    ones(ty.bits())
}

/// Returns the mask of the low `bits` bits.
const fn ones(bits: u32) -> u128 {
    if bits >= 128 { u128::MAX } else { (1 << bits) - 1 }
}

/// Interprets the low `bits` bits as two's complement.
const fn signed(value: u128, bits: u32) -> i128 {
    let up = 128 - bits;
    ((value << up) as i128) >> up
}

/// Extends the low bits of `value` by the sign of `ty` to 128 bits.
pub(super) const fn extend(value: u128, ty: Scalar) -> u128 {
    if ty.is_signed() { signed(value, ty.bits()) as u128 } else { value & ones(ty.bits()) }
}

/// Returns whether [`eval`] supports the operation: it is pure and needs no context.
pub const fn is_known(op: &Op) -> bool {
    matches!(op.effect(), crate::ir::Effect::Pure)
        && !matches!(
            op,
            Op::Sreg(_) | Op::VarAddr(_) | Op::Cvta { .. } | Op::IsSpace(_) | Op::RankOf | Op::Replica
        )
}

/// Computes the result of a pure operation.
///
/// `result` is the result type; `types` and `args` are those of the operands. Bits above an operand's type
/// must be clear, and bits above the result's type are. The result is 0 for operations for which [`is_known`]
/// is false, and for operand lists that the verifier rejects.
pub fn eval(op: &Op, result: Type, types: &[Type], args: &[u128]) -> u128 {
    let arg = |n: usize| args.get(n).copied().unwrap_or(0);
    let (a, b, c) = (arg(0), arg(1), arg(2));
    let bits = types.first().map_or(result.bits(), |t| t.bits());
    let value = match op {
        Op::Const(value) => u128::from(*value),
        Op::Int(op) => int::binary(*op, bits, a, b),
        Op::IntUnary(op) => int::unary(*op, bits, a),
        Op::MulWide { signed: true } => (signed(a, bits).wrapping_mul(signed(b, bits))) as u128,
        Op::MulWide { signed: false } => a.wrapping_mul(b),
        Op::Mul24 { signed, high } => int::mul24(*signed, *high, a, b),
        Op::Sad { signed } => c.wrapping_add(int::distance(*signed, bits, a, b)),
        Op::AddCarry => a.wrapping_add(b).wrapping_add(c),
        Op::CarryOut => (a + b + c) >> bits & 1,
        Op::SubBorrow => a.wrapping_sub(b).wrapping_sub(c),
        Op::BorrowOut => u128::from(a < b + c),
        Op::Bfind { signed, shift_amount } => int::bfind(*signed, *shift_amount, bits, a),
        Op::Bfe { signed } => int::bfe(*signed, bits, a, b, c),
        Op::Bfi => int::bfi(bits, a, b, c, arg(3)),
        Op::Bmsk { wrap } => int::bmsk(*wrap, a, b),
        Op::Szext { signed, wrap } => int::szext(*signed, *wrap, a, b),
        Op::Fns => int::fns(a, b, c),
        Op::Clmad { high } => int::clmad(*high, a, b, c),
        Op::Prmt(mode) => int::prmt(*mode, a, b, c),
        Op::Lop3(table) => int::lop3(*table, a, b, c),
        Op::Shf { left, clamp } => int::shf(*left, *clamp, a, b, c),
        Op::Dp4a { a_signed, b_signed } => int::dp4a(*a_signed, *b_signed, a, b, c),
        Op::Dp2a { a_signed, b_signed, high } => int::dp2a(*a_signed, *b_signed, *high, a, b, c),
        Op::Float { op, ty, mode } => {
            format::lanes2(*ty, a, b, |format, a, b| float::binary(*op, format, *mode, a, b))
        }
        Op::Fma { ty, mode } => {
            format::lanes3(*ty, a, b, c, |format, a, b, c| float::fma(format, *mode, a, b, c))
        }
        Op::FloatUnary { op, ty, mode } => {
            format::lanes2(*ty, a, 0, |format, a, _| float::unary(*op, format, *mode, a))
        }
        Op::CopySign { ty } => {
            let sign = 1 << (ty.bits() - 1);
            (a & sign) | (b & (sign - 1))
        }
        Op::Math { op, ty } => op.eval(*ty, args),
        Op::Approx { op, ty, ftz, fast } => format::lanes2(*ty, a, b, |format, a, b| {
            let eval = if *fast { fast::eval } else { approx::eval };
            eval(*op, format, *ftz, a, b)
        }),
        Op::TestP { test, ty } => u128::from(float::test(*test, *ty, a as u64)),
        Op::Cmp { op, ty, ftz } => u128::from(float::compare(*op, *ty, *ftz, a, b)),
        Op::Select => {
            if a & 1 != 0 {
                b
            } else {
                c
            }
        }
        Op::Cvt { to, from, mode, integral } => convert::cvt(*to, *from, *mode, *integral, a, b, args.len()),
        Op::Bitcast => a,
        Op::Pack => {
            let pairs = args.iter().zip(types).rev();
            pairs.fold(0u128, |whole, (&part, ty)| whole.checked_shl(ty.bits()).unwrap_or(0) | part)
        }
        Op::Part(n) => a.checked_shr(u32::from(*n) * result.bits()).unwrap_or(0),
        _ => 0,
    };
    value & mask(result)
}
