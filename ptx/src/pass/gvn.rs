//! Global value numbering: of two instructions with the same operation and operands, the dominated one is
//! removed.
//!
//! Loads of parameters and constants count as computations. No other memory operation does.

use super::replace::Replace;
use crate::analysis::cfg::Graph;
use crate::analysis::dom::Dominators;
use crate::ir::{BlockId, Effect, Function, InstId, IntOp, Op, Order, Space, Type, Value};
use std::collections::HashMap;

/// Key of a computation: operation, operands, result types.
type Computation = (Op, Vec<Value>, Vec<Type>);

/// Runs the pass.
pub(super) fn run(f: &mut Function) {
    let graph = Graph::from_function(f);
    let dom = Dominators::new(&graph);
    let mut replace = Replace::new(f);
    // Never iterated, so its order does not matter.
    let mut known: HashMap<Computation, (InstId, usize)> = HashMap::new();
    for n in graph.reverse_postorder() {
        let b = BlockId::new(n);
        let mut insts = std::mem::take(&mut f.block_mut(b).insts);
        insts.retain(|&i| {
            let inst = f.inst(i);
            if !is_function(&inst.op) || inst.results.is_empty() {
                return true;
            }
            let mut args: Vec<Value> = inst.args.iter().map(|&v| replace.get(v)).collect();
            if commutes(&inst.op) {
                args.sort_unstable();
            }
            let key = (inst.op.clone(), args, inst.results.iter().map(|&v| f.ty(v)).collect());
            match known.get(&key) {
                Some(&(same, home)) if dom.dominates(home, n) => {
                    for (&old, &new) in inst.results.iter().zip(&f.inst(same).results) {
                        replace.set(old, new);
                    }
                    false
                }
                _ => {
                    known.insert(key, (i, n));
                    true
                }
            }
        });
        f.block_mut(b).insts = insts;
    }
    replace.apply(f);
}

/// Returns whether an operation always has the same results for the same operands.
pub(super) fn is_function(op: &Op) -> bool {
    op.effect() == Effect::Pure
        || matches!(op, Op::Load { space: Space::Param | Space::Const, order: Order::Weak, .. })
}

fn commutes(op: &Op) -> bool {
    use IntOp::{Add, AddSat, And, MaxS, MaxU, MinS, MinU, Mul, MulHiS, MulHiU, Or, Xor};
    matches!(
        op,
        Op::Int(Add | AddSat | And | MaxS | MaxU | MinS | MinU | Mul | MulHiS | MulHiU | Or | Xor)
            | Op::MulWide { .. }
            | Op::Mul24 { .. }
    )
}
