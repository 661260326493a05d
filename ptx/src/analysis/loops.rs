//! Natural loops and their nesting.

use super::cfg::Graph;
use super::dom::Dominators;

/// One natural loop: the nodes from which its header is reached again without leaving what the header
/// dominates. Loops with one header are one loop.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Loop {
    /// The only way in.
    pub header: usize,
    /// The loop around this one.
    pub parent: Option<usize>,
    /// 1 for a loop in no other.
    pub depth: u32,
    /// All nodes, those of inner loops included, ascending.
    pub nodes: Vec<usize>,
    /// Nodes with an edge back to the header, ascending.
    pub latches: Vec<usize>,
    /// Edges that leave the loop, as (from, to), by source and then in the source's order.
    pub exits: Vec<(usize, usize)>,
}

/// The loops of a graph. A loop stands after the loops around it.
#[derive(Clone, Debug)]
pub struct Loops {
    loops: Vec<Loop>,
    innermost: Vec<u32>,
    irreducible: bool,
}

const NONE: u32 = u32::MAX;

impl Loops {
    /// The loops among the nodes that the entry reaches.
    pub fn of(graph: &Graph, dom: &Dominators) -> Loops {
        let order = graph.reverse_postorder();
        let mut rank = vec![usize::MAX; graph.len()];
        for (k, &n) in order.iter().enumerate() {
            rank[n] = k;
        }
        let mut irreducible = false;
        let mut loops: Vec<Loop> = Vec::new();
        let mut innermost = vec![NONE; graph.len()];
        // Headers from the entry on: outer loops come first, so that the last writer of `innermost` is right.
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
                    // A predecessor that the header does not dominate belongs to an irreducible cycle.
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

    /// All loops, outer before inner.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (usize, &Loop)> + DoubleEndedIterator {
        self.loops.iter().enumerate()
    }

    /// A loop by its number.
    pub fn get(&self, id: usize) -> &Loop {
        &self.loops[id]
    }

    /// The innermost loop around a node.
    pub fn innermost(&self, node: usize) -> Option<usize> {
        (self.innermost[node] != NONE).then_some(self.innermost[node] as usize)
    }

    /// How many loops are around a node.
    pub fn depth(&self, node: usize) -> u32 {
        self.innermost(node).map_or(0, |l| self.loops[l].depth)
    }

    /// Whether a loop contains a node.
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

    /// The loop directly inside `level` (`None`: outside all loops) that contains `node`, if one does.
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

    /// Whether there is a cycle with more than one way in.
    pub fn irreducible(&self) -> bool {
        self.irreducible
    }
}
