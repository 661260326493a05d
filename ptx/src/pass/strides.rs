//! Strength reduction of loop pointers, undone: a pointer becomes the sum of its start and an offset that is
//! the same for all threads.
//!
//! Compilers advance a pointer by a step in each iteration. As a parameter of the loop's header, its stride
//! between threads is unknown, because a 32-bit number it was computed from may have wrapped before it was
//! widened. As the sum of a start, computed once, and a uniform offset, its stride is known.

use super::replace::{Replace, remove_params};
use crate::analysis::cfg::Graph;
use crate::analysis::dom::Dominators;
use crate::analysis::loops::Loops;
use crate::ir::{
    BlockId, Def, Effect, Function, InstId, IntOp, IntUnary, Op, Order, Space, Sreg, Type, Value,
};
use std::collections::BTreeMap;

/// Limit of additions that make up the step of one iteration.
const MAX_STEPS: usize = 4;

/// Back edge: the block and the index of its edge, the instruction that computes the next pointer, and the
/// values added.
type BackEdge = (BlockId, usize, InstId, Vec<Value>);

/// Pointer that advances in a loop.
struct AdvancingPointer {
    param: Value,
    first: Value,
    back_edges: Vec<BackEdge>,
}

/// Runs the pass.
pub(super) fn run(f: &mut Function) {
    let graph = Graph::from_function(f);
    let loops = Loops::new(&graph, &Dominators::new(&graph));
    if loops.irreducible() || loops.iter().len() == 0 {
        return;
    }
    let origins = origins(f, &graph);
    let mut replace = Replace::new(f);
    let mut zero = None;
    for (id, l) in loops.iter() {
        let header = BlockId::new(l.header);
        // Pointers with the same steps share their offset.
        let mut offsets: BTreeMap<Vec<(BlockId, usize, Vec<Value>)>, Value> = BTreeMap::new();
        let outside = |b: BlockId| !loops.contains(id, b.index());
        let mut preds: Vec<BlockId> = graph.preds(l.header).map(BlockId::new).collect();
        preds.sort_unstable();
        preds.dedup();
        for pointer in advancing_pointers(f, header, &preds, &origins, outside) {
            let key = pointer.back_edges.iter().map(|(b, e, _, steps)| (*b, *e, steps.clone())).collect();
            let offset = *offsets.entry(key).or_insert_with(|| {
                let zero = *zero.get_or_insert_with(|| {
                    let zero = f.make_inst(Op::Const(0), Vec::new(), &[Type::I64], 0);
                    let entry = f.entry();
                    f.block_mut(entry).insts.insert(0, zero);
                    f.inst(zero).results[0]
                });
                offset(f, header, &preds, &pointer, zero)
            });
            let line = f.block(header).line;
            let sum = f.make_inst(Op::Int(IntOp::Add), vec![pointer.first, offset], &[Type::I64], line);
            f.block_mut(header).insts.insert(0, sum);
            replace.set(pointer.param, f.inst(sum).results[0]);
        }
    }
    if replace.apply(f) {
        remove_params(f, |v| replace.get(v) != v);
    }
}

/// Returns for each value whether it differs between threads; `None` if that is not known.
fn origins(f: &Function, graph: &Graph) -> Vec<Option<bool>> {
    let mut origins = vec![None; f.value_count()];
    for inst in graph.reverse_postorder().into_iter().flat_map(|n| &f.block(BlockId::new(n)).insts) {
        let inst = f.inst(*inst);
        let &[result] = inst.results.as_slice() else { continue };
        let own = inst.args.iter().try_fold(false, |own, v| origins[v.index()].map(|more: bool| own | more));
        let integers = inst.args.iter().chain([&result]).all(|&v| matches!(f.ty(v), Type::I32 | Type::I64));
        let steps = matches!(
            inst.op,
            Op::Int(IntOp::Add | IntOp::Sub | IntOp::Mul | IntOp::Shl)
                | Op::IntUnary(IntUnary::Neg)
                | Op::MulWide { .. }
                | Op::Cvt { .. }
                | Op::Cvta { space: Space::Global | Space::Const, .. }
        );
        origins[result.index()] = match inst.op {
            Op::Sreg(Sreg::Tid(_) | Sreg::LaneId) => Some(true),
            Op::Sreg(Sreg::Ctaid(_) | Sreg::Ntid(_) | Sreg::Nctaid(_)) => Some(false),
            Op::Sreg(_) => None,
            Op::Load { space: Space::Param, order: Order::Weak, .. } => own.filter(|own| !own),
            _ if inst.op.effect() != Effect::Pure => None,
            _ => own.filter(|&own| !own || steps && integers),
        };
    }
    origins
}

/// Returns the header's parameters that start with a per-thread pointer and advance by steps that are the
/// same for all threads.
fn advancing_pointers(
    f: &Function,
    header: BlockId,
    preds: &[BlockId],
    origins: &[Option<bool>],
    outside: impl Fn(BlockId) -> bool,
) -> Vec<AdvancingPointer> {
    let origin = |v: Value| origins.get(v.index()).copied().flatten();
    let params = f.block(header).params.iter().copied().enumerate();
    let stepping = params.filter(|&(_, param)| f.ty(param) == Type::I64).filter_map(|(n, param)| {
        let (mut first, mut back_edges) = (None, Vec::new());
        for &b in preds {
            for (e, edge) in f.block(b).term.edges().enumerate().filter(|(_, edge)| edge.to == header) {
                let passed = *edge.args.get(n)?;
                if outside(b) {
                    if *first.get_or_insert(passed) != passed {
                        return None;
                    }
                    continue;
                }
                let Def::Inst(inst, _) = f.value(passed).def else { return None };
                let steps = steps(f, passed, param)?;
                if !steps.iter().all(|&step| origin(step) == Some(false)) {
                    return None;
                }
                back_edges.push((b, e, inst, steps));
            }
        }
        let first = first.filter(|&first| origin(first) == Some(true))?;
        Some(AdvancingPointer { param, first, back_edges })
    });
    stepping.collect()
}

/// Returns the values added to a parameter to compute `v`, in order.
fn steps(f: &Function, mut v: Value, param: Value) -> Option<Vec<Value>> {
    let mut steps = Vec::new();
    while v != param {
        let inst = f.def_inst(v).filter(|inst| inst.op == Op::Int(IntOp::Add) && steps.len() < MAX_STEPS)?;
        let &[a, b] = inst.args.as_slice() else { return None };
        // The pointer is the operand that is not a constant, or the first one.
        let (on, step) = if a != param && (b == param || f.constant(a).is_some()) { (b, a) } else { (a, b) };
        steps.push(step);
        v = on;
    }
    steps.reverse();
    (!steps.is_empty()).then_some(steps)
}

/// Creates a parameter of the header: the distance that a pointer has advanced.
fn offset(
    f: &mut Function,
    header: BlockId,
    preds: &[BlockId],
    pointer: &AdvancingPointer,
    zero: Value,
) -> Value {
    let offset = f.add_param(header, Type::I64);
    for &b in preds {
        for e in 0..f.block(b).term.edges().count() {
            let to_header = f.block(b).term.edges().nth(e).is_some_and(|edge| edge.to == header);
            let back_edge = pointer.back_edges.iter().find(|back_edge| (back_edge.0, back_edge.1) == (b, e));
            let passed = match back_edge {
                Some((_, _, inst, steps)) => advanced(f, offset, *inst, steps),
                None => zero,
            };
            if to_header && let Some(edge) = f.block_mut(b).term.edges_mut().nth(e) {
                edge.args.push(passed);
            }
        }
    }
    offset
}

/// Appends the additions of steps to the offset, before an instruction.
fn advanced(f: &mut Function, offset: Value, at: InstId, steps: &[Value]) -> Value {
    let line = f.inst(at).line;
    let home = f.blocks().find(|&b| f.block(b).insts.contains(&at));
    let mut v = offset;
    for &step in steps {
        let sum = f.make_inst(Op::Int(IntOp::Add), vec![v, step], &[Type::I64], line);
        v = f.inst(sum).results[0];
        if let Some(insts) = home.map(|b| &mut f.block_mut(b).insts)
            && let Some(place) = insts.iter().position(|&i| i == at)
        {
            insts.insert(place, sum);
        }
    }
    v
}
