//! Where the lanes of a block stand, and who runs next.
//!
//! Mostly all live lanes of a warp stand at one region: then that is noted, and nobody looks at lanes one by
//! one.

use super::{Block, lanes};
use crate::launch::Launch;

impl Block {
    /// The region that all live lanes of a warp stand at, if they do.
    pub(super) fn place(&self, warp: usize) -> Option<u32> {
        self.places.get(warp).copied().flatten()
    }

    /// The region that all live lanes of the block stand ready at, if it is one that needs no fuel.
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

    /// The lowest region of those accepted that lanes stand ready at.
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

    /// The lowest region, no waiting loop's, that lanes stand ready at.
    pub(super) fn next_region(&self, launch: &Launch) -> Option<u32> {
        self.lowest(|region| !launch.code(self.better).plan.is_waiting(region))
    }

    /// The lowest waiting loop's region, behind another, that lanes stand ready at. Asked from 0 on, one
    /// after the other, it gives each such region one trip: two loops that wait for each other both get
    /// on.
    pub(super) fn next_waiting(&self, launch: &Launch, behind: u32) -> Option<u32> {
        self.lowest(|region| region > behind && launch.code(self.better).plan.is_waiting(region))
    }

    /// Chooses the lanes that stand ready at a region.
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

    /// Sorts the lanes that ran by where they are now; `low` and `high` are the least and the greatest region
    /// of them.
    pub(super) fn sort(&mut self, launch: &Launch, low: u32, high: u32) {
        self.placed = true;
        let rests = |at: u32| at == 0 || !launch.code(self.better).plan.is_waiting(at);
        for w in 0..self.live.len() {
            let mask = self.masks[w];
            if mask == 0 {
                continue;
            }
            let row = &mut self.at[w * 32..][..32];
            if low == high {
                // All lanes that ran are at one place, which code that knows it does not note.
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

    /// Looks whether all live lanes of a warp stand at one region.
    fn common(&self, warp: usize) -> Option<u32> {
        let mut at = lanes(self.live[warp]).map(|n| self.at[warp * 32 + n]);
        let first = at.next()?;
        at.all(|other| other == first).then_some(first)
    }
}
