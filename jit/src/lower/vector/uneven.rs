//! Estimates how many lanes of a strip are in a loop at a time: a strip runs until its last lane has left.

use super::analysis::Analysis;
use ptx::ir::{BlockId, Def, Effect, Function, InstId, Op, Space, Value};
use std::collections::BTreeMap;

/// Assumed lanes for each one that is in a loop whose lanes leave it after different numbers of iterations,
/// which are known before it.
const UNEVEN: f64 = 2.0;

/// The same for a loop that ends by what it loads, or that lanes enter by what they have loaded: few vertices
/// of a graph are at its border.
const SPARSE: f64 = 8.0;

/// Number of values from which a condition derives that are looked at.
const LOOKED_AT: usize = 64;

/// Number of loops, times branches, that are looked at; without them all lanes count as active.
const MOST: usize = 1 << 14;

/// A branch at which lanes diverge.
struct Branch {
    block: usize,
    /// Loads from which its condition derives.
    loads: Vec<InstId>,
    /// Loops that some of the lanes may enter, in ascending order; empty if nothing was loaded.
    entered: Vec<usize>,
}

impl Analysis {
    /// Estimates, by loop, the lanes that a strip has for each one that is in the loop.
    pub(super) fn lanes_for_one(&self, f: &Function) -> Vec<f64> {
        let loops = &self.flow.loops;
        let blocks: Vec<BlockId> = f.blocks().collect();
        let branches: Vec<BlockId> =
            blocks.iter().copied().filter(|&b| self.uniformity.is_divergent(b)).collect();
        if branches.len() * loops.iter().len() > MOST {
            return vec![1.0; loops.iter().len()];
        }
        let is_load = |id: &InstId| matches!(f.inst(*id).op, Op::Load { .. });
        let mut homes: BTreeMap<InstId, usize> = BTreeMap::new();
        for &b in &blocks {
            homes.extend(f.block(b).insts.iter().copied().filter(is_load).map(|id| (id, b.index())));
        }
        let branches: Vec<Branch> = branches.into_iter().map(|b| self.branch(f, &blocks, b)).collect();
        let mut lanes: Vec<f64> = Vec::new();
        for (id, own) in loops.iter() {
            let around = own.parent.map_or(1.0, |parent| lanes[parent]);
            let leaves = |n: usize| own.exits.iter().any(|exit| exit.0 == n);
            let leaving: Vec<_> = branches.iter().filter(|branch| leaves(branch.block)).collect();
            let ends: Vec<InstId> = leaving.iter().flat_map(|branch| &branch.loads).copied().collect();
            let follows = ends.iter().any(|&load| {
                // A limit that is loaded again in each iteration is known before the loop.
                let steps = || self.reads_param(f, f.inst(load).args[0], |block| loops.contains(id, block));
                loops.contains(id, homes[&load]) && steps()
            });
            // A guard for lanes without iterations tests what ends the loop.
            let chosen = branches.iter().any(|branch| {
                branch.entered.binary_search(&id).is_ok()
                    && branch.loads.iter().any(|load| !ends.contains(load))
            });
            lanes.push(match (follows || chosen, leaving.is_empty()) {
                (true, _) => around.max(SPARSE),
                (false, true) => around,
                (false, false) => around * UNEVEN,
            });
        }
        lanes
    }

    fn branch(&self, f: &Function, blocks: &[BlockId], b: BlockId) -> Branch {
        let (loops, block) = (&self.flow.loops, b.index());
        let loads = self.loads_before(f, blocks, f.block(b).term.selector());
        let mut entered = Vec::new();
        if !loads.is_empty() {
            let mut influence = self.flow.influence(block);
            influence.sort_unstable();
            let inside = |header: &usize| influence.binary_search(header).is_ok();
            let outside = loops.iter().filter(|(id, _)| !loops.contains(*id, block));
            entered.extend(outside.filter(|(_, own)| inside(&own.header)).map(|own| own.0));
        }
        Branch { block, loads, entered }
    }

    /// Returns whether an address derives from a parameter of some blocks, or from what is loaded there.
    fn reads_param(&self, f: &Function, address: Value, inside: impl Fn(usize) -> bool) -> bool {
        let (mut next, mut seen) = (vec![address], Vec::new());
        while let Some(v) = next.pop().filter(|_| seen.len() < LOOKED_AT) {
            if seen.contains(&v) {
                continue;
            }
            seen.push(v);
            match f.value(v).def {
                Def::Param(b, _) if inside(b.index()) => return true,
                Def::Inst(id, _) => next.extend(&f.inst(id).args),
                Def::Param(..) => {}
            }
        }
        false
    }

    /// Returns loads of memory from which a value derives.
    fn loads_before(&self, f: &Function, blocks: &[BlockId], of: Option<Value>) -> Vec<InstId> {
        let (mut loads, mut seen) = (Vec::new(), Vec::new());
        let mut next: Vec<Value> = of.into_iter().collect();
        while let Some(v) = next.pop().filter(|_| seen.len() < LOOKED_AT) {
            if seen.contains(&v) {
                continue;
            }
            seen.push(v);
            match f.value(v).def {
                Def::Inst(id, _) => match f.inst(id).op {
                    // Compilers without optimisation keep all variables in local memory.
                    Op::Load { space: Space::Param | Space::Local, .. } => {}
                    Op::Load { .. } => loads.push(id),
                    ref op if op.effect() == Effect::Pure => next.extend(&f.inst(id).args),
                    _ => {}
                },
                Def::Param(b, n) => {
                    for from in self.flow.real.preds(b.index()) {
                        let edges = f.block(blocks[from]).term.edges().filter(|edge| edge.to == b);
                        next.extend(edges.filter_map(|edge| edge.args.get(n as usize)));
                    }
                }
            }
        }
        loads
    }
}
