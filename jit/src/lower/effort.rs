//! How much work the code generator puts into a function.

use crate::limits::Limits;
use cranelift_codegen::ir::Function;

/// How registers are allocated.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Effort {
    /// In one pass: half the time, code that is half as fast.
    Least,
    /// With backtracking: the best code there is.
    Most,
}

/// Blocks of a function that registers are allocated for with backtracking, at most. The time grows with
/// their square: a value that is live all through has a range in each, and is split one range at a time.
/// 16,384 blocks take 0.3 s, those of a `switch` 1 s.
const MOST_BLOCKS: usize = 1 << 14;

/// Lengths of all live ranges together, in instructions, at most. Each unit takes about 13 ns with
/// backtracking where there are more values than registers.
const MOST_RANGES: u64 = 1 << 26;

/// The effort to put into a function: `most`, unless backtracking would take more than about a second or more
/// memory than the limits give.
pub(super) fn affordable(function: &Function, most: Effort, limits: &Limits) -> Effort {
    let backtracking = most == Effort::Most
        && function.dfg.num_insts() <= limits.generated()
        && function.dfg.num_blocks() <= MOST_BLOCKS
        && live_ranges(function) <= MOST_RANGES;
    if backtracking { Effort::Most } else { Effort::Least }
}

/// Sum of the lengths of all values' live ranges, in instructions: from the first mention of a value to the
/// last.
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
