//! Conversions between number formats, and of addresses between state spaces.

use super::float::mode;
use super::names::Place;
use super::{Lower, ir_space};
use crate::ast::{Instruction, Operand, VarSpace};
use crate::ir::{Class, Cmp, IntOp, IntUnary, Op, Scalar, Space, Type, Value, VarId};
use crate::parse::isa::Form;

/// Returns the state space that a form's modifiers name.
pub(super) fn space(form: &Form<'_>) -> Space {
    if form.has("shared::cluster") {
        return Space::Cluster;
    }
    match form.modifiers().iter().find_map(|m| match *m {
        "global" => Some(VarSpace::Global),
        "const" => Some(VarSpace::Const),
        "local" => Some(VarSpace::Local),
        "param" | "param::entry" | "param::func" => Some(VarSpace::Param),
        "shared" | "shared::cta" => Some(VarSpace::Shared),
        _ => None,
    }) {
        Some(space) => ir_space(space),
        None => Space::Generic,
    }
}

impl<'m> Lower<'m> {
    /// Lowers `cvt`.
    pub(super) fn convert(&mut self, inst: &Instruction<'m>) -> Option<()> {
        let form = &inst.form;
        if form.has("pack") {
            return self.convert_pack(inst);
        }
        let (to, from) = (form.ty(0), form.ty(1));
        let sources: Vec<Option<Value>> =
            (1..inst.operands.len()).map(|n| self.read_convertible(inst, n, from)).collect();
        let sources: Option<Vec<Value>> = sources.into_iter().collect();
        // The destination register may be wider than the format: the result is extended.
        let declared = self.register_type(&inst.operands[0]).unwrap_or(to);
        let wide = declared.bits() > to.bits() && !to.is_float();
        let register = if wide { declared.register().to_int() } else { to.register() };
        let integral = to == from && form.one_of(&["rni", "rzi", "rmi", "rpi"]).is_some();
        let op = Op::Cvt { to, from, mode: mode(form), integral };
        let mut v = self.op(op, sources?, register);
        if form.has("satfinite") {
            v = self.finite(v, to);
        }
        if declared.bits() > self.f.ty(v).bits() {
            v = self.resize(v, declared.register().to_int());
        }
        let &Operand::Name { name, negated: false, offset: 0 } = &inst.operands[0] else {
            return self.bad_operand(inst, 0);
        };
        self.write_name(inst, 0, name, to, v, true)
    }

    /// Applies `.satfinite`: infinities become the largest finite numbers, whose encodings are one below.
    /// Conversions to 8-bit formats include it.
    fn finite(&mut self, v: Value, to: Scalar) -> Value {
        use crate::ir::{Cmp, IntOp};
        let (infinity, step, bits) = match to {
            Scalar::F16 | Scalar::F16x2 => (0x7c00, 1, Scalar::U16),
            Scalar::Bf16 | Scalar::Bf16x2 => (0x7f80, 1, Scalar::U16),
            Scalar::Tf32 => (0x7f80_0000, 0x2000, Scalar::U32),
            _ => return v,
        };
        let ty = bits.register();
        let clamp = |this: &mut Self, v: Value| {
            let (magnitude, infinity) =
                (this.constant(u64::MAX >> 1 >> (64 - ty.bits()), ty), this.constant(infinity, ty));
            let size = this.op(Op::Int(IntOp::And), vec![v, magnitude], ty);
            // A NaN of `tf32` is reduced like an infinity (observed on an H200).
            let op = if to == Scalar::Tf32 { Cmp::Ge } else { Cmp::Eq };
            let infinite = Op::Cmp { op, ty: bits, ftz: false };
            let infinite = this.op(infinite, vec![size, infinity], Type::Pred);
            let step = this.constant(step, ty);
            let below = this.op(Op::Int(IntOp::Sub), vec![v, step], ty);
            this.op(Op::Select, vec![infinite, below, v], ty)
        };
        if !matches!(to, Scalar::F16x2 | Scalar::Bf16x2) {
            return clamp(self, v);
        }
        let halves = [0u8, 1].map(|n| {
            let half = self.op(Op::Part(n), vec![v], Type::I16);
            clamp(self, half)
        });
        self.op(Op::Pack, halves.to_vec(), Type::I32)
    }

    /// Reads a source of a conversion, in the width of its register, which may exceed the format.
    fn read_convertible(&mut self, inst: &Instruction<'m>, n: usize, from: Scalar) -> Option<Value> {
        let v = self.read_wider(inst, n, from)?;
        let (ty, wanted) = (self.f.ty(v), from.register());
        if ty.bits() == wanted.bits() {
            return Some(self.cast(v, wanted));
        }
        let v = self.cast(v, ty.to_int());
        // The low bits are a float. For integers, the conversion itself uses only the low bits.
        Some(if from.class() == Class::Float { self.resize(v, wanted) } else { v })
    }

    /// Lowers `cvt.pack`: two saturated integers, packed below the bits of `c`.
    fn convert_pack(&mut self, inst: &Instruction<'m>) -> Option<()> {
        use crate::ir::{IntOp, Mode};
        // No register type has two bits: saturate explicitly.
        let pair = inst.form.one_of(&["u2", "s2"]);
        let (to, from) = (inst.form.ty(0), if pair.is_some() { Scalar::S32 } else { inst.form.ty(1) });
        let bits = if pair.is_some() { 2 } else { to.bits() };
        let (a, b) = (self.read_as(inst, 1, from), self.read_as(inst, 2, from));
        let c = if inst.operands.len() > 3 { Some(self.read_as(inst, 3, Scalar::B32)?) } else { None };
        let saturate = |this: &mut Self, v: Value| {
            let mode = Mode { sat: true, ..Mode::RN };
            let v = if let Some(kind) = pair {
                let (low, high) = if kind == "s2" { (-2, 1) } else { (0, 3) };
                let (low, high) = (this.constant(low as u64, Type::I32), this.constant(high, Type::I32));
                let v = this.op(Op::Int(IntOp::MaxS), vec![v, low], Type::I32);
                this.op(Op::Int(IntOp::MinS), vec![v, high], Type::I32)
            } else {
                this.op(Op::Cvt { to, from, mode, integral: false }, vec![v], Type::I32)
            };
            let mask = this.constant((1 << bits) - 1, Type::I32);
            this.op(Op::Int(IntOp::And), vec![v, mask], Type::I32)
        };
        let (high, low) = (saturate(self, a?), saturate(self, b?));
        let width = self.constant(u64::from(bits), Type::I32);
        let high = self.op(Op::Int(IntOp::Shl), vec![high, width], Type::I32);
        let mut v = self.op(Op::Int(IntOp::Or), vec![high, low], Type::I32);
        if let Some(c) = c {
            let both = self.constant(2 * u64::from(bits), Type::I32);
            let above = self.op(Op::Int(IntOp::Shl), vec![c, both], Type::I32);
            v = self.op(Op::Int(IntOp::Or), vec![above, v], Type::I32);
        }
        self.set(inst, 0, v)
    }

    /// Tests whether a generic address is in a space. Constant memory has no addresses of its own; it
    /// consists of the module's constant variables. A kernel's parameters count as global memory.
    fn is_space(&mut self, space: Space, address: Value) -> Value {
        if !matches!(space, Space::Const | Space::Global) {
            return self.op(Op::IsSpace(space), vec![address], Type::Pred);
        }
        let mut constant = self.constant(0, Type::Pred);
        let vars = self.module.vars.iter().enumerate();
        for (n, var) in vars.filter(|(_, var)| var.space == Space::Const) {
            let base = self.op(Op::VarAddr(VarId::new(n)), Vec::new(), Type::I64);
            let at = self.op(Op::Int(IntOp::Sub), vec![address, base], Type::I64);
            let size = self.constant(var.size, Type::I64);
            let below = Op::Cmp { op: Cmp::Lt, ty: Scalar::U64, ftz: false };
            let inside = self.op(below, vec![at, size], Type::Pred);
            constant = self.op(Op::Int(IntOp::Or), vec![constant, inside], Type::Pred);
        }
        if space == Space::Const {
            return constant;
        }
        let global = self.op(Op::IsSpace(Space::Global), vec![address], Type::Pred);
        let other = self.op(Op::IntUnary(IntUnary::Not), vec![constant], Type::Pred);
        let global = self.op(Op::Int(IntOp::And), vec![global, other], Type::Pred);
        let param = self.op(Op::IsSpace(Space::Param), vec![address], Type::Pred);
        self.op(Op::Int(IntOp::Or), vec![global, param], Type::Pred)
    }

    /// Lowers `cvta` and `isspacep`.
    pub(super) fn address_space(&mut self, inst: &Instruction<'m>) -> Option<()> {
        let form = &inst.form;
        let space = space(form);
        if form.base() == "isspacep" {
            let declared = self.register_type(&inst.operands[1]).map_or(64, Scalar::bits);
            let ty = if declared == 32 { Scalar::U32 } else { Scalar::U64 };
            let v = self.read_as(inst, 1, ty)?;
            let address = self.resize(v, Type::I64);
            let v = self.is_space(space, address);
            return self.set(inst, 0, v);
        }
        let ty = form.ty(0);
        if let Some(&Operand::Name { name, .. }) = inst.operands.get(1)
            && let Some(place) = self.lookup(name)
            && let Some(named) = place.space()
            && named != if space == Space::Cluster { Space::Shared } else { space }
            // An aggregate parameter of a call is on the stack.
            && (space, named) != (Space::Param, Space::Local)
        {
            return self.space_mismatch(inst);
        }
        let v = self.read_as(inst, 1, ty)?;
        let v = match space {
            // Addresses of these spaces equal generic ones.
            Space::Global | Space::Const | Space::Generic => v,
            _ if form.has("to") => {
                let wide = self.resize(v, Type::I64);
                self.op(Op::Cvta { space, to_generic: false }, vec![wide], ty.register())
            }
            _ => {
                let generic = self.op(Op::Cvta { space, to_generic: true }, vec![v], Type::I64);
                self.resize(generic, ty.register())
            }
        };
        self.set(inst, 0, v)
    }

    /// Reads part of a scalar parameter, from byte `offset`, as `ty` into a register of type `register`.
    pub(super) fn read_cell(
        &mut self,
        place: &Place,
        offset: i64,
        ty: Scalar,
        register: Type,
    ) -> Option<Value> {
        use crate::ir::{IntOp, Mode};
        let &Place::Cell { var, ty: declared } = place else { return None };
        let v = self.ssa.read(&mut self.f, var, self.cursor.block);
        if offset == 0 && ty.bits() == declared.bits() && self.f.ty(v).bits() == register.bits() {
            return Some(if ty.bits() == 8 { self.extend(v, ty, register) } else { v });
        }
        let int = self.f.ty(v).to_int();
        let mut v = self.cast(v, int);
        if offset != 0 {
            let n = self.constant((offset as u64).wrapping_mul(8), Type::I32);
            v = self.op(Op::Int(IntOp::ShrU), vec![v, n], int);
        }
        if register.is_float() {
            return Some(self.resize(v, register));
        }
        let from = match int {
            Type::I16 => Scalar::U16,
            Type::I64 => Scalar::U64,
            _ => Scalar::U32,
        };
        // Truncate to the format, then extend to the register.
        let narrow = Op::Cvt { to: bits_as_unsigned(ty), from, mode: Mode::RN, integral: false };
        let v = self.op(narrow, vec![v], bits_as_unsigned(ty).register());
        Some(self.extend(v, ty, register))
    }

    /// Extends the low bits of an integer as `ty` to `register`.
    fn extend(&mut self, v: Value, ty: Scalar, register: Type) -> Value {
        use crate::ir::Mode;
        let from = if ty.is_signed() { ty } else { bits_as_unsigned(ty) };
        let to = match (register, from.is_signed()) {
            (Type::I16, true) => Scalar::S16,
            (Type::I16, false) => Scalar::U16,
            (Type::I64, true) => Scalar::S64,
            (Type::I64, false) => Scalar::U64,
            (_, true) => Scalar::S32,
            (_, false) => Scalar::U32,
        };
        self.op(Op::Cvt { to, from, mode: Mode::RN, integral: false }, vec![v], register)
    }
}

fn bits_as_unsigned(ty: Scalar) -> Scalar {
    match ty.bits() {
        8 => Scalar::U8,
        16 => Scalar::U16,
        32 => Scalar::U32,
        _ => Scalar::U64,
    }
}
