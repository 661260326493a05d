//! Conversions between integers and half precision, by way of binary32.
//!
//! Each half is a number of binary32. An integer that binary32 rounds is beyond all halves: it becomes
//! infinite either way.

use super::convert::{clamped, ends_of, rounded};
use super::words::Words;
use cranelift_codegen::ir::{InstBuilder, Value as Cl};
use ptx::ir::{Class, Mode, Op, Round, Scalar, Type};

/// Returns whether an operation, with a result and an operand of some types, is one of this module's.
pub(super) fn is_half_integer(op: &Op, ty: Type, operand: Type) -> bool {
    let Op::Cvt { to, from, mode, integral: false } = *op else { return false };
    let short = |ty: Type| matches!(ty, Type::I16 | Type::I32);
    let integer = |scalar: Scalar| {
        matches!(scalar.class(), Class::Bits | Class::Unsigned | Class::Signed) && scalar.bits() <= 32
    };
    let directed = Mode { round: Round::Nearest, ..mode } == Mode::RN && mode.round != Round::NearestAway;
    match (to, from) {
        (Scalar::F16, from) => integer(from) && short(operand) && mode == Mode::RN,
        (to, Scalar::F16) => integer(to) && short(ty) && directed,
        _ => false,
    }
}

impl Words<'_, '_> {
    /// Returns the result of such a conversion on 32 bits.
    pub(super) fn half_integer(&mut self, op: &Op, ty: Type, a: Cl) -> Option<Cl> {
        let Op::Cvt { to, from, mode, .. } = *op else { return None };
        if to == Scalar::F16 {
            let exact = self.part(a, from.is_signed(), 0, from.bits().into());
            let singles = self.singles();
            let made = match from.is_signed() {
                true => self.b.ins().fcvt_from_sint(singles, exact),
                false => self.b.ins().fcvt_from_uint(singles, exact),
            };
            let bits = self.bits(made);
            return Some(self.narrow(bits, false));
        }
        let x = self.wide(a, false);
        let whole = if mode.round == Round::Zero { x } else { rounded(self.b, x, mode.round)? };
        let made = match to.is_signed() {
            true => self.b.ins().fcvt_to_sint_sat(self.ints, whole),
            false => self.b.ins().fcvt_to_uint_sat(self.ints, whole),
        };
        if to.bits() == 32 {
            return Some(made);
        }
        let ends = ends_of(to).map(|n| self.number(n as u32));
        let made = clamped(self.b, to, made, ends);
        // A register of 16 bits has zeros above them.
        Some(if ty == Type::I16 { self.part(made, false, 0, 16) } else { made })
    }
}
