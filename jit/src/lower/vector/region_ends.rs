//! Ends of regions: where lanes continue, and what whole strips leave in the frame for that.

use super::state::Vectors;
use super::trace::{Search, Trace};
use ptx::analysis::regions::Region;
use ptx::ir::{BlockId, Term, Value};
use std::collections::{BTreeMap, BTreeSet};

impl Vectors<'_> {
    /// Returns the regions where lanes that do not fault continue, 0 if they end; empty if that is unknown.
    pub(super) fn nexts(&self, region: &Region) -> Vec<usize> {
        let (f, regions) = (self.e.f, &self.analysis.regions);
        let mut next = BTreeSet::new();
        for &b in &region.blocks {
            match &f.block(b).term {
                Term::Jump(edge) if self.analysis.sync_at_end(f, b).is_some() => {
                    next.insert(regions.starting_at(edge.to).unwrap_or(0));
                }
                Term::Exit => {
                    next.insert(0);
                }
                // Such an edge leads out of the region, or nowhere.
                term if term.edges().any(|e| !region.blocks.contains(&e.to)) => return Vec::new(),
                _ => {}
            }
        }
        next.into_iter().collect()
    }

    /// Returns the trace of whole strips through a region, if there is one.
    pub(super) fn trace(&self, region: &Region) -> Option<Trace> {
        let (f, analysis) = (self.e.f, self.analysis);
        let place: BTreeMap<BlockId, usize> =
            region.blocks.iter().enumerate().map(|(n, &b)| (b, n)).collect();
        let idle = self.nexts(region).len() == 1;
        let ends = |b: BlockId| {
            let passes = |id| match &f.block(b).term {
                Term::Jump(edge) => place.contains_key(&edge.to) && self.does_in_registers(id),
                _ => false,
            };
            self.analysis.sync_at_end(f, b).is_some_and(|id| !passes(id))
        };
        let ends: Vec<bool> = f.blocks().map(ends).collect();
        Search { f, analysis, region, place, ends, idle }.trace()
    }

    /// Returns the values that the regions after a region's traces read, ascending, if traces pass warp
    /// operations.
    pub(super) fn stored_by_traces(&self, own: usize) -> Option<Vec<Value>> {
        let f = self.e.f;
        let region = self.analysis.traced.get(own);
        if region.blocks.len() == self.analysis.regions.get(own).blocks.len() {
            return None;
        }
        let mut stored = Vec::new();
        for &b in &region.blocks {
            let Some(id) = self.analysis.sync_at_end(f, b) else { continue };
            let Term::Jump(edge) = &f.block(b).term else { continue };
            if region.blocks.contains(&edge.to) && self.does_in_registers(id) {
                continue;
            }
            stored.extend(&f.inst(id).args);
            if let Some(next) = self.analysis.regions.starting_at(edge.to) {
                stored.extend(&self.analysis.regions.get(next).live_in);
            }
        }
        stored.sort_unstable();
        stored.dedup();
        Some(stored)
    }
}
