//! Barriers and warp operations.

use super::Lower;
use crate::ast::{Instruction, Operand};
use crate::ir::{AtomOp, Barrier, Op, Order, Scalar, Shfl, Space, Sreg, Type, Value, Vote};

impl<'m> Lower<'m> {
    /// `bar barrier`
    pub(super) fn barrier(&mut self, inst: &Instruction<'m>) -> Option<()> {
        let form = &inst.form;
        if form.has("warp") {
            let mask = self.read_as(inst, 0, Scalar::B32)?;
            self.effect(Op::WarpSync, vec![mask]);
            return Some(());
        }
        let aligned = form.base() == "bar" || form.has("aligned");
        if !form.has("red") {
            let kind = if form.has("arrive") { Barrier::Arrive } else { Barrier::Sync };
            let args = self.args_from(inst, 0)?;
            let counted = args.len() > 1;
            self.effect(Op::Barrier { kind, counted, aligned }, args);
            return Some(());
        }
        // `d, a {, b}, {!}c`: the predicate is the last one.
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

    /// The mask of the lanes that take part: operand `n`, or in the forms without `.sync` those that are here.
    fn members(&mut self, inst: &Instruction<'m>, n: usize) -> Option<Value> {
        if inst.form.has("sync") {
            self.read_as(inst, n, Scalar::B32)
        } else {
            Some(self.op(Op::ActiveMask, Vec::new(), Type::I32))
        }
    }

    /// `shfl`
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

    /// `vote match redux activemask elect`
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

    /// `ldmatrix` of 8×8 matrices of 16-bit elements: lane `i` has the address of row `i % 8` of matrix `i / 8`.
    /// Each lane asks the lanes whose rows it reads for their addresses, then loads on its own.
    pub(super) fn load_matrix(&mut self, inst: &Instruction<'m>) -> Option<()> {
        use crate::ir::IntOp;
        let form = &inst.form;
        let count = match form.one_of(&["x1", "x2", "x4"])? {
            "x1" => 1u64,
            "x2" => 2,
            _ => 4,
        };
        let parts = match &inst.operands[0] {
            Operand::Vector(parts) => parts.as_slice(),
            one => std::slice::from_ref(one),
        };
        if parts.len() as u64 != count {
            return self.bad_operand(inst, 0);
        }
        let super::operand::Address::Memory { base, offset, space } = self.address(inst, 1)? else {
            return self.bad_operand(inst, 1);
        };
        let generic = space.is_none() && !form.has("shared") && !form.has("shared::cta");
        let base = if generic {
            let wide = self.resize(base, Type::I64);
            self.op(Op::Cvta { space: Space::Shared, to_generic: false }, vec![wide], Type::I32)
        } else {
            self.resize(base, Type::I32)
        };
        let lane = self.op(Op::Sreg(Sreg::LaneId), Vec::new(), Type::I32);
        let int = |this: &mut Self, op, a: Value, k: u64| {
            let k = this.constant(k, Type::I32);
            this.op(Op::Int(op), vec![a, k], Type::I32)
        };
        // Element (row, column) of this lane: row = lane / 4, columns 2 * (lane % 4) and the next.
        let row = int(self, IntOp::ShrU, lane, 2);
        let pair = int(self, IntOp::And, lane, 3);
        let everyone = self.constant(0xffff_ffff, Type::I32);
        let clamp = self.constant(31, Type::I32);
        let mut values = Vec::new();
        for matrix in 0..count {
            let address_of = |this: &mut Self, row: Value| {
                let source = int(this, IntOp::Add, row, matrix * 8);
                let args = vec![base, source, clamp, everyone];
                this.op_many(Op::Shfl(Shfl::Idx), args, &[Type::I32, Type::Pred])[0]
            };
            let v = if form.has("trans") {
                let column = int(self, IntOp::Shl, row, 1);
                let first = int(self, IntOp::Shl, pair, 1);
                let mut halves = Vec::new();
                for n in 0..2 {
                    let from = int(self, IntOp::Add, first, n);
                    let line = address_of(self, from);
                    let at = self.op(Op::Int(IntOp::Add), vec![line, column], Type::I32);
                    let load = Op::Load { space: Space::Shared, ty: Scalar::B16, offset, order: Order::Weak };
                    halves.push(self.op(load, vec![at], Type::I16));
                }
                self.op(Op::Pack, halves, Type::I32)
            } else {
                let line = address_of(self, row);
                let column = int(self, IntOp::Shl, pair, 2);
                let at = self.op(Op::Int(IntOp::Add), vec![line, column], Type::I32);
                let load = Op::Load { space: Space::Shared, ty: Scalar::B32, offset, order: Order::Weak };
                self.op(load, vec![at], Type::I32)
            };
            values.push(v);
        }
        for (part, v) in parts.iter().zip(values) {
            let &Operand::Name { name, negated: false, offset: 0 } = part else {
                return self.bad_operand(inst, 0);
            };
            self.write_name(inst, 0, name, Scalar::B32, v, false)?;
        }
        Some(())
    }
}
