//! Trace of whole strips through a region: the blocks that all their lanes run together.
//!
//! A divergent branch is allowed if its condition depends on row-affine values only (see
//! [`rows`](super::rows)): the trace follows one side, and strips with a lane on the other side are run under
//! masks instead. Another one is allowed if its lanes reconverge on the trace: they run the blocks in between
//! under masks, as a [chain](super::divergent).

use super::analysis::Analysis;
use super::rows::{Bound, bounds};
use ptx::analysis::regions::Region;
use ptx::ir::{BlockId, Edge, Effect, Function, Inst, Term, Value};
use std::collections::{BTreeMap, BTreeSet};

/// Maximum instructions of a trace; a longer one is not worth its code.
const MOST: usize = 400;

/// The blocks that whole strips run.
#[derive(Clone, Debug)]
pub(super) struct Trace {
    /// Positions in the region's order, ascending.
    pub(super) places: Vec<usize>,
    /// Side taken at the end of a block with a divergent branch; `true` is the first.
    pub(super) decided: BTreeMap<usize, bool>,
    /// Conditions of the lanes on the trace.
    pub(super) bounds: Vec<Bound>,
    /// Blocks between other divergent branches and the reconvergence of their lanes, by the branch's
    /// position.
    pub(super) apart: BTreeMap<usize, Vec<usize>>,
    /// `true` if lanes off the trace do nothing.
    pub(super) idle: bool,
    /// Values that nothing on the trace needs: conditions that are decided.
    pub(super) unused: BTreeSet<Value>,
}

impl Trace {
    /// Returns a trace of a region's first block alone.
    pub(super) fn of_first_block() -> Trace {
        Trace {
            places: vec![0],
            decided: BTreeMap::new(),
            bounds: Vec::new(),
            apart: BTreeMap::new(),
            idle: false,
            unused: BTreeSet::new(),
        }
    }

    /// Returns the positions of all blocks that whole strips run, ascending.
    pub(super) fn every_place(&self) -> Vec<usize> {
        let mut places: Vec<usize> =
            self.places.iter().chain(self.apart.values().flatten()).copied().collect();
        places.sort_unstable();
        places
    }
}

/// Search for the trace of a region.
pub(super) struct Search<'a> {
    pub(super) f: &'a Function,
    pub(super) analysis: &'a Analysis,
    pub(super) region: &'a Region,
    /// Positions of blocks in the region's order.
    pub(super) place: BTreeMap<BlockId, usize>,
    /// Blocks at whose sync operation a trace ends.
    pub(super) ends: Vec<bool>,
    /// All lanes that leave the region continue at one other.
    pub(super) idle: bool,
}

impl Search<'_> {
    pub(super) fn trace(&self) -> Option<Trace> {
        let (f, analysis) = (self.f, self.analysis);
        let mut trace = Trace { idle: self.idle, places: Vec::new(), ..Trace::of_first_block() };
        let mut seen = BTreeSet::from([0]);
        let mut todo = vec![0];
        let mut insts = 0;
        while let Some(at) = todo.pop() {
            let id = self.region.blocks[at];
            insts += f.block(id).insts.len();
            if self.ends[id.index()] {
                continue;
            }
            let term = &f.block(id).term;
            let mut edges: Vec<&Edge> = term.edges().collect();
            if term.selector().is_some() && analysis.uniformity.is_divergent(id) {
                let Term::Branch { cond, then, other } = term else { return None };
                let side = |want| bounds(f, &analysis.kinds, &analysis.row_affine, *cond, want);
                if side(true).is_none()
                    && side(false).is_none()
                    && let Some((blocks, exit)) = self.diverged_blocks(id)
                {
                    insts +=
                        blocks.iter().map(|&n| f.block(self.region.blocks[n]).insts.len()).sum::<usize>();
                    trace.apart.insert(at, blocks);
                    if seen.insert(exit) {
                        todo.push(exit);
                    }
                    continue;
                }
                let (first, bounds, elsewhere) = match (side(true), side(false)) {
                    (Some(yes), no) if no.is_none() || self.does_nothing(other) => (true, yes, other),
                    (_, Some(no)) => (false, no, then),
                    (_, None) => return None,
                };
                trace.idle &= self.does_nothing(elsewhere);
                trace.decided.insert(at, first);
                trace.bounds.extend(bounds);
                edges = vec![if first { then } else { other }];
            }
            for edge in edges {
                let &to = self.place.get(&edge.to)?;
                if seen.insert(to) {
                    todo.push(to);
                }
            }
        }
        // A block has one copy.
        if trace.apart.values().flatten().any(|n| seen.contains(n)) {
            return None;
        }
        trace.places = seen.into_iter().collect();
        trace.idle &= self.decides_first(&trace);
        trace.unused = self.unused(&trace);
        (insts <= MOST).then_some(trace)
    }

    /// Returns the blocks that lanes may run apart after a divergent branch, ascending, and the one where
    /// they reconverge; `None` if some may not come there together.
    fn diverged_blocks(&self, branch: BlockId) -> Option<(Vec<usize>, usize)> {
        let (f, flow) = (self.f, &self.analysis.flow);
        let point = flow.reconvergence_point(branch.index()).filter(|&n| n < f.blocks().len())?;
        let mut blocks = Vec::new();
        for n in flow.influence(branch.index()) {
            let own = (n < f.blocks().len()).then(|| BlockId::new(n))?;
            let term = &f.block(own).term;
            if own == branch
                || self.analysis.sync_at_end(f, own).is_some()
                || matches!(term, Term::Exit | Term::Trap)
            {
                return None;
            }
            blocks.push(*self.place.get(&own)?);
        }
        blocks.sort_unstable();
        let inside = |b: &BlockId| {
            b.index() == point || self.place.get(b).is_some_and(|place| blocks.binary_search(place).is_ok())
        };
        let stay = |b: BlockId| f.block(b).term.edges().all(|edge| inside(&edge.to));
        let stay = stay(branch) && blocks.iter().all(|&n| stay(self.region.blocks[n]));
        let exit = *self.place.get(&BlockId::new(point))?;
        (stay && blocks.binary_search(&exit).is_err()).then_some((blocks, exit))
    }

    /// Returns the values that no instruction, edge, or open branch on a trace needs, and no other region.
    fn unused(&self, trace: &Trace) -> BTreeSet<Value> {
        let f = self.f;
        let mut unused: BTreeSet<Value> = BTreeSet::new();
        let mut needed: BTreeSet<Value> = BTreeSet::new();
        for at in trace.every_place().into_iter().rev() {
            let block = f.block(self.region.blocks[at]);
            needed.extend(block.term.edges().flat_map(|edge| &edge.args));
            needed.extend(block.term.selector().filter(|_| !trace.decided.contains_key(&at)));
            for inst in block.insts.iter().rev().map(|&id| f.inst(id)) {
                let pure = inst.op.effect() == Effect::Pure && !inst.results.is_empty();
                let free = |v: &Value| !needed.contains(v) && self.analysis.frame.binary_search(v).is_err();
                if pure && inst.results.iter().all(free) {
                    unused.extend(&inst.results);
                } else {
                    needed.extend(&inst.args);
                }
            }
        }
        unused
    }

    /// Returns whether lanes that take an edge reach the region's end without any visible effect.
    fn does_nothing(&self, edge: &Edge) -> bool {
        let mut to = edge.to;
        for _ in 0..self.region.blocks.len() {
            if !self.place.contains_key(&to) || !self.is_idle(to) {
                return false;
            }
            match &self.f.block(to).term {
                Term::Exit => return true,
                Term::Jump(_) if self.analysis.sync_at_end(self.f, to).is_some() => {
                    return self.ends[to.index()];
                }
                Term::Jump(edge) => to = edge.to,
                _ => return false,
            }
        }
        false
    }

    /// Returns whether a block changes nothing that is visible after the region.
    fn is_idle(&self, b: BlockId) -> bool {
        let block = self.f.block(b);
        let sync = self.analysis.sync_at_end(self.f, b);
        let unseen = |v: &Value| self.analysis.frame.binary_search(v).is_err();
        let idle = |inst: &Inst| {
            let invariant =
                !inst.results.is_empty() && inst.results.iter().all(|v| self.analysis.invariant[v.index()]);
            (invariant || inst.op.effect() == Effect::Pure) && inst.results.iter().all(unseen)
        };
        let mut insts = block.insts.iter().filter(|&&i| Some(i) != sync).map(|&i| self.f.inst(i));
        block.params.iter().all(unseen) && insts.all(idle)
    }

    /// Returns whether a region takes all decisions before its first effect.
    fn decides_first(&self, trace: &Trace) -> bool {
        let mut at = 0;
        let mut left = trace.decided.len();
        let mut seen = BTreeSet::new();
        while left > 0 {
            let id = self.region.blocks[at];
            if !seen.insert(at) || !self.is_idle(id) {
                return false;
            }
            let edge = match (&self.f.block(id).term, trace.decided.get(&at)) {
                (Term::Branch { then, other, .. }, Some(&first)) => {
                    left -= 1;
                    if first { then } else { other }
                }
                (Term::Jump(edge), _) if self.analysis.sync_at_end(self.f, id).is_none() => edge,
                _ => return false,
            };
            let Some(&to) = self.place.get(&edge.to) else { return false };
            at = to;
        }
        true
    }
}
