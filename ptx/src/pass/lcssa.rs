//! Loop-closed SSA form: a value used outside the loop that defines it passes through a parameter of a block
//! at the loop's exit.
//!
//! Code that runs lanes in lock step requires it: lanes that have left a loop keep the value of their last
//! iteration only in a variable of their own. Loops are those of `analysis::converge`.

use super::replace::{Replace, remove_params};
use crate::analysis::cfg::Graph;
use crate::analysis::converge::Convergence;
use crate::analysis::live::defining_blocks;
use crate::analysis::loops::Loops;
use crate::ir::{BlockId, Edge, Function, Term, Value};
use std::collections::{BTreeMap, VecDeque};

/// Runs the pass.
pub(super) fn run(f: &mut Function) {
    let loops = loop {
        let flow = Convergence::new(f);
        if flow.loops.iter().len() == 0 {
            return;
        }
        if !dedicate_exits(f, &flow.loops) {
            break flow.loops;
        }
    };
    let graph = Graph::from_function(f);
    let values = f.value_count();
    let home = defining_blocks(f);
    let mut closer =
        Closer { graph, loops, home, known: BTreeMap::new(), joins: Vec::new(), open: VecDeque::new() };
    for b in f.blocks() {
        for k in 0..f.block(b).insts.len() {
            let i = f.block(b).insts[k];
            for a in 0..f.inst(i).args.len() {
                let v = f.inst(i).args[a];
                if closer.escapes(v, b, values) {
                    let v = closer.value_at_start(f, v, b);
                    f.inst_mut(i).args[a] = v;
                }
            }
        }
        if let Some(v) = f.block(b).term.selector().filter(|&v| closer.escapes(v, b, values)) {
            let new = closer.value_at_start(f, v, b);
            if let Term::Branch { cond: v, .. } | Term::Switch { index: v, .. } = &mut f.block_mut(b).term {
                *v = new;
            }
        }
        // Replacing a value may append arguments; the appended ones are already correct.
        let args: Vec<(usize, usize, Value)> = f
            .block(b)
            .term
            .edges()
            .enumerate()
            .flat_map(|(e, edge)| edge.args.iter().enumerate().map(move |(n, &v)| (e, n, v)))
            .collect();
        for (e, n, v) in args {
            if closer.escapes(v, b, values) {
                let new = closer.value_at_start(f, v, b);
                if let Some(edge) = f.block_mut(b).term.edges_mut().nth(e) {
                    edge.args[n] = new;
                }
            }
        }
    }
    let joins = std::mem::take(&mut closer.joins);
    remove_trivial(f, joins);
}

/// Splits exit edges to targets with other predecessors. Returns whether there were any.
fn dedicate_exits(f: &mut Function, loops: &Loops) -> bool {
    let graph = Graph::from_function(f);
    let mut split: Vec<(usize, usize)> = Vec::new();
    for (id, l) in loops.iter() {
        for &(from, to) in &l.exits {
            let leaves = graph.succs(from).any(|s| s == to);
            if leaves && graph.preds(to).any(|p| !loops.contains(id, p)) {
                split.push((from, to));
            }
        }
    }
    split.sort_unstable();
    split.dedup();
    for &(from, to) in &split {
        let (from, to) = (BlockId::new(from), BlockId::new(to));
        for k in 0..f.block(from).term.edges().count() {
            let Some(edge) = f.block(from).term.edges().nth(k).filter(|e| e.to == to).cloned() else {
                continue;
            };
            let line = f.block(from).line;
            let own = f.add_block();
            f.block_mut(own).term = Term::Jump(edge);
            f.block_mut(own).line = line;
            if let Some(e) = f.block_mut(from).term.edges_mut().nth(k) {
                *e = Edge::new(own);
            }
        }
    }
    !split.is_empty()
}

struct Closer {
    graph: Graph,
    loops: Loops,
    home: Vec<u32>,
    /// Replacement of each value at the start of a block.
    known: BTreeMap<(Value, BlockId), Value>,
    /// Parameters created where several exits join.
    joins: Vec<Value>,
    /// Parameters without arguments so far, in order of creation, with the value they replace.
    open: VecDeque<(Value, BlockId)>,
}

impl Closer {
    /// Returns whether a use in `b` is outside the innermost loop around the definition.
    fn escapes(&self, v: Value, b: BlockId, values: usize) -> bool {
        v.index() < values && self.is_outside(v, b.index())
    }

    fn is_outside(&self, v: Value, node: usize) -> bool {
        let home = self.home[v.index()] as usize;
        self.loops.innermost(home).is_some_and(|l| !self.loops.contains(l, node))
    }

    /// Returns whether an edge into the block leaves a loop that defines `v`.
    fn is_exit(&self, v: Value, node: usize) -> bool {
        let mut around = self.loops.innermost(self.home[v.index()] as usize);
        while let Some(l) = around {
            if !self.loops.contains(l, node) && self.graph.preds(node).any(|p| self.loops.contains(l, p)) {
                return true;
            }
            around = self.loops.get(l).parent;
        }
        false
    }

    /// Returns the replacement of `v` at the start of a block outside its innermost loop.
    fn value_at_start(&mut self, f: &mut Function, v: Value, b: BlockId) -> Value {
        let found = self.find(f, v, b);
        while let Some((v, at)) = self.open.pop_front() {
            let mut preds: Vec<usize> = self.graph.preds(at.index()).collect();
            preds.sort_unstable();
            preds.dedup();
            for pred in preds.into_iter().map(BlockId::new) {
                let arg = self.find(f, v, pred);
                f.block_mut(pred).term.edges_mut().filter(|e| e.to == at).for_each(|e| e.args.push(arg));
            }
        }
        found
    }

    /// Returns the replacement, and may leave parameters without arguments. Inside its innermost loop `v`
    /// needs none, because threads that reenter the loop execute the definition again before any use.
    fn find(&mut self, f: &mut Function, v: Value, b: BlockId) -> Value {
        let mut chain = Vec::new();
        let mut at = b;
        let found = loop {
            if !self.is_outside(v, at.index()) {
                break v;
            }
            if let Some(&known) = self.known.get(&(v, at)) {
                break known;
            }
            let exit = self.is_exit(v, at.index());
            let mut preds = self.graph.preds(at.index());
            let only = preds.next().filter(|_| preds.next().is_none() && !exit);
            drop(preds);
            if let Some(one) = only {
                chain.push(at);
                at = BlockId::new(one);
                continue;
            }
            let p = f.add_param(at, f.ty(v));
            self.known.insert((v, at), p);
            self.open.push_back((v, at));
            if !exit {
                self.joins.push(p);
            }
            break p;
        };
        for c in chain {
            self.known.insert((v, c), found);
        }
        found
    }
}

/// Removes joins that receive the same value along all edges.
fn remove_trivial(f: &mut Function, mut joins: Vec<Value>) {
    let mut replace = Replace::new(f);
    let mut gone = vec![false; f.value_count()];
    loop {
        let mut passed: BTreeMap<Value, Option<Value>> = BTreeMap::new();
        let mut mixed = vec![false; f.value_count()];
        let wanted: std::collections::BTreeSet<Value> = joins.iter().copied().collect();
        for b in f.blocks() {
            for e in f.block(b).term.edges() {
                for (&p, &a) in f.block(e.to).params.iter().zip(&e.args).filter(|(p, _)| wanted.contains(p)) {
                    let a = replace.get(a);
                    if a != p {
                        let first = passed.entry(p).or_insert(Some(a));
                        mixed[p.index()] |= *first != Some(a);
                    }
                }
            }
        }
        let mut changed = false;
        joins.retain(|&p| match passed.get(&p).copied().flatten().filter(|_| !mixed[p.index()]) {
            // Another join may have been replaced meanwhile; `replace` follows chains to their end.
            Some(a) if replace.get(a) != p => {
                replace.set(p, a);
                gone[p.index()] = true;
                changed = true;
                false
            }
            _ => true,
        });
        if !changed {
            break;
        }
    }
    replace.apply(f);
    remove_params(f, |v| gone[v.index()]);
}
