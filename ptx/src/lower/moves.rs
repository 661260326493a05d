//! `mov`: copies, addresses, special registers, packing and unpacking.

use super::Lower;
use super::names::special;
use crate::ast::{Instruction, Operand};
use crate::ir::{IntOp, Mode, Op, Scalar, Type, Value};

/// Returns the unsigned format of this many bits.
fn unsigned(bits: u32) -> Option<Scalar> {
    Some(match bits {
        8 => Scalar::U8,
        16 => Scalar::U16,
        32 => Scalar::U32,
        64 => Scalar::U64,
        _ => return None,
    })
}

/// Returns the untyped format of one of `count` parts of `bits` bits.
fn part_type(bits: u32, count: usize) -> Option<Scalar> {
    match bits / count as u32 {
        8 => Some(Scalar::B8),
        16 => Some(Scalar::B16),
        32 => Some(Scalar::B32),
        64 => Some(Scalar::B64),
        _ => None,
    }
}

impl<'m> Lower<'m> {
    /// Lowers `mov`.
    pub(super) fn mov(&mut self, inst: &Instruction<'m>) -> Option<()> {
        let ty = inst.form.ty(0);
        if inst.form.one_of(&["v2", "v4"]).is_some() {
            return self.move_each(inst, ty);
        }
        match (&inst.operands[0], &inst.operands[1]) {
            (Operand::Vector(_), Operand::Vector(_)) => self.bad_operand(inst, 1),
            (Operand::Vector(parts), _) => self.unpack(inst, parts, ty),
            (_, Operand::Vector(parts)) => {
                let v = self.pack(inst, parts, ty)?;
                self.move_to(inst, ty, v)
            }
            // `mov` of a reference loads its handle (PTX ISA, "Texture Instructions": indirect access).
            (_, Operand::Name { name, negated: false, offset: 0 }) if self.is_opaque(name) => {
                let v = self.handle(inst, 1, name)?;
                self.move_to(inst, ty, v)
            }
            (_, &Operand::Element { array, index }) => {
                let v = self.element(inst, 1, (array, index), ty)?;
                self.move_to(inst, ty, v)
            }
            (_, source) => {
                let v = self.read_raw(inst, 1, source, ty, false)?;
                self.move_to(inst, ty, v)
            }
        }
    }

    /// Lowers `mov.v4` of old code, element by element; all elements are read before any is written. `%tid`
    /// and similar registers are vectors too.
    fn move_each(&mut self, inst: &Instruction<'m>, ty: Scalar) -> Option<()> {
        let lanes = super::memory::lanes(&inst.form);
        let Operand::Vector(to) = &inst.operands[0] else { return self.bad_operand(inst, 0) };
        if to.len() != lanes {
            return self.bad_operand(inst, 0);
        }
        let mut values = Vec::with_capacity(lanes);
        match &inst.operands[1] {
            Operand::Vector(from) if from.len() == lanes => {
                for operand in from {
                    values.push(self.read_raw(inst, 1, operand, ty, false)?);
                }
            }
            Operand::Name { name, negated: false, offset: 0 } => {
                for axis in ["x", "y", "z", "w"].iter().take(lanes) {
                    let element = special(&format!("{name}.{axis}")).flatten();
                    let v = match element {
                        Some((register, Type::I32)) => self.special_value(register, Type::I32),
                        // The fourth element does not exist and reads as zero.
                        None if *axis == "w" => self.constant(0, Type::I32),
                        _ => return self.bad_operand(inst, 1),
                    };
                    values.push(self.resize(v, ty.register()));
                }
            }
            _ => return self.bad_operand(inst, 1),
        }
        for (operand, v) in to.iter().zip(values) {
            let Some(name) = operand.register() else {
                return self.bad_operand(inst, 0);
            };
            self.write_name(inst, 0, name, ty, v, false)?;
        }
        Some(())
    }

    fn move_to(&mut self, inst: &Instruction<'m>, ty: Scalar, v: Value) -> Option<()> {
        let &Operand::Name { name, negated: false, offset: 0 } = &inst.operands[0] else {
            return self.bad_operand(inst, 0);
        };
        self.write_name(inst, 0, name, ty, v, false)
    }

    fn pack(&mut self, inst: &Instruction<'m>, parts: &[Operand<'m>], ty: Scalar) -> Option<Value> {
        let Some(part) = part_type(ty.bits(), parts.len().max(1)) else {
            self.bad_operand(inst, 1);
            return None;
        };
        let mut values = Vec::with_capacity(parts.len());
        for operand in parts {
            let v = self.read_raw(inst, 1, operand, part, false)?;
            values.push(self.cast(v, part.register()));
        }
        let register = ty.register().to_int();
        if part.bits() != 8 {
            return Some(self.op(Op::Pack, values, register));
        }
        // Bytes are in 16-bit registers: combine them with shifts.
        let mut sum: Option<Value> = None;
        let (to, mode) = (unsigned(ty.bits())?, Mode::RN);
        for (n, v) in values.into_iter().enumerate() {
            let mut v = self.op(Op::Cvt { to, from: Scalar::U8, mode, integral: false }, vec![v], register);
            if n > 0 {
                let shift = self.constant(8 * n as u64, Type::I32);
                v = self.op(Op::Int(IntOp::Shl), vec![v, shift], register);
            }
            sum = Some(match sum {
                Some(low) => self.op(Op::Int(IntOp::Or), vec![low, v], register),
                None => v,
            });
        }
        sum
    }

    fn unpack(&mut self, inst: &Instruction<'m>, parts: &[Operand<'m>], ty: Scalar) -> Option<()> {
        let Some(part) = part_type(ty.bits(), parts.len().max(1)) else {
            return self.bad_operand(inst, 0);
        };
        let v = self.read_raw(inst, 1, &inst.operands[1], ty, false)?;
        let v = self.cast(v, ty.register().to_int());
        let whole = self.f.ty(v);
        // Read all parts before writing any: a destination may be the source.
        let mut values = Vec::with_capacity(parts.len());
        for n in 0..parts.len() {
            values.push(if part.bits() == 8 {
                let shift = self.constant(8 * n as u64, Type::I32);
                let shifted = self.op(Op::Int(IntOp::ShrU), vec![v, shift], whole);
                let (from, mode) = (unsigned(ty.bits())?, Mode::RN);
                let op = Op::Cvt { to: Scalar::U8, from, mode, integral: false };
                self.op(op, vec![shifted], Type::I16)
            } else {
                self.op(Op::Part(n as u8), vec![v], part.register())
            });
        }
        for (operand, v) in parts.iter().zip(values) {
            let Some(name) = operand.register() else {
                return self.bad_operand(inst, 0);
            };
            self.write_name(inst, 0, name, part, v, false)?;
        }
        Some(())
    }
}
