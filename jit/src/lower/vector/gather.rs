//! Gathers, scatters and stores under masks by instructions of the processor.

use super::chunk::{Chunks, MOST};
use super::memory::Access;
use super::state::Vectors;
use crate::machine::{Extra, load_at_addresses};
use cranelift_codegen::ir::{InstBuilder, Value as Cl, types};
use ptx::ir::{Type, Value};

impl Vectors<'_> {
    /// Returns whether the processor has gathers and scatters for an access.
    pub(super) fn has_lanes(&self, access: &Access) -> bool {
        self.bounds.vector_bytes == 64
            && self.width.is_multiple_of(8)
            && self.short_lanes().is_none()
            && (access.values.iter().all(|&v| self.is_whole(access, v)) || self.is_small(access))
    }

    /// Returns the addresses for the threads of the strip, from those for the first one: their local memories
    /// follow each other.
    pub(super) fn in_each_memory(&mut self, first: &Chunks, bytes: Cl) -> Chunks {
        let bytes = self.splat(Type::I64, bytes)[0];
        let layout = self.layout(Type::I64);
        let mut out = *first;
        for (n, lanes) in out[..layout.count].iter_mut().enumerate() {
            let numbers = self.steps(layout.vector, 1, n as u32 * layout.lanes);
            let ahead = self.e.b.ins().imul(numbers, bytes);
            *lanes = self.e.b.ins().iadd(*lanes, ahead);
        }
        out
    }

    /// Loads or stores at tested addresses, one a lane. Inactive lanes may be read.
    pub(super) fn touch_lanes(&mut self, access: &Access, addresses: &Chunks) {
        if self.loads_words(access) {
            return self.load_words(addresses, &access.values);
        }
        if self.stores_pieces(access) {
            return self.write_pieces(access, addresses);
        }
        if access.load && self.is_small(access) {
            return self.load_small(access, addresses);
        }
        let scatter = match access.ty.bytes() {
            1 => Extra::ScatterBytes,
            2 => Extra::ScatterHalves,
            _ => Extra::Scatter,
        };
        let bytes = i64::from(access.ty.bytes());
        let mut own = *addresses;
        for (n, &v) in access.values.iter().enumerate() {
            if n > 0 {
                let step = self.e.b.ins().iconst(types::I64, bytes);
                let step = self.splat(Type::I64, step)[0];
                for lanes in &mut own[..self.layout(Type::I64).count] {
                    *lanes = self.e.b.ins().iadd(*lanes, step);
                }
            }
            if access.load {
                let chunks = self.gather_lanes(self.e.f.ty(v), &own);
                self.set_chunks(v, &chunks);
            } else {
                self.scatter_values(scatter, v, &own);
            }
        }
    }

    pub(super) fn gather_lanes(&mut self, ty: Type, addresses: &Chunks) -> Chunks {
        let (layout, wide) = (self.layout(ty), self.layout(Type::I64));
        let halves = wide.count / layout.count;
        let load = load_at_addresses();
        let mut out = *addresses;
        for n in 0..layout.count {
            let part = layout.vector.lane_type().by(layout.lanes / halves as u32).unwrap_or(layout.vector);
            let parts: Vec<Cl> =
                (0..halves).map(|half| self.e.extra(load, &[addresses[halves * n + half]], part)).collect();
            out[n] = match parts[..] {
                [whole] => whole,
                _ => self.e.extra(Extra::Join, &parts, layout.vector),
            };
        }
        out
    }

    fn scatter_values(&mut self, scatter: Extra, v: Value, addresses: &Chunks) {
        let (chunks, layout, wide) = (self.chunks(v), self.layout(self.e.f.ty(v)), self.layout(Type::I64));
        let halves = wide.count / layout.count;
        let mask = self.active_lanes();
        for n in 0..wide.count {
            let data = chunks[n / halves];
            let data = if n % halves == 1 { self.e.extra(Extra::High, &[data], layout.vector) } else { data };
            let lanes = self.mask_part(mask, n as u32 * wide.lanes);
            self.e.extra_effect(scatter, &[addresses[n], data, lanes]);
        }
    }

    /// Loads the active lanes of a strip of contiguous words.
    pub(super) fn read_lanes(&mut self, v: Value, (at, first): (Cl, i32)) -> Chunks {
        let layout = self.layout(self.e.f.ty(v));
        let mask = self.active_lanes();
        let mut chunks = [at; MOST];
        for (n, chunk) in chunks[..layout.count].iter_mut().enumerate() {
            let place = self.e.b.ins().iadd_imm_s(at, i64::from(first + layout.place(n)));
            let lanes = self.mask_part(mask, n as u32 * layout.lanes);
            *chunk = self.e.extra(Extra::LoadMasked, &[place, lanes], layout.vector);
        }
        chunks
    }

    /// Stores the active lanes of a strip of contiguous words.
    pub(super) fn write_lanes(&mut self, v: Value, (at, first): (Cl, i32)) {
        let (chunks, layout) = (self.chunks(v), self.layout(self.e.f.ty(v)));
        let mask = self.active_lanes();
        for (n, &chunk) in chunks[..layout.count].iter().enumerate() {
            let place = self.e.b.ins().iadd_imm_s(at, i64::from(first + layout.place(n)));
            let lanes = self.mask_part(mask, n as u32 * layout.lanes);
            self.e.extra_effect(Extra::StoreLanes, &[place, chunk, lanes]);
        }
    }

    /// Returns the bits of the active lanes.
    pub(super) fn active_lanes(&mut self) -> Cl {
        if self.may_idle() { self.active.mask } else { self.e.b.ins().iconst(types::I32, -1) }
    }

    /// Returns the bits of a mask from a lane on.
    pub(super) fn mask_part(&mut self, mask: Cl, from: u32) -> Cl {
        match self.e.const_value(mask) {
            Some(n) => self.e.b.ins().iconst(types::I32, i64::from(n as u32 >> from)),
            None if from == 0 => mask,
            None => self.e.b.ins().ushr_imm_u(mask, i64::from(from)),
        }
    }
}
