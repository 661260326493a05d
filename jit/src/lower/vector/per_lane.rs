//! Loads and stores of device memory at an address of each lane: contiguous ones, of which that is known when
//! they run only, and others.

use super::chunk::Chunks;
use super::memory::Access;
use super::state::Vectors;
use super::values::may_step;
use crate::abi::offset;
use cranelift_codegen::ir::{InstBuilder, Value as Cl, types};
use ptx::ir::Type;

impl Vectors<'_> {
    /// Accesses lanes at per-lane addresses.
    pub(super) fn scattered(&mut self, access: &Access) {
        if !self.may_be_contiguous(access) {
            return self.gather_scatter(access);
        }
        let offset = access.own_offset;
        let (wanted, first) = match self.indexed(access).filter(|own| own.array.is_of(access.bytes())) {
            Some(indexed) => self.in_a_row(access, &indexed),
            None => {
                let chunks = self.chunks(access.address);
                let (differs, first) = self.differs_from_step(access, &chunks);
                let span = access.bytes() * i64::from(self.width);
                let unit = access.bytes().trailing_zeros();
                let inside = self.lies_inside(access.space, first, offset, (span, unit));
                ([(differs, false), (inside, true)], first)
            }
        };
        let mut wanted = wanted.to_vec();
        if !self.none_idles() {
            wanted.push((self.all_run(), true));
        }
        let together = |this: &mut Self| {
            let start = offset as i32;
            if this.advances(access) && !this.may_bypass(access) {
                this.prefetch_ahead(access.load, (first, start), access.bytes());
            }
            let places: Vec<(Cl, i32)> =
                (0..this.width as i32).map(|k| (first, start + k * access.bytes() as i32)).collect();
            this.touch(access, &places, true);
        };
        self.either_all(&wanted, together, |this| this.gather_scatter(access));
    }

    /// Tests whether the addresses before an access's offset do not step by its size, once for all accesses
    /// of a list of instructions. Also returns lane 0's.
    fn differs_from_step(&mut self, access: &Access, chunks: &Chunks) -> (Cl, Cl) {
        let key = (access.address, access.bytes());
        if let Some(known) = self.storage.stepping.iter().find(|own| own.0 == key) {
            return known.1;
        }
        let first = self.extract(Type::I64, chunks, 0);
        let expected = self.ramp(Type::I64, first, access.bytes());
        let count = self.layout(Type::I64).count;
        let differs = self.differ(&chunks[..count], &expected[..count]);
        self.storage.stepping.push((key, (differs, first)));
        (differs, first)
    }

    /// Returns the flag that vectors of integers differ from others.
    pub(super) fn differ(&mut self, vectors: &[Cl], others: &[Cl]) -> Cl {
        let mut all = None;
        for (&vector, &other) in vectors.iter().zip(others) {
            let own = self.e.b.ins().bxor(vector, other);
            all = Some(all.map_or(own, |all| self.e.b.ins().bor(all, own)));
        }
        match all {
            Some(all) => self.e.b.ins().vany_true(all),
            None => self.e.b.ins().iconst(types::I8, 0),
        }
    }

    /// Returns whether lanes may access contiguous words although their step is unknown. The step of a
    /// pointer that is advanced in a loop is unknown, since its first product may have wrapped; a quotient
    /// changes within a strip only now and then.
    pub(super) fn may_be_contiguous(&self, access: &Access) -> bool {
        access.values.len() == 1
            && self.is_whole(access, access.values[0])
            && may_step(self.e.f, &self.analysis.kinds, access.root)
    }

    /// Returns addresses plus an offset.
    pub(super) fn advanced(&mut self, addresses: &Chunks, offset: i64) -> Chunks {
        let mut out = *addresses;
        if offset != 0 {
            let offset = self.e.b.ins().iconst(types::I64, offset);
            let offset = self.splat(Type::I64, offset)[0];
            for lanes in out.iter_mut().take(self.layout(Type::I64).count) {
                *lanes = self.e.b.ins().iadd(*lanes, offset);
            }
        }
        out
    }

    /// Gathers or scatters lanes at unrelated addresses.
    fn gather_scatter(&mut self, access: &Access) {
        if self.takes_offsets(access)
            && let Some(indexed) = self.indexed(access)
        {
            return self.touch_indexed(access, &indexed);
        }
        let addresses = self.chunks(access.address);
        let addresses = self.advanced(&addresses, access.own_offset);
        let bytes = access.bytes();
        let Some((fine, chunks)) = self.test_addresses(addresses, (bytes, bytes)) else { return };
        self.with_fallback(access, fine, |this, access| {
            if this.has_lanes(access) {
                return this.touch_lanes(access, &chunks);
            }
            let places: Vec<(Cl, i32)> =
                (0..this.width).map(|k| (this.extract(Type::I64, &chunks, k), 0)).collect();
            this.touch(access, &places, false);
        });
    }

    /// Tests whether some bytes at each lane's address lie in the reach, with an alignment. Returns that,
    /// `i8`, and the addresses, which inactive lanes may read too.
    pub(super) fn test_addresses(
        &mut self,
        mut chunks: Chunks,
        (bytes, align): (i64, i64),
    ) -> Option<(Cl, Chunks)> {
        let count = self.layout(Type::I64).count;
        if self.active.controlled {
            // Inactive lanes get an address that is safe to read.
            let somewhere = self.e.field(types::I64, offset!(params));
            let somewhere = self.splat(Type::I64, somewhere);
            let mask = self.mask_vectors();
            chunks = self.blend(Type::I64, mask, &chunks, &somewhere);
        }
        let reach = self.splat(Type::I64, self.e.reach)[0];
        let last = self.e.b.ins().iadd_imm_s(self.e.reach_bytes, -bytes);
        let last = self.splat(Type::I64, last)[0];
        let mut within = chunks;
        for lanes in &mut within[..count] {
            *lanes = self.e.b.ins().isub(*lanes, reach);
        }
        let mut fine = self.none_beyond(Type::I64, &within, last, align)?;
        if !self.active.controlled && !self.none_idles() {
            let all = self.all_run();
            fine = self.e.both(fine, all);
        }
        Some((fine, chunks))
    }
}
