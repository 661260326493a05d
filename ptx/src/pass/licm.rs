//! Loop-invariant code motion: moves computations with the same result in each iteration out of loops.
//!
//! A moved computation runs even if the loop body does not. Only computations that cannot fault are moved:
//! pure operations, and loads from the parameter block at known offsets inside it.

use crate::analysis::cfg::Graph;
use crate::analysis::dom::Dominators;
use crate::analysis::live::defining_blocks;
use crate::analysis::loops::Loops;
use crate::ir::{BlockId, Edge, Effect, Function, Inst, Op, Order, Space, Term};

/// Runs the pass.
pub(super) fn run(f: &mut Function) {
    add_preheaders(f);
    let graph = Graph::from_function(f);
    let dom = Dominators::new(&graph);
    let loops = Loops::new(&graph, &dom);
    let mut rank = vec![usize::MAX; graph.len()];
    graph.reverse_postorder().into_iter().enumerate().for_each(|(k, n)| rank[n] = k);
    let mut home = defining_blocks(f);
    // Inner loops first: a computation moved out of one may move out of the next.
    for (id, l) in loops.iter().collect::<Vec<_>>().into_iter().rev() {
        let mut outside = graph.preds(l.header).filter(|&p| !loops.contains(id, p));
        let (Some(pre), None) = (outside.next(), outside.next()) else { continue };
        if graph.succs(pre).len() != 1 {
            continue;
        }
        let mut moved = Vec::new();
        let mut nodes = l.nodes.clone();
        nodes.sort_unstable_by_key(|&n| rank[n]);
        for n in nodes {
            let b = BlockId::new(n);
            let mut insts = std::mem::take(&mut f.block_mut(b).insts);
            insts.retain(|&i| {
                let inst = f.inst(i);
                let fixed = |v: &crate::ir::Value| !loops.contains(id, home[v.index()] as usize);
                if !can_move(f, inst) || !inst.args.iter().all(fixed) {
                    return true;
                }
                for v in &inst.results {
                    home[v.index()] = pre as u32;
                }
                moved.push(i);
                false
            });
            f.block_mut(b).insts = insts;
        }
        f.block_mut(BlockId::new(pre)).insts.extend(moved);
    }
}

fn can_move(f: &Function, inst: &Inst) -> bool {
    match inst.op {
        Op::Load { space: Space::Param, ty, offset, order: Order::Weak } => {
            let bytes = i64::from(ty.bytes()) * inst.results.len() as i64;
            let base = inst.args.first().and_then(|&v| f.constant(v)).and_then(|c| i64::try_from(c).ok());
            let start = base.and_then(|base| base.checked_add(offset));
            start.is_some_and(|s| s >= 0 && s + bytes <= i64::from(f.param_bytes))
        }
        _ => inst.op.effect() == Effect::Pure,
    }
}

/// Gives each loop header a single predecessor outside the loop, without other successors.
fn add_preheaders(f: &mut Function) {
    let graph = Graph::from_function(f);
    let loops = Loops::new(&graph, &Dominators::new(&graph));
    for (id, l) in loops.iter() {
        let outside: Vec<usize> = graph.preds(l.header).filter(|&p| !loops.contains(id, p)).collect();
        if let [one] = outside[..]
            && graph.succs(one).len() == 1
        {
            continue;
        }
        let header = BlockId::new(l.header);
        let types: Vec<_> = f.block(header).params.iter().map(|&v| f.ty(v)).collect();
        let pre = f.add_block();
        let args = types.into_iter().map(|ty| f.add_param(pre, ty)).collect();
        f.block_mut(pre).term = Term::Jump(Edge { to: header, args });
        f.block_mut(pre).line = f.block(header).line;
        for p in outside {
            let edges = f.block_mut(BlockId::new(p)).term.edges_mut();
            edges.filter(|e| e.to == header).for_each(|e| e.to = pre);
        }
    }
}
