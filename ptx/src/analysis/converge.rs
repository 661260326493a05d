//! Reconvergence of diverged lanes.
//!
//! Lanes that a branch separates reconverge at the nearest post-dominator that lock step passes only once
//! (see [`Convergence::reconvergence_point`]). This alone is useless for `if (i >= n) return; …`: only the
//! kernel's end post-dominates the code after it. But lanes that exit need not reconverge. A part of the
//! graph without sync operations that only ends threads is therefore treated as if its threads continued with
//! the others:
//! *virtual edges* lead from its ends to the code that the others run. All orders, loops and post-dominators
//! that concern lock step include virtual edges. Code in their topological order runs the exiting part first.

use super::cfg::Graph;
use super::dom::Dominators;
use super::loops::{Loop, Loops};
use super::regions;
use crate::ir::Function;

/// Control flow of a function as run by lanes in lock step.
#[derive(Clone, Debug)]
pub struct Convergence {
    /// Blocks, with the edges of their terminators.
    pub real: Graph,
    /// Blocks with virtual edges too; a node's real successors come first.
    pub graph: Graph,
    /// Loops of `graph`.
    pub loops: Loops,
    /// Post-dominators of `graph`.
    pub post: Dominators,
    /// Nodes of `graph` in topological order, loops contiguous.
    pub order: Vec<usize>,
}

impl Convergence {
    /// Analyses a whole function.
    pub fn new(f: &Function) -> Convergence {
        let real = Graph::from_function(f);
        let mut weight = vec![0usize; real.len()];
        let mut sync = vec![false; real.len()];
        for b in f.blocks() {
            weight[b.index()] = f.block(b).insts.len() + 1;
            sync[b.index()] = regions::has_sync(f, b);
        }
        Convergence::with_virtual_edges(&real, &weight, &sync)
    }

    /// Analyses an abstract graph. `sync` marks the nodes with a sync operation. `weight` is the size of a
    /// node; the smaller of two exiting parts gets the virtual edges.
    pub fn with_virtual_edges(real: &Graph, weight: &[usize], sync: &[bool]) -> Convergence {
        let more = virtual_edges(real, weight, sync);
        let graph = if more.is_empty() { real.clone() } else { real.with_edges(&more) };
        let dom = Dominators::new(&graph);
        let loops = Loops::new(&graph, &dom);
        let post = Dominators::post(&graph);
        let order = graph.topological_order(&loops);
        Convergence { real: real.clone(), graph, loops, post, order }
    }

    /// Returns the point at which lanes that diverge at `node` reconverge; `None` if only at the end.
    ///
    /// It is the nearest post-dominator that no loop bypasses. Consider `for (;;) { if (p) continue; m; if
    /// (q) break; }`: lanes that `continue` wait at the loop header for the lanes that run `m`, not at `m`.
    /// Lanes that diverge at `p` therefore reconverge after the loop.
    pub fn reconvergence_point(&self, node: usize) -> Option<usize> {
        let mut point = self.post.idom(node)?;
        let mut around = self.loops.innermost(node);
        while let Some(id) = around {
            let Loop { header, parent, .. } = *self.loops.get(id);
            if self.loops.contains(id, point) && self.reach_before(node, point)[header] {
                while self.loops.contains(id, point) {
                    point = self.post.idom(point)?;
                }
            }
            around = parent;
        }
        Some(point)
    }

    /// Marks the nodes that lanes which diverge at a node may reach before `place`.
    fn reach_before(&self, node: usize, place: usize) -> Vec<bool> {
        self.graph.reach(self.graph.succs(node), |n| n == place)
    }

    /// Returns the nodes that lanes diverged at `node` may run before they reconverge, in topological order.
    pub fn influence(&self, node: usize) -> Vec<usize> {
        let point = self.reconvergence_point(node);
        let seen = self.graph.reach(self.graph.succs(node), |n| Some(n) == point);
        self.order.iter().copied().filter(|&n| seen[n]).collect()
    }
}

/// Returns virtual edges from the ends of exiting parts to the code that the other threads run.
///
/// An exiting part is the dominator subtree of a branch's successor that only the branch enters, that no edge
/// leaves and that has no sync operation. If all successors of a branch are exiting parts, the heaviest
/// counts as the code of the others. If all exits of a loop lead to exiting parts, the heaviest does too:
/// there, lanes that have left the loop wait for the rest.
fn virtual_edges(real: &Graph, weight: &[usize], sync: &[bool]) -> Vec<(usize, usize)> {
    /// Summary of a dominator subtree.
    #[derive(Clone, Copy)]
    struct Part {
        weight: usize,
        sync: bool,
        /// First and last target of outgoing edges, as positions in the dominator tree.
        targets: (u32, u32),
    }
    let dom = Dominators::new(real);
    let loops = Loops::new(real, &dom);
    let order = real.reverse_postorder();
    let mut parts: Vec<Part> =
        (0..real.len()).map(|n| Part { weight: weight[n], sync: sync[n], targets: (u32::MAX, 0) }).collect();
    for &n in order.iter().rev() {
        for s in real.succs(n) {
            let (low, high) = &mut parts[n].targets;
            *low = (*low).min(dom.span(s).0);
            *high = (*high).max(dom.span(s).0);
        }
        if let Some(parent) = dom.idom(n) {
            let part = parts[n];
            let above = &mut parts[parent];
            above.weight += part.weight;
            above.sync |= part.sync;
            above.targets.0 = above.targets.0.min(part.targets.0);
            above.targets.1 = above.targets.1.max(part.targets.1);
        }
    }
    let closed = |n: usize| {
        let (Part { sync, targets: (low, high), .. }, (start, end)) = (parts[n], dom.span(n));
        !sync && low >= start && high < end
    };
    // Only `n` leads into it: threads from elsewhere would make it a reconvergence point.
    let leaves = |n: usize, s: usize| closed(s) && real.preds(s).all(|p| p == n || dom.dominates(s, p));
    // Preference of a successor as the code that the remaining threads run.
    let rank = |n: usize, s: usize| (!leaves(n, s), parts[s].weight, std::cmp::Reverse(s));
    // `true` if the edge is the preferred exit of a loop that it leaves.
    let is_main_exit = |n: usize, s: usize| {
        let mut around = loops.innermost(n);
        while let Some(id) = around.filter(|&id| !loops.contains(id, s)) {
            let l = loops.get(id);
            if l.exits.iter().all(|&(from, to)| rank(from, to) <= rank(n, s)) {
                return true;
            }
            around = l.parent;
        }
        false
    };
    let ends: Vec<usize> = order.iter().copied().filter(|&n| real.succs(n).len() == 0).collect();
    let mut done = vec![false; real.len()];
    let mut edges = Vec::new();
    // Inner branches come first: an end that already has a virtual edge inside a part needs no second edge
    // out of it.
    for &n in order.iter().rev() {
        let mut succs: Vec<usize> = real.succs(n).collect();
        succs.sort_unstable();
        succs.dedup();
        if succs.len() < 2 || !succs.iter().any(|&s| leaves(n, s)) {
            continue;
        }
        let Some(rest) = succs.iter().copied().max_by_key(|&s| rank(n, s)) else { continue };
        for &s in succs.iter().filter(|&&s| s != rest && leaves(n, s) && !is_main_exit(n, s)) {
            for &end in ends.iter().filter(|&&end| dom.dominates(s, end)) {
                if !std::mem::replace(&mut done[end], true) {
                    edges.push((end, rest));
                }
            }
        }
    }
    edges.sort_unstable();
    edges
}
