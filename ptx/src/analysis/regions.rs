//! How sync operations cut a function into regions.
//!
//! A region is what a thread runs in one go: from the kernel's entry, from the point after a sync operation,
//! or (where asked for) from the header of a waiting loop, up to the next such point or the thread's end. A
//! block may belong to several regions; each has its own copy of its code.
//!
//! All of this needs the form that the pass `split_sync` leaves, see [`sync_at_end`].

use super::converge::Convergence;
use super::dom::Dominators;
use super::hang::lies_in;
use super::live::{Live, homes};
use super::loops::Loop;
use super::{cfg::Graph, loops::Loops};
use crate::ir::{BlockId, Effect, Function, InstId, Op, Order, Space, Term, Value};
use std::collections::BTreeSet;

/// The sync operation that ends a block, if one does.
///
/// In split form a sync operation is the last instruction of its block, the block ends in a jump without
/// arguments, and its target has no parameter and no other predecessor. [`is_split`] tests it.
pub fn sync_at_end(f: &Function, b: BlockId) -> Option<InstId> {
    f.block(b).insts.last().copied().filter(|&i| f.inst(i).op.effect() == Effect::Sync)
}

/// Whether a block has a sync operation anywhere.
pub fn has_sync(f: &Function, b: BlockId) -> bool {
    f.block(b).insts.iter().any(|&i| f.inst(i).op.effect() == Effect::Sync)
}

/// Whether a function is in the form that [`sync_at_end`] describes.
pub fn is_split(f: &Function) -> bool {
    let graph = Graph::of(f);
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

/// Why a region starts where it does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Start {
    /// The kernel's entry.
    Entry,
    /// The sync operation before it is done; its results, if any, are in the frame.
    After(InstId),
    /// A thread goes round a waiting loop; the header's parameters are in the frame.
    WaitingLoop,
}

/// One region.
#[derive(Clone, Debug)]
pub struct Region {
    /// Its first block.
    pub head: BlockId,
    /// Why it starts there.
    pub start: Start,
    /// Its blocks in topological order with loops contiguous (see [`Convergence`]); the first is the head.
    pub blocks: Vec<BlockId>,
    /// Their control flow, virtual edges included; a node is a place in `blocks`. Edges to the heads of
    /// waiting loops and out of sync operations are not in it.
    pub graph: Graph,
    /// Values the region finds in the frame, ascending: those alive at the head, and the parameters of the
    /// header of a waiting loop.
    pub live_in: Vec<Value>,
    /// Those of `live_in` that the region also defines such that some use can be reached both ways. Such a
    /// use must read the frame (which the definition has written) or a merge of the two.
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
    /// Regions that end at sync operations only: for code that runs lanes in lock step.
    pub fn at_sync(f: &Function, flow: &Convergence) -> Regions {
        Regions::new(f, flow, &[])
    }

    /// Regions that also end where a waiting loop goes round: for code that runs one thread at a time.
    pub fn at_sync_and_waits(f: &Function, flow: &Convergence) -> Regions {
        let real = Graph::of(f);
        let loops = Loops::of(&real, &Dominators::of(&real));
        let waits: Vec<usize> =
            loops.iter().filter(|(_, l)| is_waiting(f, &real, l)).map(|(_, l)| l.header).collect();
        Regions::new(f, flow, &waits)
    }

    fn new(f: &Function, flow: &Convergence, waits: &[usize]) -> Regions {
        debug_assert!(is_split(f), "regions need the form that split_sync leaves");
        let live = Live::of_computed(f, &Graph::of(f));
        let home = homes(f);
        let mut heads = vec![(f.entry(), Start::Entry)];
        let waits: BTreeSet<usize> = waits.iter().copied().collect();
        for &n in &flow.order {
            let b = BlockId::new(n);
            if let Some(sync) = sync_at_end(f, b) {
                heads.extend(f.block(b).term.edges().map(|e| (e.to, Start::After(sync))));
            }
            if waits.contains(&n) && n != f.entry().index() {
                heads.push((b, Start::WaitingLoop));
            }
        }
        // The block after a sync operation may itself be the header of a waiting loop only if it has another
        // predecessor, which split form excludes; so heads are distinct.
        let mut at = vec![NONE; flow.graph.len()];
        for (k, &(b, _)) in heads.iter().enumerate() {
            at[b.index()] = k as u32;
        }
        let suspends: Vec<bool> = f.blocks().map(|b| sync_at_end(f, b).is_some()).collect();
        let mut walk = Walk::new(flow, &suspends, &at);
        let regions: Vec<Region> = heads
            .iter()
            .map(|&(head, start)| {
                let (nodes, graph) = walk.from(head.index());
                let blocks: Vec<BlockId> = nodes.iter().map(|&n| BlockId::new(n)).collect();
                let mut live_in = live.at_start(head).to_vec();
                if start == Start::WaitingLoop {
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

    /// All regions; the first is the entry's.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (usize, &Region)> {
        self.regions.iter().enumerate()
    }

    /// A region by its number.
    pub fn get(&self, id: usize) -> &Region {
        &self.regions[id]
    }

    /// The region that starts with a block, if one does. An edge to such a block leaves the region it is in.
    pub fn starting_at(&self, b: BlockId) -> Option<usize> {
        (self.at[b.index()] != NONE).then_some(self.at[b.index()] as usize)
    }

    /// The values that regions hand to each other or to the driver, ascending: everything in a `live_in`, and
    /// operands and results of sync operations.
    pub fn frame(&self) -> &[Value] {
        &self.frame
    }
}

/// Finds the nodes of regions, one region after another, at the cost of what each holds.
struct Walk<'a> {
    flow: &'a Convergence,
    suspends: &'a [bool],
    at: &'a [u32],
    /// Places of nodes in the function's order.
    rank: Vec<u32>,
    /// The node was seen on the walk of this number.
    seen: Vec<u32>,
    walks: u32,
    /// Room for [`Graph::induced_by`].
    place: Vec<u32>,
}

impl<'a> Walk<'a> {
    fn new(flow: &'a Convergence, suspends: &'a [bool], at: &'a [u32]) -> Self {
        let nodes = flow.graph.len();
        let mut rank = vec![NONE; nodes];
        flow.order.iter().enumerate().for_each(|(k, &n)| rank[n] = k as u32);
        Walk { flow, suspends, at, rank, seen: vec![0; nodes], walks: 0, place: vec![NONE; nodes] }
    }

    /// The nodes that `head` reaches without crossing the end of a region, in a topological order of their
    /// own (a region may start inside a loop, whose order then goes round from there), and their graph.
    fn from(&mut self, head: usize) -> (Vec<usize>, Graph) {
        self.walks += 1;
        let (suspends, at) = (self.suspends, self.at);
        let (mut nodes, mut todo) = (Vec::new(), vec![head]);
        while let Some(n) = todo.pop() {
            if std::mem::replace(&mut self.seen[n], self.walks) == self.walks {
                continue;
            }
            nodes.push(n);
            if !suspends[n] {
                todo.extend(self.flow.real.succs(n).filter(|&s| at[s] == NONE));
            }
        }
        nodes.sort_unstable_by_key(|&n| (n != head, self.rank[n]));
        let keep = |from: usize, to: usize| !suspends[from] && at[to] == NONE;
        let graph = self.flow.graph.induced_by(&mut self.place, &nodes, keep);
        let loops = Loops::of(&graph, &Dominators::of(&graph));
        let nodes: Vec<usize> = graph.topological_order(&loops).into_iter().map(|n| nodes[n]).collect();
        let graph = self.flow.graph.induced_by(&mut self.place, &nodes, keep);
        (nodes, graph)
    }
}

/// Values that a use can get from the frame or from a definition in the region.
fn ambiguous(live: &Live, home: &[u32], blocks: &[BlockId], graph: &Graph, live_in: &[Value]) -> Vec<Value> {
    let place: std::collections::BTreeMap<usize, usize> =
        blocks.iter().enumerate().map(|(k, b)| (b.index(), k)).collect();
    let mut known: std::collections::BTreeMap<usize, Vec<bool>> = std::collections::BTreeMap::new();
    let mut found = Vec::new();
    for &v in live_in {
        // The head's own parameters are what the region starts with.
        let Some(&def) = place.get(&(home[v.index()] as usize)).filter(|&&k| k != 0) else { continue };
        let both = known.entry(def).or_insert_with(|| {
            let after = graph.reach(graph.succs(def), |_| false);
            let around = graph.reach([0], |n| n == def);
            after.iter().zip(&around).map(|(a, b)| *a && *b).collect()
        });
        if blocks.iter().zip(both).any(|(&b, both)| *both && live.at_start(b).binary_search(&v).is_ok()) {
            found.push(v);
        }
    }
    found
}

/// Whether a loop polls: whether it goes on depends on what a strong load, an atomic or a clock gives in it,
/// or it sleeps. A loop whose number of turns is settled when it starts does not wait, whatever it touches.
pub fn is_waiting(f: &Function, graph: &Graph, l: &Loop) -> bool {
    let mut told = vec![false; f.value_count()];
    let mut polls = false;
    for &n in &l.nodes {
        for &i in &f.block(BlockId::new(n)).insts {
            let inst = f.inst(i);
            match inst.op {
                Op::Nanosleep => return true,
                Op::Load { order: Order::Weak, .. } => {}
                // The thread's own memory no other writes.
                Op::Load { space, .. } if lies_in(f, Space::Local, space, inst.args[0]) => {}
                _ if inst.op.effect() == Effect::Memory => {
                    polls |= !inst.results.is_empty();
                    inst.results.iter().for_each(|v| told[v.index()] = true);
                }
                _ => {}
            }
        }
    }
    if !polls {
        return false;
    }
    let mut choice_told = false;
    loop {
        let mut changed = false;
        for &n in &l.nodes {
            let block = f.block(BlockId::new(n));
            for &i in &block.insts {
                let inst = f.inst(i);
                if inst.args.iter().any(|v| told[v.index()]) {
                    for v in &inst.results {
                        changed |= !std::mem::replace(&mut told[v.index()], true);
                    }
                }
            }
            if block.term.selector().is_some_and(|v| told[v.index()]) {
                if l.exits.iter().any(|&(from, _)| from == n) {
                    return true;
                }
                changed |= !std::mem::replace(&mut choice_told, true);
            }
            for e in block.term.edges().filter(|e| l.nodes.binary_search(&e.to.index()).is_ok()) {
                let merges = graph.preds(e.to.index()).len() > 1;
                for (&p, a) in f.block(e.to).params.iter().zip(&e.args) {
                    if told[a.index()] || (choice_told && merges) {
                        changed |= !std::mem::replace(&mut told[p.index()], true);
                    }
                }
            }
        }
        if !changed {
            break;
        }
    }
    // An exit inside an arm of a choice that was told is told too; so is the absence of any.
    l.exits.is_empty() || choice_told && l.exits.iter().any(|&(from, _)| from != l.header)
}
