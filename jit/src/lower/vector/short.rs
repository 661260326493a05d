//! Short strips: a row's first few threads, fewer than a strip has, where it is known when code is made that
//! no others do anything, as in the last levels of a reduction. See [`sweep`](super::sweep).
//!
//! Such a strip has as many lanes as its vectors, four at least; those that stand for no thread read what
//! cannot harm, compute what nobody looks at, and write nothing.

use super::along::Part;
use super::chunk::{MOST, little};
use super::kind::Kind;
use super::lanes::Lanes;
use super::memory::Access;
use super::state::Vectors;
use super::trace::Trace;
use crate::lower::emitter::Lane;
use crate::lower::memory::KERNEL;
use cranelift_codegen::ir::{InstBuilder, Value as Cl, types};
use ptx::ir::{Inst, InstId, Value};

impl Vectors<'_> {
    /// How many threads at a row's start are all that do anything, if that is known now and they are fewer
    /// than a strip.
    pub(super) fn short(&self, part: &Part, trace: &Trace) -> Option<u32> {
        let few = (1..i64::from(self.width)).contains(&part.most);
        (few && part.first && part.sure.is_none() && trace.idle).then_some(part.most as u32)
    }

    /// Lanes that run, where those are a short strip's first.
    pub(super) fn few(&self) -> Option<usize> {
        let lanes = self.region.whole.as_ref()?.lanes;
        (lanes != self.width).then_some(lanes as usize)
    }

    /// Loads or stores of a short strip: lanes that do not run read what the block owns, or what the first
    /// lane does. One or two words go as such: the processor hands what was just stored on to a load that
    /// lies within it, and to no other.
    pub(super) fn touch_few(&mut self, access: &Access, places: &[(Cl, i32)], few: usize, contiguous: bool) {
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
            return self.write_places(access, &places[..few]);
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

    /// Instructions where lane 0 is known to be the only one that runs; sets those of their results that are
    /// `wanted`, each [`Kind::Uniform`] or [`Kind::Varying`].
    pub(super) fn on_only_lane(&mut self, ids: &[InstId], wanted: &[Value]) {
        let strip = self.strip();
        self.e.lane = Some(Lane::of_strip(strip.thread, strip.lane, strip.fault, strip.end));
        let mut known: Lanes = Vec::new();
        for &id in ids {
            let inst: &Inst = self.e.f.inst(id);
            for &v in &inst.args {
                if known.iter().all(|(o, _)| *o != v) {
                    let value = self.lane_value(v, 0);
                    known.push((v, value));
                }
            }
            let (made, given) = self.scalar_among(id, known);
            known = given;
            known.extend(made);
        }
        for &v in wanted {
            let Some(&(_, value)) = known.iter().find(|(r, _)| *r == v) else { continue };
            if self.kind(v) == Kind::Uniform {
                self.set_base(v, value);
            } else {
                let chunks = self.splat(self.e.f.ty(v), value);
                self.set_chunks(v, &chunks);
            }
        }
    }
}
