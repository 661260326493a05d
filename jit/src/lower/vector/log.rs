//! Records of what strips execute, for traced launches: see [`crate::trace`] for the words.

use super::kind::Kind;
use super::state::Vectors;
use crate::abi::offset;
use crate::lower::emitter::TRUSTED;
use crate::lower::memory::is_narrow;
use crate::trace::strip;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, MemFlagsData, Value as Cl, types};
use ptx::exec::WARP;
use ptx::ir::{BlockId, InstId, Op, Space, Type, Value};

/// Flags for addresses in vectors, which are not aligned to the vectors' size.
const WORDS: MemFlagsData = MemFlagsData::new().with_notrap();

impl Vectors<'_> {
    /// Records where the words of a warp begin, at its first strip.
    pub(super) fn log_warp(&mut self, lane: Cl) {
        if !self.e.asks.traced {
            return;
        }
        let [log, before] = [offset!(log), offset!(log_warp)].map(|at| self.e.field(types::I64, at));
        let is_first = self.e.b.ins().icmp_imm_u(IntCC::Equal, lane, 0);
        let start = self.e.b.ins().select(is_first, log, before);
        let context = self.e.context;
        self.e.b.ins().store(TRUSTED, start, context, offset!(log_warp));
    }

    /// Makes room for the record of a block and appends the lanes that execute it. Returns the record's
    /// address; `None` if another block's record stands for it, too.
    pub(super) fn log_block(&mut self, block: BlockId) -> Option<Cl> {
        let leaders = self.e.leaders.as_ref()?;
        if self.width == WARP && leaders.leader(block) != block {
            return None;
        }
        self.e.make_room_in_log();
        let start = self.e.field(types::I64, offset!(log));
        let mask = self.e.b.ins().uextend(types::I64, self.active.mask);
        self.e.b.ins().store(TRUSTED, mask, start, 8);
        let at = self.e.b.ins().iadd_imm_s(start, 8 * strip::HEADER as i64);
        self.e.b.def_var(self.log, at);
        Some(start)
    }

    /// Completes the record of a block.
    pub(super) fn log_block_end(&mut self, start: Cl, block: BlockId) {
        let at = self.e.b.use_var(self.log);
        let bytes = self.e.b.ins().isub(at, start);
        let words = self.e.b.ins().ishl_imm_u(bytes, i64::from(strip::WORDS - 3));
        let first = self.strip().thread;
        let thread = self.e.b.ins().uextend(types::I64, first);
        let thread = self.e.b.ins().ishl_imm_u(thread, i64::from(strip::THREAD));
        let header = self.e.b.ins().bor(words, thread);
        let leads = if self.width == WARP { strip::LEADS } else { 0 };
        let flags = strip::FLAG | leads | block.index() as u64;
        let header = self.e.b.ins().bor_imm_u(header, flags as i64);
        self.e.b.ins().store(TRUSTED, header, start, 0);
        let context = self.e.context;
        self.e.b.ins().store(TRUSTED, at, context, offset!(log));
    }

    /// Records the addresses of an access.
    pub(super) fn log_access(&mut self, id: InstId) {
        let inst = self.e.f.inst(id);
        let (Op::Load { space, offset, .. }
        | Op::Store { space, offset, .. }
        | Op::Atom { space, offset, .. }) = inst.op
        else {
            return;
        };
        if !self.e.traces(id) {
            return;
        }
        let address = inst.args[0];
        let fits = |stride: i64| i32::try_from(stride).is_ok();
        match self.kind(address) {
            Kind::Uniform => self.log_step((space, offset), address, 0),
            Kind::Affine(stride) if fits(stride) => self.log_step((space, offset), address, stride),
            Kind::Widened(stride)
                if fits(stride) && !is_narrow(space) && !self.storage.held[address.index()].from_frame =>
            {
                let [step, each, after] = std::array::from_fn(|_| self.e.b.create_block());
                let vectors = self.active.vectors;
                let holds = self.flag(address);
                self.e.b.ins().brif(holds, step, &[], each, &[]);
                self.e.open(each);
                self.log_each((space, offset), address);
                self.e.b.ins().jump(after, &[]);
                (self.active.vectors, self.active.entered) = (vectors, self.active.entered + 1);
                self.e.open(step);
                self.log_step((space, offset), address, stride);
                self.e.b.ins().jump(after, &[]);
                (self.active.vectors, self.active.entered) = (vectors, self.active.entered + 1);
                self.e.open(after);
            }
            _ => self.log_each((space, offset), address),
        }
    }

    /// Appends lane 0's address and the step from lane to lane.
    fn log_step(&mut self, (space, offset): (Space, i64), address: Value, stride: i64) {
        let narrow = is_narrow(space);
        let base = self.base(address);
        let base = self.e.with_offset(space, base, offset);
        let form = if narrow { strip::STEP_32 } else { strip::STEP };
        self.log_words(form, stride as i32, 1, |this, at| {
            this.e.b.ins().store(TRUSTED, base, at, 8);
        });
    }

    /// Appends the addresses of all lanes.
    fn log_each(&mut self, (space, offset): (Space, i64), address: Value) {
        let mut chunks = self.chunks(address);
        let (form, ty, offset) = match is_narrow(space) {
            true => (strip::EACH_32, Type::I32, i64::from(offset as u32)),
            false => (strip::EACH, Type::I64, offset),
        };
        if is_narrow(space) && self.e.f.ty(address) == Type::I64 {
            chunks = self.parts_of(&chunks, 0);
        }
        let layout = self.layout(ty);
        if offset != 0 {
            let ints = layout.vector.lane_type();
            let offset = self.e.b.ins().iconst(ints, offset);
            let offset = self.splat(ty, offset)[0];
            for lanes in &mut chunks[..layout.count] {
                *lanes = self.e.b.ins().iadd(*lanes, offset);
            }
        }
        let words = u64::from(self.width * layout.vector.lane_type().bytes() / 8);
        self.log_words(form, 0, words, |this, at| {
            for (n, &lanes) in chunks[..layout.count].iter().enumerate() {
                this.e.b.ins().store(WORDS, lanes, at, 8 + layout.place(n));
            }
        });
    }

    /// Appends an access: its form, and the words that `fill` stores behind it.
    fn log_words(&mut self, form: u64, stride: i32, words: u64, fill: impl FnOnce(&mut Self, Cl)) {
        let at = self.e.b.use_var(self.log);
        let tag = form | u64::from(self.width) << strip::LANES | u64::from(stride as u32) << strip::STRIDE;
        let tag = self.e.b.ins().iconst(types::I64, tag as i64);
        self.e.b.ins().store(TRUSTED, tag, at, 0);
        fill(self, at);
        let next = self.e.b.ins().iadd_imm_s(at, 8 * (1 + words as i64));
        self.e.b.def_var(self.log, next);
    }
}
