//! Merged accesses of shared memory: an assembler makes one load or store of two or four neighbouring words
//! where it knows that the address is aligned.

use super::{BlockCode, Merge, Site};
use crate::class::Class;
use ptx::ir::{BlockId, Function, IntOp, Op, Order, Space, Value};
use std::collections::BTreeMap;

/// Place of each access among the block's memory instructions, by base and offset.
type Runs = BTreeMap<(Value, i64), usize>;

/// Marks the accesses of a block. Loads are merged across anything but stores of shared memory, stores across
/// anything but its loads.
pub(super) fn run(f: &Function, id: BlockId, sites: &mut [Site], code: &mut BlockCode) {
    let (mut loads, mut stores) = (Runs::new(), Runs::new());
    let mut n = 0;
    for inst in f.block(id).insts.iter().map(|&inst| f.inst(inst)) {
        let (space, write) = match inst.op {
            Op::Load { space, .. } => (space, false),
            Op::Store { space, .. } | Op::Atom { space, .. } => (space, true),
            _ => continue,
        };
        if space == Space::Param {
            continue;
        }
        let simple = inst.args.len() + inst.results.len() == 2;
        match inst.op {
            Op::Load { space: Space::Shared, ty, offset, order: Order::Weak }
                if ty.bits() == 32 && simple =>
            {
                loads.insert((inst.args[0], offset), n);
            }
            Op::Store { space: Space::Shared, ty, offset, order: Order::Weak }
                if ty.bits() == 32 && simple =>
            {
                stores.insert((inst.args[0], offset), n);
            }
            _ => {}
        }
        if matches!(space, Space::Shared | Space::Generic) {
            let other = if write { &mut loads } else { &mut stores };
            merge(f, std::mem::take(other), sites, code);
        }
        n += 1;
    }
    merge(f, loads, sites, code);
    merge(f, stores, sites, code);
}

fn merge(f: &Function, runs: Runs, sites: &mut [Site], code: &mut BlockCode) {
    for (&(base, offset), &first) in &runs {
        if sites[first].merge != Merge::No {
            continue;
        }
        let zeros = known_zeros(f, base, 8).min(offset.trailing_zeros());
        let fits = |count: i64| {
            let place = |k: i64| runs.get(&(base, offset + 4 * k)).copied();
            let rest: Vec<usize> = (1..count).map_while(place).collect();
            let good = zeros >= 2 + count.trailing_zeros()
                && rest.len() as i64 == count - 1
                && rest.iter().all(|&n| n > first && sites[n].merge == Merge::No);
            good.then_some(rest)
        };
        let Some(rest) = fits(4).or_else(|| fits(2)) else { continue };
        sites[first].merge = Merge::First(1 + rest.len() as u32);
        for n in rest {
            sites[n].merge = Merge::Rest;
            code.classes[Class::Memory as usize] -= 1;
            if let Some((_, count)) = code.lines.iter_mut().find(|(line, _)| *line == sites[n].line) {
                *count -= 1;
            }
        }
    }
}

/// Returns the number of low bits of a value that are known to be zeros.
fn known_zeros(f: &Function, v: Value, depth: u32) -> u32 {
    if let Some(bits) = f.constant(v) {
        return bits.trailing_zeros();
    }
    let Some(inst) = f.def_inst(v).filter(|_| depth > 0) else { return 0 };
    let arg = |n: usize| known_zeros(f, inst.args[n], depth - 1);
    match inst.op {
        Op::Int(IntOp::Add | IntOp::Sub | IntOp::Or | IntOp::Xor) => arg(0).min(arg(1)),
        Op::Int(IntOp::And) => arg(0).max(arg(1)),
        Op::Int(IntOp::Mul) | Op::MulWide { .. } => arg(0).saturating_add(arg(1)).min(64),
        Op::Int(IntOp::Shl) => arg(0).saturating_add(f.constant(inst.args[1]).unwrap_or(0) as u32).min(64),
        Op::Cvt { .. } | Op::Cvta { .. } | Op::Select => match inst.args.len() {
            3 => arg(1).min(arg(2)),
            _ => arg(0),
        },
        _ => 0,
    }
}
