//! Integer and bit instructions.

use super::Lower;
use crate::ast::{Instruction, Operand};
use crate::ir::{Cmp, IntOp, IntUnary, Op, Prmt, Scalar, Type, Value};

fn pick(signed: bool, s: IntOp, u: IntOp) -> IntOp {
    if signed { s } else { u }
}

impl<'m> Lower<'m> {
    fn int(&mut self, op: IntOp, a: Value, b: Value) -> Value {
        let ty = self.f.ty(a);
        self.op(Op::Int(op), vec![a, b], ty)
    }

    /// Applies an operation to both halves of packed 16-bit integers.
    fn halves(&mut self, op: IntOp, args: &[Value]) -> Value {
        let part = |this: &mut Self, v, n| this.op(Op::Part(n), vec![v], Type::I16);
        let (a0, b0) = (part(self, args[0], 0), part(self, args[1], 0));
        let (a1, b1) = (part(self, args[0], 1), part(self, args[1], 1));
        let (low, high) = (self.int(op, a0, b0), self.int(op, a1, b1));
        self.op(Op::Pack, vec![low, high], Type::I32)
    }

    /// Lowers `add sub mul div rem min max and or xor shl shr`.
    pub(super) fn int_binary(&mut self, inst: &Instruction<'m>) -> Option<()> {
        let form = &inst.form;
        let ty = form.ty(0);
        let signed = ty.is_signed();
        if form.has("cc") {
            return self.with_carry(inst);
        }
        let args = self.args_from(inst, 1)?;
        let op = match form.base() {
            "add" if form.has("sat") => IntOp::AddSat,
            "sub" if form.has("sat") => IntOp::SubSat,
            "add" => IntOp::Add,
            "sub" => IntOp::Sub,
            "mul" if form.has("wide") => {
                let wide = Self::slot_scalar(inst, 0).register();
                let v = self.op(Op::MulWide { signed }, args, wide);
                return self.set(inst, 0, v);
            }
            "mul" if form.has("hi") => pick(signed, IntOp::MulHiS, IntOp::MulHiU),
            "mul" => IntOp::Mul,
            "div" => pick(signed, IntOp::DivS, IntOp::DivU),
            "rem" => pick(signed, IntOp::RemS, IntOp::RemU),
            "min" => pick(signed, IntOp::MinS, IntOp::MinU),
            "max" => pick(signed, IntOp::MaxS, IntOp::MaxU),
            "and" => IntOp::And,
            "or" => IntOp::Or,
            "xor" => IntOp::Xor,
            "shl" => IntOp::Shl,
            _ => pick(signed, IntOp::ShrS, IntOp::ShrU),
        };
        let packed = matches!(ty, Scalar::U16x2 | Scalar::S16x2);
        let mut v = if packed { self.halves(op, &args) } else { self.int(op, args[0], args[1]) };
        if form.has("relu") {
            let zero = self.constant(0, Type::I32);
            v = if packed { self.halves(IntOp::MaxS, &[v, zero]) } else { self.int(IntOp::MaxS, v, zero) };
        }
        self.set(inst, 0, v)
    }

    /// Lowers `neg abs not cnot clz popc brev`.
    pub(super) fn int_unary(&mut self, inst: &Instruction<'m>) -> Option<()> {
        let a = self.arg(inst, 1)?;
        let ty = self.f.ty(a);
        let (op, result) = match inst.form.base() {
            "neg" => (IntUnary::Neg, ty),
            "abs" => (IntUnary::Abs, ty),
            "not" => (IntUnary::Not, ty),
            "clz" => (IntUnary::Clz, Type::I32),
            "popc" => (IntUnary::Popc, Type::I32),
            "brev" => (IntUnary::Brev, ty),
            _ => {
                // `cnot`: 1 if the operand is zero, else 0.
                let (zero, one) = (self.constant(0, ty), self.constant(1, ty));
                let compare = Op::Cmp { op: Cmp::Eq, ty: inst.form.ty(0), ftz: false };
                let is_zero = self.op(compare, vec![a, zero], Type::Pred);
                let v = self.op(Op::Select, vec![is_zero, one, zero], ty);
                return self.set(inst, 0, v);
            }
        };
        let v = self.op(Op::IntUnary(op), vec![a], result);
        self.set(inst, 0, v)
    }

    /// Lowers `add.cc addc sub.cc subc`, with or without carry in and out.
    pub(super) fn with_carry(&mut self, inst: &Instruction<'m>) -> Option<()> {
        let args = self.args_from(inst, 1)?;
        let subtract = inst.form.base().starts_with("sub");
        let v = self.carrying(inst, subtract, args[0], args[1]);
        self.set(inst, 0, v)
    }

    /// Returns the sum or difference, with carry in as the form says; writes the carry flag.
    fn carrying(&mut self, inst: &Instruction<'m>, subtract: bool, a: Value, b: Value) -> Value {
        let form = &inst.form;
        let ty = self.f.ty(a);
        let flag = self.frame().carry;
        let carry_in = matches!(form.base(), "addc" | "subc" | "madc");
        // The flag is the adder's carry: after a difference it is set if there was no borrow. Long division
        // relies on this, by reading the flag of a `sub.cc` with `addc` (observed on an H200: `int128_math`).
        let cc = form.has("cc");
        let not = |this: &mut Self, v| this.op(Op::IntUnary(IntUnary::Not), vec![v], Type::Pred);
        let (value, out) = if carry_in {
            let mut c = self.ssa.read(&mut self.f, flag, self.cursor.block);
            if subtract {
                c = not(self, c);
            }
            let (sum, out) =
                if subtract { (Op::SubBorrow, Op::BorrowOut) } else { (Op::AddCarry, Op::CarryOut) };
            let value = self.op(sum, vec![a, b, c], ty);
            let mut out = cc.then(|| self.op(out, vec![a, b, c], Type::Pred));
            if let (true, Some(borrow)) = (subtract, out) {
                out = Some(not(self, borrow));
            }
            (value, out)
        } else {
            let value = self.int(if subtract { IntOp::Sub } else { IntOp::Add }, a, b);
            // Without carry in, the sum wrapped if it is below an operand. A difference does not borrow if a
            // >= b.
            let unsigned = if ty == Type::I64 { Scalar::U64 } else { Scalar::U32 };
            let (op, pair) = if subtract { (Cmp::Ge, vec![a, b]) } else { (Cmp::Lt, vec![value, a]) };
            let out = cc.then(|| self.op(Op::Cmp { op, ty: unsigned, ftz: false }, pair, Type::Pred));
            (value, out)
        };
        if let Some(out) = out {
            self.assign(flag, out);
        }
        value
    }

    /// Lowers `mad` and `madc` of integers.
    pub(super) fn mad(&mut self, inst: &Instruction<'m>) -> Option<()> {
        let form = &inst.form;
        let signed = form.ty(0).is_signed();
        let args = self.args_from(inst, 1)?;
        let (a, b, c) = (args[0], args[1], args[2]);
        let product = if form.has("wide") {
            let wide = self.f.ty(c);
            self.op(Op::MulWide { signed }, vec![a, b], wide)
        } else if form.has("hi") {
            self.int(pick(signed, IntOp::MulHiS, IntOp::MulHiU), a, b)
        } else {
            self.int(IntOp::Mul, a, b)
        };
        let v = if form.has("sat") {
            self.int(IntOp::AddSat, product, c)
        } else if form.has("cc") || form.base() == "madc" {
            self.carrying(inst, false, product, c)
        } else {
            self.int(IntOp::Add, product, c)
        };
        self.set(inst, 0, v)
    }

    /// Lowers `mul24` and `mad24`.
    pub(super) fn mul24(&mut self, inst: &Instruction<'m>) -> Option<()> {
        let form = &inst.form;
        let args = self.args_from(inst, 1)?;
        let op = Op::Mul24 { signed: form.ty(0).is_signed(), high: form.has("hi") };
        let mut v = self.op(op, vec![args[0], args[1]], Type::I32);
        if let Some(&c) = args.get(2) {
            v = self.int(if form.has("sat") { IntOp::AddSat } else { IntOp::Add }, v, c);
        }
        self.set(inst, 0, v)
    }

    /// Lowers `sad`.
    pub(super) fn sad(&mut self, inst: &Instruction<'m>) -> Option<()> {
        let args = self.args_from(inst, 1)?;
        let v = self.op(Op::Sad { signed: inst.form.ty(0).is_signed() }, args.clone(), self.f.ty(args[0]));
        self.set(inst, 0, v)
    }

    /// Lowers bit fields, permutations, funnel shifts and dot products.
    pub(super) fn bits(&mut self, inst: &Instruction<'m>) -> Option<()> {
        let form = &inst.form;
        if form.base() == "lop3" {
            return self.lop3(inst);
        }
        if let "bfe" | "bfi" = form.base() {
            let first = if form.base() == "bfe" { 2 } else { 3 };
            for n in first..first + 2 {
                if let Some(&Operand::Int(given)) = inst.operands.get(n)
                    && given > 255
                {
                    return self.bad_operand(inst, n);
                }
            }
        }
        let args = self.args_from(inst, 1)?;
        let signed = form.ty(0).is_signed();
        let wrap = form.has("wrap");
        let (op, ty) = match form.base() {
            "bfind" => (Op::Bfind { signed, shift_amount: form.has("shiftamt") }, Type::I32),
            "bfe" => (Op::Bfe { signed }, self.f.ty(args[0])),
            "bfi" => (Op::Bfi, self.f.ty(args[0])),
            "bmsk" => (Op::Bmsk { wrap }, Type::I32),
            "szext" => (Op::Szext { signed, wrap }, Type::I32),
            "fns" => (Op::Fns, Type::I32),
            "clmad" => (Op::Clmad { high: form.has("hi") }, Type::I64),
            "prmt" => {
                let mode = match form.modifiers().first().copied() {
                    Some("f4e") => Prmt::F4e,
                    Some("b4e") => Prmt::B4e,
                    Some("rc8") => Prmt::Rc8,
                    Some("ecl") => Prmt::Ecl,
                    Some("ecr") => Prmt::Ecr,
                    Some("rc16") => Prmt::Rc16,
                    _ => Prmt::Index,
                };
                (Op::Prmt(mode), Type::I32)
            }
            "shf" => (Op::Shf { left: form.has("l"), clamp: form.has("clamp") }, Type::I32),
            "dp4a" => (Op::Dp4a { a_signed: signed, b_signed: form.ty(1).is_signed() }, Type::I32),
            _ => {
                let b_signed = form.ty(1).is_signed();
                (Op::Dp2a { a_signed: signed, b_signed, high: form.has("hi") }, Type::I32)
            }
        };
        let v = self.op(op, args, ty);
        self.set(inst, 0, v)
    }

    fn lop3(&mut self, inst: &Instruction<'m>) -> Option<()> {
        let args = [self.arg(inst, 1), self.arg(inst, 2), self.arg(inst, 3)];
        let [Some(a), Some(b), Some(c)] = args else { return None };
        // `ptxas` uses the low byte of any constant.
        let table = self.immediate(inst, 4)? as u8;
        let v = self.op(Op::Lop3(table), vec![a, b, c], Type::I32);
        if let Some(combine) = inst.form.one_of(&["and", "or"]) {
            let q = self.arg(inst, 5)?;
            let zero = self.constant(0, Type::I32);
            let compare = Op::Cmp { op: Cmp::Ne, ty: Scalar::U32, ftz: false };
            let any = self.op(compare, vec![v, zero], Type::Pred);
            let p = self.int(if combine == "and" { IntOp::And } else { IntOp::Or }, any, q);
            if !matches!(inst.operands[0], Operand::Pair(..)) {
                return self.bad_operand(inst, 0);
            }
            self.set_second(inst, 0, p)?;
        }
        self.set(inst, 0, v)
    }
}
