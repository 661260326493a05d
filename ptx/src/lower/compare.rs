//! Comparisons and selections.

use super::Lower;
use crate::ast::{Instruction, Operand};
use crate::ir::{Class, Cmp, IntOp, IntUnary, Op, Scalar, Type, Value};

const COMPARISONS: &[&str] = &[
    "eq", "ne", "lt", "le", "gt", "ge", "lo", "ls", "hi", "hs", "equ", "neu", "ltu", "leu", "gtu", "geu",
    "num", "nan",
];

fn comparison(name: &str) -> Cmp {
    match name {
        "eq" => Cmp::Eq,
        "ne" => Cmp::Ne,
        "lt" | "lo" => Cmp::Lt,
        "le" | "ls" => Cmp::Le,
        "gt" | "hi" => Cmp::Gt,
        "ge" | "hs" => Cmp::Ge,
        "equ" => Cmp::EquU,
        "neu" => Cmp::NeuU,
        "ltu" => Cmp::LtuU,
        "leu" => Cmp::LeuU,
        "gtu" => Cmp::GtuU,
        "geu" => Cmp::GeuU,
        "num" => Cmp::Num,
        _ => Cmp::Nan,
    }
}

/// Returns the value that `set` writes for true: 1.0 in a float format, else all ones; for packed formats,
/// that of each half.
fn true_value(dest: Scalar) -> u64 {
    match dest {
        Scalar::F32 => u64::from(1f32.to_bits()),
        Scalar::F16 | Scalar::F16x2 => 0x3c00,
        Scalar::Bf16 | Scalar::Bf16x2 => 0x3f80,
        _ => u64::MAX,
    }
}

impl<'m> Lower<'m> {
    /// Combines `p` with the third operand as the form says.
    fn combine(&mut self, inst: &Instruction<'m>, p: Value, c: Option<Value>) -> Option<Value> {
        let op = match (inst.form.one_of(&["and", "or", "xor"]), c) {
            (None, None) => return Some(p),
            (Some("and"), Some(_)) => IntOp::And,
            (Some("or"), Some(_)) => IntOp::Or,
            (Some(_), Some(_)) => IntOp::Xor,
            _ => {
                self.bad_operand(inst, 3);
                return None;
            }
        };
        let c = c?;
        Some(self.op(Op::Int(op), vec![p, c], Type::Pred))
    }

    /// Lowers `setp` and `set`.
    pub(super) fn compare(&mut self, inst: &Instruction<'m>) -> Option<()> {
        let form = &inst.form;
        let set = form.base() == "set";
        let ty = form.ty(usize::from(set));
        let name = form.one_of(COMPARISONS)?;
        let (op, ftz) = (comparison(name), form.has("ftz"));
        // `lo`, `ls`, `hi`, `hs` are unsigned, regardless of the type.
        let read = ty;
        let ty = match (name, ty) {
            ("lo" | "ls" | "hi" | "hs", _) | (_, Scalar::B16 | Scalar::B32 | Scalar::B64) => {
                match ty.bits() {
                    16 => Scalar::U16,
                    32 => Scalar::U32,
                    _ => Scalar::U64,
                }
            }
            _ => ty,
        };
        let a = self.read_as(inst, 1, read);
        let b = self.read_as(inst, 2, read);
        let c = if inst.operands.len() > 3 { Some(self.read_as(inst, 3, Scalar::Pred)?) } else { None };
        let (a, b) = (a?, b?);
        if let Scalar::F16x2 | Scalar::Bf16x2 = ty {
            return self.compare_packed(inst, op, ty, ftz, [a, b], c);
        }
        let p = self.op(Op::Cmp { op, ty, ftz }, vec![a, b], Type::Pred);
        let combined = self.combine(inst, p, c)?;
        if set {
            let dest = form.ty(0);
            let register = dest.register();
            let one = true_value(dest);
            let (one, zero) = (self.constant(one, register), self.constant(0, register));
            let v = self.op(Op::Select, vec![combined, one, zero], register);
            return self.set(inst, 0, v);
        }
        self.set(inst, 0, combined)?;
        if let Operand::Pair(..) = inst.operands[0] {
            let not = self.op(Op::IntUnary(IntUnary::Not), vec![p], Type::Pred);
            let second = self.combine(inst, not, c)?;
            self.set_second(inst, 0, second)?;
        }
        Some(())
    }

    /// Lowers `setp` and `set` on two packed halves, with a predicate or half of the result for each.
    fn compare_packed(
        &mut self,
        inst: &Instruction<'m>,
        op: Cmp,
        ty: Scalar,
        ftz: bool,
        [a, b]: [Value; 2],
        c: Option<Value>,
    ) -> Option<()> {
        let element = if ty == Scalar::F16x2 { Scalar::F16 } else { Scalar::Bf16 };
        if inst.form.base() == "set" {
            let mut halves = Vec::with_capacity(2);
            for half in 0..2u8 {
                let x = self.op(Op::Part(half), vec![a], Type::I16);
                let y = self.op(Op::Part(half), vec![b], Type::I16);
                let p = self.op(Op::Cmp { op, ty: element, ftz }, vec![x, y], Type::Pred);
                let p = self.combine(inst, p, c)?;
                let (yes, no) =
                    (self.constant(true_value(inst.form.ty(0)), Type::I16), self.constant(0, Type::I16));
                halves.push(self.op(Op::Select, vec![p, yes, no], Type::I16));
            }
            let v = self.op(Op::Pack, halves, Type::I32);
            return self.set(inst, 0, v);
        }
        for half in 0..2u8 {
            let x = self.op(Op::Part(half), vec![a], Type::I16);
            let y = self.op(Op::Part(half), vec![b], Type::I16);
            let p = self.op(Op::Cmp { op, ty: element, ftz }, vec![x, y], Type::Pred);
            let p = self.combine(inst, p, c)?;
            if half == 0 { self.set(inst, 0, p)? } else { self.set_second(inst, 0, p)? }
        }
        Some(())
    }

    /// Lowers `selp` and `slct`.
    pub(super) fn select(&mut self, inst: &Instruction<'m>) -> Option<()> {
        let form = &inst.form;
        let register = self.moved_type(inst, form.ty(0));
        let moved = |this: &mut Self, n: usize| {
            let v = this.read_raw(inst, n, &inst.operands[n], form.ty(0), false)?;
            Some(this.cast(v, register))
        };
        let (a, b) = (moved(self, 1), moved(self, 2));
        let p = if form.base() == "selp" {
            self.read_as(inst, 3, Scalar::Pred)
        } else {
            let by = form.ty(1);
            self.read_as(inst, 3, by).map(|c| {
                let zero = self.constant(0, by.register());
                let compare = Op::Cmp { op: Cmp::Ge, ty: by, ftz: form.has("ftz") };
                self.op(compare, vec![c, zero], Type::Pred)
            })
        };
        let v = self.op(Op::Select, vec![p?, a?, b?], register);
        self.set(inst, 0, v)
    }

    /// Returns the register type for an instruction that only moves bits: that of its destination if the
    /// width matches, so that no cast is needed.
    fn moved_type(&mut self, inst: &Instruction<'m>, ty: Scalar) -> Type {
        match inst.operands.first().and_then(|dest| self.register_type(dest)) {
            Some(d) if ty.class() == Class::Bits && d.bits() == ty.bits() => d.register(),
            _ => ty.register(),
        }
    }
}
