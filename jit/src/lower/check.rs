//! Accesses of watched kernels: code asks before each one, see [`crate::check`].

use super::emitter::{Emitter, TRUSTED};
use crate::abi::offset;
use crate::check::{Checked, marks};
use crate::hostcalls::Host;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, BlockArg, InstBuilder, StackSlotData, StackSlotKind, Value as Cl, types};
use ptx::ir::{Inst, Op, Order, Scalar, Space, Type, Value};

/// Size of the widest store, bytes.
const WIDEST: u32 = 64;

/// Returns whether marks of shared memory may allow an access: a plain one that covers whole cells.
fn is_marked(inst: &Inst, bytes: u32) -> bool {
    match inst.op {
        Op::Load { order: Order::Weak, .. } => matches!(bytes, 1 | 2 | 4 | 8 | 16),
        Op::Store { order: Order::Weak, .. } => matches!(bytes, 4 | 8 | 16),
        _ => false,
    }
}

impl Emitter<'_> {
    /// Emits an access with `emit`, under the condition that the watcher allows it; its results are zeros if
    /// not.
    pub(super) fn emit_watched(&mut self, inst: &Inst, emit: impl FnOnce(&mut Self, &Inst)) {
        let (space, ty, offset) = match inst.op {
            Op::Load { space, ty, offset, .. }
            | Op::Store { space, ty, offset, .. }
            | Op::Atom { space, ty, offset, .. } => (space, ty, offset),
            _ => return emit(self, inst),
        };
        if space == Space::Param {
            return emit(self, inst);
        }
        let bytes = match inst.op {
            Op::Load { .. } => ty.bytes() * inst.results.len() as u32,
            Op::Store { .. } => ty.bytes() * (inst.args.len() as u32 - 1),
            _ => ty.bytes(),
        };
        let at = self.sum_with_offset(space, inst.args[0], offset);
        let [ask, go, skip, done] = std::array::from_fn(|_| self.b.create_block());
        match (self.asks.checked, space) {
            (_, Space::Local) => {
                let size = self.field(types::I64, offset!(local_bytes));
                let last = self.b.ins().iadd_imm_s(size, -i64::from(bytes));
                let bad = self.b.ins().icmp(IntCC::UnsignedGreaterThan, at, last);
                self.b.ins().brif(bad, ask, &[], go, &[]);
            }
            (Checked::All, Space::Shared) if self.inst < marks::INSTS && is_marked(inst, bytes) => {
                self.test_marks(at, bytes, matches!(inst.op, Op::Store { .. }), [go, ask]);
            }
            (Checked::All, _) => {
                self.b.ins().jump(ask, &[]);
            }
            _ => {
                let table = self.field(types::I64, offset!(known));
                let entry = self.inst as i32 * size_of::<crate::check::Known>() as i32;
                let start = self.b.ins().load(types::I64, TRUSTED, table, entry);
                let count = self.b.ins().load(types::I64, TRUSTED, table, entry + 8);
                let ahead = self.b.ins().isub(at, start);
                let known = self.b.ins().icmp(IntCC::UnsignedLessThan, ahead, count);
                self.b.ins().brif(known, go, &[], ask, &[]);
            }
        }
        self.open(ask);
        let stored = match inst.op {
            Op::Store { .. } if self.asks.checked == Checked::All => self.stored(ty, &inst.args[1..]),
            _ => self.b.ins().iconst(types::I64, 0),
        };
        let number = self.b.ins().iconst(types::I32, i64::from(self.inst));
        let args = [self.context, number, self.lane().thread, at, stored];
        if let Some(left_out) = self.call(Host::Check, &args, Some(types::I32)) {
            self.b.ins().brif(left_out, skip, &[], go, &[]);
        }
        self.open(go);
        let before = self.captured.replace(Vec::new());
        emit(self, inst);
        let made = std::mem::replace(&mut self.captured, before).unwrap_or_default();
        for &(_, value) in &made {
            let ty = self.b.func.dfg.value_type(value);
            self.b.append_block_param(done, ty);
        }
        let values: Vec<BlockArg> = made.iter().map(|&(_, value)| value.into()).collect();
        self.b.ins().jump(done, &values);
        self.open(skip);
        self.b.set_cold_block(skip);
        let zeros: Vec<BlockArg> = made.iter().map(|&(v, _)| self.constant(self.f.ty(v), 0).into()).collect();
        self.b.ins().jump(done, &zeros);
        self.open(done);
        for (n, (v, _)) in made.into_iter().enumerate() {
            let value = self.b.block_params(done)[n];
            self.set(v, value);
        }
    }

    /// Branches to `go` if marks of shared memory allow an access, and to `ask` otherwise. A thread's first
    /// access of a cell is recorded in its mark: see [`marks`].
    fn test_marks(&mut self, at: Cl, bytes: u32, store: bool, [go, ask]: [Block; 2]) {
        let table = self.field(types::I64, offset!(known));
        let head = |this: &mut Self, ty, n: i32| this.b.ins().load(ty, TRUSTED, table, 4 * n);
        let now = head(self, types::I32, 0);
        let count = head(self, types::I64, 4);
        let place = self.b.ins().ushr_imm_u(at, i64::from(marks::SHIFT));
        // The marks after the last cell allow nothing.
        let place = self.b.ins().umin(place, count);
        let offset = self.b.ins().ishl_imm_u(place, 3);
        let address = self.b.ins().iadd(table, offset);
        let now = self.b.ins().uextend(types::I64, now);
        let now = self.b.ins().ishl_imm_u(now, 32);
        let thread = self.lane().thread;
        let thread = self.b.ins().uextend(types::I64, thread);
        let mine = self.b.ins().bor(now, thread);
        let mut owners = vec![mine];
        let (from, span, flags) = if store {
            (None, head(self, types::I32, 1), marks::INNER)
        } else {
            let warp = self.b.ins().ushr_imm_u(thread, 5);
            let warp = self.b.ins().bor_imm_u(warp, marks::WARPS as i64);
            owners.push(self.b.ins().bor(now, warp));
            owners.push(self.b.ins().bor_imm_u(now, marks::ALL as i64));
            (Some(head(self, types::I32, 2)), head(self, types::I32, 3), marks::INNER | marks::WRITTEN)
        };
        let places = bytes.div_ceil(1 << marks::SHIFT) as i32;
        let (mut passes, mut first): (Option<Cl>, Option<Cl>) = (None, None);
        for n in 0..places {
            let mark = self.b.ins().load(types::I64, TRUSTED, address, marks::HEAD + 8 * n);
            let key = self.b.ins().band_imm_u(mark, marks::KEY as i64);
            let same: Vec<Cl> = owners.iter().map(|&o| self.b.ins().icmp(IntCC::Equal, key, o)).collect();
            let pass = same.into_iter().reduce(|a, b| self.b.ins().bor(a, b)).unwrap_or(key);
            let time = self.b.ins().ushr_imm_u(mark, 32);
            let time = self.b.ins().ireduce(types::I32, time);
            let time = from.map_or(time, |from| self.b.ins().isub(time, from));
            let before = self.b.ins().icmp(IntCC::UnsignedLessThan, time, span);
            let flagged = self.b.ins().band_imm_u(mark, flags as i64);
            let flagged = self.b.ins().icmp_imm_u(IntCC::Equal, flagged, flags as i64);
            let fresh = self.b.ins().band(before, flagged);
            // A store is recorded in any case: the thread may have loaded before.
            let pass = if store { self.b.ins().bor(pass, fresh) } else { pass };
            passes = Some(passes.map_or(pass, |all| self.b.ins().band(all, pass)));
            first = Some(first.map_or(fresh, |all| self.b.ins().band(all, fresh)));
        }
        let (Some(passes), Some(first)) = (passes, first) else { return };
        let note = self.b.create_block();
        if store {
            self.b.ins().brif(passes, note, &[], ask, &[]);
        } else {
            let test = self.b.create_block();
            self.b.ins().brif(passes, go, &[], test, &[]);
            self.open(test);
            self.b.ins().brif(first, note, &[], ask, &[]);
        }
        self.open(note);
        let stored = if store { marks::STORED } else { 0 };
        let low = u64::from(self.inst) << marks::INST | marks::INNER | marks::WRITTEN | stored;
        let mark = self.b.ins().bor_imm_u(mine, low as i64);
        for n in 0..places {
            self.b.ins().store(TRUSTED, mark, address, marks::HEAD + 8 * n);
        }
        self.b.ins().jump(go, &[]);
    }

    /// Writes the values of a store to a stack slot and returns its address.
    fn stored(&mut self, ty: Scalar, values: &[Value]) -> Cl {
        let slot = *self.slots.stored.get_or_insert_with(|| {
            self.b.create_sized_stack_slot(StackSlotData::new(StackSlotKind::ExplicitSlot, WIDEST, 4))
        });
        let to = self.b.ins().stack_addr(types::I64, slot, 0);
        for (n, &v) in values.iter().enumerate() {
            let (have, value) = (self.f.ty(v), self.get(v));
            let value = match (have, ty.bytes()) {
                (Type::I128, _) => value,
                (Type::F32 | Type::F64, bytes) if have.bits() == 8 * bytes => value,
                (_, 8) => self.widened(have, value),
                (_, _) => {
                    let wide = self.widened(have, value);
                    self.b.ins().ireduce(super::memory::memory_type(ty), wide)
                }
            };
            self.b.ins().store(TRUSTED, value, to, n as i32 * ty.bytes() as i32);
        }
        to
    }

    /// Reports a fence, or a step of asynchronous copies.
    pub(super) fn emit_step(&mut self, inst: &Inst) {
        if self.asks.checked != Checked::All {
            return;
        }
        let slot = *self.slots.stored.get_or_insert_with(|| {
            self.b.create_sized_stack_slot(StackSlotData::new(StackSlotKind::ExplicitSlot, WIDEST, 4))
        });
        let words = self.b.ins().stack_addr(types::I64, slot, 0);
        for (n, &v) in inst.args.iter().enumerate() {
            let value = self.get(v);
            let value = self.widened(self.f.ty(v), value);
            self.b.ins().store(TRUSTED, value, words, n as i32 * 8);
        }
        let number = self.b.ins().iconst(types::I32, i64::from(self.inst));
        let args = [self.context, number, self.lane().thread, words];
        self.call(Host::Step, &args, None);
    }
}
