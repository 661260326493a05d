//! Uniformity of values and branches in a strip: the lanes hold equal values, values with a constant stride,
//! or any values; a branch is divergent or not.
//!
//! A strip is a run of `W` lanes of a warp that run in lock step, from a multiple of `W` on. `W` is a power
//! of two that divides 32.
//!
//! # Soundness
//!
//! [`Class::Uniform`] and [`Class::Affine`] describe the lanes that execute a definition *together*, and hold
//! at every use that the same lanes reach together. Three effects could break this.
//!
//! 1. *Lanes reach a block along different paths.* Where paths from a divergent branch first join, block
//!    parameters are varying. To find the joins, the label of the successor taken is propagated from each
//!    divergent branch; a block reached with two labels is a join.
//! 2. *Lanes leave a loop in different iterations.* If a divergent branch lets some lanes leave a loop while
//!    others stay, values defined in the loop are varying outside: the parameters of its exit blocks, and all
//!    values used outside directly.
//! 3. *Lanes wait at different sync operations.* Lanes released by one may overtake those that wait at
//!    another, and redefine values that these still need. Later they may run together again although they are
//!    in different iterations of a loop. This starts only at a sync operation that not all lanes of a strip
//!    reach together (its block is under divergent control) or that treats them differently (its mask or
//!    barrier number is not uniform, and masks are not those of [tiles] within the strip), and ends at a
//!    barrier where all lanes meet (`Solver::meetings`). In all code between, values live at the start of a
//!    region and operands and results of sync operations are varying. Within one region the classes hold,
//!    because its lanes run together, and read from the frame only varying values or values that are never
//!    redefined.
//!
//! In return, the driver must release lanes of a strip together if they wait at the same sync operation with
//! the same mask (barrier number, count), or at one with masks of tiles. Classes start optimistic and are
//! lowered until nothing changes.

use super::cfg::Graph;
use super::converge::Convergence;
use super::live::{Live, defining_blocks};
use super::regions::{is_plain_barrier, is_split, sync_at_end};
use super::tiles::{self, Lanes};
use crate::exec::WARP;
use crate::ir::{
    Barrier, BlockId, Class as ScalarClass, Effect, Function, Inst, InstId, IntOp, IntUnary, Op, Order, Shfl,
    Space, Sreg, Type, Value,
};
use std::collections::BTreeSet;

/// Values of a variable in the lanes of a strip.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Class {
    /// Equal in all lanes.
    Uniform,
    /// An `i32` or `i64` that increases by `stride` from lane to lane, modulo the width of its type.
    Affine {
        /// Stride, sign-extended; not 0.
        stride: i64,
        /// `true` if the stride holds only as long as no `i32` that the value was widened from wraps within
        /// the strip. Code that uses the stride must test that; otherwise it must compute each lane from the
        /// operands.
        widened: bool,
    },
    /// No relation is known.
    Varying,
}

impl Class {
    /// Returns an affine class, or uniform if the stride is 0 at the type's width.
    fn affine(ty: Type, stride: i64, widened: bool) -> Class {
        let stride = match ty {
            Type::I32 => i64::from(stride as i32),
            Type::I64 => stride,
            _ => return Class::Varying,
        };
        match (stride, widened) {
            (0, false) => Class::Uniform,
            // Equal only if no operand wrapped: not uniform, and useless as a stride.
            (0, true) => Class::Varying,
            _ => Class::Affine { stride, widened },
        }
    }

    /// Returns the stride, and whether it depends on a widening; a uniform value has stride 0.
    fn step(self) -> Option<(i64, bool)> {
        match self {
            Class::Uniform => Some((0, false)),
            Class::Affine { stride, widened } => Some((stride, widened)),
            Class::Varying => None,
        }
    }
}

/// Placement of a block's threads in strips of a given width.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ShapeClass {
    /// The block has one row: `y` and `z` are 1.
    Linear,
    /// The row length is a multiple of the width: a strip is within one row.
    Rows,
    /// A strip may span rows.
    Any,
    /// The whole block is one strip: uniform is what all its threads have in common while they are together.
    Block,
}

impl ShapeClass {
    /// Returns the class of a block shape for strips of `width` lanes.
    pub const fn new(block: [u32; 3], width: u32) -> ShapeClass {
        match block {
            [_, 1, 1] => ShapeClass::Linear,
            [x, _, _] if x % width == 0 => ShapeClass::Rows,
            _ => ShapeClass::Any,
        }
    }
}

/// Classes of a function's values and branches.
#[derive(Clone, Debug)]
pub struct Uniformity {
    classes: Vec<Class>,
    /// Values that lanes may hold from different paths or iterations.
    mixed: Vec<bool>,
    branches: Vec<bool>,
    controlled: Vec<bool>,
    desynchronized: Vec<bool>,
}

impl Uniformity {
    /// Returns the result for strips of one lane: everything is uniform.
    pub fn single_lane(f: &Function) -> Uniformity {
        let blocks = f.blocks().len();
        Uniformity {
            classes: vec![Class::Uniform; f.value_count()],
            mixed: vec![false; f.value_count()],
            branches: vec![false; blocks],
            controlled: vec![false; blocks],
            desynchronized: vec![false; blocks],
        }
    }

    /// Analyses strips of `width` lanes in lock step. `f` is in split form; in an irreducible function
    /// everything is varying.
    pub fn new(f: &Function, flow: &Convergence, (shape, width): (ShapeClass, u32)) -> Uniformity {
        debug_assert!(width.is_power_of_two(), "strips of {width} lanes");
        debug_assert!(is_split(f), "uniformity needs the form that split_sync leaves");
        if flow.loops.irreducible() {
            return Uniformity {
                classes: vec![Class::Varying; f.value_count()],
                mixed: vec![true; f.value_count()],
                branches: f.blocks().map(|b| f.block(b).term.selector().is_some()).collect(),
                controlled: vec![true; f.blocks().len()],
                desynchronized: vec![true; f.blocks().len()],
            };
        }
        Solver::new(f, flow, (shape, width)).solve()
    }

    /// Returns the class of a value.
    pub fn class(&self, v: Value) -> Class {
        self.classes[v.index()]
    }

    /// Returns whether lanes that run together may hold results of different executions of the definition, or
    /// of a parameter that they passed along different edges.
    pub fn is_mixed(&self, v: Value) -> bool {
        self.mixed[v.index()]
    }

    /// Returns whether lanes may diverge at the end of a block.
    pub fn is_divergent(&self, b: BlockId) -> bool {
        self.branches[b.index()]
    }

    /// Returns whether some lanes of a strip may run a block while others have diverged from them.
    pub fn is_controlled(&self, b: BlockId) -> bool {
        self.controlled[b.index()]
    }

    /// Returns whether lanes of a strip may reach a block at different times because they waited at different
    /// sync operations before it.
    pub fn is_desynchronized(&self, b: BlockId) -> bool {
        self.desynchronized[b.index()]
    }
}

/// Fixed-point computation of [`Uniformity`].
struct Solver<'a> {
    f: &'a Function,
    flow: &'a Convergence,
    shape: ShapeClass,
    /// Lanes of a strip.
    width: u32,
    real: Graph,
    live: Live,
    /// Values used outside a loop that contains their definition, with their block.
    escaping: Vec<(Value, usize)>,
    /// Class of each value; `None` if not yet reached.
    classes: Vec<Option<Class>>,
    /// Values that are varying regardless of their operands.
    forced: Vec<bool>,
    /// Sync operations for which the lanes of a strip wait in tiles.
    tiled: Vec<InstId>,
    /// Blocks with varying parameters, regardless of the edges.
    joins: Vec<bool>,
    branches: Vec<bool>,
    controlled: Vec<bool>,
    desynchronized: Vec<bool>,
}

impl<'a> Solver<'a> {
    fn new(f: &'a Function, flow: &'a Convergence, (shape, width): (ShapeClass, u32)) -> Solver<'a> {
        let real = flow.real.clone();
        let live = Live::new(f, &real);
        let home = defining_blocks(f);
        let mut escaping = Vec::new();
        for l in flow.loops.iter().map(|(_, l)| l) {
            for &(_, to) in &l.exits {
                for &v in live.live_in(BlockId::new(to)) {
                    let h = home[v.index()] as usize;
                    if l.nodes.binary_search(&h).is_ok() {
                        escaping.push((v, h));
                    }
                }
            }
        }
        escaping.sort_unstable();
        escaping.dedup();
        let blocks = f.blocks().len();
        Solver {
            f,
            flow,
            shape,
            width,
            real,
            live,
            escaping,
            classes: vec![None; f.value_count()],
            forced: vec![false; f.value_count()],
            tiled: tiled(f, (shape, width)),
            joins: vec![false; blocks],
            branches: vec![false; blocks],
            controlled: vec![false; blocks],
            desynchronized: vec![false; blocks],
        }
    }

    fn solve(mut self) -> Uniformity {
        loop {
            while self.classify() {}
            let mut more = false;
            for n in self.flow.order.clone() {
                if !self.branches[n] && self.may_diverge(n) {
                    self.branches[n] = true;
                    self.propagate_divergence(n);
                    more = true;
                }
            }
            more |= self.mark_desynchronized();
            if !more {
                break;
            }
        }
        let mut mixed = self.forced;
        for (block, _) in self.f.blocks().zip(&self.joins).filter(|&(_, &joins)| joins) {
            self.f.block(block).params.iter().for_each(|param| mixed[param.index()] = true);
        }
        Uniformity {
            mixed,
            classes: self.classes.iter().map(|c| c.unwrap_or(Class::Varying)).collect(),
            branches: self.branches,
            controlled: self.controlled,
            desynchronized: self.desynchronized,
        }
    }

    fn get(&self, v: Value) -> Option<Class> {
        self.classes[v.index()]
    }

    /// Lowers the class of a value. Returns whether it changed.
    fn set(&mut self, v: Value, class: Option<Class>) -> bool {
        let class = if self.forced[v.index()] { Some(Class::Varying) } else { class };
        let old = self.classes[v.index()];
        let new = match (old, class) {
            (None, c) => c,
            (old, None) => old,
            (Some(a), Some(b)) if a == b => old,
            _ => Some(Class::Varying),
        };
        self.classes[v.index()] = new;
        new != old
    }

    /// Visits all values once. Returns whether anything changed.
    fn classify(&mut self) -> bool {
        let (f, flow) = (self.f, self.flow);
        let mut changed = false;
        for &n in &flow.order {
            let b = BlockId::new(n);
            for &p in &f.block(b).params {
                if self.joins[n] {
                    changed |= self.set(p, Some(Class::Varying));
                }
            }
            for &i in &f.block(b).insts {
                let inst = f.inst(i);
                let class =
                    if inst.op.effect() == Effect::Sync { self.sync(n, inst) } else { self.pure(inst) };
                for &r in &inst.results {
                    changed |= self.set(r, class);
                }
            }
            for e in f.block(b).term.edges() {
                for (&p, &a) in f.block(e.to).params.iter().zip(&e.args) {
                    // A widened stride is tested at the widening, which a parameter does not know.
                    let class = match self.get(a) {
                        Some(Class::Affine { widened: true, .. }) => Some(Class::Varying),
                        other => other,
                    };
                    changed |= self.set(p, class);
                }
            }
        }
        changed
    }

    /// Returns whether lanes may diverge at a block's end.
    fn may_diverge(&self, n: usize) -> bool {
        let term = &self.f.block(BlockId::new(n)).term;
        term.selector().and_then(|v| self.get(v)).is_some_and(|c| c != Class::Uniform)
    }

    /// Propagates a divergent branch: marks joins, divergent loops and blocks under its control.
    fn propagate_divergence(&mut self, branch: usize) {
        let flow = self.flow;
        let influence = flow.influence(branch);
        let reconvergence = flow.reconvergence_point(branch);
        let mut inside = vec![false; flow.graph.len()];
        for &n in &influence {
            inside[n] = true;
            self.controlled[n] = true;
        }

        // Label of a block: the number of the branch's edge through which it is reached, or the block itself
        // if it is reached through several, so that blocks after a join share one label.
        let nodes = flow.graph.len();
        let edges: Vec<usize> = self.real.succs(branch).collect();
        let virtual_edges: Vec<usize> = flow.graph.succs(branch).skip(edges.len()).collect();
        let mut label: Vec<Option<usize>> = vec![None; nodes];
        let seeds = |n: usize| {
            edges
                .iter()
                .chain(&virtual_edges)
                .enumerate()
                .filter(move |&(_, &s)| s == n)
                .map(|(k, _)| nodes + k)
        };
        let mut visit: Vec<usize> = influence.clone();
        visit.extend(reconvergence);
        let mut changed = true;
        while changed {
            changed = false;
            for &n in &visit {
                if label[n] == Some(n) {
                    continue;
                }
                // No thread follows a virtual edge.
                let through =
                    self.real.preds(n).filter(|&p| p != branch && inside[p]).filter_map(|p| label[p]);
                let mut labels = through.chain(seeds(n));
                let Some(first) = labels.next() else { continue };
                let new = if labels.all(|w| w == first) { first } else { n };
                if label[n] != Some(new) {
                    // A second, different label also makes it a join.
                    label[n] = Some(if label[n].is_none() { new } else { n });
                    changed = true;
                }
            }
        }
        for &n in &visit {
            if label[n] == Some(n) {
                self.joins[n] = true;
            }
        }

        let mut around = flow.loops.innermost(branch);
        while let Some(id) = around {
            let l = flow.loops.get(id);
            if inside[l.header] && reconvergence.is_none_or(|m| !flow.loops.contains(id, m)) {
                for &(_, to) in &l.exits {
                    self.joins[to] = true;
                }
                for k in 0..self.escaping.len() {
                    let (v, home) = self.escaping[k];
                    if flow.loops.contains(id, home) {
                        self.forced[v.index()] = true;
                        self.classes[v.index()] = Some(Class::Varying);
                    }
                }
            }
            around = l.parent;
        }
    }

    /// Marks the blocks that lanes may reach at different times, and the values that are varying there.
    /// Returns whether there are new ones.
    fn mark_desynchronized(&mut self) -> bool {
        let f = self.f;
        let mut from = Vec::new();
        let meetings = self.meetings();
        for &n in &self.flow.order {
            let b = BlockId::new(n);
            if let Some(sync) = sync_at_end(f, b).filter(|_| !meetings.contains(&n)) {
                let inst = f.inst(sync);
                let uniform = |&v: &Value| self.get(v).is_none_or(|c| c == Class::Uniform);
                let alike = participation_operands(inst).iter().all(uniform) || self.tiled.contains(&sync);
                if self.controlled[n] || self.desynchronized[n] || !alike {
                    from.extend(self.real.succs(n));
                }
            }
        }
        if from.is_empty() {
            return false;
        }
        // A block after a sync operation has no other predecessor.
        let after_meeting = |n: usize| self.real.preds(n).any(|before| meetings.contains(&before));
        let desynchronized = self.real.reach(from, after_meeting);
        if desynchronized == self.desynchronized {
            return false;
        }
        let home = defining_blocks(f);
        for &n in &self.flow.order {
            let b = BlockId::new(n);
            let Some(sync) = sync_at_end(f, b) else { continue };
            let inst = f.inst(sync);
            let kept = self.real.succs(n).flat_map(|s| self.live.live_in(BlockId::new(s)));
            for &v in kept.chain(&inst.args).chain(&inst.results) {
                if desynchronized[home[v.index()] as usize] {
                    self.forced[v.index()] = true;
                    self.classes[v.index()] = Some(Class::Varying);
                }
            }
        }
        self.desynchronized = desynchronized;
        true
    }

    /// Returns the blocks that end in a barrier behind which all lanes continue together, at whatever times
    /// they arrived.
    ///
    /// All lanes run the blocks that are not controlled, in the same order. If no others have barriers, lanes
    /// of a warp that wait for a barrier of all threads wait for the same one.
    fn meetings(&self) -> BTreeSet<usize> {
        let f = self.f;
        let mut found = BTreeSet::new();
        for &n in &self.flow.order {
            let Some(sync) = sync_at_end(f, BlockId::new(n)) else { continue };
            if !matches!(f.inst(sync).op, Op::Barrier { .. }) {
                continue;
            }
            if self.controlled[n] || !is_plain_barrier(f, sync) {
                return BTreeSet::new();
            }
            found.insert(n);
        }
        found
    }

    /// Returns the class of a sync operation's results.
    fn sync(&self, n: usize, inst: &Inst) -> Option<Class> {
        let same = match inst.op {
            Op::Barrier { .. } => true,
            _ if self.shape == ShapeClass::Block => false,
            Op::Vote(_) | Op::Redux { .. } => true,
            Op::Match { all } => all,
            Op::Shfl(Shfl::Idx) => {
                // All read one lane.
                let &[_, from, clamp, _] = inst.args.as_slice() else { return Some(Class::Varying) };
                // Of the warp, or of the strip.
                let segments = [0x1f, u64::from(WARP - self.width) << 8 | 0x1f];
                let one = self.f.constant(clamp).is_some_and(|clamp| segments.contains(&(clamp & 0x1f1f)));
                self.get(from)? == Class::Uniform && one
            }
            _ => false,
        };
        let participants =
            participation_operands(inst).iter().map(|&v| self.get(v)).collect::<Option<Vec<Class>>>()?;
        let together = !self.controlled[n]
            && !self.desynchronized[n]
            && participants.iter().all(|&c| c == Class::Uniform);
        Some(if same && together { Class::Uniform } else { Class::Varying })
    }

    /// Returns the class of any other operation's results.
    fn pure(&self, inst: &Inst) -> Option<Class> {
        let args = inst.args.iter().map(|&v| self.get(v)).collect::<Option<Vec<Class>>>()?;
        let all_uniform = args.iter().all(|&c| c == Class::Uniform);
        Some(match inst.op {
            Op::Sreg(s) => self.sreg(s),
            Op::Load { space: Space::Local, .. } => Class::Varying,
            // Threads of a block may load at different times.
            Op::Load { space, .. } if self.shape == ShapeClass::Block && space != Space::Param => {
                Class::Varying
            }
            Op::Load { order: Order::Weak, .. } if all_uniform => Class::Uniform,
            Op::Cvta { space: Space::Local, .. } => Class::Varying,
            _ if inst.op.effect() != Effect::Pure => Class::Varying,
            _ if all_uniform => Class::Uniform,
            _ => inst
                .results
                .first()
                .and_then(|&r| self.affine(inst, &args, self.f.ty(r)))
                .unwrap_or(Class::Varying),
        })
    }

    fn sreg(&self, s: Sreg) -> Class {
        let one = Class::Affine { stride: 1, widened: false };
        match (s, self.shape) {
            (_, ShapeClass::Block) if s.is_of_block() => Class::Uniform,
            (_, ShapeClass::Block) => Class::Varying,
            (Sreg::LaneId, _) | (Sreg::Tid(0), ShapeClass::Linear | ShapeClass::Rows) => one,
            (Sreg::Tid(_), ShapeClass::Linear | ShapeClass::Rows) => Class::Uniform,
            (Sreg::Tid(_), ShapeClass::Any) => Class::Varying,
            (
                Sreg::LanemaskEq
                | Sreg::LanemaskLt
                | Sreg::LanemaskLe
                | Sreg::LanemaskGt
                | Sreg::LanemaskGe
                | Sreg::Clock
                | Sreg::ClockHi
                | Sreg::Clock64
                | Sreg::GlobalTimer
                | Sreg::GlobalTimerLo
                | Sreg::GlobalTimerHi,
                _,
            ) => Class::Varying,
            _ => Class::Uniform,
        }
    }

    /// Returns the class of arithmetic that preserves a stride; `ty` is the result's type.
    fn affine(&self, inst: &Inst, args: &[Class], ty: Type) -> Option<Class> {
        let step = |k: usize| args[k].step();
        let constant = |k: usize| {
            let v = inst.args[k];
            let bits = self.f.constant(v)?;
            Some(if self.f.ty(v) == Type::I32 { i64::from(bits as i32) } else { bits as i64 })
        };
        let arg_ty = self.f.ty(*inst.args.first()?);
        match inst.op {
            Op::Int(IntOp::Add | IntOp::Sub) => {
                let ((a, aw), (b, bw)) = (step(0)?, step(1)?);
                let sum = if inst.op == Op::Int(IntOp::Add) { a.wrapping_add(b) } else { a.wrapping_sub(b) };
                Some(Class::affine(ty, sum, aw || bw))
            }
            Op::Int(IntOp::Mul) => {
                let (varying, factor) = match (constant(0), constant(1)) {
                    (_, Some(c)) => (step(0)?, c),
                    (Some(c), _) => (step(1)?, c),
                    _ => return None,
                };
                Some(Class::affine(ty, varying.0.wrapping_mul(factor), varying.1))
            }
            Op::Int(IntOp::Shl) => {
                let (stride, widened) = step(0)?;
                let amount = u32::try_from(constant(1)?).ok().filter(|&n| n < ty.bits())?;
                Some(Class::affine(ty, stride.wrapping_shl(amount), widened))
            }
            Op::IntUnary(IntUnary::Neg | IntUnary::Not) => {
                let (stride, widened) = step(0)?;
                Some(Class::affine(ty, stride.wrapping_neg(), widened))
            }
            Op::MulWide { signed } => {
                // The stride of an operand is that of its two's complement. An unsigned factor is
                // zero-extended.
                let (k, factor) = match (constant(0), constant(1)) {
                    (_, Some(c)) => (0, c),
                    (Some(c), _) => (1, c),
                    _ => return None,
                };
                let (stride, widened) = step(k)?;
                let factor = if signed { factor } else { i64::from(factor as u32) };
                let may_wrap = stride != 0 && self.may_wrap(inst.args[k]);
                (arg_ty == Type::I32 && !widened)
                    .then(|| Class::affine(ty, stride.wrapping_mul(factor), may_wrap))
            }
            Op::Cvt { to, from, mode, .. } => {
                let integers = |s: crate::ir::Scalar| {
                    matches!(s.class(), ScalarClass::Bits | ScalarClass::Signed | ScalarClass::Unsigned)
                };
                let (stride, widened) = step(0)?;
                if !integers(to) || !integers(from) || mode.sat || inst.args.len() != 1 {
                    return None;
                }
                match (arg_ty, from.bits(), ty, to.bits()) {
                    (Type::I32, 32, Type::I64, 64) if !widened => {
                        Some(Class::affine(ty, stride, self.may_wrap(inst.args[0])))
                    }
                    (Type::I32, 32, Type::I32, 32) | (Type::I64, 64, Type::I64, 64) => {
                        Some(Class::affine(ty, stride, widened))
                    }
                    // Truncation undoes a widening. The mark stays nevertheless: parts of the value may not
                    // come through that widening.
                    (Type::I64, 64 | 32, Type::I32, 32) => Some(Class::affine(ty, stride, widened)),
                    _ => None,
                }
            }
            Op::Part(0) if arg_ty == Type::I64 && ty == Type::I32 => {
                let (stride, widened) = step(0)?;
                Some(Class::affine(ty, stride, widened))
            }
            Op::Cvta { .. } if arg_ty == ty => {
                let (stride, widened) = step(0)?;
                Some(Class::affine(ty, stride, widened))
            }
            Op::Select if args[0] == Class::Uniform => {
                let ((a, aw), (b, bw)) = (step(1)?, step(2)?);
                (a == b && aw == bw).then(|| Class::affine(ty, a, aw))
            }
            Op::Int(IntOp::ShrU | IntOp::ShrS) => {
                let amount = u32::try_from(constant(1)?).ok()?;
                (amount >= self.width.ilog2() && self.is_ramp(inst.args[0], RAMP)).then_some(Class::Uniform)
            }
            Op::Int(IntOp::DivU) => {
                let whole = self.is_whole_strips(constant(1)?);
                (whole && self.is_ramp(inst.args[0], RAMP)).then_some(Class::Uniform)
            }
            Op::Int(IntOp::RemU) => {
                let whole = self.is_whole_strips(constant(1)?);
                (whole && self.is_ramp(inst.args[0], RAMP)).then(|| Class::affine(ty, 1, false))
            }
            Op::Int(IntOp::And) => {
                let (k, mask) = match (constant(0), constant(1)) {
                    (_, Some(mask)) => (0, mask),
                    (Some(mask), _) => (1, mask),
                    _ => return None,
                };
                let (scaled, scale) = self.before_scale(inst.args[k]);
                let (ramp, shift) = self.before_shift(scaled);
                // Bits of the lane's number that are left, with the scale taken off.
                let lanes = mask >> scale & i64::from((self.width >> shift) - 1);
                let class = match lanes as u32 {
                    0 => Class::Uniform,
                    all if all == self.width - 1 => Class::affine(ty, 1 << scale, false),
                    _ => return None,
                };
                self.is_ramp(ramp, RAMP).then_some(class)
            }
            Op::Int(IntOp::Or | IntOp::Xor) => {
                self.moves_ramp(inst, RAMP).then(|| Class::affine(ty, 1, false))
            }
            _ => None,
        }
    }

    /// Returns the value of which another is the product with a power of two, and the power.
    fn before_scale(&self, v: Value) -> (Value, u32) {
        /// Greater ones might move bits of the lane's number out of 32 bits.
        const MOST: u32 = 16;
        let scaled = || {
            let inst = self.f.def_inst(v).filter(|_| !self.forced[v.index()])?;
            let &[a, b] = inst.args.as_slice() else { return None };
            let factor =
                |v: Value| self.f.constant(v).filter(|n| n.is_power_of_two()).map(u64::trailing_zeros);
            let (of, power) = match inst.op {
                Op::Int(IntOp::Shl) => (a, u32::try_from(self.f.constant(b)?).ok()?),
                Op::Int(IntOp::Mul) | Op::MulWide { .. } => match (factor(a), factor(b)) {
                    (_, Some(power)) => (a, power),
                    (Some(power), _) => (b, power),
                    _ => return None,
                },
                _ => return None,
            };
            (power <= MOST).then_some((of, power))
        };
        scaled().unwrap_or((v, 0))
    }

    /// Returns the value of which another is shifted to the right by less than the bits of a lane's number,
    /// and by how many.
    fn before_shift(&self, v: Value) -> (Value, u32) {
        let shifted = self.f.def_inst(v).filter(|inst| inst.op == Op::Int(IntOp::ShrU));
        let shifted = shifted.filter(|_| !self.forced[v.index()]);
        let amount =
            |inst: &Inst| self.f.constant(inst.args[1]).filter(|&n| n < u64::from(self.width.ilog2()));
        let found = shifted.and_then(|inst| Some((inst.args[0], amount(inst)? as u32)));
        found.unwrap_or((v, 0))
    }

    /// Returns whether a divisor is a number of whole strips.
    fn is_whole_strips(&self, divisor: i64) -> bool {
        divisor > 0 && divisor % i64::from(self.width) == 0
    }

    /// Returns whether a value of 32 bits with a step may wrap from lane to lane.
    fn may_wrap(&self, v: Value) -> bool {
        let Some(inst) = self.f.def_inst(v) else { return true };
        let constant = |k: usize| self.f.constant(inst.args[k]);
        match inst.op {
            // At most as large as the mask, which has no sign.
            Op::Int(IntOp::And) => {
                let is_positive = |k: usize| constant(k).is_some_and(|mask| (mask as u32) < 1 << 31);
                !is_positive(0) && !is_positive(1) && !self.is_ramp(v, RAMP)
            }
            // The steps of a strip end at a multiple of its width times the factor.
            Op::Int(IntOp::Shl) => {
                let fits = constant(1).is_some_and(|n| n + u64::from(self.width.ilog2()) < 32);
                !fits || !self.is_ramp(inst.args[0], RAMP)
            }
            _ => !self.is_ramp(v, RAMP),
        }
    }

    /// Returns whether a value counts the lanes of a strip without crossing a multiple of its width, as
    /// `%tid.x` and `%laneid` do, by the operations that make it, at most `depth` in each other.
    fn is_ramp(&self, v: Value, depth: u32) -> bool {
        let Some((inst, depth)) = self.f.def_inst(v).zip(depth.checked_sub(1)) else { return false };
        // Lanes may hold values of different iterations otherwise.
        if !matches!(self.get(v), Some(Class::Affine { stride: 1, .. })) {
            return false;
        }
        match (&inst.op, self.shape) {
            (_, ShapeClass::Block) => false,
            (Op::Sreg(Sreg::LaneId), _) => true,
            (Op::Sreg(Sreg::Tid(0)), ShapeClass::Linear | ShapeClass::Rows) => true,
            (Op::Int(IntOp::Add | IntOp::Sub | IntOp::Or | IntOp::Xor), _) => self.moves_ramp(inst, depth),
            (Op::Int(IntOp::And), _) => (0..2).any(|k| {
                let lanes = self.width - 1;
                let keeps =
                    self.f.constant(inst.args[1 - k]).is_some_and(|mask| mask as u32 & lanes == lanes);
                keeps && self.is_ramp(inst.args[k], depth)
            }),
            // A value that wraps from lane to lane would cross a multiple of the width.
            (Op::Cvt { to, from, mode, .. }, _) => {
                let integers = [to, from].iter().all(|s| !s.is_float() && s.bits() >= 32);
                integers && !mode.sat && inst.args.len() == 1 && self.is_ramp(inst.args[0], depth)
            }
            _ => false,
        }
    }

    /// Returns whether one operand counts the lanes of a strip, and the other is a multiple of the width that
    /// all have in common.
    fn moves_ramp(&self, inst: &Inst, depth: u32) -> bool {
        let ramp = |k: usize| self.is_ramp(inst.args[k], depth);
        let base = |k: usize| {
            self.get(inst.args[k]) == Some(Class::Uniform) && self.is_multiple(inst.args[k], depth)
        };
        ramp(0) && base(1) || inst.op != Op::Int(IntOp::Sub) && base(0) && ramp(1)
    }

    /// Returns whether a value is a multiple of the width, by the operations that make it.
    fn is_multiple(&self, v: Value, depth: u32) -> bool {
        if let Some(bits) = self.f.constant(v) {
            return bits.is_multiple_of(u64::from(self.width));
        }
        let Some((inst, depth)) = self.f.def_inst(v).zip(depth.checked_sub(1)) else { return false };
        let multiple = |k: usize| self.is_multiple(inst.args[k], depth);
        match inst.op {
            // A block of one row has no others; else rows have whole strips.
            Op::Sreg(Sreg::Tid(1 | 2)) => self.shape == ShapeClass::Linear,
            Op::Sreg(Sreg::Ntid(0)) => self.shape == ShapeClass::Rows,
            Op::Int(IntOp::Add | IntOp::Sub | IntOp::Or | IntOp::Xor) => multiple(0) && multiple(1),
            Op::Int(IntOp::Mul | IntOp::And) => multiple(0) || multiple(1),
            Op::Int(IntOp::Shl) => {
                let amount = self.f.constant(inst.args[1]);
                multiple(0) || amount.is_some_and(|n| n >= u64::from(self.width.ilog2()))
            }
            _ => false,
        }
    }
}

/// Maximum operations in each other that tell whether a value counts lanes.
const RAMP: u32 = 6;

/// Returns the sync operations for which the lanes of a strip wait in tiles.
fn tiled(f: &Function, (shape, width): (ShapeClass, u32)) -> Vec<InstId> {
    let masks = tiles::all_masks(f, Lanes::in_strips(shape, width));
    masks.into_iter().filter(|(_, masks)| tiles::are_within_strips(masks, width)).map(|(id, _)| id).collect()
}

/// Returns the operands of a sync operation that select the participating lanes.
pub(super) fn participation_operands(inst: &Inst) -> &[Value] {
    match inst.op {
        Op::Barrier { kind: Barrier::ClusterArrive | Barrier::ClusterWait, .. } => &[],
        Op::Barrier { counted, .. } => &inst.args[..if counted { 2 } else { 1 }],
        Op::WarpSync | Op::Elect => &inst.args[..1],
        Op::Shfl(_) => &inst.args[3..4],
        Op::Vote(_) | Op::Match { .. } | Op::Redux { .. } | Op::Rows { .. } => &inst.args[1..2],
        Op::Mma(_) | Op::GroupMma(_) => inst.args.last().map_or(&[], std::slice::from_ref),
        _ => &[],
    }
}
