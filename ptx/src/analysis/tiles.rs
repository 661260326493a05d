//! Masks of tiles: sets of a warp's lanes that shuffle, vote and wait among themselves, with masks that are
//! known when code is made. Such are the tiles of cooperative groups, and those that programs make of
//! `%laneid` or of `%tid.x`.

use super::expression::{Expression, Place};
use super::regions::sync_at_end;
use super::uniform::{ShapeClass, participation_operands};
use crate::exec::WARP;
use crate::interp::value::is_known;
use crate::ir::{Function, InstId, Op, Sreg, Value};
use std::collections::BTreeMap;

/// The mask of each lane.
pub type Masks = [u32; WARP as usize];

/// Limit of an expression's operations: it is evaluated for each lane.
const MOST_OPERATIONS: usize = 24;

/// The register that counts lanes along `x`.
const X: Sreg = Sreg::Tid(0);

/// Threads of a block along `x`, at most.
const MOST_THREADS: u32 = 1024;

/// The placement of a warp's lanes in their block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lanes {
    /// `%tid.x` grows by one from lane to lane, from a multiple of 32 on.
    InX,
    /// Anywhere.
    Anywhere,
}

impl Lanes {
    /// Returns the placement in blocks with strips of `width` lanes.
    pub fn in_strips(shape: ShapeClass, width: u32) -> Lanes {
        match shape {
            ShapeClass::Linear => Lanes::InX,
            ShapeClass::Rows if width == WARP => Lanes::InX,
            _ => Lanes::Anywhere,
        }
    }
}

/// Returns the [masks] of all sync operations that have some.
pub fn all_masks(f: &Function, lanes: Lanes) -> BTreeMap<InstId, Masks> {
    let syncs = f.blocks().filter_map(|b| sync_at_end(f, b));
    syncs.filter_map(|id| Some((id, masks(f, lanes, id)?))).collect()
}

/// Returns the masks with which the lanes of a warp come to a sync operation, if they are the same in all
/// warps, and the lanes with one mask are just those that it names.
pub fn masks(f: &Function, lanes: Lanes, id: InstId) -> Option<Masks> {
    let inst = f.inst(id);
    if !matches!(inst.op, Op::WarpSync | Op::Shfl(_) | Op::Vote(_) | Op::Redux { .. } | Op::Match { .. }) {
        return None;
    }
    let [mask] = participation_operands(inst) else { return None };
    // Nearly all are of this kind.
    if let Some(mask) = f.constant(*mask) {
        return (mask as u32 == u32::MAX).then_some([u32::MAX; WARP as usize]);
    }
    let masks = words(f, lanes, *mask)?;
    let named = |own: u32| (0..).zip(masks).filter(|&(_, mask)| mask == own).fold(0, |m, (n, _)| m | 1 << n);
    masks.iter().all(|&mask| named(mask) == mask).then_some(masks)
}

/// Returns whether each mask names lanes of one strip, or all masks are the same.
pub fn are_within_strips(masks: &Masks, width: u32) -> bool {
    let strip = |lane: u32| (u64::MAX >> (64 - width) << (lane & !(width - 1))) as u32;
    masks.iter().all(|&mask| mask == masks[0])
        || (0..).zip(masks).all(|(lane, mask)| mask & !strip(lane) == 0)
}

/// Returns whether each mask names lanes of one strip, and all strips of a warp have the same tiles.
pub fn are_alike_in_strips(masks: &Masks, width: u32) -> bool {
    let first = (u64::MAX >> (64 - width)) as u32;
    (0..).zip(masks).all(|(lane, &mask)| {
        let own = masks[(lane % width) as usize];
        own & !first == 0 && mask == own << (lane & !(width - 1))
    })
}

/// Returns the low word of a value in the lanes of a warp, if it is the same in all warps.
fn words(f: &Function, lanes: Lanes, v: Value) -> Option<[u32; WARP as usize]> {
    if !is_placed(f, lanes, v, &mut { MOST_OPERATIONS }) {
        return None;
    }
    let expression = Expression::new(f, v);
    let warp = |first: u32| {
        std::array::from_fn(|lane| {
            let place = Place { tid: [first + lane as u32, 0, 0], block: [0; 3], lane: lane as u32 };
            expression.evaluate(&place) as u32
        })
    };
    let words: [u32; WARP as usize] = warp(0);
    let threads = if expression.reads(X) { MOST_THREADS } else { WARP };
    (WARP..threads).step_by(WARP as usize).all(|first| warp(first) == words).then_some(words)
}

/// Returns whether only the lanes' place decides a value, by no more operations than are left.
fn is_placed(f: &Function, lanes: Lanes, v: Value, left: &mut usize) -> bool {
    let Some(inst) = f.def_inst(v).filter(|_| *left > 0) else { return false };
    *left -= 1;
    match inst.op {
        Op::Sreg(register) => register == Sreg::LaneId || register == X && lanes == Lanes::InX,
        _ => {
            let is_known = is_known(&inst.op) && inst.results.len() == 1;
            is_known && inst.args.iter().all(|&arg| is_placed(f, lanes, arg, left))
        }
    }
}
