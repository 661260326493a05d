//! Accesses of kernels that somebody watches: code asks before each, see [`crate::check`].

use super::emitter::{Emitter, TRUSTED};
use crate::abi::offset;
use crate::check::{ALL_WARPS, Checked, QUIET_HEAD, QUIET_SHIFT};
use crate::hostcalls::Host;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{BlockArg, InstBuilder, StackSlotData, StackSlotKind, Value as Cl, types};
use ptx::ir::{Inst, Op, Order, Scalar, Space, Type, Value};

/// Bytes of the widest store.
const WIDEST: u32 = 64;

fn is_plain_load(inst: &Inst) -> bool {
    matches!(inst.op, Op::Load { order: Order::Weak, .. })
}

impl Emitter<'_> {
    /// Emits an access as `emit` does, to be carried out if the watcher allows it; else its results are zeros.
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
        let at = self.place(space, inst.args[0], offset);
        let [ask, go, skip, done] = std::array::from_fn(|_| self.b.create_block());
        match (self.asks.checked, space) {
            (_, Space::Local) => {
                let size = self.field(types::I64, offset!(local_bytes));
                let last = self.b.ins().iadd_imm_s(size, -i64::from(bytes));
                let bad = self.b.ins().icmp(IntCC::UnsignedGreaterThan, at, last);
                self.b.ins().brif(bad, ask, &[], go, &[]);
            }
            (Checked::All, Space::Shared) if is_plain_load(inst) && matches!(bytes, 1 | 2 | 4 | 8 | 16) => {
                let quiet = self.is_quiet(at, bytes);
                self.b.ins().brif(quiet, go, &[], ask, &[]);
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
            self.b.append_block_param(done, self.b.func.dfg.value_type(value));
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

    /// Whether all places of shared memory that a load touches are quiet, see [`crate::check::Quiet`].
    fn is_quiet(&mut self, at: Cl, bytes: u32) -> Cl {
        let table = self.field(types::I64, offset!(known));
        let now = self.b.ins().load(types::I32, TRUSTED, table, 0);
        let count = self.b.ins().load(types::I32, TRUSTED, table, 4);
        let count = self.b.ins().uextend(types::I64, count);
        let place = self.b.ins().ushr_imm_u(at, i64::from(QUIET_SHIFT));
        // Behind the last place lie words that are never quiet.
        let place = self.b.ins().umin(place, count);
        let word = self.b.ins().ishl_imm_u(place, 2);
        let address = self.b.ins().iadd(table, word);
        let head = QUIET_HEAD as i32 * 4;
        let thread = self.lane().thread;
        let warp = self.b.ins().ushr_imm_u(thread, 5);
        let mut quiet = None;
        for n in 0..bytes.div_ceil(4) as i32 {
            let state = self.b.ins().load(types::I32, TRUSTED, address, head + 4 * n);
            let whose = self.b.ins().bxor(state, now);
            let own = self.b.ins().icmp(IntCC::Equal, whose, warp);
            let all = self.b.ins().icmp_imm_u(IntCC::Equal, whose, i64::from(ALL_WARPS));
            let either = self.b.ins().bor(own, all);
            quiet = Some(quiet.map_or(either, |before| self.b.ins().band(before, either)));
        }
        quiet.unwrap_or(now)
    }

    /// The address of an access, or its offset in a space.
    fn place(&mut self, space: Space, address: Value, offset: i64) -> Cl {
        let value = self.get(address);
        let narrow = self.b.func.dfg.value_type(value) == types::I32;
        match (narrow, matches!(space, Space::Shared | Space::Local)) {
            (true, true) => {
                let at = self.b.ins().iadd_imm_s(value, offset);
                self.b.ins().uextend(types::I64, at)
            }
            (true, false) => {
                let wide = self.b.ins().uextend(types::I64, value);
                self.b.ins().iadd_imm_s(wide, offset)
            }
            (false, _) => self.b.ins().iadd_imm_s(value, offset),
        }
    }

    /// Lays down what is stored; its address.
    fn stored(&mut self, ty: Scalar, values: &[Value]) -> Cl {
        let slot = *self.stored_slot.get_or_insert_with(|| {
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

    /// Tells of a fence, or of a step of asynchronous copies.
    pub(super) fn emit_step(&mut self, inst: &Inst) {
        if self.asks.checked != Checked::All {
            return;
        }
        let slot = *self.stored_slot.get_or_insert_with(|| {
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
