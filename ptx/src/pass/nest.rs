//! Loop nesting: splits loops that share a header into nested loops.
//!
//! `do { do { a } while (p); b } while (q)` has one header for both loops if no code precedes the inner one.
//! As a single loop, `b` would be a part of the iteration that most lanes skip. Code that runs lanes in lock
//! step must see that lanes which have finished `a` wait for the others before `b`, and that values of `a`
//! are results of a loop there. The outer loop therefore gets a header of its own.

use crate::analysis::cfg::Graph;
use crate::analysis::dom::Dominators;
use crate::analysis::loops::Loops;
use crate::ir::{BlockId, Edge, Function, Term, Type, Value};

/// Runs the pass.
pub(super) fn run(f: &mut Function) {
    // Of three loops with one header, the innermost is split off first.
    loop {
        let graph = Graph::from_function(f);
        let loops = Loops::new(&graph, &Dominators::new(&graph));
        if loops.irreducible() {
            return;
        }
        let inner =
            |header: usize, latches: &[usize]| innermost(&graph, header, latches).map(|own| (header, own));
        let found: Vec<(usize, Vec<usize>)> =
            loops.iter().filter_map(|(_, l)| inner(l.header, &l.latches)).collect();
        if found.is_empty() {
            return;
        }
        for (header, own) in found {
            let outer: Vec<usize> = graph.preds(header).filter(|p| !own.contains(p)).collect();
            split_header(f, BlockId::new(header), &outer);
        }
    }
}

/// Returns the latches of the innermost loop of a header, if all other latches belong to loops around it.
fn innermost(graph: &Graph, header: usize, latches: &[usize]) -> Option<Vec<usize>> {
    if latches.len() < 2 || header == graph.entry() {
        return None;
    }
    let bodies: Vec<Vec<bool>> = latches.iter().map(|&latch| body(graph, header, latch)).collect();
    let size = |body: &[bool]| body.iter().filter(|&&inside| inside).count();
    let within = |a: &[bool], b: &[bool]| a.iter().zip(b).all(|(a, b)| !a || *b);
    let least = bodies.iter().min_by_key(|body| size(body))?;
    let (mut own, mut others) = (Vec::new(), false);
    for (&latch, body) in latches.iter().zip(&bodies) {
        if within(body, least) {
            own.push(latch);
        } else if within(least, body) {
            others = true;
        } else {
            return None;
        }
    }
    others.then_some(own)
}

/// Marks the nodes that reach a latch without passing the header, and the header.
fn body(graph: &Graph, header: usize, latch: usize) -> Vec<bool> {
    let mut inside = vec![false; graph.len()];
    inside[header] = true;
    let mut todo = vec![latch];
    while let Some(n) = todo.pop() {
        if !std::mem::replace(&mut inside[n], true) {
            todo.extend(graph.preds(n));
        }
    }
    inside
}

/// Redirects some of a header's predecessors to a new block that jumps to it. Returns that block.
pub(super) fn split_header(f: &mut Function, header: BlockId, preds: &[usize]) -> BlockId {
    let own = f.add_block();
    let types: Vec<Type> = f.block(header).params.iter().map(|&v| f.ty(v)).collect();
    let args: Vec<Value> = types.into_iter().map(|ty| f.add_param(own, ty)).collect();
    let line = f.block(header).line;
    let block = f.block_mut(own);
    (block.term, block.line) = (Term::Jump(Edge { to: header, args }), line);
    for &pred in preds {
        f.block_mut(BlockId::new(pred)).term.edges_mut().filter(|e| e.to == header).for_each(|e| e.to = own);
    }
    own
}
