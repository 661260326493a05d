//! Operations of warpgroups: `wgmma`, `setmaxnreg`.
//!
//! A multiplication is executed when it is issued (see [`crate::ir::group`]), so fences, groups and waits are
//! no-ops.

use super::Lower;
use super::matrix::shape;
use crate::ast::{Instruction, Operand};
use crate::diag::Problem;
use crate::ir::group::ROWS;
use crate::ir::mma::Sparse;
use crate::ir::{GroupMma, Mma, Op, Round, Scalar, Type};

impl<'m> Lower<'m> {
    /// Lowers `wgmma`.
    pub(super) fn wgmma(&mut self, inst: &Instruction<'m>) -> Option<()> {
        let form = &inst.form;
        if !form.has("mma_async") {
            return if form.has("wait_group") { self.immediate(inst, 0).map(|_| ()) } else { Some(()) };
        }
        let [_, n, k] = shape(form)?;
        let [d, a, b] = [0, 1, 2].map(|n| form.ty(n));
        let sparse = form.has("sp");
        let mut mma = Mma {
            m: ROWS as u16,
            n,
            k,
            a,
            b,
            c: d,
            d,
            round: Round::Nearest,
            saturate: form.has("satfinite"),
            and: form.has("and"),
            sparse: None,
            quads: None,
        };
        // After the descriptor of B: metadata and selector, the predicate that adds C, signs, transpositions.
        let scale = if sparse { 5 } else { 3 };
        if sparse {
            mma.sparse = Some(Sparse { selector: 0 });
            let most = 4 / mma.metadata_lanes() as u64;
            mma.sparse =
                Some(Sparse { selector: self.flag(inst, 4, &[0, 1][..most.min(2) as usize])? as u8 });
        }
        let a_in_registers = matches!(inst.operands.get(1), Some(Operand::Vector(_)));
        let mut group = GroupMma {
            mma,
            a_in_registers,
            a_transposed: false,
            b_transposed: false,
            negate_a: false,
            negate_b: false,
        };
        let mut immediates = scale + 1;
        if a.is_float() {
            const SIGNS: [u64; 2] = [1, u64::MAX];
            group.negate_a = self.flag(inst, immediates, &SIGNS)? != 0;
            group.negate_b = self.flag(inst, immediates + 1, &SIGNS)? != 0;
            immediates += 2;
        }
        if matches!(a, Scalar::F16 | Scalar::Bf16) {
            if !a_in_registers {
                group.a_transposed = self.flag(inst, immediates, &[0, 1])? != 0;
                immediates += 1;
            }
            group.b_transposed = self.flag(inst, immediates, &[0, 1])? != 0;
            immediates += 1;
        }
        if inst.operands.len() != immediates {
            let got = inst.operands.len();
            self.error(Problem::OperandCount { instruction: form.text.into(), got });
            return None;
        }
        let a = if a_in_registers {
            self.fragment(inst, 1, a, group.a_arguments())
        } else {
            self.read_as(inst, 1, Scalar::B64).map(|v| vec![v])
        };
        let b = self.read_as(inst, 2, Scalar::B64);
        let c = self.fragment(inst, 0, d, group.sums());
        let adds = self.read_as(inst, scale, Scalar::Pred);
        let mut args = a?;
        args.push(b?);
        args.extend(c?);
        args.push(adds?);
        if sparse {
            args.push(self.read_as(inst, 3, Scalar::B32)?);
        }
        args.push(self.constant(0xffff_ffff, Type::I32));
        let sums = self.op_many(Op::GroupMma(group), args, &group.result_types());
        self.set_fragment(inst, d, &sums)
    }

    /// Returns the index of an operand in a list of permitted constants.
    fn flag(&mut self, inst: &Instruction<'m>, n: usize, of: &[u64]) -> Option<usize> {
        if inst.operands.len() <= n {
            self.error(Problem::OperandCount {
                instruction: inst.form.text.into(),
                got: inst.operands.len(),
            });
            return None;
        }
        let given = self.immediate(inst, n)?;
        let found = of.iter().position(|&value| value == given);
        if found.is_none() {
            self.bad_operand(inst, n)?;
        }
        found
    }

    /// Checks `setmaxnreg`. Registers are not limited here; the count must be one that `ptxas` accepts.
    pub(super) fn set_registers(&mut self, inst: &Instruction<'m>) -> Option<()> {
        let count = self.immediate(inst, 0)?;
        if (24..=256).contains(&count) && count.is_multiple_of(8) {
            Some(())
        } else {
            self.bad_operand(inst, 0)
        }
    }
}
