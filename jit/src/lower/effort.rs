//! Effort of the code generator for a function.

use crate::limits::Limits;
use cranelift_codegen::ir::Function;

/// Algorithm of register allocation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Effort {
    /// One pass: half the compile time, code half as fast.
    Least,
    /// Backtracking: the fastest code.
    Most,
}

/// Maximum number of blocks for backtracking. Its time grows with the square of the blocks: a value that is
/// live throughout has a range in each and is split one range at a time. 16,384 blocks take 0.3 s, those of a
/// `switch` 1 s.
const MOST_BLOCKS: usize = 1 << 14;

/// Maximum total length of the live ranges for backtracking, in instructions. A unit takes about 13 ns where
/// there are more values than registers.
const MOST_RANGES: u64 = 1 << 26;

/// Returns the effort for a function: `most`, unless backtracking would take more than about a second, or
/// more memory than the limits allow.
pub(super) fn affordable(function: &Function, most: Effort, limits: &Limits) -> Effort {
    let backtracking = most == Effort::Most
        && function.dfg.num_insts() <= limits.generated()
        && function.dfg.num_blocks() <= MOST_BLOCKS
        && live_ranges(function) <= MOST_RANGES;
    if backtracking { Effort::Most } else { Effort::Least }
}

/// Returns the total length of all live ranges, in instructions, from a value's first mention to its last.
fn live_ranges(function: &Function) -> u64 {
    let dfg = &function.dfg;
    let mut ranges: Vec<Option<(u32, u32)>> = vec![None; dfg.num_values()];
    let mut position = 0;
    for block in function.layout.blocks() {
        let mut mention = |value, at| {
            let range = &mut ranges[dfg.resolve_aliases(value).as_u32() as usize];
            range.get_or_insert((at, at)).1 = at;
        };
        dfg.block_params(block).iter().for_each(|&value| mention(value, position));
        for inst in function.layout.block_insts(block) {
            position += 1;
            dfg.inst_values(inst).for_each(|value| mention(value, position));
            dfg.inst_results(inst).iter().for_each(|&value| mention(value, position));
        }
    }
    ranges.iter().flatten().map(|(first, last)| u64::from(last - first)).sum()
}
