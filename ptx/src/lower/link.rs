//! Insertion of the jumps of outlined calls, after SSA construction.
//!
//! Each call still has an edge directly to the code after it. Values live there but defined before the call
//! are spilled to the function's frame at their definition, and reloaded in each block that a call may
//! precede. Constants are rematerialised instead. Then the edge is replaced by a jump to the callee and a
//! jump back from its end.

use super::outline::{Callees, Outline, Site, Unit};
use super::stack::{self, ALIGN, RETURN};
use crate::analysis::cfg::Graph;
use crate::analysis::live::{Live, defining_blocks};
use crate::ir::{
    BlockId, Def, Edge, Function, InstId, IntOp, Op, Order, Scalar, Space, System, Term, Type, Value,
};
use crate::module::FUNCTION_ALIGN;
use std::collections::{BTreeMap, BTreeSet};

/// Links a function. `frames` lists for each block the instruction that holds the address of its frame
/// (`None`: the kernel's frame). These instructions come first in their blocks and are removed. Returns the
/// bytes of the kernel's own local memory, and whether a stack follows them.
pub(super) fn calls(f: &mut Function, mut outline: Outline, frames: &[Option<InstId>]) -> (u32, bool) {
    let frames = take_frames(f, frames);
    let reached = reached(f, &outline);
    outline.sites.retain(|site| reached[site.from.index()]);
    if !outline.sites.is_empty() {
        spill_across_calls(f, &mut outline, &frames);
    }
    if !outline.used {
        return (outline.units[0].bytes, false);
    }
    for unit in &mut outline.units {
        unit.bytes = unit.bytes.next_multiple_of(ALIGN);
    }
    for &(inst, unit) in &outline.sizes {
        f.inst_mut(inst).op = Op::Const(u64::from(outline.units[unit].bytes));
    }
    let mut returns: Vec<Vec<BlockId>> = vec![Vec::new(); outline.units.len()];
    for site in &outline.sites {
        link_site(f, &outline.units, site, &mut returns);
    }
    for (unit, returns) in outline.units.iter().zip(returns) {
        if let Some((_, ret)) = unit.ends {
            leave(f, ret, frames[ret.index()], &returns);
        }
    }
    (outline.units[0].bytes, true)
}

/// Removes the instructions and returns the value of each.
fn take_frames(f: &mut Function, frames: &[Option<InstId>]) -> Vec<Option<Value>> {
    let take = |f: &mut Function, b: BlockId, inst: InstId| {
        f.block_mut(b).insts.retain(|&i| i != inst);
        f.inst(inst).args[0]
    };
    f.blocks().map(|b| frames.get(b.index()).copied().flatten().map(|inst| take(f, b, inst))).collect()
}

/// Marks the reachable blocks.
fn reached(f: &Function, outline: &Outline) -> Vec<bool> {
    let mut reached = vec![false; f.blocks().len()];
    let sites: BTreeMap<BlockId, &Site> = outline.sites.iter().map(|site| (site.from, site)).collect();
    let mut todo = vec![f.entry()];
    while let Some(b) = todo.pop() {
        if std::mem::replace(&mut reached[b.index()], true) {
            continue;
        }
        todo.extend(f.block(b).term.edges().map(|e| e.to));
        let called: Vec<usize> = match sites.get(&b).map(|site| &site.callees) {
            Some(Callees::One(unit)) => vec![*unit],
            Some(Callees::Table { units, .. }) => units.iter().copied().flatten().collect(),
            None => Vec::new(),
        };
        todo.extend(called.iter().filter_map(|&unit| outline.units[unit].ends).map(|ends| ends.0));
    }
    reached
}

/// Returns whether a value can be rematerialised anywhere.
fn is_rematerializable(f: &Function, v: Value) -> bool {
    f.def_inst(v).is_some_and(|inst| matches!(inst.op, Op::Const(_) | Op::VarAddr(_)))
}

/// Spills values that are live across a call, and reloads them afterwards.
fn spill_across_calls(f: &mut Function, outline: &mut Outline, frames: &[Option<Value>]) {
    let graph = Graph::from_function(f);
    let live = Live::new(f, &graph);
    // For each block, the live values that were defined before a preceding call.
    let mut lost: Vec<BTreeSet<Value>> = vec![BTreeSet::new(); f.blocks().len()];
    let after: BTreeSet<BlockId> = outline.sites.iter().map(|site| site.to).collect();
    let mut todo: Vec<usize> = Vec::new();
    for &b in &after {
        lost[b.index()].extend(live.live_in(b));
        todo.push(b.index());
    }
    while let Some(b) = todo.pop() {
        let here = std::mem::take(&mut lost[b]);
        for next in graph.succs(b) {
            let wanted = live.live_in(BlockId::new(next));
            let before = lost[next].len();
            lost[next].extend(here.iter().filter(|v| wanted.binary_search(v).is_ok()));
            if next != b && lost[next].len() != before {
                todo.push(next);
            }
        }
        // A self-loop adds nothing to the set: all its values come from it.
        lost[b] = here;
    }
    let slots = slots(f, outline, &lost);
    store_definitions(f, &slots, frames);
    for b in f.blocks() {
        if !lost[b.index()].is_empty() {
            reload_lost_values(f, b, &lost[b.index()], &slots, frames[b.index()]);
        }
    }
}

/// Assigns a spill slot in its function's frame to each lost value that cannot be rematerialised.
fn slots(f: &Function, outline: &mut Outline, lost: &[BTreeSet<Value>]) -> BTreeMap<Value, u32> {
    let home = defining_blocks(f);
    let firsts: Vec<usize> = outline.units.iter().map(|unit| unit.first_block).collect();
    let all: BTreeSet<Value> =
        lost.iter().flatten().copied().filter(|&v| !is_rematerializable(f, v)).collect();
    let mut slots = BTreeMap::new();
    for v in all {
        let block = home[v.index()] as usize;
        let unit = &mut outline.units[firsts.partition_point(|&first| first <= block) - 1];
        let size = stack::slot_bytes(f.ty(v));
        let offset = unit.bytes.next_multiple_of(size);
        unit.bytes = offset + size;
        slots.insert(v, offset);
    }
    slots
}

/// Returns the address of a block's frame.
fn frame_address(f: &mut Function, frame: Option<Value>, before: &mut Vec<InstId>) -> Value {
    frame.unwrap_or_else(|| {
        let zero = f.make_inst(Op::Const(0), Vec::new(), &[Type::I32], 0);
        before.push(zero);
        f.inst(zero).results[0]
    })
}

/// Spills values at their definition.
fn store_definitions(f: &mut Function, slots: &BTreeMap<Value, u32>, frames: &[Option<Value>]) {
    let mut by_block: BTreeMap<BlockId, Vec<Value>> = BTreeMap::new();
    let home = defining_blocks(f);
    for &v in slots.keys() {
        by_block.entry(BlockId::new(home[v.index()] as usize)).or_default().push(v);
    }
    for (b, values) in by_block {
        let mut insts = Vec::new();
        let frame = frame_address(f, frames[b.index()], &mut insts);
        let (params, results): (Vec<Value>, Vec<Value>) =
            values.into_iter().partition(|&v| matches!(f.value(v).def, Def::Param(..)));
        for v in params {
            insts.extend(stack::spill(f, v, frame, slots[&v]));
        }
        for inst in std::mem::take(&mut f.block_mut(b).insts) {
            insts.push(inst);
            for v in f.inst(inst).results.clone() {
                if results.contains(&v) {
                    insts.extend(stack::spill(f, v, frame, slots[&v]));
                }
            }
        }
        f.block_mut(b).insts = insts;
    }
}

/// Replaces uses of lost values in a block by values reloaded or rematerialised before the first use.
fn reload_lost_values(
    f: &mut Function,
    b: BlockId,
    lost: &BTreeSet<Value>,
    slots: &BTreeMap<Value, u32>,
    frame: Option<Value>,
) {
    let mut insts = Vec::new();
    let frame = frame_address(f, frame, &mut insts);
    let mut fresh: BTreeMap<Value, Value> = BTreeMap::new();
    let mut renew = |f: &mut Function, v: Value, insts: &mut Vec<InstId>| -> Value {
        if !lost.contains(&v) {
            return v;
        }
        *fresh.entry(v).or_insert_with(|| match slots.get(&v) {
            Some(&offset) => {
                let (made, value) = stack::reload(f, f.ty(v), frame, offset);
                insts.extend(made);
                value
            }
            None => {
                let op = f.def_inst(v).map_or(Op::Const(0), |inst| inst.op.clone());
                let made = f.make_inst(op, Vec::new(), &[f.ty(v)], 0);
                insts.push(made);
                f.inst(made).results[0]
            }
        })
    };
    for inst in std::mem::take(&mut f.block_mut(b).insts) {
        for n in 0..f.inst(inst).args.len() {
            let v = renew(f, f.inst(inst).args[n], &mut insts);
            f.inst_mut(inst).args[n] = v;
        }
        insts.push(inst);
    }
    let mut term = f.block(b).term.clone();
    if let Term::Branch { cond: v, .. } | Term::Switch { index: v, .. } = &mut term {
        *v = renew(f, *v, &mut insts);
    }
    for edge in term.edges_mut() {
        for v in &mut edge.args {
            *v = renew(f, *v, &mut insts);
        }
    }
    let block = f.block_mut(b);
    (block.insts, block.term) = (insts, term);
}

/// Ends a block with a jump into a unit, which returns to `site.to`.
fn enter(f: &mut Function, from: BlockId, unit: (&Unit, &mut Vec<BlockId>), site: &Site, frame: Value) {
    let (unit, returns) = unit;
    let Some((entry, _)) = unit.ends else { return };
    let number = f.append(from, Op::Const(returns.len() as u64), Vec::new(), &[Type::I32], site.line);
    let number = f.inst(number).results[0];
    returns.push(site.to);
    let store =
        Op::Store { space: Space::Local, ty: Scalar::B32, offset: i64::from(RETURN), order: Order::Weak };
    f.append(from, store, vec![frame, number], &[], site.line);
    let block = f.block_mut(from);
    (block.term, block.line) = (Term::Jump(Edge { to: entry, args: vec![frame] }), site.line);
}

fn link_site(f: &mut Function, units: &[Unit], site: &Site, returns: &mut [Vec<BlockId>]) {
    let frame = f.inst(site.frame).results[0];
    match &site.callees {
        &Callees::One(n) => enter(f, site.from, (&units[n], &mut returns[n]), site, frame),
        Callees::Table { index, rotated, units: table } => {
            let (index, rotated) = (f.inst(*index).results[0], f.inst(*rotated).results[0]);
            let invalid = no_function(f, rotated, site.line);
            let targets = table
                .iter()
                .map(|unit| match *unit {
                    None => Edge::new(invalid),
                    Some(n) => {
                        let way = f.add_block();
                        enter(f, way, (&units[n], &mut returns[n]), site, frame);
                        Edge::new(way)
                    }
                })
                .collect();
            let block = f.block_mut(site.from);
            (block.term, block.line) = (Term::Switch { index, targets }, site.line);
        }
    }
}

/// Creates a block that stops the kernel because of a call to an invalid address.
fn no_function(f: &mut Function, rotated: Value, line: u32) -> BlockId {
    let block = f.add_block();
    let mut make = |op: Op, args: Vec<Value>, ty: Type| {
        let inst = f.append(block, op, args, &[ty], line);
        f.inst(inst).results[0]
    };
    let low = FUNCTION_ALIGN.trailing_zeros();
    let (left, right) = (
        make(Op::Const(u64::from(low)), Vec::new(), Type::I32),
        make(Op::Const(u64::from(64 - low)), Vec::new(), Type::I32),
    );
    let high = make(Op::Int(IntOp::Shl), vec![rotated, left], Type::I64);
    let low = make(Op::Int(IntOp::ShrU), vec![rotated, right], Type::I64);
    let address = make(Op::Int(IntOp::Or), vec![high, low], Type::I64);
    f.append(block, Op::System(System::BadCall), vec![address], &[], line);
    (f.block_mut(block).term, f.block_mut(block).line) = (Term::Trap, line);
    block
}

/// Ends a unit: returns to the caller by its number.
fn leave(f: &mut Function, ret: BlockId, frame: Option<Value>, returns: &[BlockId]) {
    let Some(frame) = frame else { return };
    let load =
        Op::Load { space: Space::Local, ty: Scalar::B32, offset: i64::from(RETURN), order: Order::Weak };
    let number = f.append(ret, load, vec![frame], &[Type::I32], 0);
    let index = f.inst(number).results[0];
    let targets: Vec<Edge> = returns.iter().map(|&to| Edge { to, args: vec![frame] }).collect();
    f.block_mut(ret).term = match <[Edge; 1]>::try_from(targets) {
        Ok([only]) => Term::Jump(only),
        Err(none) if none.is_empty() => Term::Exit,
        Err(targets) => Term::Switch { index, targets },
    };
}
