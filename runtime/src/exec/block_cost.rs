//! Time that a kernel's blocks took lately, by which jobs get their sizes: many short blocks are one job, as
//! handing over a job takes longer than a short block. Only times depend on it.

use crate::sync::{Ordering, fixed};
use std::time::Duration;

/// Least duration of a job, as far as its grid has blocks for it: some ten times the time to hand it over.
const WORTHWHILE: u64 = 20_000_000;

/// Picoseconds that a thread of a kernel takes; 0 as long as no block has ended.
#[derive(Default, Debug)]
pub(crate) struct BlockCost(fixed::AtomicU64);

impl BlockCost {
    /// Notes the duration of blocks that ran one after the other to their end.
    pub(super) fn note(&self, threads: u64, time: Duration) {
        let picoseconds = u64::try_from(time.as_nanos()).unwrap_or(u64::MAX).saturating_mul(1000);
        let (now, before) = ((picoseconds / threads.max(1)).max(1), self.0.load(Ordering::Relaxed));
        // A thread that the system interrupts seems slow; but some blocks are slower than others.
        let next = match (before, now) {
            (0, _) => now,
            (_, _) if now < before => before - (before - now) / 2,
            (_, _) => before + (now - before) / 4,
        };
        self.0.store(next, Ordering::Relaxed);
    }

    /// Returns the number of blocks of so many threads that are worth a job; 1 if that is not known.
    pub(super) fn worthwhile_blocks(&self, threads: u32) -> usize {
        let block = self.0.load(Ordering::Relaxed).saturating_mul(threads.into());
        if block == 0 { 1 } else { WORTHWHILE.div_ceil(block).clamp(1, u16::MAX.into()) as usize }
    }
}

#[cfg(test)]
mod tests {
    use super::BlockCost;
    use std::time::Duration;

    #[test]
    fn short_blocks_make_long_jobs() {
        let cost = BlockCost::default();
        assert_eq!(cost.worthwhile_blocks(250), 1, "unknown");
        cost.note(4 * 250, Duration::from_micros(4));
        assert_eq!(cost.worthwhile_blocks(250), 20);
        assert_eq!(cost.worthwhile_blocks(50), 100);
    }

    #[test]
    fn the_estimate_follows() {
        let cost = BlockCost::default();
        cost.note(250, Duration::from_micros(10));
        cost.note(250, Duration::from_micros(18));
        assert_eq!(cost.worthwhile_blocks(250), 2, "12 µs");
        cost.note(250, Duration::from_micros(4));
        assert_eq!(cost.worthwhile_blocks(250), 3, "8 µs");
        cost.note(250, Duration::from_millis(1));
        assert_eq!(cost.worthwhile_blocks(250), 1);
    }
}
