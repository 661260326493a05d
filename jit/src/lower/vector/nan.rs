//! Analysis of the binary32 values that may hold a NaN other than PTX's.
//!
//! Arithmetic in PTX gives one NaN. A machine NaN is replaced by it only where the difference can be
//! observed; arithmetic, comparisons and copies cannot observe it.

use super::kind::Kind;
use ptx::ir::{Approx, Def, FloatOp, Function, Mode, Op, Round, Scalar, Type, Value};

/// Returns whether an operation's vectors are the machine's results, unchanged.
pub(super) fn is_arithmetic(op: &Op) -> bool {
    match op {
        Op::Float { op, ty: Scalar::F32, mode } if is_fast(*mode) => match op {
            FloatOp::Add | FloatOp::Sub | FloatOp::Mul | FloatOp::Div => true,
            FloatOp::Min { nan, xorsign } | FloatOp::Max { nan, xorsign } => !nan && !xorsign,
        },
        Op::Fma { ty: Scalar::F32, mode } | Op::FloatUnary { ty: Scalar::F32, mode, .. } => is_fast(*mode),
        Op::Approx { op, ty: Scalar::F32, .. } => is_approximated(*op),
        _ => false,
    }
}

/// Returns the values kept as the machine computes them: results of arithmetic, and copies of such.
pub(super) fn raw(f: &Function, kinds: &[Kind], has_fma: bool) -> Vec<bool> {
    let own = |v: Value| f.ty(v) == Type::F32 && kinds[v.index()] == Kind::Varying;
    let mut raw: Vec<bool> = (0..f.value_count())
        .map(Value::new)
        .map(|v| {
            own(v)
                && match f.value(v).def {
                    Def::Param(..) => true,
                    Def::Inst(id, _) => match &f.inst(id).op {
                        Op::Select => true,
                        Op::Fma { .. } if !has_fma => false,
                        op => is_arithmetic(op),
                    },
                }
        })
        .collect();
    let number = |v: Value| f.constant(v).is_some_and(|bits| !f32::from_bits(bits as u32).is_nan());
    loop {
        let mut changed = false;
        for b in f.blocks() {
            let block = f.block(b);
            for edge in block.term.edges() {
                for (p, &a) in f.block(edge.to).params.iter().zip(&edge.args) {
                    if raw[p.index()] && !raw[a.index()] && !number(a) {
                        raw[p.index()] = false;
                        changed = true;
                    }
                }
            }
            for inst in block.insts.iter().map(|&i| f.inst(i)).filter(|inst| inst.op == Op::Select) {
                let fits = inst.args[1..].iter().all(|&a| raw[a.index()] || number(a));
                for v in &inst.results {
                    changed |= raw[v.index()] && !fits;
                    raw[v.index()] &= fits;
                }
            }
        }
        if !changed {
            return raw;
        }
    }
}

/// Returns whether this backend does arithmetic in a mode.
pub(super) fn is_fast(mode: Mode) -> bool {
    mode.round == Round::Nearest && !mode.relu
}

/// Returns whether this backend computes a fast function in binary64.
pub(super) fn is_approximated(op: Approx) -> bool {
    !matches!(op, Approx::Sin | Approx::Cos | Approx::Tanh)
}
