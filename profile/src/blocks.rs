//! Durations of single blocks, for a timeline: with them a launch takes as long as the clock estimates.
//!
//! The clock estimates a whole launch from a few recorded blocks. A block's part follows from its executed
//! instructions, which engines count for every block and launch at little cost.

use crate::Recorder;
use crate::balance::Balance;
use crate::clock::{Constants, Input};
use crate::session::Facts;
use device::Spec;
use device::occupancy::blocks_per_sm;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Cycles of a block that executes nothing.
const EMPTY: f64 = 300.0;
/// Duration of a launch of an empty kernel on an H200, ns. A timeline has it beside the blocks.
const LAUNCH: f64 = 1600.0;

/// Pace of the blocks of a kernel in one shape.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Pace {
    /// Cycles for each counted instruction.
    cycles: f64,
}

impl Pace {
    /// Returns the pace at which a recorded launch takes as long as the clock estimates; `None` if nothing
    /// was recorded. `instructions` are those that each of its blocks executed, `resident` the blocks that
    /// the timeline places on an SM.
    pub fn new(
        (constants, spec): (&Constants, &Spec),
        facts: &Facts,
        recorder: &Recorder,
        instructions: &[u64],
        resident: u64,
    ) -> Option<Pace> {
        let (counters, touched) = recorder.result();
        let recorded = counters.work.len() as f64;
        if recorded == 0.0 {
            return None;
        }
        let work = counters.total();
        let registers = facts.registers_or(recorder.code());
        let on_one = blocks_per_sm(spec, facts.threads(), registers, facts.shared).max(1);
        let factor = instructions.len() as f64 / recorded;
        let sizes: Vec<(u64, u64)> = instructions.iter().map(|&own| (own, own)).collect();
        let balance = Balance::new(&sizes, instructions.len() as u64, u64::from(spec.sms), u64::from(on_one));
        let input = Input::scaled(work, &counters, touched, (factor, on_one), balance);
        let estimate = constants.estimate(&input);
        let cycles = (estimate.ns - LAUNCH) * constants.ghz;
        let all = makespan(instructions, resident.max(1) * u64::from(spec.sms));
        (all > 0).then(|| Pace { cycles: cycles.max(0.0) / all as f64 })
    }

    /// Returns the cycles of a block that executed so many instructions.
    pub fn cycles(self, instructions: u64) -> u32 {
        (EMPTY + self.cycles * instructions as f64).min(f64::from(u32::MAX)) as u32
    }
}

/// Returns the time until all blocks have ended, if each takes the time of its instructions and starts, in
/// order, when one of `places` is free.
fn makespan(instructions: &[u64], places: u64) -> u64 {
    let Some((&first, rest)) = instructions.split_first() else { return 0 };
    if rest.iter().all(|&other| other == first) {
        return first.saturating_mul((instructions.len() as u64).div_ceil(places));
    }
    let mut ends = BinaryHeap::new();
    for &block in instructions {
        let start = match ends.len() as u64 >= places {
            true => ends.pop().map_or(0u64, |Reverse(end)| end),
            false => 0,
        };
        ends.push(Reverse(start.saturating_add(block)));
    }
    ends.into_iter().map(|Reverse(end)| end).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::makespan;

    #[test]
    fn blocks_start_when_a_place_is_free() {
        assert_eq!(makespan(&[], 2), 0);
        assert_eq!(makespan(&[7; 5], 2), 21);
        assert_eq!(makespan(&[10, 1, 1, 1], 2), 10);
        assert_eq!(makespan(&[1, 1, 1, 10], 2), 11);
    }
}
