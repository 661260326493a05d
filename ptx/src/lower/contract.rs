//! Fusion of products and sums, as NVIDIA's assembler does it.
//!
//! PTX ISA, `add`, `sub` and `mul` of floats: with a rounding modifier they are never fused; without one
//! they round to nearest and an assembler may fuse them. NVIDIA's does, so that the last bits of programs
//! depend on it. Observed on an H200 (driver 580): a sum is fused with a product of its own block that has
//! no other use; of two such products with the one that is the end of the longer chain of operations, or
//! else with the first. In modules for debugging nothing is fused.

use crate::ir::{Def, FloatOp, FloatUnary, Function, InstId, Mode, Op, Scalar, Value};
use std::collections::HashSet;

/// Fuses what `loose` has: sums and products without a rounding modifier.
pub(super) fn run(f: &mut Function, loose: &HashSet<InstId>) {
    if loose.is_empty() {
        return;
    }
    let uses = uses(f);
    // Length of the chain of operations that ends in a value, within its block.
    let mut depth = vec![0u32; f.value_count()];
    for b in f.blocks() {
        let insts = std::mem::take(&mut f.block_mut(b).insts);
        let (mut fused, mut own) = (Vec::with_capacity(insts.len()), HashSet::new());
        for id in insts {
            if loose.contains(&id)
                && let Some(sum) = sum(f, id)
            {
                let product = |v: Value| {
                    let once = uses[v.index()] == 1 && own.contains(&v);
                    if once { factors(f, loose, v, sum.ty, sum.mode) } else { None }
                };
                let [left, right] = sum.terms;
                let (first, second) = (product(left), product(right));
                let deeper = depth[right.index()] > depth[left.index()];
                let chosen = match (first, second) {
                    (Some(_), Some(factors)) if deeper => Some((factors, left, true)),
                    (Some(factors), _) => Some((factors, right, false)),
                    (None, second) => second.map(|factors| (factors, left, true)),
                };
                if let Some(([factor, other], rest, is_second)) = chosen {
                    let mut args = [factor, other, rest];
                    if sum.subtracts {
                        // `a - b * c` is `-b * c + a`.
                        let negated = &mut args[if is_second { 0 } else { 2 }];
                        let op = Op::FloatUnary { op: FloatUnary::Neg, ty: sum.ty, mode: Mode::RN };
                        let line = f.inst(id).line;
                        let inst = f.make_inst(op, vec![*negated], &[sum.ty.register()], line);
                        *negated = f.inst(inst).results[0];
                        depth.resize(f.value_count(), 0);
                        fused.push(inst);
                    }
                    let inst = f.inst_mut(id);
                    inst.op = Op::Fma { ty: sum.ty, mode: sum.mode };
                    inst.args = args.to_vec();
                }
            }
            let inst = f.inst(id);
            let longest = inst.args.iter().filter(|&v| own.contains(v)).map(|v| depth[v.index()]).max();
            for v in &inst.results {
                depth[v.index()] = longest.map_or(0, |longest| longest + 1);
                own.insert(*v);
            }
            fused.push(id);
        }
        f.block_mut(b).insts = fused;
    }
}

/// A sum or a difference.
struct Sum {
    ty: Scalar,
    mode: Mode,
    terms: [Value; 2],
    subtracts: bool,
}

fn sum(f: &Function, id: InstId) -> Option<Sum> {
    let inst = f.inst(id);
    let Op::Float { op: op @ (FloatOp::Add | FloatOp::Sub), ty, mode } = inst.op else { return None };
    Some(Sum { ty, mode, terms: [inst.args[0], inst.args[1]], subtracts: op == FloatOp::Sub })
}

/// Returns the factors of a product that a sum of this type and mode may be fused with.
fn factors(f: &Function, loose: &HashSet<InstId>, v: Value, ty: Scalar, mode: Mode) -> Option<[Value; 2]> {
    let Def::Inst(id, _) = f.value(v).def else { return None };
    let inst = f.inst(id);
    let Op::Float { op: FloatOp::Mul, ty: own, mode: with } = inst.op else { return None };
    let fits = loose.contains(&id) && own == ty && with.ftz == mode.ftz && !with.sat;
    fits.then(|| [inst.args[0], inst.args[1]])
}

/// Returns the number of uses of each value.
fn uses(f: &Function) -> Vec<u32> {
    let mut uses = vec![0u32; f.value_count()];
    for block in f.blocks().map(|b| f.block(b)) {
        let args = block.insts.iter().flat_map(|&id| &f.inst(id).args);
        let passed = block.term.edges().flat_map(|edge| &edge.args);
        args.chain(passed).copied().chain(block.term.selector()).for_each(|v| uses[v.index()] += 1);
    }
    uses
}
