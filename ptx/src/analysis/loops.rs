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
    /// By loop: its number in depth-first order of the nesting, and the number after its last inner loop.
    spans: Vec<(u32, u32)>,
    irreducible: bool,
}

/// Maximum nesting depth of a kernel's loops: each node is in the lists of all loops around it. Kernels with
/// deeper ones are refused.
pub const DEEPEST: u32 = 128;

/// Depth beyond which loops are not found; what the passes add to a kernel of the maximum is below it.
const FOUND: u32 = DEEPEST + 32;

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
        // By node: one more than the last loop found to contain it.
        let mut inside = vec![0; graph.len()];
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
            let parent = (innermost[header] != NONE).then_some(innermost[header] as usize);
            let depth = parent.map_or(1, |p| loops[p].depth + 1);
            if depth > FOUND {
                continue;
            }
            latches.sort_unstable();
            latches.dedup();
            let mut nodes = vec![header];
            let mut todo = latches.clone();
            let own = loops.len() as u32 + 1;
            inside[header] = own;
            while let Some(n) = todo.pop() {
                if std::mem::replace(&mut inside[n], own) != own {
                    nodes.push(n);
                    // Skip predecessors not dominated by the header: they belong to an irreducible cycle.
                    todo.extend(graph.preds(n).filter(|&p| dom.dominates(header, p)));
                }
            }
            nodes.sort_unstable();
            let mut exits = Vec::new();
            for &n in &nodes {
                exits.extend(graph.succs(n).filter(|&s| inside[s] != own).map(|s| (n, s)));
            }
            for &n in &nodes {
                innermost[n] = loops.len() as u32;
            }
            loops.push(Loop { header, parent, depth, nodes, latches, exits });
        }
        let spans = spans(&loops);
        Loops { loops, innermost, spans, irreducible }
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
        let (first, end) = self.spans[id];
        self.innermost(node).is_some_and(|l| (first..end).contains(&self.spans[l].0))
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

    /// Returns whether loops are nested deeper than [`DEEPEST`].
    pub fn is_too_deep(&self) -> bool {
        self.loops.iter().any(|l| l.depth > DEEPEST)
    }

    /// Returns whether the graph has a cycle with more than one entry.
    pub fn irreducible(&self) -> bool {
        self.irreducible
    }
}

/// Numbers loops in depth-first order of their nesting.
fn spans(loops: &[Loop]) -> Vec<(u32, u32)> {
    // Outer loops come first, so sizes are complete from the back, and starts from the front.
    let mut sizes = vec![1; loops.len()];
    for (id, l) in loops.iter().enumerate().rev() {
        if let Some(parent) = l.parent {
            sizes[parent] += sizes[id];
        }
    }
    let (mut spans, mut next) = (vec![(0, 0); loops.len()], 0);
    // By loop: the number that its next inner loop gets.
    let mut free = vec![0; loops.len()];
    for (id, l) in loops.iter().enumerate() {
        let place = l.parent.map_or(&mut next, |parent| &mut free[parent]);
        let first = *place;
        *place += sizes[id];
        spans[id] = (first, first + sizes[id]);
        free[id] = first + 1;
    }
    spans
}
