//! Registers of a thread, estimated: the values that live at once where most do, and some for addresses.

use ptx::analysis::cfg::Graph;
use ptx::analysis::live::Live;
use ptx::ir::{Function, Op, Space, Type, Value};
use std::collections::BTreeSet;

/// Registers beyond those of values: the stack's address, temporaries of the assembler.
const OTHER: u32 = 5;
/// Maximum number of registers.
const MOST: u32 = 255;
/// Largest function that is looked at, instructions; beyond it the estimate is the maximum.
const LARGEST: usize = 20_000;

/// Returns the estimate for a kernel.
pub(super) fn estimate(f: &Function, graph: &Graph) -> u32 {
    if f.inst_count() > LARGEST {
        return MOST;
    }
    let live = Live::without_constants(f, graph);
    let mut most = 0;
    for id in f.blocks() {
        let mut alive: BTreeSet<Value> = live.live_out(id).iter().copied().collect();
        let mut words: u32 = alive.iter().map(|&v| size(f, v)).sum();
        most = most.max(words);
        for inst in f.block(id).insts.iter().rev().map(|&inst| f.inst(inst)) {
            for result in &inst.results {
                if alive.remove(result) {
                    words -= size(f, *result);
                }
            }
            for &arg in &inst.args {
                if alive.insert(arg) {
                    words += size(f, arg);
                }
            }
            most = most.max(words);
        }
    }
    // Observed with nvcc 13: temporaries are a third of the values.
    (most * 4 / 3 + OTHER).min(MOST)
}

/// Returns the registers of a value: none for a predicate, a constant, or a parameter, which is in constant
/// memory.
fn size(f: &Function, v: Value) -> u32 {
    let is_constant = f.constant(v).is_some();
    let is_param = f.def_inst(v).is_some_and(|inst| match inst.op {
        Op::Load { space: Space::Param, .. } => true,
        Op::Cvta { .. } => inst.args.iter().all(|&arg| size(f, arg) == 0),
        _ => false,
    });
    match f.ty(v) {
        _ if is_constant || is_param => 0,
        Type::Pred => 0,
        Type::I64 | Type::F64 => 2,
        Type::I128 => 4,
        _ => 1,
    }
}
