//! Run-length map from pages to values.

use std::collections::BTreeMap;
use std::ops::Range;

/// Each entry holds from its key to the next one's; adjacent values differ.
#[derive(Clone, Debug)]
pub(super) struct Runs<T> {
    starts: BTreeMap<u64, T>,
    end: u64,
}

impl<T: Copy + PartialEq> Runs<T> {
    pub(super) fn new(end: u64, value: T) -> Self {
        Runs { starts: BTreeMap::from([(0, value)]), end }
    }

    pub(super) fn end(&self) -> u64 {
        self.end
    }

    /// Returns the value at a page and the end of its run; `None` past the end.
    pub(super) fn run_at(&self, page: u64) -> Option<(T, u64)> {
        if page >= self.end {
            return None;
        }
        let (_, &value) = self.starts.range(..=page).next_back()?;
        let next = self.starts.range(page + 1..).next();
        Some((value, next.map_or(self.end, |(&start, _)| start)))
    }

    /// Sets the value of a range, which must be non-empty and lie before the end.
    pub(super) fn set(&mut self, range: Range<u64>, value: T) {
        let behind = self.run_at(range.end).map(|(value, _)| value);
        let before = range.start.checked_sub(1).and_then(|page| self.run_at(page));
        let inside: Vec<u64> = self.starts.range(range.start..=range.end).map(|(&start, _)| start).collect();
        for start in inside {
            self.starts.remove(&start);
        }
        if before.is_none_or(|(before, _)| before != value) {
            self.starts.insert(range.start, value);
        }
        if let Some(behind) = behind.filter(|&behind| behind != value) {
            self.starts.insert(range.end, behind);
        }
    }

    /// Iterates over the runs of a range, clipped to it.
    pub(super) fn runs_in(&self, range: Range<u64>) -> impl Iterator<Item = (Range<u64>, T)> {
        let mut at = range.start;
        std::iter::from_fn(move || {
            let (value, end) = self.run_at(at).filter(|_| at < range.end)?;
            let run = at..end.min(range.end);
            at = run.end;
            Some((run, value))
        })
    }
}
