//! Masks of tiles: sets of a warp's lanes that shuffle, vote and wait among themselves, with masks that are
//! known when code is made. Such are the tiles of cooperative groups, and those that programs make of
//! `%laneid` or of `%tid.x`.

use super::uniform::{ShapeClass, participation_operands};
use crate::exec::WARP;
use crate::interp::value::{eval, is_known};
use crate::ir::{Function, InstId, Op, Sreg, Type, Value};

/// The mask of each lane.
pub type Masks = [u32; WARP as usize];

/// Limit of an expression's operations: it is evaluated for each lane.
const MOST_OPERATIONS: usize = 24;

/// Threads of a block along `x`, at most.
const MOST_THREADS: u32 = 1024;

/// Where the lanes of a warp are in their block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lanes {
    /// `%tid.x` grows by one from lane to lane, from a multiple of 32 on.
    InX,
    /// Anywhere.
    Anywhere,
}

impl Lanes {
    /// Returns where the lanes of warps are in blocks with strips of `width` lanes.
    pub fn of(shape: ShapeClass, width: u32) -> Lanes {
        match shape {
            ShapeClass::Linear => Lanes::InX,
            ShapeClass::Rows if width == WARP => Lanes::InX,
            _ => Lanes::Anywhere,
        }
    }
}

/// Returns the masks with which the lanes of a warp come to a sync operation, if they are the same in all
/// warps, and the lanes with one mask are just those that it names.
pub fn masks(f: &Function, lanes: Lanes, id: InstId) -> Option<Masks> {
    let inst = f.inst(id);
    if !matches!(inst.op, Op::WarpSync | Op::Shfl(_) | Op::Vote(_) | Op::Redux { .. } | Op::Match { .. }) {
        return None;
    }
    let [mask] = participation_operands(inst) else { return None };
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
    let mut order = Vec::new();
    collect(f, lanes, v, &mut order)?;
    let reads_x = order.iter().any(|&v| f.def_inst(v).is_some_and(|inst| inst.op == Op::Sreg(Sreg::Tid(0))));
    let warp = |first: u32| std::array::from_fn(|lane| evaluate(f, &order, (first, lane as u32)) as u32);
    let words: [u32; WARP as usize] = warp(0);
    let others = if reads_x { MOST_THREADS } else { WARP };
    (WARP..others).step_by(WARP as usize).all(|first| warp(first) == words).then_some(words)
}

/// Adds a value's expression to a list, operands first.
fn collect(f: &Function, lanes: Lanes, v: Value, order: &mut Vec<Value>) -> Option<()> {
    if order.contains(&v) {
        return Some(());
    }
    let inst = f.def_inst(v)?;
    let is_place = match inst.op {
        Op::Sreg(Sreg::Tid(0)) => lanes == Lanes::InX,
        Op::Sreg(Sreg::LaneId) => true,
        _ => is_known(&inst.op) && inst.results.len() == 1,
    };
    if !is_place || order.len() >= MOST_OPERATIONS {
        return None;
    }
    inst.args.iter().try_for_each(|&arg| collect(f, lanes, arg, order))?;
    order.push(v);
    Some(())
}

/// Computes the last value of a list in a lane of the warp that begins at thread `first`.
fn evaluate(f: &Function, order: &[Value], (first, lane): (u32, u32)) -> u128 {
    let mut made: Vec<(Value, u128)> = Vec::with_capacity(order.len());
    for &v in order {
        let Some(inst) = f.def_inst(v) else { return 0 };
        let operand = |arg: &Value| made.iter().find(|(v, _)| v == arg).map_or(0, |&(_, value)| value);
        let value = match inst.op {
            Op::Sreg(Sreg::Tid(_)) => (first + lane).into(),
            Op::Sreg(_) => lane.into(),
            _ => {
                let types: Vec<Type> = inst.args.iter().map(|&arg| f.ty(arg)).collect();
                let args: Vec<u128> = inst.args.iter().map(operand).collect();
                eval(&inst.op, f.ty(v), &types, &args)
            }
        };
        made.push((v, value));
    }
    made.last().map_or(0, |&(_, value)| value)
}
