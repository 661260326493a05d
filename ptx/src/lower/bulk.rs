//! Bulk copies (`cp.async.bulk`, `cp.reduce.async.bulk`) and asynchronous stores (`st.async`, `red.async`).
//!
//! They are carried out at once by the thread that issues them, which the memory model allows; what completes is
//! counted on the mbarrier object straight away. Clusters have one block, so a multicast goes to that block alone.

use super::Lower;
use super::memory::{Memory, atomic_op};
use crate::ast::Instruction;
use crate::ir::{Cmp, Edge, IntOp, Op, Order, Scalar, Space, Term, Type, Value};

impl<'m> Lower<'m> {
    /// `cp.async.bulk cp.reduce.async.bulk`: `[to], [from], bytes {, [mbarrier]} {, mask} {, policy}`
    pub(super) fn bulk(&mut self, inst: &Instruction<'m>) -> Option<()> {
        let form = &inst.form;
        // A prefetch, or the end of a group of copies that are all done.
        if form.one_of(&["prefetch", "commit_group", "wait_group"]).is_some() {
            return Some(());
        }
        let mut spaces = form.modifiers().iter().filter_map(|m| match *m {
            "global" => Some(Space::Global),
            "shared" | "shared::cta" | "shared::cluster" => Some(Space::Shared),
            _ => None,
        });
        let (to_space, from_space) = (spaces.next()?, spaces.next()?);
        let to = self.memory_in(inst, 0, to_space);
        let from = self.memory_in(inst, 1, from_space);
        let size = self.read_as(inst, 2, Scalar::U32);
        let (to, from, size) = (to?, from?, size?);
        if form.has("reduce") {
            let ty = form.ty(0);
            let op = atomic_op(form)?;
            self.for_each_piece(size, ty.bytes(), |this, at| {
                let (from, to) = (this.moved(from, at), this.moved(to, at));
                let load = Op::Load { space: from.space, ty, offset: from.offset, order: Order::Weak };
                let v = this.op(load, vec![from.base], ty.register());
                let op = Op::Atom { space: to.space, op, ty, offset: to.offset, order: Order::Relaxed };
                this.effect(op, vec![to.base, v]);
            });
        } else {
            self.for_each_piece(size, 16, |this, at| {
                let (from, to) = (this.moved(from, at), this.moved(to, at));
                let ty = Scalar::B64;
                let load = Op::Load { space: from.space, ty, offset: from.offset, order: Order::Weak };
                let mut args = this.op_many(load, vec![from.base], &[Type::I64; 2]);
                args.insert(0, to.base);
                this.effect(Op::Store { space: to.space, ty, offset: to.offset, order: Order::Weak }, args);
            });
        }
        if form.has("mbarrier::complete_tx::bytes") {
            self.complete_bytes(inst, 3, size)?;
        }
        Some(())
    }

    /// An address further on by an `i32`.
    fn moved(&mut self, memory: Memory, by: Value) -> Memory {
        let ty = self.f.ty(memory.base);
        let by = self.resize(by, ty);
        Memory { base: self.op(Op::Int(IntOp::Add), vec![memory.base, by], ty), ..memory }
    }

    /// A loop over `size` bytes, an `i32`, in pieces of `step`; `piece` is told where each starts.
    fn for_each_piece(&mut self, size: Value, step: u32, piece: impl FnOnce(&mut Self, Value)) {
        let at = self.ssa.declare(Type::I32);
        let zero = self.constant(0, Type::I32);
        self.ssa.write(at, self.block, zero);
        let (head, body, after) = (self.new_block(), self.new_block(), self.new_block());
        self.terminate(Term::Jump(Edge::new(head)));
        self.block = head;
        self.open = true;
        let here = self.ssa.read(&mut self.f, at, head);
        let below = Op::Cmp { op: Cmp::Lt, ty: Scalar::U32, ftz: false };
        let cond = self.op(below, vec![here, size], Type::Pred);
        self.terminate(Term::Branch { cond, then: Edge::new(body), other: Edge::new(after) });
        self.start_sealed(body);
        piece(self, here);
        let step = self.constant(u64::from(step), Type::I32);
        let next = self.op(Op::Int(IntOp::Add), vec![here, step], Type::I32);
        self.ssa.write(at, self.block, next);
        self.terminate(Term::Jump(Edge::new(head)));
        self.ssa.seal(&mut self.f, head);
        self.start_sealed(after);
    }

    /// `st.async red.async`: an ordinary store or reduction, then its bytes are counted.
    pub(super) fn store_async(&mut self, inst: &Instruction<'m>) -> Option<()> {
        let form = &inst.form;
        if form.base() == "st" {
            self.store(inst)?;
        } else {
            self.atomic(inst)?;
        }
        let bytes = form.ty(0).bytes() * super::memory::lanes(form) as u32;
        let bytes = self.constant(u64::from(bytes), Type::I32);
        self.complete_bytes(inst, 2, bytes)
    }

    /// `mapa getctarank`: a cluster has one block, whose rank is 0.
    pub(super) fn cluster_address(&mut self, inst: &Instruction<'m>) -> Option<()> {
        let ty = inst.form.ty(0);
        let address = self.read_as(inst, 1, ty);
        if inst.form.base() == "getctarank" {
            address?;
            let zero = self.constant(0, Type::I32);
            return self.set(inst, 0, zero);
        }
        let rank = self.read_as(inst, 2, Scalar::U32);
        rank?;
        self.set(inst, 0, address?)
    }
}
