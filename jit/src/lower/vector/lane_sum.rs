//! Atomic additions of all lanes to one word: the sum of the lanes is added once.
//!
//! Sums of integers do not depend on the order, and nobody reads the word between two lanes' additions in a
//! way that could tell. With one addition for each lane, the lanes would wait for each other.

use super::control::every;
use super::kind::Kind;
use super::state::Vectors;
use crate::check::Checked;
use cranelift_codegen::ir::{InstBuilder, Value as Cl, types};
use ptx::ir::{AtomOp, InstId, Op, Space, Type, Value};

impl Vectors<'_> {
    /// Emits an addition of integers to a word that is the same for all lanes; returns `false` if the
    /// instruction is none, or if its result is used.
    pub(super) fn lane_sum(&mut self, id: InstId) -> bool {
        let inst = self.e.f.inst(id);
        let Op::Atom { op: AtomOp::Add, space: Space::Global | Space::Shared, ty, .. } = inst.op else {
            return false;
        };
        let &[address, by] = inst.args.as_slice() else { return false };
        let whole = match self.e.f.ty(by) {
            Type::I32 => ty.bytes() == 4,
            Type::I64 => ty.bytes() == 8,
            _ => false,
        };
        let unused = inst.results.iter().all(|v| !self.analysis.used[v.index()]);
        let one_word = self.kind(address) == Kind::Uniform;
        // Watched accesses are reported by lane.
        let unseen = self.e.asks.checked == Checked::No;
        if ty.is_float() || !(whole && unused && one_word && unseen) {
            return false;
        }
        let sum = self.sum_of_lanes(by);
        let given = vec![(address, self.base(address))];
        let outer = std::mem::replace(&mut self.e.given, given);
        self.enter_first_lane();
        self.e.set_place(id.index() as u32);
        self.e.emit_addition(inst, sum);
        self.e.given = outer;
        true
    }

    /// Returns the sum of an integer over the active lanes.
    fn sum_of_lanes(&mut self, v: Value) -> Cl {
        let (ty, mask) = (self.e.f.ty(v), self.active.mask);
        if self.kind(v) == Kind::Uniform {
            let value = self.base(v);
            let lanes = self.e.b.ins().popcnt(mask);
            let lanes = if ty == Type::I64 { self.e.b.ins().uextend(types::I64, lanes) } else { lanes };
            return self.e.b.ins().imul(value, lanes);
        }
        let mut chunks = self.chunks(v);
        if self.e.const_value(mask).is_none_or(|mask| mask as u32 != every(self.width)) {
            let zero = self.e.constant(ty, 0);
            let none = self.splat(ty, zero);
            let active = self.mask_vectors();
            chunks = self.blend(ty, active, &chunks, &none);
        }
        let layout = self.layout(ty);
        let vectors = &chunks[1..layout.count];
        let sum = vectors.iter().fold(chunks[0], |sum, &chunk| self.e.b.ins().iadd(sum, chunk));
        let first = self.element(sum, 0);
        (1..layout.lanes).fold(first, |total, lane| {
            let element = self.element(sum, lane as u8);
            self.e.b.ins().iadd(total, element)
        })
    }
}
