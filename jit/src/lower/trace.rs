//! Records of traced kernels: code appends words to the block's buffer, see [`crate::trace`].

use super::emitter::{Emitter, TRUSTED};
use crate::abi::offset;
use crate::hostcalls::Host;
use crate::trace::{LANE, words_in};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value as Cl, types};
use ptx::ir::{BlockId, InstId, Op};

impl Emitter<'_> {
    /// Records where the words of the next warp begin.
    pub(super) fn trace_warp(&mut self) {
        if self.asks.traced {
            let log = self.field(types::I64, offset!(log));
            self.b.ins().store(TRUSTED, log, self.context, offset!(log_warp));
        }
    }

    /// Appends the number of the lane whose code follows.
    pub(super) fn trace_lane(&mut self, thread: Cl) {
        if self.asks.traced {
            let log = self.field(types::I64, offset!(log));
            let thread = self.b.ins().uextend(types::I64, thread);
            let lane = self.b.ins().bor_imm_u(thread, LANE as i64);
            self.append_word(log, lane);
        }
    }

    fn append_word(&mut self, log: Cl, word: Cl) {
        self.b.ins().store(TRUSTED, word, log, 0);
        let next = self.b.ins().iadd_imm_s(log, 8);
        self.b.ins().store(TRUSTED, next, self.context, offset!(log));
    }

    /// Makes room for the words of a block, and appends its index. The block's addresses follow.
    pub(super) fn trace_block(&mut self, block: BlockId) {
        if !self.asks.traced {
            return;
        }
        let words = self.offsets.as_ref().map_or(1, |offsets| words_in(self.f, offsets, block));
        self.make_room_in_log();
        let log = self.field(types::I64, offset!(log));
        let index = self.b.ins().iconst(types::I64, block.index() as i64);
        self.b.ins().store(TRUSTED, index, log, 0);
        let next = self.b.ins().iadd_imm_s(log, 8 * words as i64);
        self.b.ins().store(TRUSTED, next, self.context, offset!(log));
        self.trace = Some((log, 8));
    }

    /// Has the host make room in the buffer, if there is too little for the next block.
    pub(super) fn make_room_in_log(&mut self) {
        let [full, resume] = std::array::from_fn(|_| self.b.create_block());
        let log = self.field(types::I64, offset!(log));
        let end = self.field(types::I64, offset!(log_end));
        let is_full = self.b.ins().icmp(IntCC::UnsignedGreaterThan, log, end);
        self.b.ins().brif(is_full, full, &[], resume, &[]);
        self.open(full);
        let warm = self.enter_cold();
        self.call(Host::TraceFull, &[self.context], None);
        self.b.ins().jump(resume, &[]);
        self.leave_cold(warm);
        self.open(resume);
    }

    /// Returns whether the address of an instruction is recorded.
    pub(super) fn traces(&self, inst: InstId) -> bool {
        self.offsets.as_ref().is_some_and(|offsets| offsets.is_traced(self.f, inst))
    }

    /// Records the address of an access.
    pub(super) fn trace_access(&mut self, id: InstId) {
        let (Some((log, at)), true) = (self.trace, self.traces(id)) else { return };
        let inst = self.f.inst(id);
        if let Op::Load { space, offset, .. }
        | Op::Store { space, offset, .. }
        | Op::Atom { space, offset, .. } = inst.op
        {
            let address = self.sum_with_offset(space, inst.args[0], offset);
            self.b.ins().store(TRUSTED, address, log, at);
            self.trace = Some((log, at + 8));
        }
    }
}
