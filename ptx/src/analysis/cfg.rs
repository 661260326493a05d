//! Directed graphs with an entry: the blocks of a function, or a subset with its own numbering.
//!
//! A graph has no instructions. Parallel edges are kept. In a graph made by [`Graph::from_function`], the
//! `k`-th successor of a node is the target of the `k`-th edge of its block's terminator.

use super::loops::Loops;
use crate::ir::Function;

/// Nodes `0..len()`, with successors and predecessors of each.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Graph {
    entry: usize,
    succs: Lists,
    preds: Lists,
}

/// A list of nodes for each node, stored in two vectors.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Lists {
    start: Vec<u32>,
    items: Vec<u32>,
}

impl Lists {
    /// Groups `pairs` by their first component; the order within a group is kept.
    fn new(nodes: usize, pairs: impl Iterator<Item = (usize, usize)> + Clone) -> Lists {
        let mut start = vec![0u32; nodes + 1];
        for (from, _) in pairs.clone() {
            start[from + 1] += 1;
        }
        for n in 0..nodes {
            start[n + 1] += start[n];
        }
        let mut items = vec![0u32; start[nodes] as usize];
        let mut next = start.clone();
        for (from, to) in pairs {
            items[next[from] as usize] = to as u32;
            next[from] += 1;
        }
        Lists { start, items }
    }

    fn get(&self, node: usize) -> &[u32] {
        &self.items[self.start[node] as usize..self.start[node + 1] as usize]
    }
}

impl Graph {
    /// Creates a graph of `nodes` nodes; edges keep their order.
    ///
    /// # Panics
    /// If the entry or an end of an edge is not below `nodes`.
    pub fn new(nodes: usize, entry: usize, edges: &[(usize, usize)]) -> Graph {
        assert!(entry < nodes, "the entry {entry} is not one of {nodes} nodes");
        let succs = Lists::new(nodes, edges.iter().copied());
        let preds = Lists::new(nodes, edges.iter().map(|&(from, to)| (to, from)));
        Graph { entry, succs, preds }
    }

    /// Creates the graph of a function's blocks; a node is the index of its block.
    pub fn from_function(f: &Function) -> Graph {
        let mut edges = Vec::new();
        for b in f.blocks() {
            edges.extend(f.block(b).term.edges().map(|e| (b.index(), e.to.index())));
        }
        Graph::new(f.blocks().len(), f.entry().index(), &edges)
    }

    /// Returns the subgraph of `nodes`, renumbered by position in that list; the first one is the entry.
    /// Edges for which `keep(from, to)` is false (old numbers) are omitted.
    pub fn induced(&self, nodes: &[usize], keep: impl FnMut(usize, usize) -> bool) -> Graph {
        self.induced_with_scratch(&mut vec![u32::MAX; self.len()], nodes, keep)
    }

    /// Returns the same with scratch memory of the caller: one word for each node, all `u32::MAX` before and
    /// after the call. The cost is then proportional to the subgraph, which matters for thousands of small
    /// ones.
    pub fn induced_with_scratch(
        &self,
        place: &mut [u32],
        nodes: &[usize],
        mut keep: impl FnMut(usize, usize) -> bool,
    ) -> Graph {
        for (k, &n) in nodes.iter().enumerate() {
            place[n] = k as u32;
        }
        let mut edges = Vec::new();
        for (k, &n) in nodes.iter().enumerate() {
            for s in self.succs(n) {
                if place[s] != u32::MAX && keep(n, s) {
                    edges.push((k, place[s] as usize));
                }
            }
        }
        nodes.iter().for_each(|&n| place[n] = u32::MAX);
        Graph::new(nodes.len(), 0, &edges)
    }

    /// Returns the graph with additional edges.
    pub fn with_edges(&self, more: &[(usize, usize)]) -> Graph {
        let mut edges: Vec<(usize, usize)> = Vec::new();
        for n in 0..self.len() {
            edges.extend(self.succs(n).map(|s| (n, s)));
        }
        edges.extend_from_slice(more);
        Graph::new(self.len(), self.entry, &edges)
    }

    /// Returns the number of nodes.
    #[expect(clippy::len_without_is_empty, reason = "a graph has at least its entry")]
    pub fn len(&self) -> usize {
        self.succs.start.len() - 1
    }

    /// Returns the entry, where all paths start.
    pub fn entry(&self) -> usize {
        self.entry
    }

    /// Returns the successors of `node`, in the order of edges.
    pub fn succs(&self, node: usize) -> impl ExactSizeIterator<Item = usize> + DoubleEndedIterator + '_ {
        self.succs.get(node).iter().map(|&n| n as usize)
    }

    /// Returns the predecessors of `node`, once for each edge.
    pub fn preds(&self, node: usize) -> impl ExactSizeIterator<Item = usize> + DoubleEndedIterator + '_ {
        self.preds.get(node).iter().map(|&n| n as usize)
    }

    /// Returns the nodes reachable from the entry. Each follows all its predecessors, except along back
    /// edges.
    pub fn reverse_postorder(&self) -> Vec<usize> {
        let mut order = Vec::with_capacity(self.len());
        let mut seen = vec![false; self.len()];
        let mut stack = vec![(self.entry, 0usize)];
        seen[self.entry] = true;
        while let Some((node, next)) = stack.last_mut() {
            let succs = self.succs.get(*node);
            // Visit later successors first: the earlier ones then come earlier in the reversed order.
            if *next < succs.len() {
                let s = succs[succs.len() - 1 - *next] as usize;
                *next += 1;
                if !seen[s] {
                    seen[s] = true;
                    stack.push((s, 0));
                }
            } else {
                order.push(*node);
                stack.pop();
            }
        }
        order.reverse();
        order
    }

    /// Marks the nodes reachable from the given ones, these included, without entering a node for which
    /// `stop` holds.
    pub fn reach(&self, from: impl IntoIterator<Item = usize>, stop: impl Fn(usize) -> bool) -> Vec<bool> {
        let mut seen = vec![false; self.len()];
        let mut todo: Vec<usize> = from.into_iter().filter(|&n| !stop(n)).collect();
        while let Some(n) = todo.pop() {
            if !std::mem::replace(&mut seen[n], true) {
                todo.extend(self.succs(n).filter(|&s| !stop(s)));
            }
        }
        seen
    }

    /// Returns the nodes reachable from the entry in an order in which only edges to loop headers go backward
    /// and the nodes of each loop are contiguous (header first). In an irreducible graph, some other edges go
    /// backward too.
    pub fn topological_order(&self, loops: &Loops) -> Vec<usize> {
        let mut order = Vec::with_capacity(self.len());
        self.order_level(loops, None, &mut order);
        order
    }

    /// Appends the nodes of one loop (for `None`, all nodes); inner loops are single items.
    fn order_level(&self, loops: &Loops, level: Option<usize>, order: &mut Vec<usize>) {
        /// An item of a level: a node, or a whole inner loop.
        #[derive(Clone, Copy)]
        enum Item {
            Node(usize),
            Loop(usize),
        }
        let item = |node: usize| match loops.child_towards(level, node) {
            Some(inner) => Item::Loop(inner),
            None => Item::Node(node),
        };
        // A node identifies an item: the node itself, or the header of its loop.
        let key = |it: Item| match it {
            Item::Node(n) => n,
            Item::Loop(l) => loops.get(l).header,
        };
        let leaving = |it: Item| -> Vec<usize> {
            let inside = |n: usize| level.is_none_or(|l| loops.contains(l, n));
            let header = level.map(|l| loops.get(l).header);
            match it {
                Item::Node(n) => self.succs(n).filter(|&s| inside(s) && Some(s) != header).collect(),
                Item::Loop(l) => loops
                    .get(l)
                    .nodes
                    .iter()
                    .flat_map(|&n| self.succs(n))
                    .filter(|&s| !loops.contains(l, s) && inside(s) && Some(s) != header)
                    .collect(),
            }
        };
        let first = Item::Node(level.map_or(self.entry, |l| loops.get(l).header));
        let first = if level.is_none() { item(self.entry) } else { first };
        let mut seen = std::collections::BTreeSet::from([key(first)]);
        let mut stack = vec![(first, leaving(first))];
        let mut finished = Vec::new();
        while let Some((it, succs)) = stack.last_mut() {
            if let Some(s) = succs.pop() {
                let next = item(s);
                if seen.insert(key(next)) {
                    let succs = leaving(next);
                    stack.push((next, succs));
                }
            } else {
                finished.push(*it);
                stack.pop();
            }
        }
        for it in finished.into_iter().rev() {
            match it {
                Item::Node(n) => order.push(n),
                Item::Loop(l) => self.order_level(loops, Some(l), order),
            }
        }
    }
}
