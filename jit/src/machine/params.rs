//! Removal of block parameters that are always one value.
//!
//! The frontend makes a parameter for each variable that a loop's header may receive, before it knows that
//! the loop keeps the variable. Such a parameter receives one value, or itself; it would have a register, or
//! be moved, in every iteration.

use cranelift_codegen::entity::packed_option::ReservedValue;
use cranelift_codegen::ir::{Block, BlockArg, BlockCall, Function, Value};

/// Argument that a parameter receives, as far as is known.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Received {
    /// Only parameters of which nothing else is known.
    Nothing,
    /// One value, or itself.
    One(Value),
    /// Several values: it stands for itself. `true` if these cannot turn out to be one.
    Several(bool),
}

/// Maximum number of passes over all edges; what is not found by then stays.
const MOST_PASSES: usize = 64;

/// Replaces parameters that always are one value by that value.
pub(crate) fn remove_redundant(f: &mut Function) {
    let order = reachable(f);
    let Some((&entry, blocks)) = order.split_first() else { return };
    // Parameters and their arguments, edge after edge.
    let mut passed: Vec<(Value, Value)> = Vec::new();
    for &block in &order {
        for call in destinations(f, block) {
            let params = f.dfg.block_params(call.block(&f.dfg.value_lists));
            let args = call.args(&f.dfg.value_lists).map(|arg| match arg {
                BlockArg::Value(value) => f.dfg.resolve_aliases(value),
                // Results of calls that catch, which no emitter makes.
                _ => Value::reserved_value(),
            });
            passed.extend(params.iter().copied().zip(args));
        }
    }
    let mut received = vec![None; f.dfg.num_values()];
    for &param in blocks.iter().flat_map(|&block| f.dfg.block_params(block)) {
        received[param.as_u32() as usize] = Some(Received::Nothing);
    }
    for &param in f.dfg.block_params(entry) {
        received[param.as_u32() as usize] = None;
    }
    // What a parameter seemed to be before another one stood for itself is forgotten for the next round.
    let mut passes = 0;
    loop {
        let mut changed = true;
        while changed && passes < MOST_PASSES {
            passes += 1;
            changed = false;
            for &(param, arg) in &passed {
                changed |= receive(&mut received, param, arg);
            }
        }
        if changed {
            // Not settled: nothing is removed.
            return;
        }
        let unsure = |r: &&mut Option<Received>| **r == Some(Received::Several(false));
        if passes > MOST_PASSES / 2 || received.iter_mut().find(unsure).is_none() {
            break;
        }
        for own in received.iter_mut().filter(|own| !matches!(own, None | Some(Received::Several(true)))) {
            *own = Some(Received::Nothing);
        }
    }
    let one = |param: Value| match received[param.as_u32() as usize] {
        Some(Received::One(value)) => Some(value),
        _ => None,
    };
    for &block in &order {
        let Some(inst) = f.layout.last_inst(block) else { continue };
        for n in 0..destinations(f, block).count() {
            let dfg = &mut f.dfg;
            let calls = dfg.insts[inst].branch_destination(&dfg.jump_tables, &dfg.exception_tables);
            let call = calls[n];
            let to = call.block(&dfg.value_lists);
            let params = dfg.block_params(to);
            if !params.iter().any(|&param| one(param).is_some()) {
                continue;
            }
            let kept: Vec<BlockArg> = call
                .args(&dfg.value_lists)
                .zip(params)
                .filter(|(_, param)| one(**param).is_none())
                .map(|(arg, _)| arg)
                .collect();
            let new = BlockCall::new(to, kept, &mut dfg.value_lists);
            dfg.insts[inst].branch_destination_mut(&mut dfg.jump_tables, &mut dfg.exception_tables)[n] = new;
        }
    }
    for &block in blocks {
        let params = f.dfg.block_params(block).to_vec();
        if !params.iter().any(|&param| one(param).is_some()) {
            continue;
        }
        f.dfg.detach_block_params(block);
        for param in params {
            match one(param) {
                Some(value) => f.dfg.change_to_alias(param, value),
                None => f.dfg.attach_block_param(block, param),
            }
        }
    }
}

/// Notes that a parameter receives an argument. Returns whether that is news.
fn receive(received: &mut [Option<Received>], param: Value, arg: Value) -> bool {
    let state = |v: Value| received.get(v.as_u32() as usize).copied().flatten();
    let is_settled = |v: Value| matches!(state(v), None | Some(Received::Several(true)));
    let arrives = match state(arg) {
        _ if arg == param => return false,
        Some(Received::Nothing) => return false,
        Some(Received::One(value)) => value,
        Some(Received::Several(_)) | None => arg,
    };
    let new = match state(param) {
        None | Some(Received::Several(_)) => return false,
        Some(Received::Nothing) => Received::One(arrives),
        Some(Received::One(known)) if known == arrives => return false,
        Some(Received::One(known)) => Received::Several(is_settled(known) && is_settled(arrives)),
    };
    received[param.as_u32() as usize] = Some(new);
    true
}

/// Returns the reachable blocks, the entry first, others mostly after one of their predecessors.
fn reachable(f: &Function) -> Vec<Block> {
    let mut seen = vec![false; f.dfg.num_blocks()];
    let mut order: Vec<Block> = f.layout.entry_block().into_iter().collect();
    order.iter().for_each(|block| seen[block.as_u32() as usize] = true);
    // The layout is the order of emission; a block behind its successors is found in a later pass.
    let mut found = true;
    while found {
        found = false;
        for block in f.layout.blocks() {
            if !seen[block.as_u32() as usize] {
                continue;
            }
            for call in destinations(f, block) {
                let to = call.block(&f.dfg.value_lists);
                found |= !std::mem::replace(&mut seen[to.as_u32() as usize], true);
            }
        }
    }
    let entry = order.first().copied();
    order.extend(f.layout.blocks().filter(|&b| Some(b) != entry && seen[b.as_u32() as usize]));
    order
}

/// Returns the edges at a block's end.
fn destinations(f: &Function, block: Block) -> impl Iterator<Item = &BlockCall> {
    let inst = f.layout.last_inst(block);
    let calls =
        inst.map(|inst| f.dfg.insts[inst].branch_destination(&f.dfg.jump_tables, &f.dfg.exception_tables));
    calls.into_iter().flatten()
}
