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
pub(crate) struct CounterOrder(Mutex<OrderState>);

#[derive(Default, Debug)]
struct OrderState {
    /// Cycle of each block's next pending update, counted from the start of the grid.
    pending: BTreeMap<u64, u64>,
    /// Cycle up to which each block may update.
    granted: BTreeMap<u64, u64>,
    /// Cycle at which each block started, for blocks that have requested an update.
    started: BTreeMap<u64, u64>,
    /// Cycle of the latest granted update: a block whose first request comes later is taken to have started
    /// then.
    now: u64,
    /// Time slices of blocks without a pending update, since the last grant.
    slices: usize,
}

impl Default for CounterOrder {
    fn default() -> Self {
        CounterOrder(Mutex::new(Rank::Leaf, OrderState::default()))
    }
}

impl CounterOrder {
    /// Requests an update by a block that has executed `cycles`. Returns whether it may proceed.
    pub(crate) fn request(&self, block: u64, cycles: u64) -> bool {
        let mut state = self.0.lock();
        let now = state.now;
        let when = state.started.entry(block).or_insert(now).saturating_add(cycles);
        if state.granted.get(&block).is_some_and(|&granted| when <= granted) {
            return true;
        }
        let pending = state.pending.entry(block).or_insert(when);
        *pending = when.min(*pending);
        false
    }

    /// Chooses the job that runs next, among jobs of the grid: each has its blocks and whether they have
    /// started. Returns its index, and whether it may update. Jobs that have not started come first; between
    /// two updates, each job without a pending update gets a time slice.
    pub(crate) fn next_job(&self, jobs: &[(std::ops::Range<u64>, bool)]) -> (usize, bool) {
        let mut state = self.0.lock();
        let state = &mut *state;
        if let Some(fresh) = jobs.iter().position(|(_, begun)| !begun) {
            return (fresh, false);
        }
        let next_update = |blocks: &std::ops::Range<u64>| {
            state.pending.range(blocks.clone()).map(|(&block, &when)| (when, block)).min()
        };
        let cycles: Vec<Option<(u64, u64)>> = jobs.iter().map(|(blocks, _)| next_update(blocks)).collect();
        let others = cycles.iter().filter(|due| due.is_none()).count();
        let least = (0..).zip(&cycles).filter_map(|(n, due)| due.map(|due| (due, n))).min();
        let Some(((when, block), n)) = least.filter(|_| state.slices >= others) else {
            state.slices += 1;
            return (cycles.iter().position(Option::is_none).unwrap_or_default(), false);
        };
        state.pending.remove(&block);
        state.granted.insert(block, when);
        (state.now, state.slices) = (when.max(state.now), 0);
        (n, true)
    }

    /// Returns whether any block has a pending update.
    pub(crate) fn has_pending(&self) -> bool {
        !self.0.lock().pending.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::CounterOrder;

    #[test]
    fn the_least_advanced_block_updates_first() {
        let order = CounterOrder::default();
        let jobs = |begun: [bool; 3]| [0, 1, 2].map(|n| (n..n + 1, begun[n as usize])).to_vec();
        assert_eq!(order.next_job(&jobs([true, false, false])), (1, false), "all begin");
        assert!(!order.request(0, 50));
        assert!(!order.request(1, 30));
        assert_eq!(order.next_job(&jobs([true; 3])), (2, false), "a block without an update gets a slice");
        assert_eq!(order.next_job(&jobs([true; 3])), (1, true));
        assert!(order.request(1, 30), "it was granted");
        assert!(!order.request(1, 60), "not what comes later");
        assert_eq!(order.next_job(&jobs([true; 3])), (2, false));
        assert_eq!(order.next_job(&jobs([true; 3])), (0, true));
        assert!(!order.request(2, 5), "it started after the others' updates");
        assert_eq!(order.next_job(&jobs([true; 3])[1..]), (1, true), "at 55");
        assert_eq!(order.next_job(&jobs([true; 3])[1..2]), (0, true), "at 60");
        assert!(!order.has_pending());
    }
}
