//! Short strips: the first threads of a row, fewer than the width, if it is known when code is made that all
//! other threads are idle, as in the last levels of a reduction. See [`sweep`](super::sweep).
//!
//! A short strip has as many lanes as its vectors, at least four. Lanes without a thread read safe addresses,
//! compute unused values, and write nothing.

use super::chunk::{MOST, little};
use super::kind::Kind;
use super::lanes::Lanes;
use super::memory::Access;
use super::row_values::Part;
use super::state::Vectors;
use super::trace::Trace;
use crate::lower::emitter::Lane;
use crate::lower::memory::KERNEL;
use cranelift_codegen::ir::{InstBuilder, Value as Cl, types};
use ptx::ir::{Inst, InstId, Value};

impl Vectors<'_> {
    /// Returns the number of threads at a row's start that are not idle, if it is known and less than the
    /// width.
    pub(super) fn short(&self, part: &Part, trace: &Trace) -> Option<u32> {
        // More would be too many vectors of 128 bits.
        let few = (1..i64::from(self.width.min(17))).contains(&part.most);
        (few && part.first && part.exact.is_none() && trace.idle && trace.apart.is_empty())
            .then_some(part.most as u32)
    }

    /// Returns the number of active lanes if the strip is short.
    pub(super) fn short_lanes(&self) -> Option<usize> {
        let lanes = self.region.whole.as_ref()?.lanes;
        (lanes != self.width).then_some(lanes as usize)
    }

    /// Loads or stores of a short strip. Inactive lanes read memory of the block, or the address of lane 0.
    /// One or two words are stored as such: the processor forwards a store only to a load within it.
    pub(super) fn access_short(
        &mut self,
        access: &Access,
        places: &[(Cl, i32)],
        few: usize,
        contiguous: bool,
    ) {
        if let [v] = access.values[..]
            && (contiguous || few == 1)
            && few <= 2
            && access.ty.bytes() == 4
            && self.is_whole(access, v)
        {
            let whole = if few == 1 { types::F32X4 } else { types::F64X2 };
            let (at, first) = places[0];
            if access.load {
                let bits = self.e.b.ins().load(whole.lane_type(), KERNEL, at, first);
                let lanes = self.e.b.ins().splat(whole, bits);
                let vector = self.layout(self.e.f.ty(v)).vector;
                let lanes =
                    if vector == whole { lanes } else { self.e.b.ins().bitcast(vector, little(), lanes) };
                self.set_chunks(v, &[lanes; MOST]);
            } else {
                let lanes = self.chunks(v)[0];
                let lanes = if self.e.b.func.dfg.value_type(lanes) == whole {
                    lanes
                } else {
                    self.e.b.ins().bitcast(whole, little(), lanes)
                };
                let bits = self.e.b.ins().extractlane(lanes, 0);
                self.e.b.ins().store(KERNEL, bits, at, first);
            }
            return;
        }
        if !access.load {
            return self.write_places(access, &places[..few], self.active.controlled);
        }
        let contiguous = contiguous && !self.is_flat(access.space);
        let mut safe = places.to_vec();
        if !contiguous {
            safe[few..].fill(places[0]);
        }
        for (n, &v) in access.values.iter().enumerate() {
            let chunks = self.read_places(access, n, v, &safe, contiguous);
            self.set_chunks(v, &chunks);
        }
    }

    /// Emits instructions for lane 0 alone. Sets those of their results that are `wanted`, each
    /// [`Kind::Uniform`] or [`Kind::Varying`].
    pub(super) fn on_only_lane(&mut self, ids: &[InstId], wanted: &[Value]) {
        let strip = self.strip();
        self.e.lane = Some(Lane::in_strip(strip.thread, strip.lane, strip.fault, strip.end));
        for &id in ids {
            let inst: &Inst = self.e.f.inst(id);
            for &v in &inst.args {
                if self.e.at_lane.get(v).is_none() {
                    let value = self.lane_value(v, 0);
                    self.e.at_lane.insert(v, value);
                }
            }
            self.scalar_at_lane(id);
        }
        let wanted = wanted.iter().filter_map(|&v| Some((v, self.e.at_lane.get(v)?)));
        let wanted: Lanes = wanted.collect();
        self.e.at_lane.clear();
        for (v, value) in wanted {
            if self.kind(v) == Kind::Uniform {
                self.set_base(v, value);
            } else {
                let chunks = self.splat(self.e.f.ty(v), value);
                self.set_chunks(v, &chunks);
            }
        }
    }
}
