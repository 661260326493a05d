//! Arrays in local memory that an assembler keeps in registers. An access at an unknown place then compares
//! it with each word's, and moves the one that it is.
//!
//! Observed with nvcc 13 on arrays of 8 to 128 words with 1 to 8 such accesses.

use ptx::ir::{Function, Op, Space};

/// Largest such array, words.
const MOST: u32 = 64;
/// Accesses at unknown places that are always worth it, and limit of comparisons for more of them.
const FEW: u32 = 2;
const COMPARISONS: u32 = 128;

/// Returns the words of local memory that are registers; `None` if it is memory.
pub(super) fn in_registers(f: &Function) -> Option<u32> {
    let words = f.local_bytes.div_ceil(4);
    if f.stack_bytes > 0 || !(1..=MOST).contains(&words) {
        return None;
    }
    let mut unknown = 0;
    for inst in f.blocks().flat_map(|id| &f.block(id).insts).map(|&inst| f.inst(inst)) {
        let is_known = inst.args.first().is_some_and(|&at| f.constant(at).is_some());
        match inst.op {
            Op::Load { space: Space::Local, .. } if !is_known => unknown += inst.results.len() as u32,
            Op::Store { space: Space::Local, .. } if !is_known => unknown += inst.args.len() as u32 - 1,
            Op::Atom { space: Space::Local, .. } | Op::Cvta { space: Space::Local, .. } => return None,
            _ => {}
        }
    }
    (unknown <= FEW || words * unknown < COMPARISONS).then_some(words)
}
