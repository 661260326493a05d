//! Conversions between integers, binary32 and binary64.

use super::builder::Builder;
use super::emitter::Emitter;
use cranelift_codegen::ir::condcodes::FloatCC;
use cranelift_codegen::ir::{InstBuilder, Value as Cl, types};
use ptx::ir::{Class, Mode, Op, Round, Scalar, Type};

/// Returns whether a format is an integer of 8 to 64 bits.
pub(super) fn is_integer(scalar: Scalar) -> bool {
    matches!(scalar.class(), Class::Bits | Class::Unsigned | Class::Signed) && scalar.bits() <= 64
}

impl Emitter<'_> {
    pub(super) fn convert(&mut self, op: &Op, ty: Type, args: &[(Type, Cl)]) -> Option<Cl> {
        let Op::Cvt { to, from, mode, integral } = op else { return None };
        let [(_, value)] = *args else { return None };
        if is_real(*from) {
            if !is_native(*to, *from, *mode, *integral) {
                return None;
            }
            return if is_real(*to) {
                self.between_reals(*to, *from, mode.round, *integral, value)
            } else {
                self.integer_of(*to, *from, mode.round, ty, value)
            };
        }
        if *integral {
            return None;
        }
        if !is_integer(*from) || *mode != Mode::RN && is_float(*to) || mode.sat || ty == Type::I128 {
            return None;
        }
        if is_integer(*to) {
            // First to the narrower of the two formats, then to the register.
            let narrow = if to.bits() < from.bits() { *to } else { *from };
            let value = self.extended(value, narrow, register_of(narrow));
            let sign = if to.bits() <= from.bits() { *to } else { *from };
            if to.bits() > from.bits() {
                let wide = self.extended(value, sign, register_of(*to));
                // In a register wider than the format, the rest is filled by the format's own sign.
                return Some(self.refilled(wide, *to, ty));
            }
            return Some(self.refilled(value, *to, ty));
        }
        // Small integers are exact in 32 bits.
        let (wide, through) = match from.bits() {
            0..=32 => (Type::I32, if from.is_signed() { Scalar::S32 } else { Scalar::U32 }),
            _ => (Type::I64, *from),
        };
        let value = self.extended(value, *from, wide);
        let target = match to {
            Scalar::F32 | Scalar::F64 => Self::clif(ty),
            _ => return None,
        };
        Some(if through.is_signed() {
            self.b.ins().fcvt_from_sint(target, value)
        } else {
            self.b.ins().fcvt_from_uint(target, value)
        })
    }

    /// Converts between float formats, or to an integral value. NaNs of binary64 keep the payload bits that
    /// fit.
    fn between_reals(&mut self, to: Scalar, from: Scalar, round: Round, integral: bool, x: Cl) -> Option<Cl> {
        if integral {
            let whole = self.whole(x, round)?;
            return Some(if to == Scalar::F32 { self.canonical_nan(Type::F32, &[], whole) } else { whole });
        }
        Some(match from {
            Scalar::F32 => self.b.ins().fpromote(types::F64, x),
            _ => self.b.ins().fdemote(types::F32, x),
        })
    }

    /// Converts to the nearest representable integer. A NaN gives 0, or the top bit alone if binary64 or 64
    /// bits are involved.
    fn integer_of(&mut self, to: Scalar, from: Scalar, round: Round, ty: Type, x: Cl) -> Option<Cl> {
        let whole = if round == Round::Zero { x } else { self.whole(x, round)? };
        let bits = to.bits();
        let wide = if bits == 64 { types::I64 } else { types::I32 };
        let mut value = if to.is_signed() {
            self.b.ins().fcvt_to_sint_sat(wide, whole)
        } else {
            self.b.ins().fcvt_to_uint_sat(wide, whole)
        };
        if bits < 32 {
            let ends = ends_of(to).map(|n| self.b.ins().iconst(types::I32, n));
            value = clamped(&mut self.b, to, value, ends);
        }
        if bits == 64 || from == Scalar::F64 {
            let nan = self.b.ins().fcmp(FloatCC::Unordered, x, x);
            let top = self.b.ins().iconst(wide, (1u64 << (bits - 1)) as i64);
            value = self.b.ins().select(nan, top, value);
        }
        Some(self.refilled(value, to, ty))
    }

    /// Rounds to an integral value and keeps the sign of zero; `None` if the machine has no instruction for
    /// it.
    fn whole(&mut self, x: Cl, round: Round) -> Option<Cl> {
        if !self.rounds() {
            return None;
        }
        rounded(&mut self.b, x, round)
    }

    /// Extends or truncates a format's value to its register.
    fn refilled(&mut self, value: Cl, format: Scalar, ty: Type) -> Cl {
        self.extended(value, format, ty)
    }
}

/// Rounds a number, or each lane of a vector, to an integral value; `None` if the machine has no instruction
/// for it.
pub(super) fn rounded(b: &mut Builder<'_>, x: Cl, round: Round) -> Option<Cl> {
    Some(match round {
        Round::Nearest => b.ins().nearest(x),
        Round::Zero => b.ins().trunc(x),
        Round::Down => b.ins().floor(x),
        Round::Up => b.ins().ceil(x),
        Round::NearestAway => return None,
    })
}

/// Returns the range of an integer format of less than 32 bits.
pub(super) fn ends_of(format: Scalar) -> [i64; 2] {
    let bits = format.bits();
    match format.is_signed() {
        true => [-1i64 << (bits - 1), (1i64 << (bits - 1)) - 1].map(|n| n & 0xffff_ffff),
        false => [0, (1i64 << bits) - 1],
    }
}

/// Clamps a 32-bit number, or each lane of a vector, to a format's range.
pub(super) fn clamped(b: &mut Builder<'_>, format: Scalar, x: Cl, [least, most]: [Cl; 2]) -> Cl {
    if !format.is_signed() {
        return b.ins().umin(x, most);
    }
    let above = b.ins().smax(x, least);
    b.ins().smin(above, most)
}

/// Returns whether the machine has the format.
fn is_real(scalar: Scalar) -> bool {
    matches!(scalar, Scalar::F32 | Scalar::F64)
}

/// Returns whether the machine's conversion from binary32 or binary64 is PTX's.
pub(super) fn is_native(to: Scalar, from: Scalar, mode: Mode, integral: bool) -> bool {
    // Subnormal numbers become zero by rounding, with or without a flush before.
    let vanish = !mode.ftz || matches!(mode.round, Round::Nearest | Round::Zero);
    let rounds = vanish && mode.round != Round::NearestAway;
    if !is_real(from) {
        return false;
    }
    if is_integer(to) {
        return rounds && !integral;
    }
    let plain = is_real(to) && !mode.sat && !mode.relu;
    if integral { plain && rounds && to == from } else { plain && to != from && mode == Mode::RN }
}

fn is_float(scalar: Scalar) -> bool {
    scalar.is_float()
}

/// Returns the integer register that holds a format.
fn register_of(scalar: Scalar) -> Type {
    scalar.register().to_int()
}
