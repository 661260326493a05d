//! Where lanes that parted meet again.
//!
//! Lanes that a branch separates meet at the branch's nearest post-dominator that lock step comes to but once
//! (see [`Convergence::meeting`]). Taken literally that is useless for `if (i >= n) return; …`: everything
//! after it is post-dominated only by the kernel's end. But lanes that leave for good join nobody, so a part
//! of the graph that only ends threads, without a sync operation, is treated as if its threads went on with
//! the others: it gets *virtual edges* to the place where the others go on. All orders, loops and
//! post-dominators that concern lock step use the graph with those edges; code that follows its topological
//! order runs the leaving part before the part that goes on.

use super::cfg::Graph;
use super::dom::Dominators;
use super::loops::{Loop, Loops};
use super::regions;
use crate::ir::Function;

/// A function's control flow as lanes in lock step see it.
#[derive(Clone, Debug)]
pub struct Convergence {
    /// The blocks and the edges of their terminators.
    pub real: Graph,
    /// The same with the virtual edges; of a node's successors the real ones come first.
    pub graph: Graph,
    /// Loops of that graph.
    pub loops: Loops,
    /// Its post-dominators.
    pub post: Dominators,
    /// Its nodes in topological order, loops contiguous.
    pub order: Vec<usize>,
}

impl Convergence {
    /// Of a whole function.
    pub fn of(f: &Function) -> Convergence {
        let real = Graph::of(f);
        let mut weight = vec![0usize; real.len()];
        let mut sync = vec![false; real.len()];
        for b in f.blocks() {
            weight[b.index()] = f.block(b).insts.len() + 1;
            sync[b.index()] = regions::has_sync(f, b);
        }
        Convergence::with_virtual_edges(&real, &weight, &sync)
    }

    /// Of an abstract graph; `sync` says which nodes hold a sync operation, `weight` which of two leaving
    /// parts is the smaller.
    pub fn with_virtual_edges(real: &Graph, weight: &[usize], sync: &[bool]) -> Convergence {
        let more = virtual_edges(real, weight, sync);
        let graph = if more.is_empty() { real.clone() } else { real.with_edges(&more) };
        let dom = Dominators::of(&graph);
        let loops = Loops::of(&graph, &dom);
        let post = Dominators::post(&graph);
        let order = graph.topological_order(&loops);
        Convergence { real: real.clone(), graph, loops, post, order }
    }

    /// Where the lanes that part at `node` are together again: `None` if not before the end.
    ///
    /// That is the nearest post-dominator which no loop leads past: in `for (;;) { if (p) continue; m; if (q)
    /// break; }` lanes that go on with the next turn wait at the loop's header for those that come there
    /// by way of `m`, not at `m` for them. So the lanes that `p` parts meet behind the loop.
    pub fn meeting(&self, node: usize) -> Option<usize> {
        let mut meeting = self.post.idom(node)?;
        let mut around = self.loops.innermost(node);
        while let Some(id) = around {
            let Loop { header, parent, .. } = *self.loops.get(id);
            if self.loops.contains(id, meeting) && self.reach_before(node, meeting)[header] {
                while self.loops.contains(id, meeting) {
                    meeting = self.post.idom(meeting)?;
                }
            }
            around = parent;
        }
        Some(meeting)
    }

    /// What lanes that part at a node may reach before a place, which is none of it.
    fn reach_before(&self, node: usize, place: usize) -> Vec<bool> {
        self.graph.reach(self.graph.succs(node), |n| n == place)
    }

    /// The nodes where lanes that parted at `node` may be before they meet, in topological order.
    pub fn influence(&self, node: usize) -> Vec<usize> {
        let meeting = self.meeting(node);
        let seen = self.graph.reach(self.graph.succs(node), |n| Some(n) == meeting);
        self.order.iter().copied().filter(|&n| seen[n]).collect()
    }
}

/// Edges from the ends of leaving parts to where the other threads go on.
///
/// A leaving part is the dominator subtree of a branch's successor, when only the branch leads into it, no
/// edge leads out of it and no sync operation is in it. Of a branch that has only such successors the
/// heaviest counts as the one that goes on, and of a loop that has only such exits the heaviest: lanes that
/// are done with the loop wait there for the others.
fn virtual_edges(real: &Graph, weight: &[usize], sync: &[bool]) -> Vec<(usize, usize)> {
    /// What is in a dominator subtree.
    #[derive(Clone, Copy)]
    struct Part {
        weight: usize,
        sync: bool,
        /// First and last target of its edges, as positions in the dominator tree.
        targets: (u32, u32),
    }
    let dom = Dominators::of(real);
    let loops = Loops::of(real, &dom);
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
    // Only `n` leads into it: threads from elsewhere would make it a place to meet.
    let leaves = |n: usize, s: usize| closed(s) && real.preds(s).all(|p| p == n || dom.dominates(s, p));
    // How much a successor looks like the way on.
    let rank = |n: usize, s: usize| (!leaves(n, s), parts[s].weight, std::cmp::Reverse(s));
    // Whether an edge is the way on from a loop that it leaves.
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
    // Inner branches first: an end that already goes on inside a part needs no second edge out of the part.
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
