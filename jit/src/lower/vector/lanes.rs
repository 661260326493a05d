//! Operations done lane by lane with the scalar emitter.
//!
//! Pure operations are unrolled over all lanes of the strip. Operations that may fault or are too long for
//! that become a loop over the active lanes; their operands and results then lie in memory.

use super::chunk::{Chunks, Layout, MOST};
use super::kind::Kind;
use super::state::{Vectors, WIDEST};
use crate::lower::emitter::{Lane, TRUSTED};
use cranelift_codegen::ir::{InstBuilder, StackSlot, StackSlotData, StackSlotKind, Value as Cl, types};
use ptx::ir::{Inst, InstId, Type, Value};

/// Values of one lane.
pub(super) type Lanes = Vec<(Value, Cl)>;

/// Size of a strip of 64-bit values, bytes.
const STAGE: u32 = 8 * WIDEST;

impl Vectors<'_> {
    /// Emits a scalar instruction on given operands and returns its results.
    pub(super) fn scalar(&mut self, id: InstId, given: Lanes) -> Lanes {
        self.scalar_among(id, given).0
    }

    /// Emits an instruction on lane 0's operands, for results that are uniform or affine.
    pub(super) fn on_lane_zero(&mut self, id: InstId) -> Lanes {
        let inst: &Inst = self.e.f.inst(id);
        let given = inst.args.iter().map(|&v| (v, self.base(v))).collect();
        let strip = self.strip();
        self.e.lane = Some(Lane::in_strip(strip.thread, strip.lane, strip.fault, strip.end));
        self.scalar(id, given)
    }

    /// Emits an instruction once for all lanes, attributed to the first active one.
    pub(super) fn on_first_lane(&mut self, id: InstId) -> Lanes {
        let inst: &Inst = self.e.f.inst(id);
        let given = inst.args.iter().map(|&v| (v, self.base(v))).collect();
        self.enter_first_lane();
        self.scalar(id, given)
    }

    /// Attributes faults and polls from here on to the first active lane.
    pub(super) fn enter_first_lane(&mut self) {
        let strip = self.strip();
        let lane = Lane::in_strip(strip.thread, strip.lane, strip.fault, strip.end);
        self.e.lane = Some(lane.first_of_mask(self.active.mask));
    }

    /// Emits a pure instruction for each lane of the strip, inactive ones included.
    pub(super) fn on_each_lane(&mut self, id: InstId) -> Chunks {
        let inst: &Inst = self.e.f.inst(id);
        let strip = self.strip();
        let mut operands: Vec<(Value, Chunks)> = Vec::new();
        for &v in &inst.args {
            let vectors = matches!(self.kind(v), Kind::Widened(_) | Kind::Varying);
            if vectors && self.e.f.constant(v).is_none() && operands.iter().all(|(o, _)| *o != v) {
                let chunks = self.chunks(v);
                operands.push((v, chunks));
            }
        }
        let mut lanes = Vec::new();
        for k in 0..self.width {
            let mut given = Vec::new();
            for &v in &inst.args {
                let value = match operands.iter().find(|(o, _)| *o == v) {
                    Some((_, chunks)) => self.extract(self.e.f.ty(v), chunks, k),
                    None => self.lane_value(v, k),
                };
                given.push((v, value));
            }
            let thread = self.e.b.ins().iadd_imm_s(strip.thread, i64::from(k));
            let lane = self.e.b.ins().iadd_imm_s(strip.lane, i64::from(k));
            self.e.lane = Some(Lane::in_strip(thread, lane, strip.fault, strip.end));
            lanes.extend(self.scalar(id, given).first().map(|r| r.1));
        }
        let ty = inst.results.first().map_or(Type::I32, |&v| self.e.f.ty(v));
        self.gathered(ty, &lanes)
    }

    /// Emits instructions in a loop over the lanes of a mask. Sets those of their results that are `wanted`;
    /// they are undefined in other lanes.
    pub(super) fn on_running_lanes(&mut self, ids: &[InstId], wanted: &[Value], lanes: Cl) {
        let plain = |&v: &Value| matches!(self.kind(v), Kind::Uniform | Kind::Varying);
        if self.e.const_value(lanes) == Some(1) && wanted.iter().all(plain) {
            return self.on_only_lane(ids, wanted);
        }
        let strip = self.strip();
        let mut staged: Vec<(Value, StackSlot)> = Vec::new();
        let mut own: Vec<Value> = ids.iter().flat_map(|&id| &self.e.f.inst(id).results).copied().collect();
        own.sort_unstable();
        for &id in ids {
            let inst: &Inst = self.e.f.inst(id);
            self.stage_operands(inst, &own, &mut staged);
        }
        let first_result = staged.len();
        let results: Vec<StackSlot> = (0..wanted.len()).map(|n| self.stage(first_result + n)).collect();

        let [head, after] = std::array::from_fn(|_| self.e.b.create_block());
        let rest = self.e.b.append_block_param(head, types::I32);
        self.e.b.ins().jump(head, &[lanes.into()]);
        self.e.b.switch_to_block(head);
        self.e.mark_if_cold(head);
        let k = self.e.b.ins().ctz(rest);
        let thread = self.e.b.ins().iadd(strip.thread, k);
        let lane = self.e.b.ins().iadd(strip.lane, k);
        self.e.lane = Some(Lane::in_strip(thread, lane, strip.fault, strip.end));
        let mut known = Vec::new();
        for &id in ids {
            let inst: &Inst = self.e.f.inst(id);
            for &v in &inst.args {
                self.at_lane(v, k, &staged, &mut known);
            }
            let (made, given) = self.scalar_among(id, known);
            known = given;
            known.extend(made);
        }
        for (n, &v) in wanted.iter().enumerate() {
            let Some(&(_, value)) = known.iter().find(|(r, _)| *r == v) else { continue };
            let element = self.as_element(self.e.f.ty(v), value);
            let place = self.staged_place(results[n], k, self.layout(self.e.f.ty(v)));
            self.e.b.ins().store(TRUSTED, element, place, 0);
        }
        let below = self.e.b.ins().iadd_imm_s(rest, -1);
        let rest = self.e.b.ins().band(rest, below);
        self.e.b.ins().brif(rest, head, &[rest.into()], after, &[]);
        self.e.b.seal_block(head);
        self.e.open(after);
        let first = self.e.b.ins().ctz(lanes);
        for (n, &v) in wanted.iter().enumerate() {
            self.unstage(v, results[n], first);
        }
    }

    /// Sets a value from the lanes in memory. `first` is one of the lanes that ran.
    fn unstage(&mut self, v: Value, slot: StackSlot, first: Cl) {
        let ty = self.e.f.ty(v);
        let vector = self.layout(ty).vector;
        match self.kind(v) {
            Kind::Uniform => {
                let place = self.staged_place(slot, first, self.layout(ty));
                let element = self.e.b.ins().load(vector.lane_type(), TRUSTED, place, 0);
                let value = self.scalar_from_element(ty, element);
                self.set_base(v, value);
            }
            Kind::Varying => self.unstage_vectors(v, slot),
            kind @ (Kind::Affine(stride) | Kind::Widened(stride)) => {
                let place = self.staged_place(slot, first, self.layout(ty));
                let value = self.e.b.ins().load(vector.lane_type(), TRUSTED, place, 0);
                let n = if ty == Type::I64 { self.e.b.ins().uextend(types::I64, first) } else { first };
                let before = self.e.b.ins().imul_imm_s(n, stride);
                let base = self.e.b.ins().isub(value, before);
                self.set_base(v, base);
                if let Kind::Widened(_) = kind {
                    if self.storage.held[v.index()].from_frame {
                        self.unstage_vectors(v, slot);
                    }
                    // No test for a wrap was made: the value is recomputed from its operands.
                    let no = self.e.b.ins().iconst(types::I8, 0);
                    self.set_flag(v, no);
                }
            }
        }
    }

    fn unstage_vectors(&mut self, v: Value, slot: StackSlot) {
        let layout @ Layout { vector, count, .. } = self.layout(self.e.f.ty(v));
        let mut chunks = [self.active.mask; MOST];
        for (n, chunk) in chunks.iter_mut().enumerate().take(count) {
            *chunk = self.e.b.ins().stack_load(types::I64, vector, slot, layout.place(n));
        }
        self.set_chunks(v, &chunks);
    }

    /// Emits a scalar instruction on given operands; returns its results and the operands.
    pub(super) fn scalar_among(&mut self, id: InstId, given: Lanes) -> (Lanes, Lanes) {
        let before = std::mem::replace(&mut self.e.given, given);
        let outer = self.e.captured.replace(Vec::new());
        self.e.emit_inst(id);
        let given = std::mem::replace(&mut self.e.given, before);
        (std::mem::replace(&mut self.e.captured, outer).unwrap_or_default(), given)
    }

    /// Stores operands that exist only as vectors to memory, where single lanes can be loaded.
    fn stage_operands(&mut self, inst: &Inst, own: &[Value], staged: &mut Vec<(Value, StackSlot)>) {
        for &v in inst.args.iter().filter(|v| own.binary_search(v).is_err()) {
            let in_vectors = match self.kind(v) {
                Kind::Varying => true,
                Kind::Widened(_) => self.storage.held[v.index()].from_frame,
                Kind::Uniform | Kind::Affine(_) => false,
            };
            if in_vectors && self.e.f.constant(v).is_none() {
                self.put(v, staged);
            } else if let (Kind::Widened(_), Some(def)) = (self.kind(v), self.e.f.def_inst(v)) {
                self.stage_operands(def, own, staged);
            }
        }
    }

    fn put(&mut self, v: Value, staged: &mut Vec<(Value, StackSlot)>) {
        if staged.iter().any(|(s, _)| *s == v) {
            return;
        }
        let slot = self.stage(staged.len());
        let chunks = self.chunks(v);
        let layout = self.layout(self.e.f.ty(v));
        for (n, &chunk) in chunks.iter().enumerate().take(layout.count) {
            self.e.b.ins().stack_store(types::I64, chunk, slot, layout.place(n));
        }
        staged.push((v, slot));
    }

    fn stage(&mut self, n: usize) -> StackSlot {
        while self.storage.stages.len() <= n {
            let slot = StackSlotData::new(StackSlotKind::ExplicitSlot, STAGE, 6);
            self.storage.stages.push(self.e.b.create_sized_stack_slot(slot));
        }
        self.storage.stages[n]
    }

    fn staged_place(&mut self, slot: StackSlot, k: Cl, layout: Layout) -> Cl {
        let start = self.e.b.ins().stack_addr(types::I64, slot, 0);
        let wide = self.e.b.ins().uextend(types::I64, k);
        let offset = self.e.b.ins().ishl_imm_u(wide, i64::from(layout.lane_shift()));
        self.e.b.ins().iadd(start, offset)
    }

    /// Returns the scalar of lane `k`, a run-time value, and adds it to `known`.
    fn at_lane(&mut self, v: Value, k: Cl, staged: &[(Value, StackSlot)], known: &mut Lanes) -> Cl {
        if let Some(&(_, value)) = known.iter().find(|(o, _)| *o == v) {
            return value;
        }
        let ty = self.e.f.ty(v);
        let value = match (self.kind(v), staged.iter().find(|(s, _)| *s == v)) {
            _ if self.e.f.constant(v).is_some() => self.base(v),
            (_, Some(&(_, slot))) => {
                let place = self.staged_place(slot, k, self.layout(ty));
                let lane_type = self.layout(ty).vector.lane_type();
                let element = self.e.b.ins().load(lane_type, TRUSTED, place, 0);
                self.scalar_from_element(ty, element)
            }
            (Kind::Affine(stride), None) => {
                let base = self.base(v);
                let n = if ty == Type::I64 { self.e.b.ins().uextend(types::I64, k) } else { k };
                let steps = self.e.b.ins().imul_imm_s(n, stride);
                self.e.b.ins().iadd(base, steps)
            }
            (Kind::Widened(_), None) => self.recompute_at_lane(v, k, staged, known),
            (Kind::Uniform | Kind::Varying, None) => self.base(v),
        };
        known.push((v, value));
        value
    }

    /// Recomputes a widened value from its operands.
    fn recompute_at_lane(&mut self, v: Value, k: Cl, staged: &[(Value, StackSlot)], known: &mut Lanes) -> Cl {
        let ptx::ir::Def::Inst(id, _) = self.e.f.value(v).def else { return self.base(v) };
        for &arg in &self.e.f.inst(id).args {
            self.at_lane(arg, k, staged, known);
        }
        let place = self.e.inst;
        let made = self.scalar(id, known.clone());
        self.e.set_place(place);
        made.first().map_or(k, |r| r.1)
    }
}
