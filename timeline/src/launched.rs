//! Statistics of launches by blocks: counts, costs, queueing times, concurrency.

use crate::{Event, Time};
use device::OpId;
use std::collections::BTreeSet;

/// Number of intervals of a [`Profile`].
const PARTS: usize = 64;

/// Mean of a quantity over time: at most 64 intervals of equal length.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Profile {
    /// Length of an interval, picoseconds.
    width: Time,
    sums: Vec<u128>,
}

impl Default for Profile {
    fn default() -> Self {
        Profile { width: 1 << 20, sums: Vec::new() }
    }
}

impl Profile {
    /// Adds `count` over a span of time.
    fn add(&mut self, count: u64, start: Time, end: Time) {
        while end.div_ceil(self.width) > PARTS as u64 {
            self.width = self.width.saturating_mul(2);
            self.sums = self.sums.chunks(2).map(|two| two.iter().sum()).collect();
        }
        let (mut from, width) = (start, self.width);
        while from < end {
            let part = (from / width) as usize;
            let to = ((part as u64 + 1).saturating_mul(width)).min(end);
            if self.sums.len() <= part {
                self.sums.resize(part + 1, 0);
            }
            self.sums[part] += u128::from(to - from) * u128::from(count);
            from = to;
        }
    }

    /// Returns the length of an interval, picoseconds.
    pub fn width(&self) -> Time {
        self.width
    }

    /// Returns the mean of each interval.
    pub fn means(&self) -> impl Iterator<Item = f64> + '_ {
        self.sums.iter().map(|&sum| sum as f64 / self.width as f64)
    }

    /// Returns the highest mean.
    pub fn peak(&self) -> f64 {
        self.means().fold(0.0, f64::max)
    }
}

/// Statistics of launches by blocks. Times are picoseconds.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Launched {
    /// Grids that blocks launched.
    pub grids: u64,
    /// Blocks of these grids that have run.
    pub blocks: u64,
    /// Launches that were refused.
    pub refused: u64,
    /// Total time of warps in launch calls, added up over grids.
    pub overhead: u128,
    /// Total time of grids in queues, from the end of the call to their first block.
    pub queued: u128,
    /// The longest of these times.
    pub longest_queued: Time,
    /// Offers that were launched.
    pub accepted: u64,
    /// Offers that the thread did itself.
    pub declined: u64,
    /// Concurrency of children's blocks.
    pub concurrent: Profile,
    alive: BTreeSet<OpId>,
}

impl Launched {
    pub(super) fn event(&mut self, event: &Event<'_>) {
        match *event {
            Event::Launched { op, .. } => {
                self.grids += 1;
                self.alive.insert(op);
            }
            Event::NotLaunched { .. } => self.refused += 1,
            Event::ChildBegan { overhead, queued, .. } => {
                self.overhead += u128::from(overhead);
                self.queued += u128::from(queued);
                self.longest_queued = self.longest_queued.max(queued);
            }
            Event::Decided { child, .. } => {
                *if child.is_some() { &mut self.accepted } else { &mut self.declined } += 1;
            }
            Event::Blocks { op, sms, start, end } if self.alive.contains(&op) => {
                self.blocks += sms.len() as u64;
                self.concurrent.add(sms.len() as u64, start, end);
            }
            Event::Completed { op, .. } => {
                self.alive.remove(&op);
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Profile;

    #[test]
    fn a_profile_keeps_what_is_added_at_any_length() {
        let mut profile = Profile::default();
        for (count, start, end) in
            [(3, 0, 10), (1, 1 << 19, 5 << 20), (7, 1 << 30, (1 << 30) + 12_345), (2, 9, 1 << 36)]
        {
            profile.add(count, start, end);
        }
        let sum: u128 = profile.sums.iter().sum();
        assert_eq!(sum, 30 + (5 << 20) - (1 << 19) + 7 * 12_345 + 2 * ((1 << 36) - 9));
        assert!(profile.sums.len() <= 64 && profile.width() == 1 << 30);
        assert!((1.9..2.1).contains(&profile.means().last().unwrap_or(0.0)));
    }
}
