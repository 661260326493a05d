//! Bulk copies (`cp.async.bulk`, `cp.reduce.async.bulk`) and asynchronous stores (`st.async`, `red.async`).
//!
//! The issuing thread executes them immediately, which the memory model allows, and counts their bytes on the
//! mbarrier object right away. Memory of other blocks of the cluster is accessed by its generic address.

use super::Lower;
use super::convert::space;
use super::memory::{Memory, atomic_op};
use crate::ast::Instruction;
use crate::ir::{AsyncStep, CLUSTER_SHIFT, Cmp, Edge, IntOp, Op, Order, Scalar, Space, Term, Type, Value};

impl<'m> Lower<'m> {
    /// Lowers `cp.async.bulk` and `cp.reduce.async.bulk`: `[to], [from], bytes {, [mbarrier]} {, mask} {,
    /// policy}`.
    pub(super) fn bulk(&mut self, inst: &Instruction<'m>) -> Option<()> {
        let form = &inst.form;
        // All copies of a group are already complete.
        if form.one_of(&["commit_group", "wait_group"]).is_some() {
            return Some(());
        }
        if form.has("tensor") {
            return self.tensor(inst);
        }
        if form.has("prefetch") {
            let (at, size) = (self.memory_in(inst, 0, Space::Global), self.read_as(inst, 1, Scalar::U32));
            return at.and(size).map(|_| ());
        }
        let mut spaces = form.modifiers().iter().filter_map(|m| match *m {
            "global" => Some(Space::Global),
            "shared" | "shared::cta" => Some(Space::Shared),
            "shared::cluster" => Some(Space::Cluster),
            _ => None,
        });
        let (to_space, from_space) = (spaces.next()?, spaces.next()?);
        if form.has("multicast::cluster") {
            return self.multicast(inst, from_space);
        }
        let to = self.memory_in(inst, 0, to_space);
        let from = self.memory_in(inst, 1, from_space);
        let size = self.read_as(inst, 2, Scalar::U32);
        let (to, from, size) = (to?, from?, size?);
        let many = form.base() == "multimem";
        if form.has("reduce") {
            let ty = form.ty(0);
            let op = atomic_op(form)?;
            self.for_each_piece(size, ty.bytes(), |this, at| {
                let (from, to) = (this.advanced(from, at), this.advanced(to, at));
                let load = Op::Load { space: from.space, ty, offset: from.offset, order: Order::Weak };
                let v = this.op(load, vec![from.base], ty.register());
                this.for_each_target(many, to, |this, to| {
                    let op = Op::Atom { space: to.space, op, ty, offset: to.offset, order: Order::Relaxed };
                    this.effect(op, vec![to.base, v]);
                });
            });
        } else {
            self.copy_pieces_to(many, from, to, size);
        }
        if form.has("mbarrier::complete_tx::bytes") {
            let object = self.memory_in(inst, 3, to_space)?;
            self.bulk_step(to, size, object);
            self.complete_bytes(object, size);
        }
        Some(())
    }

    /// Reports a bulk copy if the kernel is watched.
    pub(super) fn bulk_step(&mut self, to: Memory, bytes: Value, object: Memory) {
        self.async_step(AsyncStep::Bulk, |this| {
            let (to, object) = (this.generic(to), this.generic(object));
            vec![to, bytes, object]
        });
    }

    /// Copies `size` bytes, a multiple of 16.
    pub(super) fn copy_pieces(&mut self, from: Memory, to: Memory, size: Value) {
        self.copy_pieces_to(false, from, to, size);
    }

    /// Copies `size` bytes; with `many` to all replicas of a multicast address.
    fn copy_pieces_to(&mut self, many: bool, from: Memory, to: Memory, size: Value) {
        self.for_each_piece(size, 16, |this, at| {
            let (from, to) = (this.advanced(from, at), this.advanced(to, at));
            let ty = Scalar::B64;
            let load = Op::Load { space: from.space, ty, offset: from.offset, order: Order::Weak };
            let words = this.op_many(load, vec![from.base], &[Type::I64; 2]);
            this.for_each_target(many, to, |this, to| {
                let args = std::iter::once(to.base).chain(words).collect();
                this.effect(Op::Store { space: to.space, ty, offset: to.offset, order: Order::Weak }, args);
            });
        });
    }

    /// Applies `each` to memory; with `many` to each of its replicas.
    fn for_each_target(&mut self, many: bool, to: Memory, each: impl FnOnce(&mut Self, Memory)) {
        if many {
            self.for_each_replica(to, |this, to, _| each(this, to));
        } else {
            each(self, to);
        }
    }

    /// Lowers `[to], [from], bytes, [mbarrier], mask`: copies to the same offset in each block whose rank's
    /// bit is set, and counts the bytes on that block's object.
    fn multicast(&mut self, inst: &Instruction<'m>, from_space: Space) -> Option<()> {
        let to = self.memory_in(inst, 0, Space::Shared);
        let from = self.memory_in(inst, 1, from_space);
        let size = self.read_as(inst, 2, Scalar::U32);
        let object = self.memory_in(inst, 3, Space::Shared);
        let mask = self.read_as(inst, 4, Scalar::B16);
        let (to, from, size, object, mask) = (to?, from?, size?, object?, mask?);
        self.for_each_rank(mask, |this, rank| {
            let [to, object] = [to, object].map(|memory| this.memory_of_rank(memory, rank));
            this.copy_pieces(from, to, size);
            this.bulk_step(to, size, object);
            this.complete_bytes(object, size);
        });
        Some(())
    }

    /// Returns the same offset in the shared memory of the block with this rank.
    pub(super) fn memory_of_rank(&mut self, memory: Memory, rank: Value) -> Memory {
        let mapped = self.map_to_rank(memory.base, rank);
        self.cluster_memory(mapped, memory.offset)
    }

    /// Applies `each` to each rank in the bit mask `mask`, an `i16`.
    pub(super) fn for_each_rank(&mut self, mask: Value, each: impl FnOnce(&mut Self, Value)) {
        const RANKS: u64 = 16;
        let mask = self.resize(mask, Type::I32);
        let ranks = self.constant(RANKS, Type::I32);
        self.for_each_piece(ranks, 1, |this, rank| {
            let rest = this.op(Op::Int(IntOp::ShrU), vec![mask, rank], Type::I32);
            let one = this.constant(1, Type::I32);
            let bit = this.op(Op::Int(IntOp::And), vec![rest, one], Type::I32);
            let wanted = Op::Cmp { op: Cmp::Eq, ty: Scalar::U32, ftz: false };
            let cond = this.op(wanted, vec![bit, one], Type::Pred);
            let (there, after) = (this.new_block(), this.new_block());
            this.terminate(Term::Branch { cond, then: Edge::new(there), other: Edge::new(after) });
            this.start_sealed(there);
            each(this, rank);
            this.terminate(Term::Jump(Edge::new(after)));
            this.start_sealed(after);
        });
    }

    /// Converts an address in the cluster's shared memory to a generic one.
    pub(super) fn cluster_memory(&mut self, base: Value, offset: i64) -> Memory {
        let mut base = self.resize(base, Type::I32);
        if offset != 0 {
            let by = self.constant(offset as u32 as u64, Type::I32);
            base = self.op(Op::Int(IntOp::Add), vec![base, by], Type::I32);
        }
        let op = Op::Cvta { space: Space::Cluster, to_generic: true };
        Memory { space: Space::Generic, base: self.op(op, vec![base], Type::I64), offset: 0 }
    }

    /// Returns the address, in the cluster's shared memory, of the same offset in the block with this rank. A
    /// rank outside any cluster gives an invalid address.
    fn map_to_rank(&mut self, address: Value, rank: Value) -> Value {
        let address = self.resize(address, Type::I32);
        let most = self.constant(254, Type::I32);
        let rank = self.op(Op::Int(IntOp::MinU), vec![rank, most], Type::I32);
        let one = self.constant(1, Type::I32);
        let above = self.op(Op::Int(IntOp::Add), vec![rank, one], Type::I32);
        let shift = self.constant(CLUSTER_SHIFT.into(), Type::I32);
        let above = self.op(Op::Int(IntOp::Shl), vec![above, shift], Type::I32);
        let low = self.constant((1 << CLUSTER_SHIFT) - 1, Type::I32);
        let below = self.op(Op::Int(IntOp::And), vec![address, low], Type::I32);
        self.op(Op::Int(IntOp::Or), vec![below, above], Type::I32)
    }

    /// Adds an `i32` to an address.
    fn advanced(&mut self, memory: Memory, by: Value) -> Memory {
        let ty = self.f.ty(memory.base);
        let by = self.resize(by, ty);
        Memory { base: self.op(Op::Int(IntOp::Add), vec![memory.base, by], ty), ..memory }
    }

    /// Emits a loop over `size` bytes, an `i32`, in steps of `step`; `piece` receives each start.
    fn for_each_piece(&mut self, size: Value, step: u32, piece: impl FnOnce(&mut Self, Value)) {
        let at = self.ssa.declare(Type::I32);
        let zero = self.constant(0, Type::I32);
        self.ssa.write(at, self.cursor.block, zero);
        let (head, body, after) = (self.new_block(), self.new_block(), self.new_block());
        self.terminate(Term::Jump(Edge::new(head)));
        self.cursor.block = head;
        self.cursor.open = true;
        let here = self.ssa.read(&mut self.f, at, head);
        let below = Op::Cmp { op: Cmp::Lt, ty: Scalar::U32, ftz: false };
        let cond = self.op(below, vec![here, size], Type::Pred);
        self.terminate(Term::Branch { cond, then: Edge::new(body), other: Edge::new(after) });
        self.start_sealed(body);
        piece(self, here);
        let step = self.constant(u64::from(step), Type::I32);
        let next = self.op(Op::Int(IntOp::Add), vec![here, step], Type::I32);
        self.ssa.write(at, self.cursor.block, next);
        self.terminate(Term::Jump(Edge::new(head)));
        self.ssa.seal(&mut self.f, head);
        self.start_sealed(after);
    }

    /// Lowers `st.async` and `red.async`: an ordinary store or reduction, whose bytes are then counted.
    pub(super) fn store_async(&mut self, inst: &Instruction<'m>) -> Option<()> {
        let form = &inst.form;
        if form.base() == "st" {
            self.store(inst)?;
        } else {
            self.atomic(inst)?;
        }
        let bytes = form.ty(0).bytes() * super::memory::lanes(form) as u32;
        let bytes = self.constant(u64::from(bytes), Type::I32);
        let object = self.memory_in(inst, 2, space(form))?;
        self.complete_bytes(object, bytes);
        Some(())
    }

    /// Lowers `mapa` and `getctarank`, for shared and generic addresses.
    pub(super) fn cluster_address(&mut self, inst: &Instruction<'m>) -> Option<()> {
        let ty = inst.form.ty(0);
        let generic = !inst.form.has("shared::cluster");
        let address = self.read_as(inst, 1, ty);
        if inst.form.base() == "getctarank" {
            let address = self.resize(address?, Type::I64);
            let address = if generic { address } else { self.cluster_memory(address, 0).base };
            let rank = self.op(Op::RankOf, vec![address], Type::I32);
            return self.set(inst, 0, rank);
        }
        let rank = self.read_as(inst, 2, Scalar::U32);
        let (mut address, rank) = (address?, rank?);
        if generic {
            let wide = self.resize(address, Type::I64);
            address = self.op(Op::Cvta { space: Space::Shared, to_generic: false }, vec![wide], Type::I32);
        }
        let mut mapped = self.map_to_rank(address, rank);
        if generic {
            mapped = self.cluster_memory(mapped, 0).base;
        }
        let mapped = self.resize(mapped, ty.register());
        self.set(inst, 0, mapped)
    }
}
