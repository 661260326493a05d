//! Operations done lane by lane with the scalar emitter.
//!
//! Pure operations are unrolled over all lanes of the strip. Operations that may fault or are too long for
//! that become a loop over the active lanes; their operands and results then lie in memory.

use super::chunk::{Chunks, Layout, slot_of};
use super::kind::Kind;
use super::state::Vectors;
use crate::hostcalls::ROW_BYTES;
use crate::lower::emitter::{Lane, TRUSTED};
use cranelift_codegen::ir::{InstBuilder, StackSlot, Value as Cl, types};
use ptx::ir::{Inst, InstId, Type, Value};
use std::collections::BTreeMap;

/// Values of one lane.
pub(super) type Lanes = Vec<(Value, Cl)>;

/// Places of operands in memory.
type Staged = BTreeMap<Value, StackSlot>;

/// Size of a strip of 64-bit values, bytes.
const STAGE: u32 = ROW_BYTES as u32;

/// Maximum number of operands of arithmetic.
const ROW_OPERANDS: u32 = 3;

impl Vectors<'_> {
    /// Emits a scalar instruction on given operands and returns its results.
    pub(super) fn scalar(&mut self, id: InstId, given: Lanes) -> Lanes {
        let before = std::mem::replace(&mut self.e.given, given);
        let outer = self.e.captured.replace(Vec::new());
        self.e.emit_inst(id);
        self.e.given = before;
        std::mem::replace(&mut self.e.captured, outer).unwrap_or_default()
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

    /// Has the host compute an instruction of arithmetic for all active lanes, in rarely executed code: a
    /// call is shorter than a loop over the lanes.
    pub(super) fn by_host(&mut self, id: InstId) -> Chunks {
        let inst: &Inst = self.e.f.inst(id);
        let slot = *self
            .e
            .slots
            .strip
            .get_or_insert_with(|| self.e.b.create_sized_stack_slot(slot_of(ROW_OPERANDS * STAGE)));
        for (n, &v) in (0..).zip(&inst.args) {
            let chunks = self.raw_chunks(v);
            self.store_row((slot, n * STAGE as i32), self.e.f.ty(v), &chunks);
        }
        self.e.eval_rows(self.active.mask, slot);
        self.load_row((slot, 0), self.e.f.ty(inst.results[0]))
    }

    /// Emits instructions in a loop over the lanes of a mask. Sets those of their results that are `wanted`;
    /// they are undefined in other lanes.
    pub(super) fn on_running_lanes(&mut self, ids: &[InstId], wanted: &[Value], lanes: Cl) {
        let plain = |&v: &Value| matches!(self.kind(v), Kind::Uniform | Kind::Varying);
        if self.e.const_value(lanes) == Some(1) && wanted.iter().all(plain) {
            return self.on_only_lane(ids, wanted);
        }
        let strip = self.strip();
        let mut staged = Staged::new();
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
        for &id in ids {
            let inst: &Inst = self.e.f.inst(id);
            for &v in &inst.args {
                self.at_lane(v, k, &staged);
            }
            self.scalar_at_lane(id);
        }
        for (n, &v) in wanted.iter().enumerate() {
            let Some(value) = self.e.at_lane.get(v) else { continue };
            let element = self.as_element(self.e.f.ty(v), value);
            let place = self.staged_place(results[n], k, self.layout(self.e.f.ty(v)));
            self.e.b.ins().store(TRUSTED, element, place, 0);
        }
        self.e.at_lane.clear();
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
        let chunks = self.load_row((slot, 0), self.e.f.ty(v));
        self.set_chunks(v, &chunks);
    }

    /// Emits a scalar instruction on the values of the lane at hand, and notes its results.
    pub(super) fn scalar_at_lane(&mut self, id: InstId) {
        for (v, value) in self.scalar(id, Vec::new()) {
            self.e.at_lane.insert(v, value);
        }
    }

    /// Stores operands that exist only as vectors to memory, where single lanes can be loaded.
    fn stage_operands(&mut self, inst: &Inst, own: &[Value], staged: &mut Staged) {
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

    fn put(&mut self, v: Value, staged: &mut Staged) {
        if staged.contains_key(&v) {
            return;
        }
        let slot = self.stage(staged.len());
        let chunks = self.chunks(v);
        self.store_row((slot, 0), self.e.f.ty(v), &chunks);
        staged.insert(v, slot);
    }

    fn stage(&mut self, n: usize) -> StackSlot {
        while self.storage.stages.len() <= n {
            self.storage.stages.push(self.e.b.create_sized_stack_slot(slot_of(STAGE)));
        }
        self.storage.stages[n]
    }

    fn staged_place(&mut self, slot: StackSlot, k: Cl, layout: Layout) -> Cl {
        let start = self.e.b.ins().stack_addr(types::I64, slot, 0);
        let wide = self.e.b.ins().uextend(types::I64, k);
        let offset = self.e.b.ins().ishl_imm_u(wide, i64::from(layout.lane_shift()));
        self.e.b.ins().iadd(start, offset)
    }

    /// Returns the scalar of lane `k`, a run-time value, and notes it.
    fn at_lane(&mut self, v: Value, k: Cl, staged: &Staged) -> Cl {
        if let Some(value) = self.e.at_lane.get(v) {
            return value;
        }
        let ty = self.e.f.ty(v);
        let value = match (self.kind(v), staged.get(&v)) {
            _ if self.e.f.constant(v).is_some() => self.base(v),
            (_, Some(&slot)) => {
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
            (Kind::Widened(_), None) => self.recompute_at_lane(v, k, staged),
            (Kind::Uniform | Kind::Varying, None) => self.base(v),
        };
        self.e.at_lane.insert(v, value);
        value
    }

    /// Recomputes a widened value from its operands.
    fn recompute_at_lane(&mut self, v: Value, k: Cl, staged: &Staged) -> Cl {
        let ptx::ir::Def::Inst(id, _) = self.e.f.value(v).def else { return self.base(v) };
        for &arg in &self.e.f.inst(id).args {
            self.at_lane(arg, k, staged);
        }
        let place = self.e.inst;
        let made = self.scalar(id, Vec::new());
        self.e.set_place(place);
        made.first().map_or(k, |r| r.1)
    }
}
