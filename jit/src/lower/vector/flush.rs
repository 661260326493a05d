//! Analysis of the kernels in which the machine flushes subnormal numbers itself.
//!
//! The processor has a mode in which arithmetic replaces subnormal operands and results by zeros. It is that
//! of `.ftz`: a result counts as subnormal if it is one after rounding with an unbounded exponent. A kernel
//! runs in it if all its arithmetic has `.ftz`, as with `-use_fast_math`; others flush by further
//! instructions. Copies of bits are the same in both modes.

use ptx::ir::{Approx, FloatUnary, Function, Inst, Op, Scalar};

/// Returns whether a kernel has arithmetic with `.ftz`, and nothing that the mode would change.
pub(super) fn is_possible(f: &Function) -> bool {
    let insts = || f.blocks().flat_map(|b| &f.block(b).insts).map(|&id| f.inst(id));
    insts().any(|inst| flushes(inst) == Some(true)) && insts().all(|inst| flushes(inst).is_some())
}

/// Returns whether an instruction flushes; `None` if it must not run in the mode.
fn flushes(inst: &Inst) -> Option<bool> {
    let single = |ty: Scalar| ty == Scalar::F32;
    let allowed = |condition: bool, flushes: bool| condition.then_some(flushes);
    match inst.op {
        // Signs are bits.
        Op::FloatUnary { op: FloatUnary::Neg | FloatUnary::Abs, ty, .. } => allowed(single(ty), false),
        Op::Float { ty, mode, .. } | Op::Fma { ty, mode } | Op::FloatUnary { ty, mode, .. } => {
            allowed(single(ty) && mode.ftz, true)
        }
        Op::Approx { op: Approx::Sin | Approx::Cos | Approx::Tanh, ty, fast: false, .. } => {
            allowed(single(ty), false)
        }
        Op::Approx { ty, ftz, fast, .. } => allowed(single(ty) && ftz && !fast, true),
        Op::Cmp { ty, ftz, .. } => allowed(!ty.is_float() || single(ty) && ftz, false),
        Op::Cvt { to, from, mode, .. } if from.is_float() => {
            allowed(single(from) && mode.ftz && (single(to) || !to.is_float()), false)
        }
        Op::Cvt { to, .. } => allowed(!to.is_float() || single(to), false),
        Op::Atom { ty, .. } => allowed(!ty.is_float(), false),
        Op::CopySign { .. } | Op::Math { .. } | Op::TestP { .. } => None,
        // Other operations take bits, and what the driver and the host carry out is done in the usual mode.
        _ => Some(false),
    }
}
