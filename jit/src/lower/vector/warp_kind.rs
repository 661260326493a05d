//! Warp operations that a strip of a whole warp can do in registers.

use ptx::ir::{AtomOp, Function, Inst, InstId, Op, Scalar, Type};

/// Returns whether an operation is of all lanes of a warp and needs only their registers.
pub(crate) fn is_in_registers(f: &Function, id: InstId) -> bool {
    let inst: &Inst = f.inst(id);
    let all = |at: usize| {
        inst.args.get(at).and_then(|&v| f.constant(v)).is_some_and(|mask| mask as u32 == u32::MAX)
    };
    match inst.op {
        Op::WarpSync => all(0),
        Op::Shfl(_) => {
            let known = |at: usize| inst.args.get(at).is_some_and(|&v| f.constant(v).is_some());
            let word = matches!(f.ty(inst.args[0]), Type::I32 | Type::F32);
            word && known(1) && known(2) && all(3)
        }
        Op::Vote(_) => all(1),
        Op::Redux { op, ty } => {
            let integer = matches!(ty, Scalar::S32 | Scalar::U32 | Scalar::B32);
            let plain = matches!(
                op,
                AtomOp::Add | AtomOp::Min | AtomOp::Max | AtomOp::And | AtomOp::Or | AtomOp::Xor
            );
            integer && plain && all(1)
        }
        _ => false,
    }
}

/// Returns whether a kernel has operations that exchange words among the lanes of whole warps in registers.
pub(crate) fn exchanges_in_registers(f: &Function) -> bool {
    let insts = f.blocks().flat_map(|b| &f.block(b).insts);
    insts.into_iter().any(|&id| !matches!(f.inst(id).op, Op::WarpSync) && is_in_registers(f, id))
}
