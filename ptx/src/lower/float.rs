//! Floating-point instructions.

use super::Lower;
use crate::ast::Instruction;
use crate::ir::{Approx, FloatOp, FloatUnary, Mode, Op, Round, TestP, Type};
use crate::parse::isa::Form;

/// The rounding that a form's modifiers ask for.
pub(super) fn round(form: &Form<'_>) -> Round {
    match form.one_of(&["rz", "rzi", "rm", "rmi", "rp", "rpi", "rna"]) {
        Some("rz" | "rzi") => Round::Zero,
        Some("rm" | "rmi") => Round::Down,
        Some("rp" | "rpi") => Round::Up,
        Some(_) => Round::NearestAway,
        None => Round::Nearest,
    }
}

/// Rounding and clamps of a form.
pub(super) fn mode(form: &Form<'_>) -> Mode {
    Mode { round: round(form), ftz: form.has("ftz"), sat: form.has("sat"), relu: form.has("relu") }
}

impl<'m> Lower<'m> {
    /// `add sub mul div min max`
    pub(super) fn float_binary(&mut self, inst: &Instruction<'m>) -> Option<()> {
        let form = &inst.form;
        let ty = form.ty(0);
        let args = self.args_from(inst, 1)?;
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
            Some(op) => Op::Approx { op, ty, ftz: form.has("ftz") },
            None => Op::Float { op, ty, mode: mode(form) },
        };
        let v = self.op(op, args, ty.register());
        self.set(inst, 0, v)
    }

    /// `fma mad`
    pub(super) fn fma(&mut self, inst: &Instruction<'m>) -> Option<()> {
        let ty = inst.form.ty(0);
        let args = self.args_from(inst, 1)?;
        let v = self.op(Op::Fma { ty, mode: mode(&inst.form) }, args, ty.register());
        self.set(inst, 0, v)
    }

    /// `neg abs sqrt rcp rsqrt sin cos lg2 ex2 tanh`
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
            Some(op) => Op::Approx { op, ty, ftz: form.has("ftz") },
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

    /// `copysign`
    pub(super) fn copysign(&mut self, inst: &Instruction<'m>) -> Option<()> {
        let ty = inst.form.ty(0);
        let args = self.args_from(inst, 1)?;
        let v = self.op(Op::CopySign { ty }, args, ty.register());
        self.set(inst, 0, v)
    }

    /// `testp`
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
