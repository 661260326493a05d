//! Runs of loads that select words of shared memory to update, as histograms do.
//!
//! With vectors, each address would have to be extracted again, one by one, which is slow. Such a run is
//! therefore unrolled over the lanes: all its instructions for one lane, then for the next. The order of the
//! lanes' updates does not matter, since they belong to different threads.

use super::atomic::Change;
use super::kind::Kind;
use super::state::Vectors;
use crate::abi::offset;
use crate::lower::emitter::Lane;
use crate::lower::memory::KERNEL;
use crate::lower::plan::Home;
use cranelift_codegen::ir::{InstBuilder, Value as Cl, types};
use ptx::ir::{Inst, InstId, IntOp, Op, Scalar, Type, Value};

/// Maximum instructions of a run; the code contains them once for each lane.
const MOST: usize = 48;

/// One step of a lane.
enum Step {
    /// Reads a word, at `place` for lane 0 and `stride` bytes further for each following lane. `advances` if
    /// it reads another one in the next iteration of a loop.
    Read { ty: Scalar, result: Value, place: (Cl, i32), stride: i32, advances: bool },
    /// Computes a pure instruction.
    Pure(InstId),
    /// Updates a word of shared memory at an address that is in bounds.
    Change(Change),
}

impl Vectors<'_> {
    /// Emits the run at the start of `insts`, if there is one, and returns its number of instructions.
    pub(super) fn scatter_run(&mut self, insts: &[InstId]) -> Option<usize> {
        let (steps, count) = self.run_of_steps(insts)?;
        let fine = if self.none_idles() { self.e.b.ins().iconst(types::I8, 1) } else { self.all_run() };
        self.or_lane_by_lane(&insts[..count], &[], fine, |this| this.scatter_lanes(&steps));
        Some(count)
    }

    /// Returns the run at the start of `insts`: it starts with a read, ends with an update, contains several
    /// updates, and no other instruction uses its values.
    fn run_of_steps(&self, insts: &[InstId]) -> Option<(Vec<Step>, usize)> {
        let f = self.e.f;
        let &first = insts.first()?;
        if !matches!(f.inst(first).op, Op::Load { .. }) || self.short_lanes().is_some() {
            return None;
        }
        let (mut steps, mut own): (Vec<Step>, Vec<Value>) = (Vec::new(), Vec::new());
        let (mut end, mut changes) = ((0, 0), 0);
        for (n, &id) in insts.iter().enumerate().take(MOST) {
            let inst: &Inst = f.inst(id);
            let at_hand =
                |v: &Value| own.contains(v) || f.constant(*v).is_some() || self.kind(*v) == Kind::Uniform;
            let step = match inst.op {
                Op::Const(_) => continue,
                Op::Load { .. } => self.reads_word(id),
                Op::Atom { .. } => self
                    .change(id)
                    .filter(|change| own.contains(&change.address) && at_hand(&change.by))
                    .filter(|change| self.always_in_bounds(change))
                    .filter(|_| inst.results.iter().all(|v| !self.analysis.used[v.index()]))
                    .map(Step::Change),
                Op::Int(
                    IntOp::Add
                    | IntOp::Sub
                    | IntOp::Mul
                    | IntOp::And
                    | IntOp::Or
                    | IntOp::Xor
                    | IntOp::Shl
                    | IntOp::ShrU
                    | IntOp::ShrS,
                )
                | Op::Bfe { .. } => {
                    let word = |&v: &Value| f.ty(v) == Type::I32;
                    let fits = inst.args.iter().chain(&inst.results).all(word);
                    (fits && inst.args.iter().all(at_hand)).then_some(Step::Pure(id))
                }
                _ => None,
            };
            let Some(step) = step else { break };
            let changed = matches!(step, Step::Change(_));
            steps.push(step);
            own.extend(&inst.results);
            if changed {
                changes += 1;
                end = (n + 1, steps.len());
            }
        }
        steps.truncate(end.1);
        let made = insts[..end.0].iter().flat_map(|&id| &f.inst(id).results);
        let seen = |v: &Value| {
            let after = insts[end.0..].iter().any(|&id| f.inst(id).args.contains(v));
            after || self.analysis.escapes[v.index()] || self.e.plan.home(*v) != Home::Nowhere
        };
        let constant = |v: &Value| f.constant(*v).is_some();
        (changes > 1 && made.filter(|v| !constant(v)).all(|v| !seen(v))).then_some((steps, end.0))
    }

    fn reads_word(&self, id: InstId) -> Option<Step> {
        let (access, place) = self.tested(id)?;
        let &[result] = access.values.as_slice() else { return None };
        let word = self.e.f.ty(result) == Type::I32 && access.ty.bytes() == 4 && access.load;
        let stride = access.stride.filter(|&stride| word && stride != 0)?;
        let advances = self.advances(&access);
        Some(Step::Read { ty: access.ty, result, place, stride: stride as i32, advances })
    }

    fn scatter_lanes(&mut self, steps: &[Step]) {
        let strip = self.strip();
        self.e.lane = Some(Lane::in_strip(strip.thread, strip.lane, strip.fault, strip.end));
        let shared = self.e.field(types::I64, offset!(shared));
        for step in steps {
            if let &Step::Read { place, stride, advances: true, .. } = step {
                self.prefetch_ahead(true, place, stride.into());
            }
        }
        for k in 0..self.width as i32 {
            for step in steps {
                match step {
                    &Step::Read { ty, result, place: (at, first), stride, .. } => {
                        let word = self.e.load(ty, Type::I32, at, first + k * stride);
                        self.e.at_lane.insert(result, word);
                    }
                    &Step::Pure(id) => {
                        for &v in &self.e.f.inst(id).args {
                            self.at_hand(v);
                        }
                        self.scalar_at_lane(id);
                    }
                    Step::Change(change) => {
                        let place = self.at_hand(change.address);
                        let by = self.at_hand(change.by);
                        let place = self.e.b.ins().uextend(types::I64, place);
                        let place = self.e.b.ins().iadd(shared, place);
                        let old = self.e.b.ins().load(types::I32, KERNEL, place, change.offset);
                        let new = self.e.plain(change.op, old, by);
                        self.e.b.ins().store(KERNEL, new, place, change.offset);
                    }
                }
            }
            self.e.at_lane.clear();
        }
    }

    /// Returns a lane's value, or the value of all lanes.
    fn at_hand(&mut self, v: Value) -> Cl {
        if let Some(value) = self.e.at_lane.get(v) {
            return value;
        }
        let value = self.base(v);
        self.e.at_lane.insert(v, value);
        value
    }
}
