//! Blocks at which regions are cut, because so many of them would have a copy.
//!
//! A block that can be reached from many sync operations has a copy in the region of each. If the copies are
//! out of proportion, blocks where control flow joins become heads of regions of their own.

use super::converge::Convergence;
use super::regions::{Start, sync_at_end};
use crate::ir::{BlockId, Function};

/// Copies of an instruction, in the mean, that the code of all regions may have uncut, and with cuts: each
/// costs time when the kernel runs, but once there are some, a kernel shall compile four times as fast.
const MOST_COPIES: [usize; 2] = [16, 4];

/// Instructions that the code of all regions may have beside.
const FREE_COPIES: [usize; 2] = [50_000, 12_500];

/// Blocks that the selection of single joins may visit.
const MOST_VISITS: usize = 1 << 24;

/// Returns the blocks, beside `heads`, at which regions must start. There are none if all regions together
/// have no more instructions and passed values than `16 × n + 50,000` for a function that has `n` of them.
pub(super) fn joins(f: &Function, flow: &Convergence, heads: &[(BlockId, Start)]) -> Vec<BlockId> {
    let mut search = Search::new(f, flow, heads);
    let reached = flow.order.iter().map(|&n| search.steps[n]).sum::<usize>();
    let limits = [0, 1].map(|n| MOST_COPIES[n] * reached + FREE_COPIES[n]);
    let mut joins = Vec::new();
    loop {
        let copies = search.copies();
        let steps: usize = copies.iter().zip(&search.steps).map(|(copies, steps)| copies * steps).sum();
        if steps <= limits[usize::from(!joins.is_empty())] {
            return joins;
        }
        // A block that is no join has as many copies as its predecessor: without joins of more than four
        // copies, no block has more.
        let many = |n: usize| copies[n] > MOST_COPIES[1] && flow.real.preds(n).len() > 1;
        let candidates = flow.order.iter().copied().filter(|&n| many(n));
        let cut: Vec<usize> = match search.visits < MOST_VISITS {
            // The earliest of those with the most copies: those after it mostly have their copies from it.
            true => candidates.min_by_key(|&n| std::cmp::Reverse(copies[n])).into_iter().collect(),
            false => candidates.collect(),
        };
        if cut.is_empty() {
            return joins;
        }
        for n in cut {
            search.heads.push(n);
            search.is_head[n] = true;
            joins.push(BlockId::new(n));
        }
    }
}

/// Counts the regions that reach each block.
struct Search<'a> {
    flow: &'a Convergence,
    heads: Vec<usize>,
    is_head: Vec<bool>,
    suspends: Vec<bool>,
    /// Instructions of each block, and values that it passes on.
    steps: Vec<usize>,
    visits: usize,
}

impl<'a> Search<'a> {
    fn new(f: &Function, flow: &'a Convergence, heads: &[(BlockId, Start)]) -> Self {
        let heads: Vec<usize> = heads.iter().map(|&(b, _)| b.index()).collect();
        let mut is_head = vec![false; flow.graph.len()];
        heads.iter().for_each(|&n| is_head[n] = true);
        let steps = f.blocks().map(|b| {
            let block = f.block(b);
            block.insts.len() + block.term.edges().map(|edge| edge.args.len()).sum::<usize>()
        });
        let suspends = f.blocks().map(|b| sync_at_end(f, b).is_some()).collect();
        Search { flow, heads, is_head, suspends, steps: steps.collect(), visits: 0 }
    }

    /// Returns the number of regions that have each block.
    fn copies(&mut self) -> Vec<usize> {
        let mut copies = vec![0; self.steps.len()];
        let mut seen = vec![usize::MAX; self.steps.len()];
        for (region, &head) in self.heads.iter().enumerate() {
            let mut todo = vec![head];
            while let Some(n) = todo.pop() {
                if std::mem::replace(&mut seen[n], region) == region {
                    continue;
                }
                copies[n] += 1;
                self.visits += 1;
                if !self.suspends[n] {
                    todo.extend(self.flow.real.succs(n).filter(|&s| !self.is_head[s]));
                }
            }
        }
        copies
    }
}
