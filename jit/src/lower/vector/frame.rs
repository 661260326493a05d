//! Values that are passed between regions and the driver: stored to the frame and loaded from it.

use super::chunk::{Chunks, Layout, MOST};
use super::kind::Kind;
use super::state::Vectors;
use crate::abi::Slot;
use crate::lower::emitter::{Emitter, TRUSTED};
use crate::lower::plan::Home;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value as Cl, types};
use ptx::ir::{Type, Value};

impl Vectors<'_> {
    /// Stores a value to the frame if another region or the driver reads it.
    pub(super) fn store_to_frame(&mut self, v: Value) {
        let Home::Slot(slot) = self.e.plan.home(v) else { return };
        if self.region.whole.is_some()
            && self.region.stored.as_ref().is_some_and(|stored| stored.binary_search(&v).is_err())
        {
            return;
        }
        if self.analysis.stored_once[v.index()] {
            let base = self.base(v);
            let word = self.as_element(slot.ty, base);
            let at = self.slot_address(slot.ty);
            self.e.b.ins().store(TRUSTED, word, at, slot.offset as i32);
            return;
        }
        // Regions know which values may hold the machine's NaNs; the driver does not.
        let chunks = self.chunks_as(v, !self.analysis.read_by_driver[v.index()]);
        let chunks = if !self.none_idles() && (self.divergent_sync || self.active.controlled) {
            let old = self.load_slot(slot);
            let mask = self.mask_vectors();
            self.blend(slot.ty, mask, &chunks, &old)
        } else {
            chunks
        };
        let at = self.slot_address(slot.ty);
        for (n, &chunk) in chunks.iter().enumerate().take(self.layout(slot.ty).count) {
            let place = slot.offset as i32 + self.layout(slot.ty).place(n);
            self.e.b.ins().store(TRUSTED, chunk, at, place);
        }
    }

    fn slot_address(&self, ty: Type) -> Cl {
        self.strip().words[if self.layout(ty).lane_shift() == 2 { 0 } else { 1 }]
    }

    fn load_slot(&mut self, slot: Slot) -> Chunks {
        let at = self.slot_address(slot.ty);
        let layout @ Layout { vector, count, .. } = self.layout(slot.ty);
        let mut chunks = [self.active.mask; MOST];
        for (n, chunk) in chunks.iter_mut().enumerate().take(count) {
            *chunk = self.e.b.ins().load(vector, TRUSTED, at, slot.offset as i32 + layout.place(n));
        }
        chunks
    }

    /// Loads a value from the frame. `first` is the first active lane: words of other lanes may be stale.
    pub(super) fn load_from_frame(&mut self, v: Value, first: Cl) {
        if self.analysis.known_lanes[v.index()] {
            let chunks = self.exact_chunks(v);
            return self.hold_chunks(v, &chunks);
        }
        let Home::Slot(slot) = self.e.plan.home(v) else { return };
        let kind = self.kind(v);
        if matches!(kind, Kind::Varying | Kind::Widened(_)) {
            let chunks = self.load_slot(slot);
            self.hold_chunks(v, &chunks);
            self.storage.holding.push(v);
            self.storage.held[v.index()].from_frame = true;
            if let Kind::Widened(stride) = kind {
                self.load_step(v, slot.ty, &chunks, stride);
            }
            return;
        }
        let at = self.slot_address(slot.ty);
        let (element, shift) = match slot.ty {
            Type::Pred | Type::I16 => (types::I32, 2),
            ty if self.layout(ty).lane_shift() == 2 => (Emitter::clif(ty), 2),
            ty => (Emitter::clif(ty), 3),
        };
        if self.analysis.stored_once[v.index()] {
            let word = self.e.b.ins().load(element, TRUSTED, at, slot.offset as i32);
            let value = self.scalar_from_element(slot.ty, word);
            return self.set_base(v, value);
        }
        let wide = self.e.b.ins().uextend(types::I64, first);
        let offset = self.e.b.ins().ishl_imm_u(wide, shift);
        let place = self.e.b.ins().iadd(at, offset);
        let word = self.e.b.ins().load(element, TRUSTED, place, slot.offset as i32);
        let mut value = self.scalar_from_element(slot.ty, word);
        if let Kind::Affine(stride) = kind {
            let before = if slot.ty == Type::I64 { wide } else { first };
            let before = self.e.b.ins().imul_imm_s(before, stride);
            value = self.e.b.ins().isub(value, before);
        }
        self.set_base(v, value);
    }

    /// Tests whether lanes loaded from the frame have the step of a widened value that did not wrap.
    fn load_step(&mut self, v: Value, ty: Type, chunks: &Chunks, stride: i64) {
        let base = self.extract(ty, chunks, 0);
        let expected = self.ramp(ty, base, stride);
        let mut all = None;
        for n in 0..self.layout(ty).count {
            let same = self.e.b.ins().icmp(IntCC::Equal, chunks[n], expected[n]);
            all = Some(all.map_or(same, |all| self.e.b.ins().band(all, same)));
        }
        let Some(all) = all else { return };
        let flag = self.e.b.ins().vall_true(all);
        self.set_base(v, base);
        self.set_flag(v, flag);
    }
}
