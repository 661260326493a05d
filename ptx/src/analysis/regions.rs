//! Partition of a function into regions by sync operations.
//!
//! A region is code that a thread runs without interruption. It starts at the kernel's entry, after a sync
//! operation, or (on request) at a join of many regions; it ends at the next such point or at the end of the
//! thread. A block may belong to several regions, each with its own copy of the code.
//!
//! All functions here require the form that the pass `split_sync` produces, see [`sync_at_end`].

use super::converge::Convergence;
use super::dom::Dominators;
use super::joins::joins;
use super::live::{Live, defining_blocks};
use super::{cfg::Graph, loops::Loops};
use crate::ir::{Barrier, BlockId, Effect, Function, InstId, Op, Term, Value};

/// Instructions of a block at most after the pass `split_sync`. Code that runs thread by thread is cut there:
/// the time to allocate a region's registers grows with its instructions times its live values.
pub const LONGEST: usize = 1 << 11;

/// Returns the sync operation that ends a block, if any.
///
/// In split form, a sync operation is the last instruction of its block. The block ends in a jump without
/// arguments, and the target has no parameters and no other predecessor. [`is_split`] checks it.
pub fn sync_at_end(f: &Function, b: BlockId) -> Option<InstId> {
    f.block(b).insts.last().copied().filter(|&i| f.inst(i).op.effect() == Effect::Sync)
}

/// Returns whether an instruction is a plain barrier of all threads of the block.
pub fn is_plain_barrier(f: &Function, id: InstId) -> bool {
    let inst = f.inst(id);
    matches!(inst.op, Op::Barrier { kind: Barrier::Sync, counted: false, .. })
        && f.constant(inst.args[0]).is_some()
}

/// Returns whether a block contains a sync operation.
pub fn has_sync(f: &Function, b: BlockId) -> bool {
    f.block(b).insts.iter().any(|&i| f.inst(i).op.effect() == Effect::Sync)
}

/// Returns whether a function is in split form, see [`sync_at_end`].
pub fn is_split(f: &Function) -> bool {
    let graph = Graph::from_function(f);
    f.blocks().all(|b| {
        let insts = &f.block(b).insts;
        let Some((_, before)) = insts.split_last() else { return true };
        if before.iter().any(|&i| f.inst(i).op.effect() == Effect::Sync) {
            return false;
        }
        sync_at_end(f, b).is_none()
            || matches!(&f.block(b).term, Term::Jump(e)
                if e.args.is_empty() && f.block(e.to).params.is_empty() && graph.preds(e.to.index()).len() == 1)
    })
}

/// Kind of a region's start.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Start {
    /// The kernel's entry.
    Entry,
    /// After a sync operation, which the driver executes; its results, if any, are in the frame.
    After(InstId),
    /// Block of which other regions would have too many copies; its parameters are in the frame.
    Join,
}

/// A region.
#[derive(Clone, Debug)]
pub struct Region {
    /// First block.
    pub head: BlockId,
    /// Kind of start.
    pub start: Start,
    /// Blocks in topological order with loops contiguous (see [`Convergence`]); the first is the head.
    pub blocks: Vec<BlockId>,
    /// Control flow between `blocks`, virtual edges included; a node is an index into `blocks`. Edges to
    /// joins and out of sync operations are omitted.
    pub graph: Graph,
    /// Values read from the frame, ascending: those live at the head, and the parameters of a join.
    pub live_in: Vec<Value>,
    /// Values of `live_in` that the region also defines, with a use reachable from both the head and the
    /// definition. Such a use must read the frame (which the definition writes) or a merge of both.
    pub ambiguous: Vec<Value>,
}

/// The regions of a function.
#[derive(Clone, Debug)]
pub struct Regions {
    regions: Vec<Region>,
    at: Vec<u32>,
    frame: Vec<Value>,
}

const NONE: u32 = u32::MAX;

impl Regions {
    /// Computes regions that end at sync operations only, for code that runs lanes in lock step.
    pub fn split_at_sync(f: &Function, flow: &Convergence) -> Regions {
        Regions::split_at_some(f, flow, |_| true)
    }

    /// Computes regions that end at the sync operations that `waits` accepts, for code that runs lanes in
    /// lock step and executes the others itself.
    pub fn split_at_some(f: &Function, flow: &Convergence, waits: impl Fn(InstId) -> bool) -> Regions {
        Regions::new(f, flow, false, waits)
    }

    /// Computes regions that also end at joins without which the code would be out of proportion, for code
    /// that runs one thread at a time.
    pub fn split_at_sync_and_joins(f: &Function, flow: &Convergence) -> Regions {
        Regions::new(f, flow, true, |_| true)
    }

    fn new(f: &Function, flow: &Convergence, is_cut: bool, ends: impl Fn(InstId) -> bool) -> Regions {
        let sync_at_end = |f: &Function, b: BlockId| sync_at_end(f, b).filter(|&id| ends(id));
        debug_assert!(is_split(f), "regions need the form that split_sync leaves");
        let live = Live::without_constants(f, &Graph::from_function(f));
        let home = defining_blocks(f);
        let mut heads = vec![(f.entry(), Start::Entry)];
        for &n in &flow.order {
            let b = BlockId::new(n);
            if let Some(sync) = sync_at_end(f, b) {
                heads.extend(f.block(b).term.edges().map(|e| (e.to, Start::After(sync))));
            }
        }
        if is_cut {
            heads.extend(joins(f, flow, &heads).into_iter().map(|b| (b, Start::Join)));
            heads.extend(after_long_blocks(f, flow).map(|b| (b, Start::Join)));
        }
        // Heads are distinct: a join has several predecessors, which split form excludes for the block after
        // a sync operation. A long block ends in none, and the block after it has no other predecessor.
        let mut at = vec![NONE; flow.graph.len()];
        for (k, &(b, _)) in heads.iter().enumerate() {
            at[b.index()] = k as u32;
        }
        let suspends: Vec<bool> = f.blocks().map(|b| sync_at_end(f, b).is_some()).collect();
        let mut search = RegionSearch::new(flow, &suspends, &at);
        let regions: Vec<Region> = heads
            .iter()
            .map(|&(head, start)| {
                let (nodes, graph) = search.region(head.index());
                let blocks: Vec<BlockId> = nodes.iter().map(|&n| BlockId::new(n)).collect();
                let mut live_in = live.live_in(head).to_vec();
                if start == Start::Join {
                    live_in.extend_from_slice(&f.block(head).params);
                    live_in.sort_unstable();
                }
                let ambiguous = ambiguous(&live, &home, &blocks, &graph, &live_in);
                Region { head, start, blocks, graph, live_in, ambiguous }
            })
            .collect();
        let mut frame: Vec<Value> = regions.iter().flat_map(|r| r.live_in.iter().copied()).collect();
        for b in f.blocks().filter(|b| flow.graph.len() > b.index()) {
            if let Some(sync) = sync_at_end(f, b) {
                frame.extend(f.inst(sync).args.iter().chain(&f.inst(sync).results));
            }
        }
        frame.sort_unstable();
        frame.dedup();
        Regions { regions, at, frame }
    }

    /// Returns the same regions, extended through the sync operations that `passes` accepts: code that can
    /// execute them itself does not return to the driver there. Regions that start after such an operation
    /// are not extended.
    pub fn extended(&self, f: &Function, flow: &Convergence, passes: impl Fn(InstId) -> bool) -> Regions {
        let live = Live::without_constants(f, &Graph::from_function(f));
        let home = defining_blocks(f);
        let own = |b: BlockId| sync_at_end(f, b).filter(|&id| passes(id));
        let suspends: Vec<bool> =
            f.blocks().map(|b| sync_at_end(f, b).is_some() && own(b).is_none()).collect();
        let mut at = self.at.clone();
        for edge in f.blocks().filter(|&b| own(b).is_some()).flat_map(|b| f.block(b).term.edges()) {
            at[edge.to.index()] = NONE;
        }
        let mut search = RegionSearch::new(flow, &suspends, &at);
        let regions = self.regions.iter().map(|region| {
            if matches!(region.start, Start::After(id) if passes(id)) {
                return region.clone();
            }
            let (nodes, graph) = search.region(region.head.index());
            let blocks: Vec<BlockId> = nodes.iter().map(|&n| BlockId::new(n)).collect();
            let ambiguous = ambiguous(&live, &home, &blocks, &graph, &region.live_in);
            Region { blocks, graph, ambiguous, ..region.clone() }
        });
        Regions { regions: regions.collect(), at: self.at.clone(), frame: self.frame.clone() }
    }

    /// Returns all regions; the first is the entry's.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (usize, &Region)> {
        self.regions.iter().enumerate()
    }

    /// Returns a region by its index.
    pub fn get(&self, id: usize) -> &Region {
        &self.regions[id]
    }

    /// Returns the region that this block heads, if any. An edge to such a block leaves the current
    /// region.
    pub fn starting_at(&self, b: BlockId) -> Option<usize> {
        (self.at[b.index()] != NONE).then_some(self.at[b.index()] as usize)
    }

    /// Returns the values exchanged between regions and with the driver, ascending: all `live_in`, and
    /// operands and results of sync operations.
    pub fn frame(&self) -> &[Value] {
        &self.frame
    }
}

/// Search for the nodes of one region after the other, with scratch memory that all searches share.
struct RegionSearch<'a> {
    flow: &'a Convergence,
    suspends: &'a [bool],
    at: &'a [u32],
    /// Position of each node in the function's order.
    rank: Vec<u32>,
    /// Number of the search that last visited each node.
    seen: Vec<u32>,
    searches: u32,
    /// Scratch memory of [`Graph::induced_with_scratch`].
    place: Vec<u32>,
}

impl<'a> RegionSearch<'a> {
    fn new(flow: &'a Convergence, suspends: &'a [bool], at: &'a [u32]) -> Self {
        let nodes = flow.graph.len();
        let mut rank = vec![NONE; nodes];
        flow.order.iter().enumerate().for_each(|(k, &n)| rank[n] = k as u32);
        RegionSearch { flow, suspends, at, rank, seen: vec![0; nodes], searches: 0, place: vec![NONE; nodes] }
    }

    /// Returns the nodes reachable from `head` within its region, and their graph. The nodes are in a
    /// topological order of that graph, because a region may start inside a loop.
    fn region(&mut self, head: usize) -> (Vec<usize>, Graph) {
        self.searches += 1;
        let (suspends, at) = (self.suspends, self.at);
        let (mut nodes, mut todo) = (Vec::new(), vec![head]);
        while let Some(n) = todo.pop() {
            if std::mem::replace(&mut self.seen[n], self.searches) == self.searches {
                continue;
            }
            nodes.push(n);
            if !suspends[n] {
                todo.extend(self.flow.real.succs(n).filter(|&s| at[s] == NONE));
            }
        }
        nodes.sort_unstable_by_key(|&n| (n != head, self.rank[n]));
        let keep = |from: usize, to: usize| !suspends[from] && at[to] == NONE;
        let graph = self.flow.graph.induced_with_scratch(&mut self.place, &nodes, keep);
        let loops = Loops::new(&graph, &Dominators::new(&graph));
        let nodes: Vec<usize> = graph.topological_order(&loops).into_iter().map(|n| nodes[n]).collect();
        let graph = self.flow.graph.induced_with_scratch(&mut self.place, &nodes, keep);
        (nodes, graph)
    }
}

/// Iterates over the blocks that go on where the pass `split_sync` has divided a long block.
fn after_long_blocks<'a>(f: &'a Function, flow: &'a Convergence) -> impl Iterator<Item = BlockId> + 'a {
    flow.order.iter().filter_map(|&n| {
        let b = BlockId::new(n);
        let edge = f.block(b).term.edges().next().filter(|edge| {
            let is_only = flow.real.preds(edge.to.index()).len() == 1 && flow.real.succs(n).len() == 1;
            f.block(b).insts.len() == LONGEST && sync_at_end(f, b).is_none() && is_only
        })?;
        Some(edge.to)
    })
}

/// Returns the values that a use may read from the frame or from a definition in the region.
fn ambiguous(live: &Live, home: &[u32], blocks: &[BlockId], graph: &Graph, live_in: &[Value]) -> Vec<Value> {
    let place: std::collections::BTreeMap<usize, usize> =
        blocks.iter().enumerate().map(|(k, b)| (b.index(), k)).collect();
    let mut known: std::collections::BTreeMap<usize, Vec<bool>> = std::collections::BTreeMap::new();
    let mut found = Vec::new();
    for &v in live_in {
        // Parameters of the head are read from the frame only.
        let Some(&def) = place.get(&(home[v.index()] as usize)).filter(|&&k| k != 0) else { continue };
        let both = known.entry(def).or_insert_with(|| {
            let after = graph.reach(graph.succs(def), |_| false);
            let around = graph.reach([0], |n| n == def);
            after.iter().zip(&around).map(|(a, b)| *a && *b).collect()
        });
        if blocks.iter().zip(both).any(|(&b, both)| *both && live.live_in(b).binary_search(&v).is_ok()) {
            found.push(v);
        }
    }
    found
}
