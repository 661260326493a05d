//! Words that each lane reads and that lead it to words of shared memory which it changes, as histograms have
//! it.
//!
//! In vectors every address would have to be taken out of them again, for which the processor has one way,
//! and a slow one. So a run of such instructions goes lane by lane, all of it for one lane before the next,
//! without a loop. Lanes' changes may come in any order: they are different threads'.

use super::atomic::Change;
use super::kind::Kind;
use super::lanes::Lanes;
use super::state::Vectors;
use crate::abi::offset;
use crate::lower::emitter::Lane;
use crate::lower::memory::KERNEL;
use crate::lower::plan::Home;
use cranelift_codegen::ir::{InstBuilder, Value as Cl, types};
use ptx::ir::{Inst, InstId, IntOp, Op, Scalar, Type, Value};

/// Instructions of a run beyond which it would be too much code, once for each lane.
const MOST: usize = 48;

/// What a lane does.
enum Step {
    /// Reads a word: of lane 0 from this place, of each other so many bytes further on.
    Read { ty: Scalar, result: Value, place: (Cl, i32), stride: i32 },
    /// Computes.
    Pure(InstId),
    /// Changes a word of shared memory that is there.
    Change(Change),
}

impl Vectors<'_> {
    /// Emits the run that instructions begin with, if they do: how many it has.
    pub(super) fn apiece(&mut self, insts: &[InstId]) -> Option<usize> {
        let (steps, count) = self.run_of_steps(insts)?;
        if self.region.whole.is_some() {
            self.all_apiece(&steps);
            return Some(count);
        }
        let [quick, careful, after] = std::array::from_fn(|_| self.e.b.create_block());
        let vectors = self.active.vectors;
        let fine = self.all_run();
        self.e.b.ins().brif(fine, quick, &[], careful, &[]);
        self.e.open(careful);
        let warm = self.e.turn_cold();
        self.on_running_lanes(&insts[..count], &[], self.active.mask);
        self.e.b.ins().jump(after, &[]);
        self.e.turn(warm);
        (self.active.vectors, self.active.entered) = (vectors, self.active.entered + 1);
        self.e.open(quick);
        self.all_apiece(&steps);
        self.e.b.ins().jump(after, &[]);
        (self.active.vectors, self.active.entered) = (vectors, self.active.entered + 1);
        self.e.open(after);
        Some(count)
    }

    /// The run that instructions begin with: it begins with a read and ends with a change, has several of
    /// those, and nobody else uses what it computes.
    fn run_of_steps(&self, insts: &[InstId]) -> Option<(Vec<Step>, usize)> {
        let f = self.e.f;
        let &first = insts.first()?;
        if !matches!(f.inst(first).op, Op::Load { .. }) || self.few().is_some() {
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
                    .filter(|change| self.always_there(change))
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
        Some(Step::Read { ty: access.ty, result, place, stride: stride as i32 })
    }

    fn all_apiece(&mut self, steps: &[Step]) {
        let strip = self.strip();
        self.e.lane = Some(Lane::of_strip(strip.thread, strip.lane, strip.fault, strip.end));
        let shared = self.e.field(types::I64, offset!(shared));
        for k in 0..self.width as i32 {
            let mut known: Lanes = Vec::new();
            for step in steps {
                match step {
                    &Step::Read { ty, result, place: (at, first), stride } => {
                        let word = self.e.load(ty, Type::I32, at, first + k * stride);
                        known.push((result, word));
                    }
                    &Step::Pure(id) => {
                        for &v in &self.e.f.inst(id).args {
                            self.at_hand(v, &mut known);
                        }
                        let (made, given) = self.scalar_among(id, known);
                        known = given;
                        known.extend(made);
                    }
                    Step::Change(change) => {
                        let place = self.at_hand(change.address, &mut known);
                        let by = self.at_hand(change.by, &mut known);
                        let place = self.e.b.ins().uextend(types::I64, place);
                        let place = self.e.b.ins().iadd(shared, place);
                        let old = self.e.b.ins().load(types::I32, KERNEL, place, change.offset);
                        let new = self.e.plain(change.op, old, by);
                        self.e.b.ins().store(KERNEL, new, place, change.offset);
                    }
                }
            }
        }
    }

    /// A lane's value, or that of all lanes.
    fn at_hand(&mut self, v: Value, known: &mut Lanes) -> Cl {
        if let Some(&(_, value)) = known.iter().find(|(o, _)| *o == v) {
            return value;
        }
        let value = self.base(v);
        known.push((v, value));
        value
    }
}
