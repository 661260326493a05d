//! Values that are invariant in a block: computed once, before the loop over warps, and never kept in the
//! frame.

use super::kind::Kind;
use ptx::analysis::regions::Regions;
use ptx::ir::{Effect, Function, InstId, Op, Order, Space, Value};

/// Maximum operations of a value that is recomputed in each region.
const MOST: u32 = 8;

/// Returns the invariant values: parameters, special registers of the block and grid, and short expressions
/// of them.
pub(super) fn invariant(f: &Function, kinds: &[Kind]) -> Vec<bool> {
    let mut cost: Vec<Option<u32>> = vec![None; f.value_count()];
    loop {
        let mut changed = false;
        for block in f.blocks() {
            for inst in f.block(block).insts.iter().map(|&i| f.inst(i)) {
                let &[result] = inst.results.as_slice() else { continue };
                if cost[result.index()].is_some() || kinds[result.index()] != Kind::Uniform {
                    continue;
                }
                if !is_invariant(f, &inst.op, &inst.args) {
                    continue;
                }
                let parts = inst.args.iter().map(|v| match f.constant(*v) {
                    Some(_) => Some(0),
                    None => cost[v.index()],
                });
                let Some(sum) = parts.sum::<Option<u32>>().filter(|&sum| sum < MOST) else { continue };
                cost[result.index()] = Some(sum + 1);
                changed = true;
            }
        }
        if !changed {
            return cost.iter().map(Option::is_some).collect();
        }
    }
}

pub(super) fn is_invariant(f: &Function, op: &Op, args: &[Value]) -> bool {
    match op {
        Op::Const(_) => false,
        Op::Load { space: Space::Param, order: Order::Weak, offset, ty } => {
            let at =
                args.first().and_then(|&v| f.constant(v)).and_then(|at| (at as i64).checked_add(*offset));
            let bytes = i64::from(ty.bytes());
            at.is_some_and(|at| at >= 0 && at % bytes == 0 && at <= i64::from(f.param_bytes) - bytes)
        }
        Op::Sreg(register) => register.is_of_block(),
        Op::IsSpace(_) | Op::RankOf | Op::Replica | Op::Cvta { space: Space::Local | Space::Cluster, .. } => {
            false
        }
        op => op.effect() == Effect::Pure,
    }
}

/// Returns the values that the driver reads at sync operations; these have slots in the frame.
pub(super) fn read_by_driver(f: &Function, syncs: &[InstId]) -> Vec<bool> {
    let mut read = vec![false; f.value_count()];
    for inst in syncs.iter().map(|&id| f.inst(id)) {
        inst.args.iter().for_each(|v| read[v.index()] = true);
    }
    read
}

/// Returns the regions' frame without the values that are recomputed.
pub(super) fn kept(regions: &Regions, row_affine: &[bool], read: &[bool]) -> Vec<Value> {
    let kept = |v: &Value| !row_affine[v.index()] || read[v.index()];
    regions.frame().iter().copied().filter(kept).collect()
}
