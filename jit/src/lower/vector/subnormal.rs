//! Analysis of the binary32 values that are never subnormal: operations that flush need not flush them again.

use super::nan::is_approximated;
use ptx::ir::{Approx, Def, Function, Op, Scalar, Type, Value};

/// Returns the values that are results of operations that flush, constants that are neither subnormal
/// nor NaNs, and copies of such.
pub(super) fn flushed(f: &Function) -> Vec<bool> {
    let known = |v: Value| match f.constant(v) {
        Some(bits) => {
            let number = f32::from_bits(bits as u32);
            f.ty(v) == Type::F32 && !number.is_subnormal() && !number.is_nan()
        }
        None => false,
    };
    let first = |v: Value| {
        f.ty(v) == Type::F32
            && match f.value(v).def {
                Def::Param(block, _) => block != f.entry(),
                Def::Inst(id, _) => match f.inst(id).op {
                    Op::Select => true,
                    Op::Float { ty: Scalar::F32, mode, .. }
                    | Op::Fma { ty: Scalar::F32, mode }
                    | Op::FloatUnary { ty: Scalar::F32, mode, .. } => mode.ftz,
                    // A hyperbolic tangent keeps subnormal numbers.
                    Op::Approx { ty: Scalar::F32, ftz, fast, op } => {
                        ftz && op != Approx::Tanh && (!fast || is_approximated(op))
                    }
                    _ => known(v),
                },
            }
    };
    let mut flushed: Vec<bool> = (0..f.value_count()).map(Value::new).map(first).collect();
    loop {
        let mut changed = false;
        for block in f.blocks().map(|b| f.block(b)) {
            for edge in block.term.edges() {
                for (p, a) in f.block(edge.to).params.iter().zip(&edge.args) {
                    changed |= flushed[p.index()] && !flushed[a.index()];
                    flushed[p.index()] &= flushed[a.index()];
                }
            }
            for inst in block.insts.iter().map(|&i| f.inst(i)).filter(|inst| inst.op == Op::Select) {
                let fits = inst.args[1..].iter().all(|a| flushed[a.index()]);
                for v in &inst.results {
                    changed |= flushed[v.index()] && !fits;
                    flushed[v.index()] &= fits;
                }
            }
        }
        if !changed {
            return flushed;
        }
    }
}
