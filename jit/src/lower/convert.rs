//! Conversions between integers, and from integers to floats.

use super::emitter::Emitter;
use cranelift_codegen::ir::{InstBuilder, Value as Cl};
use ptx::ir::{Class, Mode, Op, Scalar, Type};

fn is_integer(scalar: Scalar) -> bool {
    matches!(scalar.class(), Class::Bits | Class::Unsigned | Class::Signed) && scalar.bits() <= 64
}

impl Emitter<'_> {
    pub(super) fn convert(&mut self, op: &Op, ty: Type, args: &[(Type, Cl)]) -> Option<Cl> {
        let Op::Cvt { to, from, mode, integral: false } = op else { return None };
        let [(_, value)] = *args else { return None };
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
                // Within a register wider than the format, the format's own sign fills the rest.
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

    /// A format's value in the register it is given: extended by the format's sign, or cut.
    fn refilled(&mut self, value: Cl, format: Scalar, ty: Type) -> Cl {
        self.extended(value, format, ty)
    }
}

fn is_float(scalar: Scalar) -> bool {
    scalar.is_float()
}

/// The integer register that holds a format.
fn register_of(scalar: Scalar) -> Type {
    scalar.register().to_int()
}
