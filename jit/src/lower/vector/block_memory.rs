//! Accesses of shared memory and of the threads' local memory.
//!
//! The local memories of threads are contiguous, so one local address in all lanes is a strided access with
//! the size of a thread's local memory. Per-lane addresses are offsets of 32 bits, tested in vectors.

use super::chunk::Chunks;
use super::memory::Access;
use super::state::Vectors;
use crate::abi::offset;
use crate::lower::emitter::Lane;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value as Cl, types};
use ptx::ir::{Space, Type, Value};

impl Vectors<'_> {
    /// Attributes the code that follows to the strip's first lane.
    pub(super) fn enter_lane_zero(&mut self) {
        let strip = self.strip();
        self.e.lane = Some(Lane::in_strip(strip.thread, strip.lane, strip.fault, strip.end));
    }

    /// Tests whether all lanes of the strip are threads of the block; others have no local memory.
    pub(super) fn is_complete(&mut self) -> Cl {
        let [x, y, z] = [0, 4, 8].map(|axis| self.e.field(types::I32, offset!(ntid) + axis));
        let plane = self.e.b.ins().imul(x, y);
        let threads = self.e.b.ins().imul(plane, z);
        let (first, lanes) = (self.strip().thread, i64::from(self.width));
        let end = self.e.b.ins().iadd_imm_s(first, lanes);
        self.e.b.ins().icmp(IntCC::UnsignedLessThanOrEqual, end, threads)
    }

    /// Accesses one local address in all lanes; `at` is its tested place in lane 0.
    pub(super) fn local(&mut self, access: &Access, at: Cl) {
        let bytes = self.e.field(types::I64, offset!(local_bytes));
        if self.has_lanes(access) {
            let at = self.e.b.ins().iadd_imm_s(at, access.offset);
            let first = self.splat(Type::I64, at);
            let addresses = self.in_each_memory(&first, bytes);
            return self.touch_lanes(access, &addresses);
        }
        let places = self.local_places(at, bytes, access.offset as i32);
        self.touch(access, &places, false);
    }

    /// Adds the distance of each lane's local memory from the first one's, below 2³¹, to its offset.
    fn add_local_memories(&mut self, offsets: &mut Chunks) {
        let bytes = self.e.field(types::I32, offset!(local_bytes));
        let bytes = self.splat(Type::I32, bytes)[0];
        let layout = self.layout(Type::I32);
        for (n, lanes) in offsets[..layout.count].iter_mut().enumerate() {
            let numbers = self.steps(layout.vector, 1, n as u32 * layout.lanes);
            let ahead = self.e.b.ins().imul(numbers, bytes);
            *lanes = self.e.b.ins().iadd(*lanes, ahead);
        }
    }

    fn local_places(&mut self, first: Cl, bytes: Cl, offset: i32) -> Vec<(Cl, i32)> {
        let mut places = vec![(first, offset)];
        for _ in 1..self.width {
            let before = places[places.len() - 1].0;
            places.push((self.e.b.ins().iadd(before, bytes), offset));
        }
        places
    }

    /// Accesses shared or local memory at per-lane addresses.
    pub(super) fn block_scattered(&mut self, access: &Access) {
        match self.windows(access) {
            Some(windows) => self.by_windows(access, &windows, |this| this.block_lanes(access)),
            None if self.is_exchange(access) => self.by_pairs(access, |this| this.block_lanes(access)),
            None => self.block_lanes(access),
        }
    }

    /// Gathers or scatters lanes at unrelated offsets.
    fn block_lanes(&mut self, access: &Access) {
        let mut offsets = self.low_words(access.address);
        self.moved(&mut offsets, access.own_offset);
        let by_offsets = self.takes_offsets(access);
        if self.active.controlled || by_offsets && self.may_idle() {
            // Inactive lanes use offset 0.
            let mask = self.mask_vectors();
            for (lanes, own) in offsets.iter_mut().zip(mask).take(self.words()) {
                *lanes = self.e.b.ins().band(*lanes, own);
            }
        }
        self.enter_lane_zero();
        let Some((mut fine, base)) =
            self.test_offsets(access.space, &offsets, (access.bytes(), access.bytes()))
        else {
            return;
        };
        if by_offsets {
            return self.with_fallback(access, fine, |this, access| {
                if access.space == Space::Local {
                    this.add_local_memories(&mut offsets);
                }
                this.touch_offsets(access, base, (&offsets, 0));
            });
        }
        if !self.none_idles() {
            let there = if !self.active.controlled {
                Some(self.all_run())
            } else if access.space == Space::Local {
                Some(self.is_complete())
            } else {
                None
            };
            fine = there.map_or(fine, |there| self.e.both(fine, there));
        }
        self.with_fallback(access, fine, |this, access| {
            if this.has_lanes(access) {
                let mut addresses = this.widened(false, &offsets);
                let base = this.splat(Type::I64, base)[0];
                let count = this.layout(Type::I64).count;
                for lanes in &mut addresses[..count] {
                    *lanes = this.e.b.ins().iadd(*lanes, base);
                }
                if access.space == Space::Local {
                    let bytes = this.e.field(types::I64, offset!(local_bytes));
                    addresses = this.in_each_memory(&addresses, bytes);
                }
                return this.touch_lanes(access, &addresses);
            }
            let mut own = base;
            let step = (access.space == Space::Local).then(|| this.e.field(types::I64, offset!(local_bytes)));
            let mut places = Vec::new();
            for k in 0..this.width {
                let lane = this.extract(Type::I32, &offsets, k);
                let lane = this.e.b.ins().uextend(types::I64, lane);
                places.push((this.e.b.ins().iadd(own, lane), 0));
                own = step.map_or(own, |step| this.e.b.ins().iadd(own, step));
            }
            this.touch(access, &places, false);
        });
    }

    /// Returns the low 32 bits of the lanes' addresses in a space of the block.
    pub(super) fn low_words(&mut self, address: Value) -> Chunks {
        let chunks = self.chunks(address);
        match self.e.f.ty(address) {
            Type::I64 => self.parts_of(&chunks, 0),
            _ => chunks,
        }
    }

    /// Adds a number to offsets, modulo 2³².
    pub(super) fn moved(&mut self, offsets: &mut Chunks, more: i64) {
        if more as i32 != 0 {
            let more = self.e.b.ins().iconst(types::I32, i64::from(more as u32));
            let more = self.splat(Type::I32, more)[0];
            for lanes in offsets.iter_mut().take(self.words()) {
                *lanes = self.e.b.ins().iadd(*lanes, more);
            }
        }
    }

    /// Tests whether some bytes at each offset lie in a space of the block, with an alignment. Returns that,
    /// `i8`, and the address of the space.
    pub(super) fn test_offsets(
        &mut self,
        space: Space,
        offsets: &Chunks,
        (bytes, align): (i64, i64),
    ) -> Option<(Cl, Cl)> {
        let (size, base) = self.e.size(space).zip(self.e.base(space))?;
        let room = self.e.b.ins().icmp_imm_u(IntCC::UnsignedGreaterThanOrEqual, size, bytes);
        let last = self.e.b.ins().iadd_imm_s(size, -bytes);
        let last = self.e.b.ins().ireduce(types::I32, last);
        let last = self.splat(Type::I32, last)[0];
        let fine = self.none_beyond(Type::I32, offsets, last, align)?;
        Some((self.e.b.ins().band(fine, room), base))
    }

    /// Tests whether no offset into a space, which begins at a multiple of the alignment, lies beyond the
    /// last one or is unaligned, `i8`.
    pub(super) fn none_beyond(&mut self, ty: Type, offsets: &Chunks, last: Cl, align: i64) -> Option<Cl> {
        let layout = self.layout(ty);
        let (mut bad, mut bits) = (None, None);
        for &lanes in &offsets[..layout.count] {
            let beyond = self.e.b.ins().icmp(IntCC::UnsignedGreaterThan, lanes, last);
            bad = Some(bad.map_or(beyond, |bad| self.e.b.ins().bor(bad, beyond)));
            bits = Some(bits.map_or(lanes, |bits| self.e.b.ins().bor(bits, lanes)));
        }
        let (mut bad, bits) = bad.zip(bits)?;
        if align > 1 {
            let odd = self.e.b.ins().iconst(layout.vector.lane_type(), align - 1);
            let odd = self.splat(ty, odd)[0];
            let low = self.e.b.ins().band(bits, odd);
            bad = self.e.b.ins().bor(bad, low);
        }
        let any = self.e.b.ins().vany_true(bad);
        Some(self.e.b.ins().icmp_imm_u(IntCC::Equal, any, 0))
    }
}
