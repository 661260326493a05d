//! `mbarrier`: objects in shared memory that count arrivals and bytes. Each operation is a single access to
//! the object's word; [`crate::interp::mbarrier`] defines its effect.

use super::Lower;
use super::memory::Memory;
use crate::ast::{Instruction, Operand};
use crate::interp::mbarrier::{COUNT_BITS, EXPECTED, PHASE};
use crate::ir::{AsyncStep, AtomOp, Cmp, IntOp, IntUnary, Op, Order, Scalar, Type, Value};

impl<'m> Lower<'m> {
    /// Lowers `mbarrier`.
    pub(super) fn mbarrier(&mut self, inst: &Instruction<'m>) -> Option<()> {
        let form = &inst.form;
        match form.one_of(&["init", "inval", "expect_tx", "complete_tx", "test_wait", "try_wait"]) {
            _ if form.one_of(&["arrive", "arrive_drop"]).is_some() => self.mbarrier_arrive(inst),
            Some("init") => {
                let (at, count) = (self.memory(inst, 0), self.read_as(inst, 1, Scalar::U32));
                let count = self.resize(count?, Type::I64);
                let twice = self.constant(1 | 1 << EXPECTED, Type::I64);
                let object = self.op(Op::Int(IntOp::Mul), vec![count, twice], Type::I64);
                self.store_object(at?, object);
                Some(())
            }
            Some("inval") => {
                let at = self.memory(inst, 0)?;
                let nothing = self.constant(0, Type::I64);
                self.store_object(at, nothing);
                Some(())
            }
            Some(wait @ ("test_wait" | "try_wait")) => self.mbarrier_wait(inst, wait == "try_wait"),
            Some(tx) => {
                let (at, bytes) = (self.memory(inst, 0), self.read_as(inst, 1, Scalar::U32));
                let bytes = self.resize(bytes?, Type::I64);
                let bytes = if tx == "expect_tx" { bytes } else { self.negative(bytes) };
                self.count_bytes(at?, bytes);
                Some(())
            }
            None => {
                // `pending_count` of a state token.
                let state = self.read_as(inst, 1, Scalar::B64)?;
                let low = self.constant((1 << COUNT_BITS) - 1, Type::I64);
                let count = self.op(Op::Int(IntOp::And), vec![state, low], Type::I64);
                let count = self.resize(count, Type::I32);
                self.set(inst, 0, count)
            }
        }
    }

    fn store_object(&mut self, at: Memory, object: Value) {
        let Memory { space, base, offset } = at;
        self.effect(Op::Store { space, ty: Scalar::B64, offset, order: Order::Relaxed }, vec![base, object]);
    }

    fn negative(&mut self, v: Value) -> Value {
        self.op(Op::IntUnary(IntUnary::Neg), vec![v], Type::I64)
    }

    /// Lowers `state, [address] {, count or bytes}`.
    fn mbarrier_arrive(&mut self, inst: &Instruction<'m>) -> Option<()> {
        let form = &inst.form;
        // Forms for another block's object have no state operand, or the sink `_`.
        let at = usize::from(!matches!(inst.operands.first(), Some(Operand::Address { .. })));
        let memory = self.memory(inst, at);
        let number = match inst.operands.get(at + 1) {
            Some(_) => Some(self.read_as(inst, at + 1, Scalar::U32)?),
            None => None,
        };
        let (one, zero) = (self.constant(1, Type::I64), self.constant(0, Type::I64));
        let number = number.map(|n| self.resize(n, Type::I64));
        let (arrivals, bytes) = match number {
            Some(bytes) if form.has("expect_tx") => (one, bytes),
            None if form.has("expect_tx") || form.has("noComplete") => return self.count_error(inst),
            Some(count) => (count, zero),
            None => (one, zero),
        };
        let drop = form.has("arrive_drop");
        let order = if form.has("relaxed") { Order::Relaxed } else { Order::Release };
        let state = self.arrive(memory?, arrivals, bytes, drop, order);
        if at == 1 { self.set(inst, 0, state) } else { Some(()) }
    }

    fn arrive(&mut self, at: Memory, arrivals: Value, bytes: Value, drop: bool, order: Order) -> Value {
        let Memory { space, base, offset } = at;
        let op = Op::Atom { space, op: AtomOp::Arrive { drop }, ty: Scalar::B64, offset, order };
        self.op(op, vec![base, arrivals, bytes], Type::I64)
    }

    /// Adds to the bytes that the current phase expects.
    fn count_bytes(&mut self, at: Memory, bytes: Value) {
        let no_arrivals = self.constant(0, Type::I64);
        let Memory { space, base, offset } = at;
        let arrive = AtomOp::Arrive { drop: false };
        let op = Op::Atom { space, op: arrive, ty: Scalar::B64, offset, order: Order::Relaxed };
        self.effect(op, vec![base, no_arrivals, bytes]);
    }

    /// Implements `.mbarrier::complete_tx::bytes`: this many bytes, an `i32`, have arrived for an object.
    pub(super) fn complete_bytes(&mut self, object: Memory, bytes: Value) {
        let bytes = self.resize(bytes, Type::I64);
        let bytes = self.negative(bytes);
        self.count_bytes(object, bytes);
    }

    /// Lowers `done, [address], state or parity {, time}`: tests whether the phase has ended. `try_wait` may
    /// block on hardware; here it returns immediately.
    fn mbarrier_wait(&mut self, inst: &Instruction<'m>, may_block: bool) -> Option<()> {
        let form = &inst.form;
        let at = self.memory(inst, 1);
        let old = if form.has("parity") {
            self.check_range(inst, 2, 2)?;
            let parity = self.read_as(inst, 2, Scalar::U32)?;
            let parity = self.resize(parity, Type::I64);
            let top = self.constant(u64::from(PHASE), Type::I32);
            self.op(Op::Int(IntOp::Shl), vec![parity, top], Type::I64)
        } else {
            self.read_as(inst, 2, Scalar::B64)?
        };
        if may_block && inst.operands.len() > 3 {
            self.read_as(inst, 3, Scalar::U32)?;
        }
        let order = if form.has("relaxed") { Order::Relaxed } else { Order::Acquire };
        let Memory { space, base, offset } = at?;
        let load = Op::Load { space, ty: Scalar::B64, offset, order };
        let object = self.op(load, vec![base], Type::I64);
        // The parity is the top bit: it differs if the exclusive or is negative.
        let differ = self.op(Op::Int(IntOp::Xor), vec![object, old], Type::I64);
        let zero = self.constant(0, Type::I64);
        let ended = Op::Cmp { op: Cmp::Lt, ty: Scalar::S64, ftz: false };
        let ended = self.op(ended, vec![differ, zero], Type::Pred);
        self.set(inst, 0, ended)
    }

    /// Lowers `cp.async.mbarrier.arrive`. Copies are executed immediately. Without `.noinc`, the object first
    /// expects one more arrival, so the net effect is none.
    pub(super) fn arrive_after_copies(&mut self, inst: &Instruction<'m>) -> Option<()> {
        let at = self.memory(inst, 0)?;
        self.async_step(AsyncStep::Arrive, |_| Vec::new());
        if inst.form.has("noinc") {
            let (one, zero) = (self.constant(1, Type::I64), self.constant(0, Type::I64));
            self.arrive(at, one, zero, false, Order::Release);
        }
        Some(())
    }
}
