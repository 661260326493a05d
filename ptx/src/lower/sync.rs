//! Barriers and warp operations.

use super::Lower;
use crate::ast::{Instruction, Operand};
use crate::diag::Problem;
use crate::ir::{AtomOp, Barrier, Op, Scalar, Shfl, Type, Value, Vote};

impl<'m> Lower<'m> {
    /// Lowers `bar` and `barrier`.
    pub(super) fn barrier(&mut self, inst: &Instruction<'m>) -> Option<()> {
        let form = &inst.form;
        if form.has("warp") {
            let mask = self.read_as(inst, 0, Scalar::B32)?;
            self.effect(Op::WarpSync, vec![mask]);
            return Some(());
        }
        let aligned = form.base() == "bar" || form.has("aligned");
        if form.has("cluster") {
            let kind = if form.has("wait") { Barrier::ClusterWait } else { Barrier::ClusterArrive };
            self.effect(Op::Barrier { kind, counted: false, aligned }, Vec::new());
            return Some(());
        }
        let id = usize::from(form.has("red"));
        self.check_range(inst, id, crate::exec::BARRIERS.into())?;
        if !form.has("red") {
            let kind = if form.has("arrive") { Barrier::Arrive } else { Barrier::Sync };
            let args = self.args_from(inst, 0)?;
            let counted = args.len() > 1;
            self.effect(Op::Barrier { kind, counted, aligned }, args);
            return Some(());
        }
        // `d, a {, b}, {!}c`: the predicate is the last operand.
        let (kind, result) = match form.one_of(&["and", "or", "popc"]) {
            Some("and") => (Barrier::RedAnd, Type::Pred),
            Some("or") => (Barrier::RedOr, Type::Pred),
            _ => (Barrier::RedPopc, Type::I32),
        };
        let last = inst.operands.len() - 1;
        let mut args = vec![self.read_as(inst, 1, Scalar::U32)?];
        let counted = last == 3;
        if counted {
            args.push(self.read_as(inst, 2, Scalar::U32)?);
        }
        args.push(self.read_as(inst, last, Scalar::Pred)?);
        let v = self.op(Op::Barrier { kind, counted, aligned }, args, result);
        self.set(inst, 0, v)
    }

    /// Checks that a constant operand is below a limit.
    pub(super) fn check_range(&mut self, inst: &Instruction<'m>, n: usize, limit: u64) -> Option<()> {
        match inst.operands.get(n) {
            Some(&Operand::Int(value)) if value >= limit => {
                let instruction = inst.form.text.into();
                self.error(Problem::ValueOutOfRange { instruction, operand: n + 1, value, limit });
                None
            }
            _ => Some(()),
        }
    }

    /// Returns the mask of participating lanes: operand `n`, or the active lanes in forms without `.sync`.
    fn members(&mut self, inst: &Instruction<'m>, n: usize) -> Option<Value> {
        if inst.form.has("sync") {
            self.read_as(inst, n, Scalar::B32)
        } else {
            Some(self.op(Op::ActiveMask, Vec::new(), Type::I32))
        }
    }

    /// Lowers `shfl`.
    pub(super) fn shuffle(&mut self, inst: &Instruction<'m>) -> Option<()> {
        let kind = match inst.form.one_of(&["up", "down", "bfly", "idx"])? {
            "up" => Shfl::Up,
            "down" => Shfl::Down,
            "bfly" => Shfl::Bfly,
            _ => Shfl::Idx,
        };
        let (a, b, c) = (self.arg(inst, 1), self.arg(inst, 2), self.arg(inst, 3));
        let mask = self.members(inst, 4)?;
        let out = self.op_many(Op::Shfl(kind), vec![a?, b?, c?, mask], &[Type::I32, Type::Pred]);
        self.set(inst, 0, out[0])?;
        self.set_second(inst, 0, out[1])
    }

    /// Lowers `vote match redux activemask elect`.
    pub(super) fn warp(&mut self, inst: &Instruction<'m>) -> Option<()> {
        let form = &inst.form;
        let v = match form.base() {
            "activemask" => self.op(Op::ActiveMask, Vec::new(), Type::I32),
            "elect" => {
                let mask = self.arg(inst, 1)?;
                let out = self.op_many(Op::Elect, vec![mask], &[Type::I32, Type::Pred]);
                self.set(inst, 0, out[0])?;
                return self.set_second(inst, 0, out[1]);
            }
            "vote" => {
                let kind = match form.one_of(&["all", "any", "uni", "ballot"])? {
                    "all" => Vote::All,
                    "any" => Vote::Any,
                    "uni" => Vote::Uni,
                    _ => Vote::Ballot,
                };
                let p = self.read_as(inst, 1, Scalar::Pred)?;
                let mask = self.members(inst, 2)?;
                let result = if kind == Vote::Ballot { Type::I32 } else { Type::Pred };
                self.op(Op::Vote(kind), vec![p, mask], result)
            }
            "match" => {
                let (a, mask) = (self.arg(inst, 1), self.arg(inst, 2));
                let args = vec![a?, mask?];
                if form.has("any") {
                    self.op(Op::Match { all: false }, args, Type::I32)
                } else {
                    let out = self.op_many(Op::Match { all: true }, args, &[Type::I32, Type::Pred]);
                    self.set(inst, 0, out[0])?;
                    return self.set_second(inst, 0, out[1]);
                }
            }
            _ => {
                let op = match form.one_of(&["add", "min", "max", "and", "or", "xor"])? {
                    "add" => AtomOp::Add,
                    "min" => AtomOp::Min,
                    "max" => AtomOp::Max,
                    "and" => AtomOp::And,
                    "or" => AtomOp::Or,
                    _ => AtomOp::Xor,
                };
                let (a, mask) = (self.arg(inst, 1), self.arg(inst, 2));
                self.op(Op::Redux { op, ty: form.ty(0) }, vec![a?, mask?], Type::I32)
            }
        };
        self.set(inst, 0, v)
    }
}
