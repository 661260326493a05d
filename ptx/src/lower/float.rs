//! Floating-point instructions.

use super::Lower;
use super::contract::Origin;
use crate::ast::Instruction;
use crate::ir::{Approx, Cmp, Def, FloatOp, FloatUnary, IntOp, Mode, Op, Round, Scalar, TestP, Type, Value};
use crate::parse::isa::Form;

/// Returns the rounding that a form's modifiers request.
pub(super) fn round(form: &Form<'_>) -> Round {
    match form.one_of(&["rz", "rzi", "rm", "rmi", "rp", "rpi", "rna"]) {
        Some("rz" | "rzi") => Round::Zero,
        Some("rm" | "rmi") => Round::Down,
        Some("rp" | "rpi") => Round::Up,
        Some(_) => Round::NearestAway,
        None => Round::Nearest,
    }
}

/// Returns rounding and clamps of a form.
pub(super) fn mode(form: &Form<'_>) -> Mode {
    Mode { round: round(form), ftz: form.has("ftz"), sat: form.has("sat"), relu: form.has("relu") }
}

impl<'m> Lower<'m> {
    /// Lowers `add sub mul div min max`.
    pub(super) fn float_binary(&mut self, inst: &Instruction<'m>) -> Option<()> {
        let form = &inst.form;
        let ty = form.ty(0);
        let mut args = self.args_from(inst, 1)?;
        self.widen(form, &mut args);
        let (nan, xorsign) = (form.has("NaN"), form.has("xorsign"));
        let op = match form.base() {
            "add" => FloatOp::Add,
            "sub" => FloatOp::Sub,
            "mul" => FloatOp::Mul,
            "min" => FloatOp::Min { nan, xorsign },
            "max" => FloatOp::Max { nan, xorsign },
            _ => FloatOp::Div,
        };
        let approx = match form.one_of(&["approx", "full"]) {
            Some("approx") => Some(Approx::Div),
            Some(_) => Some(Approx::DivFull),
            None => None,
        };
        let op = match approx {
            Some(op) => Op::Approx { op, ty, ftz: form.has("ftz"), fast: false },
            None => Op::Float { op, ty, mode: mode(form) },
        };
        if form.has("abs") && !xorsign {
            let absolute = Op::FloatUnary { op: FloatUnary::Abs, ty, mode: Mode::RN };
            args = args.into_iter().map(|v| self.op(absolute.clone(), vec![v], ty.register())).collect();
        }
        // `min` and `max` with three operands.
        let third = args.get(2).copied();
        args.truncate(2);
        let mut v = self.op(op.clone(), args, ty.register());
        if matches!(form.base(), "add" | "sub" | "mul" | "div")
            && form.one_of(&["rn", "rz", "rm", "rp"]).is_none()
            && let Def::Inst(id, _) = self.f.value(v).def
        {
            self.loose.insert(id, Origin { copy: self.calls.copy, calls: self.calls.passed });
        }
        if let Some(third) = third {
            self.needs(inst, (8, 8), 100)?;
            v = self.op(op, vec![v, third], ty.register());
        }
        self.set(inst, 0, v)
    }

    /// Widens the half-precision operands of a mixed-precision form to the result's type, which is exact.
    fn widen(&mut self, form: &Form<'_>, args: &mut [Value]) {
        if form.type_count() < 2 {
            return;
        }
        let (to, from) = (form.ty(0), form.ty(1));
        for v in args {
            if self.f.ty(*v) == from.register() {
                let convert = Op::Cvt { to, from, mode: Mode::RN, integral: false };
                *v = self.op(convert, vec![*v], to.register());
            }
        }
    }

    /// Lowers `fma` and `mad`.
    pub(super) fn fma(&mut self, inst: &Instruction<'m>) -> Option<()> {
        let ty = inst.form.ty(0);
        let mut args = self.args_from(inst, 1)?;
        self.widen(&inst.form, &mut args);
        let (a, b) = (args[0], args[1]);
        let mut v = self.op(Op::Fma { ty, mode: mode(&inst.form) }, args, ty.register());
        if inst.form.has("oob") {
            v = self.zero_out_of_bounds(ty, (a, b), v);
        }
        self.set(inst, 0, v)
    }

    /// Applies `.oob`: zero if a factor is the NaN that tensor copies store for elements outside the tensor.
    /// Its encoding, the same in both formats, was observed on an H200.
    fn zero_out_of_bounds(&mut self, ty: Scalar, (a, b): (Value, Value), v: Value) -> Value {
        const OUTSIDE: u64 = 0x7ff7;
        let one = |this: &mut Self, a: Value, b: Value, v: Value| {
            let (magnitude, outside) = (this.constant(0x7fff, Type::I16), this.constant(OUTSIDE, Type::I16));
            let [a, b] = [a, b].map(|factor| {
                let size = this.op(Op::Int(IntOp::And), vec![factor, magnitude], Type::I16);
                let same = Op::Cmp { op: Cmp::Eq, ty: Scalar::U16, ftz: false };
                this.op(same, vec![size, outside], Type::Pred)
            });
            let either = this.op(Op::Int(IntOp::Or), vec![a, b], Type::Pred);
            let zero = this.constant(0, Type::I16);
            this.op(Op::Select, vec![either, zero, v], Type::I16)
        };
        if ty.bits() == 16 {
            return one(self, a, b, v);
        }
        let halves = [0, 1].map(|n| {
            let [a, b, v] = [a, b, v].map(|word| self.op(Op::Part(n), vec![word], Type::I16));
            one(self, a, b, v)
        });
        self.op(Op::Pack, halves.to_vec(), Type::I32)
    }

    /// Lowers `neg abs sqrt rcp rsqrt sin cos lg2 ex2 tanh`.
    pub(super) fn float_unary(&mut self, inst: &Instruction<'m>) -> Option<()> {
        let form = &inst.form;
        let ty = form.ty(0);
        let a = self.arg(inst, 1)?;
        let approx = match (form.base(), form.has("approx")) {
            ("rcp", true) => Some(Approx::Rcp),
            ("sqrt", true) => Some(Approx::Sqrt),
            ("rsqrt", _) => Some(Approx::Rsqrt),
            ("sin", _) => Some(Approx::Sin),
            ("cos", _) => Some(Approx::Cos),
            ("lg2", _) => Some(Approx::Lg2),
            ("ex2", _) => Some(Approx::Ex2),
            ("tanh", _) => Some(Approx::Tanh),
            _ => None,
        };
        let op = match approx {
            Some(op) => Op::Approx { op, ty, ftz: form.has("ftz"), fast: false },
            None => {
                let op = match form.base() {
                    "neg" => FloatUnary::Neg,
                    "abs" => FloatUnary::Abs,
                    "sqrt" => FloatUnary::Sqrt,
                    _ => FloatUnary::Rcp,
                };
                Op::FloatUnary { op, ty, mode: mode(form) }
            }
        };
        let v = self.op(op, vec![a], ty.register());
        self.set(inst, 0, v)
    }

    /// Lowers `copysign`.
    pub(super) fn copysign(&mut self, inst: &Instruction<'m>) -> Option<()> {
        let ty = inst.form.ty(0);
        let args = self.args_from(inst, 1)?;
        let v = self.op(Op::CopySign { ty }, args, ty.register());
        self.set(inst, 0, v)
    }

    /// Lowers `testp`.
    pub(super) fn testp(&mut self, inst: &Instruction<'m>) -> Option<()> {
        let ty = inst.form.ty(0);
        let a = self.read_as(inst, 1, ty)?;
        let test = match inst.form.modifiers().first().copied() {
            Some("finite") => TestP::Finite,
            Some("infinite") => TestP::Infinite,
            Some("number") => TestP::Number,
            Some("notanumber") => TestP::NotANumber,
            Some("normal") => TestP::Normal,
            _ => TestP::Subnormal,
        };
        let v = self.op(Op::TestP { test, ty }, vec![a], Type::Pred);
        self.set(inst, 0, v)
    }
}
