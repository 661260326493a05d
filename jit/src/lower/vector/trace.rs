//! Trace of whole strips through a region: the blocks that all their lanes run together.
//!
//! A divergent branch is allowed if its condition depends on row-affine values only (see
//! [`rows`](super::rows)): the trace follows one side, and strips with a lane on the other side are run under
//! masks instead.

use super::analysis::Analysis;
use super::rows::{Bound, bounds};
use ptx::analysis::regions::{Region, sync_at_end};
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
    /// `true` if lanes off the trace do nothing.
    pub(super) idle: bool,
}

impl Trace {
    /// Returns a trace of a region's first block alone.
    pub(super) fn of_first_block() -> Trace {
        Trace { places: vec![0], decided: BTreeMap::new(), bounds: Vec::new(), idle: false }
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
        let mut trace =
            Trace { places: Vec::new(), decided: BTreeMap::new(), bounds: Vec::new(), idle: self.idle };
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
        trace.places = seen.into_iter().collect();
        trace.idle &= self.decides_first(&trace);
        (insts <= MOST).then_some(trace)
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
                Term::Jump(_) if sync_at_end(self.f, to).is_some() => return self.ends[to.index()],
                Term::Jump(edge) => to = edge.to,
                _ => return false,
            }
        }
        false
    }

    /// Returns whether a block changes nothing that is visible after the region.
    fn is_idle(&self, b: BlockId) -> bool {
        let block = self.f.block(b);
        let sync = sync_at_end(self.f, b);
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
                (Term::Jump(edge), _) if sync_at_end(self.f, id).is_none() => edge,
                _ => return false,
            };
            let Some(&to) = self.place.get(&edge.to) else { return false };
            at = to;
        }
        true
    }
}
