//! Arrays in local memory that an assembler keeps in registers: all accesses but one are at constant places, and
//! that one selects among the registers.

use ptx::ir::{Function, Op, Space};

/// Largest such array, words. Observed with nvcc 13.
const MOST: u32 = 32;

/// Returns the words of local memory that are registers; `None` if it is memory.
pub(super) fn in_registers(f: &Function) -> Option<u32> {
    let words = f.local_bytes.div_ceil(4);
    if f.stack_bytes > 0 || !(1..=MOST).contains(&words) {
        return None;
    }
    let mut selects = 0;
    for inst in f.blocks().flat_map(|id| &f.block(id).insts).map(|&inst| f.inst(inst)) {
        let is_constant = inst.args.first().is_some_and(|&at| f.constant(at).is_some());
        match inst.op {
            Op::Load { space: Space::Local, .. } if !is_constant => selects += inst.results.len(),
            Op::Store { space: Space::Local, .. } | Op::Atom { space: Space::Local, .. } if !is_constant => {
                return None;
            }
            Op::Cvta { space: Space::Local, .. } => return None,
            _ => {}
        }
    }
    (selects <= 1).then_some(words)
}
