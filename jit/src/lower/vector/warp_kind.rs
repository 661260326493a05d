//! Facts that decide whether strips are whole warps: warp operations that such a strip can do in registers,
//! and addresses that only half a warp has in common.

use ptx::analysis::converge::Convergence;
use ptx::analysis::regions::sync_at_end;
use ptx::analysis::tiles::{self, Lanes, Masks};
use ptx::analysis::uniform::{Class, ShapeClass, Uniformity};
use ptx::exec::WARP;
use ptx::ir::{AtomOp, Function, Inst, InstId, Op, Scalar, Shfl, Space, Type, Value};

/// Operands of an `mma`, at most: with sparse halves thirteen registers and the mask.
pub(super) const MMA_OPERANDS: usize = 16;

/// Returns whether an operation is of all lanes of a strip, or of their [tiles](ptx::analysis::tiles) with
/// these masks, and needs only their registers.
pub(crate) fn is_in_registers(f: &Function, tiles: Option<&Masks>, width: u32, id: InstId) -> bool {
    let inst: &Inst = f.inst(id);
    let is_warp = width == WARP;
    let tiles = tiles.filter(|masks| is_warp || tiles::are_alike_in_strips(masks, width));
    let all = |at: usize| {
        inst.args.get(at).and_then(|&v| f.constant(v)).is_some_and(|mask| mask as u32 == u32::MAX)
    };
    match inst.op {
        Op::WarpSync => tiles.is_some(),
        Op::Shfl(mode) => {
            let known = |at: usize| inst.args.get(at).is_some_and(|&v| f.constant(v).is_some());
            let word = matches!(f.ty(inst.args[0]), Type::I32 | Type::F32);
            word && known(2) && tiles.is_some() && (is_warp || stays_in_strip(f, inst, mode, width))
        }
        Op::Vote(_) => tiles.is_some(),
        Op::Redux { op, ty } if is_warp => {
            let integer = matches!(ty, Scalar::S32 | Scalar::U32 | Scalar::B32);
            let plain = matches!(
                op,
                AtomOp::Add | AtomOp::Min | AtomOp::Max | AtomOp::And | AtomOp::Or | AtomOp::Xor
            );
            integer && plain && all(1)
        }
        Op::Rows { .. } if is_warp => f.ty(inst.args[0]) == Type::I32 && all(1),
        Op::Mma(_) if is_warp => {
            let word = |&v: &Value| matches!(f.ty(v), Type::I32 | Type::F32);
            let (last, operands) = (inst.args.len().saturating_sub(1), inst.args.iter());
            inst.args.len() <= MMA_OPERANDS && operands.chain(&inst.results).all(word) && all(last)
        }
        _ => false,
    }
}

/// Returns whether the lanes of each strip shuffle among themselves, in all strips alike.
fn stays_in_strip(f: &Function, inst: &Inst, mode: Shfl, width: u32) -> bool {
    let constant = |at: usize| inst.args.get(at).and_then(|&v| f.constant(v));
    let above = WARP - width;
    let within = constant(2).is_some_and(|clamp| clamp as u32 >> 8 & above == above);
    let flips = mode == Shfl::Bfly && constant(1).is_none_or(|bits| bits as u32 & above != 0);
    within && !flips
}

/// Returns whether an operation is one of matrices in registers.
pub(super) fn is_of_matrices(op: &Op) -> bool {
    matches!(op, Op::Mma(_) | Op::Rows { .. })
}

/// Returns whether a kernel has operations that exchange words among the lanes of whole warps in registers,
/// in blocks with warps along `x`.
pub(crate) fn exchanges_in_registers(f: &Function) -> bool {
    let tiles = tiles::all_masks(f, Lanes::InX);
    let insts = f.blocks().flat_map(|b| &f.block(b).insts);
    insts
        .into_iter()
        .any(|&id| !matches!(f.inst(id).op, Op::WarpSync) && is_in_registers(f, tiles.get(&id), WARP, id))
}

/// Returns whether all that the lanes of a kernel's warps exchange stays in half a warp, and fewer branches
/// diverge there, as where tiles of 16 lanes have loops of different lengths.
pub(crate) fn has_tiles_of_halves(f: &Function) -> bool {
    let tiles = tiles::all_masks(f, Lanes::InX);
    let of_warps =
        |id: &InstId| !matches!(f.inst(*id).op, Op::Barrier { .. } | Op::Converge { .. } | Op::Yield);
    let mut exchanges = f.blocks().filter_map(|b| sync_at_end(f, b)).filter(of_warps).peekable();
    if exchanges.peek().is_none() || !exchanges.all(|id| is_in_registers(f, tiles.get(&id), WARP / 2, id)) {
        return false;
    }
    let [halves, wholes] =
        in_halves_and_wholes(f).map(|own| f.blocks().filter(|&b| own.is_divergent(b)).count());
    halves < wholes
}

/// Returns what the lanes of half a warp and of a whole one have in common, in blocks of one row.
fn in_halves_and_wholes(f: &Function) -> [Uniformity; 2] {
    let flow = Convergence::new(f);
    [WARP / 2, WARP].map(|width| Uniformity::new(f, &flow, (ShapeClass::Linear, width)))
}

/// Least part of a kernel's accesses that makes strips of half a warp pay, as a divisor.
const PART: usize = 4;

/// Returns whether many addresses are uniform, or have a step, in half a warp but not in a whole one. Such
/// are those of tiles whose rows half a warp shares, as in most products of matrices.
pub(crate) fn has_halves(f: &Function) -> bool {
    let [half, whole] = in_halves_and_wholes(f);
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
