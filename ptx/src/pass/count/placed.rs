//! Counts that few threads carry: instructions are added where control flow decides about them.
//!
//! A thread that carries its count through a barrier keeps it in memory meanwhile, and after a branch threads
//! carry different counts. Both are avoided if nothing but the total is wanted. Each block has a *rest*, the
//! number of instructions from its start to the kernel's end if no decision matters; a thread adds the
//! entry's at once. Along an edge between blocks with rests that differ by the first one's instructions,
//! nothing is left to add. A spanning tree of the control-flow graph determines the rests such that this
//! holds for its edges (D. Knuth and F. Stevenson, "Optimal measurement points for program frequency
//! counts"). Of a conditional part, for example, one edge remains, and the threads that execute it add its
//! length there. Loops are passed too often to add to memory: the threads carry what remains of their edges.

use crate::analysis::cfg::Graph;
use crate::analysis::dom::Dominators;
use crate::analysis::loops::Loops;
use crate::analysis::waits::is_clock;
use crate::ir::{BlockId, Function, IntOp, Op, Term, Type, Value};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// An edge between two blocks; the second is the number of blocks for the kernel's end.
type Way = (usize, usize);

/// Places of additions in a kernel.
pub(super) struct Plan {
    /// Rest of the entry block.
    start: u64,
    /// Amounts added to the block's word, by edge.
    added: BTreeMap<Way, u64>,
    /// Amounts added to what the thread carries, by edge.
    carried: BTreeMap<Way, u64>,
    blocks: usize,
}

/// Value that a thread carries at the start of a block.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Carried {
    /// Not known yet.
    Any,
    /// That of the kernel's start.
    Start,
    /// That which an edge has made.
    Edge(Way),
    /// A parameter of the block.
    Param(usize),
}

impl Plan {
    /// Chooses the places; `here` are the instructions of each block. `None` if they are not worth it,
    /// because no thread waits for others, or if something needs the count of a thread.
    pub(super) fn new(f: &Function, here: &[u64]) -> Option<Plan> {
        let insts = || f.blocks().flat_map(|block| &f.block(block).insts).map(|&inst| &f.inst(inst).op);
        let needs_count = |op: &Op| match op {
            Op::System(_) => true,
            Op::Sreg(register) => is_clock(*register),
            _ => false,
        };
        if !insts().any(|op| matches!(op, Op::Barrier { .. })) || insts().any(needs_count) {
            return None;
        }
        let graph = Graph::from_function(f);
        let loops = Loops::new(&graph, &Dominators::new(&graph));
        let all_reached = graph.reverse_postorder().len() == graph.len();
        if loops.irreducible() || !all_reached || graph.preds(graph.entry()).len() > 0 {
            return None;
        }
        let end = graph.len();
        let mut ways: Vec<Way> = Vec::new();
        for block in f.blocks() {
            match f.block(block).term {
                Term::Exit => ways.push((block.index(), end)),
                _ => ways.extend(graph.succs(block.index()).map(|to| (block.index(), to))),
            }
        }
        ways.sort_unstable();
        ways.dedup();
        let waiting = waiting_loops(f, &loops);
        let innermost = |(from, _): Way| loops.innermost(from);
        let back: BTreeSet<Way> =
            loops.iter().flat_map(|(_, l)| l.latches.iter().map(|&from| (from, l.header))).collect();
        let is_back = |way: &Way| back.contains(way);
        let one_to = |n: usize| n < end && graph.preds(n).len() == 1;
        let one_from = |n: usize| matches!(f.block(BlockId::new(n)).term, Term::Jump(_) | Term::Exit);
        let in_block = |&(from, to): &Way| one_from(from) || one_to(to);
        let busy = |way: &Way| innermost(*way).is_some_and(|l| !waiting[l]);
        // Edges of the tree come first.
        ways.sort_by_cached_key(|way| (is_back(way), in_block(way), Reverse(loops.depth(way.0))));
        let rests = rests(&ways, here, end);
        let (mut added, mut carried) = (BTreeMap::new(), BTreeMap::new());
        for way in ways {
            let (from, to) = way;
            let left = rests[to].wrapping_add(here[from]).wrapping_sub(rests[from]);
            let carries = is_back(&way) || busy(&way) || !in_block(&way);
            if left != 0 {
                if carries { &mut carried } else { &mut added }.insert(way, left);
            }
        }
        Some(Plan { start: rests[graph.entry()], added, carried, blocks: end })
    }

    /// Inserts the additions; `add` appends one of a value to the block's word.
    pub(super) fn insert(&self, f: &mut Function, mut add: impl FnMut(&mut Function, BlockId, Value)) {
        let graph = Graph::from_function(f);
        let carries = !self.carried.is_empty();
        let at_start = self.carried_at_start(f, &graph);
        let amount = |f: &mut Function, block: BlockId, amount: u64| {
            let line = f.block(block).line;
            f.append_one(block, Op::Const(amount), vec![], Type::I64, line)
        };
        let mut values: BTreeMap<Option<Way>, Value> = BTreeMap::new();
        let entry = f.entry();
        if carries {
            values.insert(None, amount(f, entry, self.start));
        }
        let mut params = vec![None; self.blocks];
        for n in (0..self.blocks).filter(|&n| at_start[n] == Carried::Param(n)) {
            params[n] = Some(f.add_param(BlockId::new(n), Type::I64));
        }
        // Edges make values from those of earlier edges: sources in an order in which definitions come first.
        for n in graph.reverse_postorder() {
            let block = BlockId::new(n);
            let line = f.block(block).line;
            let before = match at_start[n] {
                Carried::Any => None,
                Carried::Start => values.get(&None).copied(),
                Carried::Edge(way) => values.get(&Some(way)).copied(),
                Carried::Param(n) => params[n],
            };
            let targets: Vec<usize> = f.block(block).term.edges().map(|edge| edge.to.index()).collect();
            let mut out = Vec::with_capacity(targets.len());
            for &to in &targets {
                let mut value = before;
                if let (Some(before), Some(&more)) = (before, self.carried.get(&(n, to))) {
                    let more = amount(f, block, more);
                    let sum = f.append_one(block, Op::Int(IntOp::Add), vec![before, more], Type::I64, line);
                    values.insert(Some((n, to)), sum);
                    value = Some(sum);
                }
                out.push(params[to].and(value));
            }
            if matches!(f.block(block).term, Term::Exit) {
                let last = self.carried.get(&(n, self.blocks)).or(self.added.get(&(n, self.blocks)));
                let last = last.map(|&last| amount(f, block, last));
                let all = match (before, last) {
                    (Some(before), Some(last)) => {
                        Some(f.append_one(block, Op::Int(IntOp::Add), vec![before, last], Type::I64, line))
                    }
                    (before, last) => before.or(last),
                };
                if let Some(all) = all {
                    add(f, block, all);
                }
            }
            for (edge, value) in f.block_mut(block).term.edges_mut().zip(out) {
                edge.args.extend(value);
            }
        }
        if !carries && self.start != 0 {
            let start = amount(f, entry, self.start);
            add(f, entry, start);
        }
        for (&(from, to), &more) in self.added.iter().filter(|((_, to), _)| *to < self.blocks) {
            // An addition in front of a block's instructions would come before what decides for the block.
            let place = if graph.preds(to).len() == 1 { to } else { from };
            let block = BlockId::new(place);
            let more = amount(f, block, more);
            add(f, block, more);
        }
    }

    /// Returns what a thread carries at the start of each block.
    fn carried_at_start(&self, f: &Function, graph: &Graph) -> Vec<Carried> {
        let mut found = vec![Carried::Any; self.blocks];
        if self.carried.is_empty() {
            return found;
        }
        found[f.entry().index()] = Carried::Start;
        let order = graph.reverse_postorder();
        loop {
            let mut changed = false;
            for &n in order.iter().filter(|&&n| n != f.entry().index()) {
                let along = |from: usize| match self.carried.contains_key(&(from, n)) {
                    true if found[from] != Carried::Any => Carried::Edge((from, n)),
                    _ => found[from],
                };
                let merged = graph.preds(n).map(along).fold(Carried::Any, |a, b| match (a, b) {
                    (Carried::Any, other) | (other, Carried::Any) => other,
                    (a, b) if a == b => a,
                    _ => Carried::Param(n),
                });
                let merged = if found[n] == Carried::Param(n) { Carried::Param(n) } else { merged };
                changed |= std::mem::replace(&mut found[n], merged) != merged;
            }
            if !changed {
                return found;
            }
        }
    }
}

/// Returns, by loop, whether threads wait for others in it.
fn waiting_loops(f: &Function, loops: &Loops) -> Vec<bool> {
    let mut waiting = vec![false; loops.iter().len()];
    for block in f.blocks() {
        if f.block(block).insts.iter().any(|&inst| matches!(f.inst(inst).op, Op::Barrier { .. })) {
            let mut at = loops.innermost(block.index());
            while let Some(l) = at {
                waiting[l] = true;
                at = loops.get(l).parent;
            }
        }
    }
    waiting
}

/// Returns the rests of the blocks, and that of the end, 0. Edges of the tree are the first that connect.
fn rests(ways: &[Way], here: &[u64], end: usize) -> Vec<u64> {
    let mut group: Vec<usize> = (0..=end).collect();
    let find = |group: &mut Vec<usize>, mut n: usize| {
        while group[n] != n {
            group[n] = group[group[n]];
            n = group[n];
        }
        n
    };
    // Neighbours in the tree, and whether the edge leads to them.
    let mut next: Vec<Vec<(usize, bool)>> = vec![Vec::new(); end + 1];
    for &(from, to) in ways {
        let (a, b) = (find(&mut group, from), find(&mut group, to));
        if a != b {
            group[a] = b;
            next[from].push((to, true));
            next[to].push((from, false));
        }
    }
    let mut rests = vec![None; end + 1];
    // Blocks that cannot reach the end may be in trees of their own.
    for root in (0..=end).rev() {
        let mut todo = vec![(root, 0u64)];
        while let Some((n, rest)) = todo.pop() {
            if rests[n].is_some() {
                continue;
            }
            rests[n] = Some(rest);
            todo.extend(next[n].iter().map(|&(other, leads)| match leads {
                true => (other, rest.wrapping_sub(here[n])),
                false => (other, rest.wrapping_add(here[other])),
            }));
        }
    }
    rests.into_iter().map(Option::unwrap_or_default).collect()
}

#[cfg(test)]
mod tests {
    use crate::ir::{AtomOp, BlockId, Function, Op, Term, Type};

    fn counted(body: &str) -> Function {
        let text = format!(
            ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k(.param .u32 n)\n{{\n.reg .b32 \
             %r<9>;\n.reg .pred %p<4>;\n.shared .b32 s[64];\nld.param.u32 %r3, [n];\nmov.u32 %r1, %tid.x;\n\
             {body}\nret;\n}}\n"
        );
        let mut f = crate::Module::parse(&text).expect("PTX").lower("k").expect("a kernel");
        let notes = crate::pass::Instrumentation { counts: true, ..Default::default() };
        crate::pass::run_instrumented(&mut f, notes).expect("passes");
        f
    }

    /// Returns the blocks that add to the block's word, and those that get a count from others.
    fn adding_and_carrying(f: &Function) -> (Vec<BlockId>, Vec<BlockId>) {
        let is_addition = |op: &Op| matches!(op, Op::Atom { op: AtomOp::Add, .. });
        let adds = |b: &BlockId| f.block(*b).insts.iter().any(|&inst| is_addition(&f.inst(inst).op));
        let carries = |b: &BlockId| f.block(*b).params.iter().any(|&v| f.ty(v) == Type::I64);
        (f.blocks().filter(adds).collect(), f.blocks().filter(carries).collect())
    }

    fn part(n: u32) -> String {
        format!("bar.sync 0;\nsetp.gt.u32 %p1, %r1, {n};\n@%p1 bra L{n};\nst.shared.u32 [s+{n}], %r1;\nL{n}:")
    }

    #[test]
    fn conditional_parts_add_their_length_and_nothing_is_carried() {
        let f = counted(&format!("{}\n{}\nbar.sync 0;", part(12), part(4)));
        let (adding, carrying) = adding_and_carrying(&f);
        assert_eq!((adding.len(), carrying.len()), (3, 0), "the parts, and the start: {f}");
        assert!(!adding.iter().any(|&block| matches!(f.block(block).term, Term::Exit)), "{f}");
    }

    #[test]
    fn loops_carry_counts() {
        let body = format!(
            "mov.u32 %r2, 0;\nA:\n{}\nbar.sync 0;\nadd.u32 %r2, %r2, 1;\nsetp.lt.u32 %p2, %r2, %r3;\n@%p2 bra A;",
            part(8)
        );
        let f = counted(&body);
        let (adding, carrying) = adding_and_carrying(&f);
        assert_eq!(adding.len(), 2, "the part, and the end: {f}");
        assert!(!carrying.is_empty() && !adding.contains(&f.entry()), "{f}");
    }

    #[test]
    fn kernels_without_barriers_add_at_their_ends() {
        let f = counted(&part(8).replace("bar.sync 0;", ""));
        let (adding, _) = adding_and_carrying(&f);
        assert!(adding.iter().all(|&block| matches!(f.block(block).term, Term::Exit)), "{f}");
    }
}
