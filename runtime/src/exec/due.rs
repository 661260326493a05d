//! Blocks that draw: which of a grid's has its turn.
//!
//! A thread that is about to draw what others draw, too, says how much it has executed; it goes on when no
//! other block of its grid that draws has executed less, and no other has something to do before. So who
//! draws what follows from what they do, as on hardware, whose blocks go at one pace; not from which worker
//! had them. Of different grids nothing is said.

use crate::sync::{Mutex, Rank};
use std::collections::BTreeMap;

/// The draws of a grid.
#[derive(Debug)]
pub(crate) struct Dues(Mutex<State>);

#[derive(Default, Debug)]
struct State {
    /// Blocks, by when they draw next, in cycles since the grid began.
    due: BTreeMap<u64, u64>,
    /// Up to when blocks may draw.
    granted: BTreeMap<u64, u64>,
    /// When blocks began that have drawn.
    begun: BTreeMap<u64, u64>,
    /// The latest draw that was granted: blocks that come to their first then began about then.
    now: u64,
    /// Turns that others had since.
    turns: usize,
}

impl Default for Dues {
    fn default() -> Self {
        Dues(Mutex::new(Rank::Leaf, State::default()))
    }
}

impl Dues {
    /// A thread of a block is about to draw, after so many cycles of its own; whether it may.
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

    /// Which of some jobs of the grid has the next turn, each with its blocks and whether they have begun;
    /// and whether it is to draw. What has not begun does first; then each that does not draw has a turn
    /// between two that do.
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

    /// Whether some block is about to draw.
    pub(crate) fn any(&self) -> bool {
        !self.0.lock().due.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::Dues;

    #[test]
    fn who_has_done_least_draws_first() {
        let dues = Dues::default();
        let jobs = |begun: [bool; 3]| [0, 1, 2].map(|n| (n..n + 1, begun[n as usize])).to_vec();
        assert_eq!(dues.next(&jobs([true, false, false])), (1, false), "all begin");
        assert!(!dues.is_due(0, 50));
        assert!(!dues.is_due(1, 30));
        assert_eq!(dues.next(&jobs([true; 3])), (2, false), "what does not draw has a turn");
        assert_eq!(dues.next(&jobs([true; 3])), (1, true));
        assert!(dues.is_due(1, 30), "it was granted");
        assert!(!dues.is_due(1, 60), "not what comes later");
        assert_eq!(dues.next(&jobs([true; 3])), (2, false));
        assert_eq!(dues.next(&jobs([true; 3])), (0, true));
        assert!(!dues.is_due(2, 5), "it began when others had drawn");
        assert_eq!(dues.next(&jobs([true; 3])[1..]), (1, true), "at 55");
        assert_eq!(dues.next(&jobs([true; 3])[1..2]), (0, true), "at 60");
        assert!(!dues.any());
    }
}
