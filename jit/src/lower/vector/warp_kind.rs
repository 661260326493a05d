//! Facts that decide whether strips are whole warps: warp operations that such a strip can do in registers,
//! and addresses that only half a warp has in common.

use ptx::analysis::converge::Convergence;
use ptx::analysis::tiles::{self, Lanes, Masks};
use ptx::analysis::uniform::{Class, ShapeClass, Uniformity};
use ptx::exec::WARP;
use ptx::ir::{AtomOp, Function, Inst, InstId, Op, Scalar, Space, Type, Value};

/// Operands of an `mma`, at most: with sparse halves thirteen registers and the mask.
pub(super) const MMA_OPERANDS: usize = 16;

/// Returns whether an operation is of all lanes of a warp, or of its [tiles](ptx::analysis::tiles) with these
/// masks, and needs only their registers.
pub(crate) fn is_in_registers(f: &Function, tiles: Option<&Masks>, id: InstId) -> bool {
    let inst: &Inst = f.inst(id);
    let all = |at: usize| {
        inst.args.get(at).and_then(|&v| f.constant(v)).is_some_and(|mask| mask as u32 == u32::MAX)
    };
    match inst.op {
        Op::WarpSync => tiles.is_some(),
        Op::Shfl(_) => {
            let known = |at: usize| inst.args.get(at).is_some_and(|&v| f.constant(v).is_some());
            let word = matches!(f.ty(inst.args[0]), Type::I32 | Type::F32);
            word && known(2) && tiles.is_some()
        }
        Op::Vote(_) => tiles.is_some(),
        Op::Redux { op, ty } => {
            let integer = matches!(ty, Scalar::S32 | Scalar::U32 | Scalar::B32);
            let plain = matches!(
                op,
                AtomOp::Add | AtomOp::Min | AtomOp::Max | AtomOp::And | AtomOp::Or | AtomOp::Xor
            );
            integer && plain && all(1)
        }
        Op::Rows { .. } => f.ty(inst.args[0]) == Type::I32 && all(1),
        Op::Mma(_) => {
            let word = |&v: &Value| matches!(f.ty(v), Type::I32 | Type::F32);
            let (last, operands) = (inst.args.len().saturating_sub(1), inst.args.iter());
            inst.args.len() <= MMA_OPERANDS && operands.chain(&inst.results).all(word) && all(last)
        }
        _ => false,
    }
}

/// Returns whether an operation is one of matrices in registers.
pub(super) fn is_of_matrices(op: &Op) -> bool {
    matches!(op, Op::Mma(_) | Op::Rows { .. })
}

/// Returns whether a kernel has operations that exchange words among the lanes of whole warps in registers,
/// in blocks with warps along `x`.
pub(crate) fn exchanges_in_registers(f: &Function) -> bool {
    let insts = f.blocks().flat_map(|b| &f.block(b).insts);
    insts.into_iter().any(|&id| {
        let is_exchange = !matches!(f.inst(id).op, Op::WarpSync);
        is_exchange && is_in_registers(f, tiles::masks(f, Lanes::InX, id).as_ref(), id)
    })
}

/// Least part of a kernel's accesses that makes strips of half a warp pay, as a divisor.
const PART: usize = 4;

/// Returns whether many addresses are uniform, or have a step, in half a warp but not in a whole one. Such
/// are those of tiles whose rows half a warp shares, as in most products of matrices.
pub(crate) fn has_halves(f: &Function) -> bool {
    let flow = Convergence::new(f);
    let [half, whole] = [WARP / 2, WARP].map(|width| Uniformity::new(f, &flow, (ShapeClass::Linear, width)));
    let (mut halves, mut accesses) = (0, 0);
    for inst in f.blocks().flat_map(|b| &f.block(b).insts).map(|&id| f.inst(id)) {
        if let Op::Load { space, .. } | Op::Store { space, .. } = inst.op
            && space != Space::Param
            && let Some(&address) = inst.args.first()
        {
            accesses += 1;
            let known = |u: &Uniformity| u.class(address) != Class::Varying;
            halves += usize::from(known(&half) && !known(&whole));
        }
    }
    halves > 0 && PART * halves >= accesses
}
