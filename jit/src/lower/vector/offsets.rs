//! Gathers and scatters at offsets of 32 bits from one address: of shared and local memory, and of arrays
//! with an index for each lane, `base[index]`. Addresses of 64 bits would take twice as many vectors.

use super::array::{Array, Indexed, MOST_SHIFT, Scaled, scaled_index};
use super::chunk::Chunks;
use super::kind::Kind;
use super::memory::Access;
use super::state::Vectors;
use crate::machine::{Extra, load_at_addresses};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value as Cl, types};
use ptx::analysis::regions::Region;
use ptx::ir::{InstId, IntOp, Op, Type, Value};

impl Vectors<'_> {
    /// Returns whether an access at unrelated addresses takes offsets from one address.
    pub(super) fn takes_offsets(&self, access: &Access) -> bool {
        self.has_lanes(access)
            && !self.is_small(access)
            && !self.loads_words(access)
            && !self.stores_pieces(access)
            && (!access.load || load_at_addresses() == Extra::Gather)
    }

    /// Returns an access's address as an index into an array, if it is one.
    pub(super) fn indexed(&self, access: &Access) -> Option<Indexed> {
        let found = self.index_of(access)?;
        let at_hand = !self.is_local(found.index) || self.has_chunks(found.index);
        at_hand.then_some(found)
    }

    /// Returns the value that an instruction of this block reads beyond its operands: an index.
    pub(super) fn index_read_by(&self, id: InstId) -> Option<Value> {
        self.element_of(id).map(|found| found.index)
    }

    /// Returns the element that a load or store accesses by its index.
    fn element_of(&self, id: InstId) -> Option<Indexed> {
        if !matches!(self.e.f.inst(id).op, Op::Load { .. } | Op::Store { .. }) {
            return None;
        }
        let access = self.decode(id).filter(|access| access.stride.is_none() && access.simple)?;
        let found = self.index_of(&access).filter(|_| self.is_flat(access.space))?;
        (self.takes_offsets(&access) || self.may_be_contiguous(&access)).then_some(found)
    }

    fn index_of(&self, access: &Access) -> Option<Indexed> {
        let found = |v: Value| self.region.live_in.binary_search(&v).is_ok();
        let sum = self.e.f.def_inst(access.root).filter(|_| !found(access.root))?;
        let uniform = |v: Value| self.kind(v) == Kind::Uniform;
        let (base, scaled) = match (&sum.op, sum.args.as_slice()) {
            (Op::Int(IntOp::Add), &[a, b]) if uniform(a) && !uniform(b) => (a, b),
            (Op::Int(IntOp::Add), &[a, b]) if uniform(b) && !uniform(a) => (b, a),
            _ => return None,
        };
        let Scaled { index, signed, shift, wide } = scaled_index(self.e.f, scaled)?;
        let bytes = access.bytes();
        // Elements of an aligned array are aligned.
        let fits = shift <= MOST_SHIFT && bytes <= 1 << shift;
        let array = Array { base, offset: access.offset, signed, shift, bytes };
        (fits && !found(scaled) && !found(wide)).then_some(Indexed { array, index })
    }

    /// Loads or stores elements of an array.
    pub(super) fn touch_indexed(&mut self, access: &Access, indexed: &Indexed) {
        let Indexed { array, index } = *indexed;
        let index = self.chunks(index);
        let [low, count, _] = self.limits_of(array);
        let [low, count] = [low, count].map(|n| self.splat(Type::I32, n)[0]);
        let mut beyond = index;
        for lanes in &mut beyond[..self.words()] {
            let place = self.e.b.ins().isub(*lanes, low);
            *lanes = self.e.b.ins().icmp(IntCC::UnsignedGreaterThanOrEqual, place, count);
        }
        let mut bad = self.bits_of(&beyond);
        if self.may_idle() {
            bad = self.e.b.ins().band(bad, self.active.mask);
        }
        let fine = self.e.b.ins().icmp_imm_u(IntCC::Equal, bad, 0);
        self.or_else(
            fine,
            |this| {
                let base = this.base(array.base);
                let base = this.plus(base, array.offset);
                this.touch_offsets(access, base, (&index, array.shift));
            },
            |this| {
                // The address is computed where it is needed.
                let address = this.address_of(array, access.offset - access.own_offset, &index);
                this.hold_chunks(access.address, &address);
                this.carefully(access);
            },
        );
    }

    /// Returns flags that hold if lanes access elements one after the other inside the reach, with the values
    /// that they have then, and the address of the first one before the access's own offset.
    pub(super) fn in_a_row(&mut self, access: &Access, indexed: &Indexed) -> ([(Cl, bool); 2], Cl) {
        let Indexed { array, index } = *indexed;
        let (differs, first) = self.index_steps(index);
        let [low, _, room] = self.limits_of(array);
        let place = self.e.b.ins().isub(first, low);
        let inside = self.e.b.ins().icmp(IntCC::UnsignedLessThan, place, room);
        let b = &mut self.e.b;
        let wide = if array.signed {
            b.ins().sextend(types::I64, first)
        } else {
            b.ins().uextend(types::I64, first)
        };
        let ahead = self.e.b.ins().ishl_imm_u(wide, i64::from(array.shift));
        let base = self.base(array.base);
        let base = self.plus(base, access.offset - access.own_offset);
        ([(differs, false), (inside, true)], self.e.b.ins().iadd(base, ahead))
    }

    /// Tests whether an index does not grow by 1 from lane to lane, once for all arrays with this index in a
    /// list of instructions. Also returns lane 0's.
    fn index_steps(&mut self, index: Value) -> (Cl, Cl) {
        if let Some(known) = self.storage.stepping.iter().find(|own| own.0 == (index, 1)) {
            return known.1;
        }
        let chunks = self.chunks(index);
        let first = self.extract(Type::I32, &chunks, 0);
        let expected = self.ramp(Type::I32, first, 1);
        let count = self.words();
        let differs = self.differ(&chunks[..count], &expected[..count]);
        self.storage.stepping.push(((index, 1), (differs, first)));
        (differs, first)
    }

    fn limits_of(&mut self, array: Array) -> [Cl; 3] {
        let known = self.storage.limits.iter().find(|own| own.0 == array);
        known.map(|own| own.1).unwrap_or_else(|| self.limits(array))
    }

    /// Computes the limits of indices into arrays of a region whose addresses the block has in common.
    pub(super) fn hoist_limits(&mut self, region: &Region) {
        self.storage.limits.clear();
        for &id in region.blocks.iter().flat_map(|&block| &self.e.f.block(block).insts) {
            let Some(Indexed { array, .. }) = self.element_of(id) else { continue };
            let known = self.storage.limits.iter().any(|own| own.0 == array);
            if self.analysis.invariant[array.base.index()] && !known {
                let limits = self.limits(array);
                self.storage.limits.push((array, limits));
            }
        }
    }

    /// Computes the first valid index, the number of valid ones, and of those from which a strip may access
    /// elements one after the other; words. An index from 2³¹ on is not valid.
    fn limits(&mut self, array: Array) -> [Cl; 3] {
        let more = i64::from(self.width) - 1;
        let (base, shift) = (self.base(array.base), i64::from(array.shift));
        let start = self.plus(base, array.offset);
        let (reach, size) = (self.e.reach, self.e.reach_bytes);
        let b = &mut self.e.b;
        let start = b.ins().isub(start, reach);
        let (first, last) = (b.ins().sshr_imm_u(start, shift), b.ins().iadd_imm_s(size, -array.bytes));
        let last = b.ins().sshr_imm_u(last, shift);
        let [low, high] = [b.ins().ineg(first), b.ins().isub(last, first)];
        let lowest = if array.signed { i64::from(i32::MIN) } else { 0 };
        let [lowest, highest, none, most] =
            [lowest, i64::from(i32::MAX), 0, i64::from(u32::MAX)].map(|n| b.ins().iconst(types::I64, n));
        let (low, high) = (b.ins().smax(low, lowest), b.ins().smin(high, highest));
        let count = b.ins().isub(high, low);
        let odd = b.ins().band_imm_u(start, array.bytes - 1);
        let aligned = b.ins().icmp_imm_u(IntCC::Equal, odd, 0);
        let [count, room] = [1, 1 - more].map(|n| {
            let count = b.ins().iadd_imm_s(count, n);
            let count = b.ins().smax(count, none);
            let count = b.ins().smin(count, most);
            b.ins().select(aligned, count, none)
        });
        [low, count, room].map(|n| b.ins().ireduce(types::I32, n))
    }

    /// Returns the address of elements, plus an offset.
    fn address_of(&mut self, array: Array, offset: i64, index: &Chunks) -> Chunks {
        let base = self.base(array.base);
        let base = self.plus(base, offset);
        let base = self.splat(Type::I64, base)[0];
        let mut out = self.widened(array.signed, index);
        for lanes in &mut out[..self.layout(Type::I64).count] {
            let own = self.e.b.ins().ishl_imm_u(*lanes, i64::from(array.shift));
            *lanes = self.e.b.ins().iadd(own, base);
        }
        out
    }

    /// Loads or stores in the active lanes at tested offsets from an address, in units of a log2.
    pub(super) fn touch_offsets(&mut self, access: &Access, base: Cl, (offsets, shift): (&Chunks, u32)) {
        let unit = self.e.b.ins().iconst(types::I32, 1 << shift);
        let mask = self.active_lanes();
        for (n, &v) in access.values.iter().enumerate() {
            let base = self.plus(base, n as i64 * i64::from(access.ty.bytes()));
            let layout = self.layout(self.e.f.ty(v));
            let parts = layout.count / self.words();
            let mut chunks = if access.load { *offsets } else { self.chunks(v) };
            for (n, chunk) in chunks[..layout.count].iter_mut().enumerate() {
                let own = offsets[n / parts];
                let own = if n % parts == 1 { self.e.extra(Extra::High, &[own], self.ints()) } else { own };
                let lanes = self.mask_part(mask, n as u32 * layout.lanes);
                if access.load {
                    *chunk = self.e.extra(Extra::GatherNear, &[base, own, lanes, unit], layout.vector);
                } else {
                    self.e.extra_effect(Extra::ScatterNear, &[base, own, *chunk, lanes, unit]);
                }
            }
            if access.load {
                self.set_chunks(v, &chunks);
            }
        }
    }
}
