//! Positions of a block's lanes, and the choice of the region to run next.
//!
//! Mostly all live lanes of a warp stand at one region; this is recorded by warp, so that lanes need not be
//! examined one by one.

use super::{Block, lanes};
use crate::launch::Launch;

impl Block {
    /// Returns the region at which all live lanes of a warp stand, if they do.
    pub(super) fn place(&self, warp: usize) -> Option<u32> {
        self.places.get(warp).copied().flatten()
    }

    /// Returns the region at which all live lanes of the block are ready, if it needs no fuel.
    pub(super) fn gathered(&self, launch: &Launch) -> Option<u32> {
        let mut all = None;
        for (w, &live) in self.live.iter().enumerate().filter(|&(_, &live)| live != 0) {
            let here = self.place(w).filter(|_| self.ready[w] == live)?;
            if *all.get_or_insert(here) != here {
                return None;
            }
        }
        all.filter(|&region| !launch.code(self.better).plan.is_waiting(region))
    }

    /// Returns the lowest accepted region at which lanes are ready.
    fn lowest(&self, accepts: impl Fn(u32) -> bool) -> Option<u32> {
        let mut lowest: Option<u32> = None;
        let mut note = |region: u32| {
            if accepts(region) && lowest.is_none_or(|least| region < least) {
                lowest = Some(region);
            }
        };
        for (w, &ready) in self.ready.iter().enumerate().filter(|&(_, &ready)| ready != 0) {
            match self.place(w) {
                Some(region) => note(region),
                None => lanes(ready).for_each(|n| note(self.at[w * 32 + n])),
            }
        }
        lowest
    }

    /// Returns the lowest region at which lanes are ready, waiting loops excluded.
    pub(super) fn next_region(&self, launch: &Launch) -> Option<u32> {
        self.lowest(|region| !launch.code(self.better).plan.is_waiting(region))
    }

    /// Returns the lowest region of a waiting loop after region `behind` at which lanes are ready. Successive
    /// calls from 0 give each such region one iteration, so two loops that wait for each other both progress.
    pub(super) fn next_waiting(&self, launch: &Launch, behind: u32) -> Option<u32> {
        self.lowest(|region| region > behind && launch.code(self.better).plan.is_waiting(region))
    }

    /// Selects the lanes that are ready at a region.
    pub(super) fn select(&mut self, region: u32) {
        for w in 0..self.masks.len() {
            self.masks[w] = match self.place(w) {
                Some(here) if here == region => self.ready[w],
                Some(_) => 0,
                None => {
                    let here = lanes(self.ready[w]).filter(|n| self.at[w * 32 + n] == region);
                    here.fold(0, |mask, n| mask | 1 << n)
                }
            };
        }
    }

    /// Sorts the lanes that ran by their next region; `low` and `high` are the smallest and the greatest of
    /// those.
    pub(super) fn sort(&mut self, launch: &Launch, low: u32, high: u32) {
        self.placed = true;
        let plan = &launch.code(self.better).plan;
        let rests = |at: u32| at == 0 || !(plan.is_waiting(at) || plan.is_join(at));
        for w in 0..self.live.len() {
            let mask = self.masks[w];
            if mask == 0 {
                continue;
            }
            let row = &mut self.at[w * 32..][..32];
            if low == high {
                // All lanes that ran are at one region; code that knows it does not store it.
                match mask {
                    u32::MAX => row.fill(high),
                    _ => lanes(mask).for_each(|n| row[n] = high),
                }
            }
            let alike = low == high || mask == u32::MAX && row.iter().all(|&at| at == row[0]);
            if alike {
                let here = row[mask.trailing_zeros() as usize];
                let all = mask == self.live[w];
                if here == 0 {
                    self.live[w] &= !mask;
                }
                if rests(here) {
                    self.ready[w] &= !mask;
                }
                self.places[w] = if all { Some(here) } else { self.common(w) };
                continue;
            }
            for n in lanes(mask) {
                let at = self.at[w * 32 + n];
                if at == 0 {
                    self.live[w] &= !(1 << n);
                }
                if rests(at) {
                    self.ready[w] &= !(1 << n);
                }
            }
            self.places[w] = self.common(w);
        }
    }

    /// Returns the region at which all live lanes of a warp stand, from the lanes themselves.
    fn common(&self, warp: usize) -> Option<u32> {
        let mut at = lanes(self.live[warp]).map(|n| self.at[warp * 32 + n]);
        let first = at.next()?;
        at.all(|other| other == first).then_some(first)
    }
}
