//! Analysis of the binary32 values of code that runs thread by thread: NaNs that nothing tells from PTX's.
//!
//! PTX's arithmetic gives one NaN, a machine's gives that of an operand, or one of its own. To replace it
//! takes a test. Arithmetic and comparisons do not tell NaNs apart, so only results that others read need it.

use super::plan::{Home, Plan};
use ptx::ir::{FloatOp, FloatUnary, Function, Op, Round, Scalar, Type, Value};

/// Returns whether an operation of binary32 gives the same with any NaN as operand.
fn takes_any_nan(op: &Op) -> bool {
    let (ty, mode) = match *op {
        Op::Cmp { ty, .. } => return ty == Scalar::F32,
        Op::Float { op, ty, mode } => match op {
            FloatOp::Min { nan, xorsign } | FloatOp::Max { nan, xorsign } if nan || xorsign => return false,
            _ => (ty, mode),
        },
        Op::FloatUnary { op: FloatUnary::Sqrt | FloatUnary::Rcp, ty, mode } | Op::Fma { ty, mode } => {
            (ty, mode)
        }
        _ => return false,
    };
    ty == Scalar::F32 && mode.round == Round::Nearest && !mode.relu
}

/// Returns the values of which every use takes any NaN, and which stay in their region.
pub(super) fn unseen_nans(f: &Function, plan: &Plan) -> Vec<bool> {
    let own = |v: Value| f.ty(v) == Type::F32 && matches!(plan.home(v), Home::Nowhere);
    let mut unseen: Vec<bool> = (0..f.value_count()).map(|n| own(Value::new(n))).collect();
    let mut passed = Vec::new();
    for block in f.blocks().map(|b| f.block(b)) {
        let seeing = block.insts.iter().map(|&id| f.inst(id)).filter(|inst| !takes_any_nan(&inst.op));
        seeing.flat_map(|inst| &inst.args).for_each(|v| unseen[v.index()] = false);
        block.term.selector().iter().for_each(|v| unseen[v.index()] = false);
        for edge in block.term.edges() {
            passed.extend(edge.args.iter().copied().zip(f.block(edge.to).params.iter().copied()));
        }
    }
    // What becomes a parameter is seen if that is.
    let mut changed = true;
    while changed {
        changed = false;
        for &(arg, param) in &passed {
            if unseen[arg.index()] && !unseen[param.index()] {
                unseen[arg.index()] = false;
                changed = true;
            }
        }
    }
    unseen
}
