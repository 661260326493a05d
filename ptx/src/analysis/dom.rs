//! Dominators and post-dominators (Cooper, Harvey and Kennedy, "A Simple, Fast Dominance Algorithm").

use super::cfg::Graph;

/// Dominator tree or post-dominator tree of a graph.
#[derive(Clone, Debug)]
pub struct Dominators {
    /// Immediate dominator; `NONE` for the root and for unreachable nodes.
    idom: Vec<u32>,
    /// Entry and exit times of a depth-first walk over the tree: `a` dominates `b` if the interval of `b` is
    /// inside that of `a`. Unreachable nodes have an empty interval.
    span: Vec<(u32, u32)>,
}

const NONE: u32 = u32::MAX;

impl Dominators {
    /// Computes the dominators of all nodes reachable from the entry.
    pub fn new(graph: &Graph) -> Dominators {
        let order = graph.reverse_postorder();
        Dominators::compute(graph.len(), graph.entry(), &order, |n| graph.preds(n))
    }

    /// Computes the post-dominators. Paths end at nodes without successors. If a node reaches none (an
    /// endless loop), one node of each such loop counts as an end too. The virtual common end of all paths is
    /// not a node: if only it post-dominates a node, [`Dominators::idom`] of the node is `None`.
    pub fn post(graph: &Graph) -> Dominators {
        let end = graph.len();
        let forward = graph.reverse_postorder();
        let mut edges: Vec<(usize, usize)> = Vec::new();
        for n in 0..graph.len() {
            edges.extend(graph.succs(n).map(|s| (s, n)));
        }
        // Mark all nodes that reach an end. Then turn unmarked nodes into ends, latest first, until all are
        // marked.
        let mut marked = vec![false; graph.len()];
        let mut todo = Vec::new();
        let ends = forward.iter().copied().filter(|&n| graph.succs(n).len() == 0);
        for n in ends.chain(forward.iter().rev().copied()) {
            if !marked[n] {
                edges.push((end, n));
                marked[n] = true;
                todo.push(n);
            }
            while let Some(n) = todo.pop() {
                for p in graph.preds(n) {
                    if !std::mem::replace(&mut marked[p], true) {
                        todo.push(p);
                    }
                }
            }
        }
        let reversed = Graph::new(end + 1, end, &edges);
        let order = reversed.reverse_postorder();
        let mut tree = Dominators::compute(end + 1, end, &order, |n| reversed.preds(n));
        for d in &mut tree.idom {
            if *d == end as u32 {
                *d = NONE;
            }
        }
        tree
    }

    fn compute<P: Iterator<Item = usize>>(
        nodes: usize,
        root: usize,
        order: &[usize],
        preds: impl Fn(usize) -> P,
    ) -> Dominators {
        let mut rank = vec![NONE; nodes];
        for (k, &n) in order.iter().enumerate() {
            rank[n] = k as u32;
        }
        let mut idom = vec![NONE; nodes];
        idom[root] = root as u32;
        let mut changed = true;
        while changed {
            changed = false;
            for &n in &order[1..] {
                let mut new = NONE;
                for p in preds(n) {
                    if idom[p] == NONE {
                        continue;
                    }
                    let mut other = p as u32;
                    if new == NONE {
                        new = other;
                        continue;
                    }
                    while new != other {
                        while rank[new as usize] > rank[other as usize] {
                            new = idom[new as usize];
                        }
                        while rank[other as usize] > rank[new as usize] {
                            other = idom[other as usize];
                        }
                    }
                }
                changed |= idom[n] != new;
                idom[n] = new;
            }
        }
        idom[root] = NONE;

        // Sizes of subtrees (children come after parents in `order`), then intervals from parent to child.
        let mut size = vec![1u32; nodes];
        for &n in order.iter().rev() {
            if idom[n] != NONE {
                size[idom[n] as usize] += size[n];
            }
        }
        let mut span = vec![(0, 0); nodes];
        let mut free = vec![0u32; nodes];
        for &n in order {
            let start = if idom[n] == NONE {
                0
            } else {
                let next = &mut free[idom[n] as usize];
                *next += size[n];
                *next - size[n]
            };
            span[n] = (start, start + size[n]);
            free[n] = start + 1;
        }
        Dominators { idom, span }
    }

    /// Returns the immediate dominator of `node`; `None` for the root and for unreachable nodes.
    pub fn idom(&self, node: usize) -> Option<usize> {
        (self.idom[node] != NONE).then_some(self.idom[node] as usize)
    }

    /// Returns whether every path to `b` passes `a` (a node dominates itself); `false` if either is
    /// unreachable.
    pub fn dominates(&self, a: usize, b: usize) -> bool {
        let ((a0, a1), (b0, b1)) = (self.span[a], self.span[b]);
        a0 <= b0 && b1 <= a1 && b0 < b1
    }

    /// Returns the interval of `node`'s subtree in a depth-first walk over the tree; it starts at `node`
    /// itself. Empty for unreachable nodes.
    pub fn span(&self, node: usize) -> (u32, u32) {
        self.span[node]
    }

    /// Returns whether `node` is in the tree, that is, reachable.
    pub fn is_reachable(&self, node: usize) -> bool {
        self.span[node].0 < self.span[node].1
    }
}
