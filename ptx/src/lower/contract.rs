//! Fusion of products and sums, as NVIDIA's assembler does it.
//!
//! PTX ISA, `add`, `sub` and `mul` of floats: with a rounding modifier they are never fused; without one
//! they round to nearest and an assembler may fuse them. NVIDIA's does, so that the last bits of programs
//! depend on it. Observed on an H200 (driver 580): a sum is fused with a product of its own block that has
//! no other use; of two such products with the one that is the end of the longer chain of operations, or
//! else with the first. In modules for debugging nothing is fused.

use crate::ir::{BlockId, Def, FloatOp, FloatUnary, Function, InstId, Mode, Op, Scalar, Value};
use std::collections::HashSet;

/// Fuses what `loose` has: sums and products without a rounding modifier.
pub(super) fn run(f: &mut Function, loose: &HashSet<InstId>) {
    if loose.is_empty() {
        return;
    }
    let (uses, chains) = (uses(f), vec![None; f.value_count()]);
    let mut pass = Pass { f, loose, uses, chains };
    for b in pass.f.blocks() {
        pass.block(b);
    }
}

struct Pass<'a> {
    f: &'a mut Function,
    loose: &'a HashSet<InstId>,
    /// Number of uses of each value.
    uses: Vec<u32>,
    /// Block of each value met so far, and the length of the chain of operations there that ends in it.
    chains: Vec<Option<(BlockId, u32)>>,
}

impl Pass<'_> {
    fn block(&mut self, b: BlockId) {
        let insts = std::mem::take(&mut self.f.block_mut(b).insts);
        let mut fused = Vec::with_capacity(insts.len());
        for id in insts {
            if self.loose.contains(&id)
                && let Some(sum) = sum(self.f, id)
                && let Some(product) = self.product(&sum, b)
            {
                fused.extend(self.fuse(id, &sum, product));
            }
            let inst = self.f.inst(id);
            let longest = inst.args.iter().filter_map(|&v| self.chain(v, b)).max();
            for v in &inst.results {
                self.chains[v.index()] = Some((b, longest.map_or(0, |longest| longest + 1)));
            }
            fused.push(id);
        }
        self.f.block_mut(b).insts = fused;
    }

    /// Returns the length of the chain that ends in a value of a block; `None` for values of other blocks.
    fn chain(&self, v: Value, b: BlockId) -> Option<u32> {
        self.chains.get(v.index()).copied().flatten().filter(|&(home, _)| home == b).map(|(_, length)| length)
    }

    /// Returns the term of a sum that it is fused with, as its place and factors.
    fn product(&self, sum: &Sum, b: BlockId) -> Option<(usize, [Value; 2])> {
        let candidates = [0, 1].map(|n| {
            let v = sum.terms[n];
            let length = self.chain(v, b).filter(|_| self.uses[v.index()] == 1)?;
            Some((length, n, factors(self.f, self.loose, v, sum)?))
        });
        // The first of equally long ones.
        let longest = candidates.into_iter().flatten().rev().max_by_key(|&(length, ..)| length);
        longest.map(|(_, n, factors)| (n, factors))
    }

    /// Makes a sum a fused operation; returns the negation that a difference needs before it.
    fn fuse(&mut self, id: InstId, sum: &Sum, (place, [a, b]): (usize, [Value; 2])) -> Option<InstId> {
        let mut args = [a, b, sum.terms[1 - place]];
        let negation = sum.subtracts.then(|| {
            // `c - a * b` is `-a * b + c`.
            let negated = &mut args[if place == 1 { 0 } else { 2 }];
            let op = Op::FloatUnary { op: FloatUnary::Neg, ty: sum.ty, mode: Mode::RN };
            let line = self.f.inst(id).line;
            let negation = self.f.make_inst(op, vec![*negated], &[sum.ty.register()], line);
            *negated = self.f.inst(negation).results[0];
            negation
        });
        let inst = self.f.inst_mut(id);
        inst.op = Op::Fma { ty: sum.ty, mode: sum.mode };
        inst.args = args.to_vec();
        negation
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

/// Returns the factors of a product of a sum's type and mode.
fn factors(f: &Function, loose: &HashSet<InstId>, v: Value, sum: &Sum) -> Option<[Value; 2]> {
    let Def::Inst(id, _) = f.value(v).def else { return None };
    let inst = f.inst(id);
    let Op::Float { op: FloatOp::Mul, ty, mode } = inst.op else { return None };
    let fits = loose.contains(&id) && ty == sum.ty && mode.ftz == sum.mode.ftz && !mode.sat;
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
