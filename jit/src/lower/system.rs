//! Requests to the host; operands and results are passed in memory.

use super::emitter::Emitter;
use crate::abi::Stop;
use crate::hostcalls::{Host, OPERANDS};
use cranelift_codegen::ir::{InstBuilder, StackSlotData, StackSlotKind, types};
use ptx::ir::Inst;

impl Emitter<'_> {
    pub(super) fn emit_system(&mut self, inst: &Inst) {
        let slot = *self.slots.requests.get_or_insert_with(|| {
            let slot = StackSlotData::new(StackSlotKind::ExplicitSlot, 8 * OPERANDS as u32, 3);
            self.b.create_sized_stack_slot(slot)
        });
        for (n, &v) in inst.args.iter().enumerate() {
            let value = self.get(v);
            let word = self.widened(self.f.ty(v), value);
            self.b.ins().stack_store(types::I64, word, slot, n as i32 * 8);
        }
        let number = self.b.ins().iconst(types::I32, i64::from(self.inst));
        let words = self.b.ins().stack_addr(types::I64, slot, 0);
        let args = [self.context, number, self.lane().thread, words];
        if let Some(stop) = self.call(Host::System, &args, Some(types::I32)) {
            let nowhere = self.b.ins().iconst(types::I64, 0);
            self.stop_if(stop, Stop::Host, nowhere);
        }
        for (n, &result) in inst.results.iter().enumerate() {
            let word = self.b.ins().stack_load(types::I64, types::I64, slot, n as i32 * 8);
            let value = self.narrowed(self.f.ty(result), word);
            self.set(result, value);
        }
    }
}
