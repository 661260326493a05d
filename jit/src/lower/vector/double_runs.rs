//! Runs of binary64 arithmetic with one test for NaNs.
//!
//! The payload of a NaN depends on the operands, so that the host computes what gives one. A NaN passes
//! through all operations of a run: a run's last results tell whether there was one, and the host then
//! computes the whole run.

use super::chunk::{Chunks, slot_of};
use super::kind::Kind;
use super::state::Vectors;
use crate::hostcalls::{Host, ROW_BYTES, RunRows};
use cranelift_codegen::ir::condcodes::FloatCC;
use cranelift_codegen::ir::{BlockArg, InstBuilder, Value as Cl, types};
use ptx::ir::{Effect, FloatOp, InstId, Mode, Op, Scalar, Type, Value};
use std::mem::offset_of;

/// Results of a run, as the machine computes them.
type Results = Vec<(Value, Chunks)>;

impl Vectors<'_> {
    /// Emits the run at the start of `insts`, of which the first is number `at` of its list. Returns its
    /// number of instructions, others among them included.
    pub(super) fn double_run(&mut self, insts: &[InstId], at: usize) -> Option<usize> {
        let (members, count) = self.members(insts)?;
        let mut results: Results = Vec::new();
        for &id in &insts[..count] {
            if !members.contains(&id) {
                self.instruction(id);
                continue;
            }
            self.e.set_place(id.index() as u32);
            let inst = self.e.f.inst(id);
            let operand = |this: &mut Self, v: &Value| match results.iter().find(|own| own.0 == *v) {
                Some(own) => own.1,
                None => this.chunks(*v),
            };
            let operands: Vec<Chunks> = inst.args.iter().map(|v| operand(self, v)).collect();
            let raw = self.raw_doubles(&inst.op, &operands)?;
            results.push((inst.results[0], raw));
        }
        let read = |v: &Value| members.iter().any(|&id| self.e.f.inst(id).args.contains(v));
        let vectors = self.layout(Type::F64).count;
        let last: Vec<Cl> =
            results.iter().filter(|own| !read(&own.0)).flat_map(|own| own.1[..vectors].to_vec()).collect();
        let end = (at + count) as u32;
        let outlives = |v: Value| !self.is_local(v) || self.storage.last_uses[v.index()] >= end;
        let kept: Results = results.iter().filter(|own| outlives(own.0)).copied().collect();
        let raw = kept.iter().map(|own| own.1).collect();
        let exact = self.unless_nan(&last, raw, |this| this.run_by_host(&members, &kept));
        for (&(v, _), chunks) in kept.iter().zip(exact) {
            self.set_chunks(v, &chunks);
            self.store_to_frame(v);
            self.invert_early(v);
        }
        Some(count)
    }

    /// Returns the arithmetic of the run at the start of `insts`, and the number of instructions up to its
    /// end: others among them are pure and read none of its results.
    fn members(&self, insts: &[InstId]) -> Option<(Vec<InstId>, usize)> {
        let f = self.e.f;
        self.passes_nans(*insts.first()?).then_some(())?;
        let (mut members, mut count, mut rows) = (Vec::new(), 0, Vec::new());
        for (n, &id) in insts.iter().enumerate() {
            let inst = f.inst(id);
            if !self.passes_nans(id) {
                let reads = inst.args.iter().any(|v| members.iter().any(|&own| f.inst(own).results[0] == *v));
                if inst.op.effect() != Effect::Pure || reads {
                    break;
                }
                continue;
            }
            for &v in inst.args.iter().chain(&inst.results) {
                if f.constant(v).is_none() && !rows.contains(&v) {
                    rows.push(v);
                }
            }
            if rows.len() > RunRows::ROWS || members.len() == RunRows::INSTS {
                break;
            }
            members.push(id);
            count = n + 1;
        }
        (members.len() > 1).then_some((members, count))
    }

    /// Returns whether an instruction is arithmetic in binary64 that gives a NaN if an operand is one.
    fn passes_nans(&self, id: InstId) -> bool {
        let inst = self.e.f.inst(id);
        let passes = match inst.op {
            Op::Float { op, ty: Scalar::F64, mode: Mode::RN } => {
                matches!(op, FloatOp::Add | FloatOp::Sub | FloatOp::Mul | FloatOp::Div)
            }
            Op::Fma { ty: Scalar::F64, mode: Mode::RN } => self.e.has_fma(),
            Op::FloatUnary { ty: Scalar::F64, mode: Mode::RN, .. } => true,
            _ => false,
        };
        let own = |&v: &Value| self.kind(v) == Kind::Varying && !self.analysis.invariant[v.index()];
        passes && inst.results.iter().all(own)
    }

    /// Returns results in binary64, from the host if one of the `last` vectors has a NaN.
    pub(super) fn unless_nan(
        &mut self,
        last: &[Cl],
        mut raw: Vec<Chunks>,
        by_host: impl FnOnce(&mut Self) -> Vec<Chunks>,
    ) -> Vec<Chunks> {
        let vectors = self.layout(Type::F64).count;
        let mut any = None;
        for pair in last.chunks(2) {
            let odd = self.e.b.ins().fcmp(FloatCC::Unordered, pair[0], pair[pair.len() - 1]);
            any = Some(any.map_or(odd, |any| self.e.b.ins().bor(any, odd)));
        }
        let Some(any) = any else { return raw };
        let any = self.e.b.ins().vany_true(any);
        let [ask, resume] = std::array::from_fn(|_| self.e.b.create_block());
        let arguments = |all: &[Chunks]| -> Vec<BlockArg> {
            all.iter().flat_map(|own| own[..vectors].iter().map(|&lanes| lanes.into())).collect()
        };
        self.e.b.ins().brif(any, ask, &[], resume, &arguments(&raw));
        self.e.open(ask);
        let warm = self.e.enter_cold();
        let exact = by_host(self);
        self.e.b.ins().jump(resume, &arguments(&exact));
        self.e.leave_cold(warm);
        let doubles = self.doubles_type();
        for lanes in raw.iter_mut().flat_map(|own| &mut own[..vectors]) {
            *lanes = self.e.b.append_block_param(resume, doubles);
        }
        self.e.open(resume);
        raw
    }

    /// Has the host compute a run for the active lanes; returns some of its results.
    fn run_by_host(&mut self, members: &[InstId], kept: &Results) -> Vec<Chunks> {
        let slot =
            *self.e.slots.run.get_or_insert_with(|| {
                self.e.b.create_sized_stack_slot(slot_of(size_of::<RunRows>() as u32))
            });
        // In the order in which the host finds them.
        let (mut rows, mut made): (Vec<Value>, Vec<Value>) = (Vec::new(), Vec::new());
        for inst in members.iter().map(|&id| self.e.f.inst(id)) {
            for &v in &inst.args {
                if self.e.f.constant(v).is_some() || rows.contains(&v) {
                    continue;
                }
                rows.push(v);
                if !made.contains(&v) {
                    let chunks = self.chunks(v);
                    self.store_row((slot, row(rows.len() - 1)), self.e.f.ty(v), &chunks);
                }
            }
            rows.extend(&inst.results);
            made.extend(&inst.results);
        }
        for (n, pair) in members.chunks(2).enumerate() {
            let [low, high] = [0, pair.len() - 1].map(|k| pair[k].index() as i64);
            let both = self.e.b.ins().iconst(types::I64, low | high << 32);
            let at = offset_of!(RunRows, insts) + 8 * n;
            self.e.b.ins().stack_store(types::I64, both, slot, at as i32);
        }
        let count = self.e.b.ins().iconst(types::I32, members.len() as i64);
        let place = self.e.b.ins().stack_addr(types::I64, slot, 0);
        let args = [self.e.context, count, self.active.mask, place];
        self.e.call(Host::EvalRun, &args, None);
        let places = kept.iter().filter_map(|own| rows.iter().position(|&v| v == own.0));
        places.map(|n| self.load_row((slot, row(n)), Type::F64)).collect()
    }
}

/// Returns the offset of a row.
fn row(n: usize) -> i32 {
    (offset_of!(RunRows, rows) + n * ROW_BYTES) as i32
}
