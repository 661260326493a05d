//! Deterministic order in which the blocks of a grid update atomic counters that distribute work.
//!
//! On hardware, blocks run at one pace, so the block that has executed least updates the counter first. Here,
//! workers run blocks in any order. A thread that is about to update such a counter therefore reports its
//! executed cycles, and yields until no other block of its grid with a pending update has executed less and
//! every block without one has had a time slice. The outcome then depends on what blocks execute, not on
//! which worker ran them. Updates by different grids are not ordered.

use crate::sync::{Mutex, Rank};
use std::collections::BTreeMap;

/// Pending and granted counter updates of a grid.
#[derive(Debug)]
pub(crate) struct Dues(Mutex<State>);

#[derive(Default, Debug)]
struct State {
    /// Cycle of each block's next pending update, counted from the start of the grid.
    due: BTreeMap<u64, u64>,
    /// Cycle up to which each block may update.
    granted: BTreeMap<u64, u64>,
    /// Cycle at which each block started, for blocks that have requested an update.
    begun: BTreeMap<u64, u64>,
    /// Cycle of the latest granted update: a block whose first request comes later is taken to have started
    /// then.
    now: u64,
    /// Time slices of blocks without a pending update, since the last grant.
    turns: usize,
}

impl Default for Dues {
    fn default() -> Self {
        Dues(Mutex::new(Rank::Leaf, State::default()))
    }
}

impl Dues {
    /// Requests an update by a block that has executed `cycles`. Returns whether it may proceed.
    pub(crate) fn is_due(&self, block: u64, cycles: u64) -> bool {
        let mut state = self.0.lock();
        let now = state.now;
        let when = state.begun.entry(block).or_insert(now).saturating_add(cycles);
        if state.granted.get(&block).is_some_and(|&granted| when <= granted) {
            return true;
        }
        let due = state.due.entry(block).or_insert(when);
        *due = when.min(*due);
        false
    }

    /// Chooses the job that runs next, among jobs of the grid: each has its blocks and whether they have
    /// started. Returns its index, and whether it may update. Jobs that have not started come first; between
    /// two updates, each job without a pending update gets a time slice.
    pub(crate) fn next(&self, jobs: &[(std::ops::Range<u64>, bool)]) -> (usize, bool) {
        let mut state = self.0.lock();
        let state = &mut *state;
        if let Some(fresh) = jobs.iter().position(|(_, begun)| !begun) {
            return (fresh, false);
        }
        let due_of = |blocks: &std::ops::Range<u64>| {
            state.due.range(blocks.clone()).map(|(&block, &when)| (when, block)).min()
        };
        let dues: Vec<Option<(u64, u64)>> = jobs.iter().map(|(blocks, _)| due_of(blocks)).collect();
        let others = dues.iter().filter(|due| due.is_none()).count();
        let least = (0..).zip(&dues).filter_map(|(n, due)| due.map(|due| (due, n))).min();
        let Some(((when, block), n)) = least.filter(|_| state.turns >= others) else {
            state.turns += 1;
            return (dues.iter().position(Option::is_none).unwrap_or_default(), false);
        };
        state.due.remove(&block);
        state.granted.insert(block, when);
        (state.now, state.turns) = (when.max(state.now), 0);
        (n, true)
    }

    /// Returns whether any block has a pending update.
    pub(crate) fn any(&self) -> bool {
        !self.0.lock().due.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::Dues;

    #[test]
    fn the_least_advanced_block_updates_first() {
        let dues = Dues::default();
        let jobs = |begun: [bool; 3]| [0, 1, 2].map(|n| (n..n + 1, begun[n as usize])).to_vec();
        assert_eq!(dues.next(&jobs([true, false, false])), (1, false), "all begin");
        assert!(!dues.is_due(0, 50));
        assert!(!dues.is_due(1, 30));
        assert_eq!(dues.next(&jobs([true; 3])), (2, false), "a block without an update gets a slice");
        assert_eq!(dues.next(&jobs([true; 3])), (1, true));
        assert!(dues.is_due(1, 30), "it was granted");
        assert!(!dues.is_due(1, 60), "not what comes later");
        assert_eq!(dues.next(&jobs([true; 3])), (2, false));
        assert_eq!(dues.next(&jobs([true; 3])), (0, true));
        assert!(!dues.is_due(2, 5), "it started after the others' updates");
        assert_eq!(dues.next(&jobs([true; 3])[1..]), (1, true), "at 55");
        assert_eq!(dues.next(&jobs([true; 3])[1..2]), (0, true), "at 60");
        assert!(!dues.any());
    }
}
