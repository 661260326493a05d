//! Natural loops and their nesting.

use super::cfg::Graph;
use super::dom::Dominators;

/// A natural loop: the nodes dominated by its header from which the header is reachable again. Loops with the
/// same header are one loop.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Loop {
    /// Header, the only entry.
    pub header: usize,
    /// Index of the enclosing loop.
    pub parent: Option<usize>,
    /// Nesting depth; 1 for an outermost loop.
    pub depth: u32,
    /// All nodes, ascending, including those of inner loops.
    pub nodes: Vec<usize>,
    /// Nodes with an edge back to the header, ascending.
    pub latches: Vec<usize>,
    /// Edges that leave the loop, as (from, to), by source and then in the source's order.
    pub exits: Vec<(usize, usize)>,
}

/// Loops of a graph; each follows the loops around it.
#[derive(Clone, Debug)]
pub struct Loops {
    loops: Vec<Loop>,
    innermost: Vec<u32>,
    irreducible: bool,
}

const NONE: u32 = u32::MAX;

impl Loops {
    /// Finds the loops among the nodes reachable from the entry.
    pub fn new(graph: &Graph, dom: &Dominators) -> Loops {
        let order = graph.reverse_postorder();
        let mut rank = vec![usize::MAX; graph.len()];
        for (k, &n) in order.iter().enumerate() {
            rank[n] = k;
        }
        let mut irreducible = false;
        let mut loops: Vec<Loop> = Vec::new();
        let mut innermost = vec![NONE; graph.len()];
        // Headers in reverse postorder: inner loops come later and overwrite `innermost`.
        for &header in &order {
            let mut latches: Vec<usize> = Vec::new();
            for p in graph.preds(header) {
                if rank[p] == usize::MAX || rank[p] < rank[header] {
                    continue;
                }
                if dom.dominates(header, p) {
                    latches.push(p);
                } else {
                    irreducible = true;
                }
            }
            if latches.is_empty() {
                continue;
            }
            latches.sort_unstable();
            latches.dedup();
            let mut nodes = vec![header];
            let mut todo = latches.clone();
            let mut inside = std::collections::BTreeSet::from([header]);
            while let Some(n) = todo.pop() {
                if inside.insert(n) {
                    nodes.push(n);
                    // Skip predecessors not dominated by the header: they belong to an irreducible cycle.
                    todo.extend(graph.preds(n).filter(|&p| dom.dominates(header, p)));
                }
            }
            nodes.sort_unstable();
            let mut exits = Vec::new();
            for &n in &nodes {
                exits.extend(graph.succs(n).filter(|s| !inside.contains(s)).map(|s| (n, s)));
            }
            let parent = (innermost[header] != NONE).then_some(innermost[header] as usize);
            let depth = parent.map_or(1, |p| loops[p].depth + 1);
            for &n in &nodes {
                innermost[n] = loops.len() as u32;
            }
            loops.push(Loop { header, parent, depth, nodes, latches, exits });
        }
        Loops { loops, innermost, irreducible }
    }

    /// Returns all loops, outer before inner.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (usize, &Loop)> + DoubleEndedIterator {
        self.loops.iter().enumerate()
    }

    /// Returns a loop by its index.
    pub fn get(&self, id: usize) -> &Loop {
        &self.loops[id]
    }

    /// Returns the innermost loop that contains a node.
    pub fn innermost(&self, node: usize) -> Option<usize> {
        (self.innermost[node] != NONE).then_some(self.innermost[node] as usize)
    }

    /// Returns the number of loops that contain a node.
    pub fn depth(&self, node: usize) -> u32 {
        self.innermost(node).map_or(0, |l| self.loops[l].depth)
    }

    /// Returns whether a loop contains a node.
    pub fn contains(&self, id: usize, node: usize) -> bool {
        let mut at = self.innermost(node);
        while let Some(l) = at {
            if l == id {
                return true;
            }
            at = self.loops[l].parent;
        }
        false
    }

    /// Returns the loop directly inside `level` (`None`: outside all loops) that contains `node`.
    pub fn child_towards(&self, level: Option<usize>, node: usize) -> Option<usize> {
        let mut at = self.innermost(node);
        while let Some(l) = at {
            if at == level {
                return None;
            }
            if self.loops[l].parent == level {
                return Some(l);
            }
            at = self.loops[l].parent;
        }
        None
    }

    /// Returns whether the graph has a cycle with more than one entry.
    pub fn irreducible(&self) -> bool {
        self.irreducible
    }
}
