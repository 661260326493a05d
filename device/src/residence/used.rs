//! Blocks of a device's memory with managed pages, in order of arrival.

use std::collections::BTreeMap;
use std::ops::Range;

/// Contiguous blocks that arrived one after the other.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stretch {
    pub(super) region: u64,
    pub(super) first: u64,
    pub(super) blocks: u64,
}

/// Stretches by age and by place.
#[derive(Clone, Debug)]
pub(super) struct Used {
    /// By arrival number of the first block; each block takes one number.
    by_age: BTreeMap<u64, Stretch>,
    /// Arrival number by region and first block.
    by_place: BTreeMap<(u64, u64), u64>,
    next: u64,
    count: u64,
    pub(super) capacity: u64,
}

impl Used {
    pub(super) fn new(capacity: u64) -> Self {
        Used { by_age: BTreeMap::new(), by_place: BTreeMap::new(), next: 0, count: 0, capacity }
    }

    pub(super) fn count(&self) -> u64 {
        self.count
    }

    pub(super) fn free(&self) -> u64 {
        self.capacity.saturating_sub(self.count)
    }

    fn insert(&mut self, turn: u64, stretch: Stretch) {
        if stretch.blocks > 0 {
            self.by_age.insert(turn, stretch);
            self.by_place.insert((stretch.region, stretch.first), turn);
            self.count += stretch.blocks;
        }
    }

    fn take(&mut self, turn: u64) -> Option<Stretch> {
        let stretch = self.by_age.remove(&turn)?;
        self.by_place.remove(&(stretch.region, stretch.first));
        self.count -= stretch.blocks;
        Some(stretch)
    }

    /// Returns whether a block is in use, and a lower bound of the blocks for which the answer holds.
    pub(super) fn span(&self, region: u64, block: u64) -> (bool, u64) {
        let before = self.by_place.range((region, 0)..=(region, block)).next_back();
        if let Some(stretch) = before.and_then(|(_, turn)| self.by_age.get(turn)) {
            let end = stretch.first + stretch.blocks;
            if block < end {
                return (true, end);
            }
        }
        let behind = self.by_place.range((region, block)..=(region, u64::MAX)).next();
        (false, behind.map_or(u64::MAX, |(&(_, first), _)| first))
    }

    /// Iterates over the blocks in use, the oldest first.
    pub(super) fn by_age(&self) -> impl Iterator<Item = &Stretch> {
        self.by_age.values()
    }

    /// Adds blocks, in order.
    pub(super) fn push(&mut self, stretch: Stretch) {
        let turn = self.next;
        self.next += stretch.blocks;
        self.insert(turn, stretch);
    }

    /// Removes the oldest blocks, at most `most`.
    pub(super) fn pop(&mut self, most: u64) -> Option<Stretch> {
        let (&turn, _) = self.by_age.first_key_value()?;
        let oldest = self.take(turn)?;
        let blocks = oldest.blocks.min(most);
        let rest = Stretch { first: oldest.first + blocks, blocks: oldest.blocks - blocks, ..oldest };
        self.insert(turn + blocks, rest);
        Some(Stretch { blocks, ..oldest })
    }

    /// Removes blocks of a region that are in use.
    pub(super) fn remove(&mut self, region: u64, range: Range<u64>) {
        let mut block = range.start;
        while block < range.end {
            let (used, end) = self.span(region, block);
            let end = end.min(range.end);
            let holder = self.by_place.range(..=(region, block)).next_back().filter(|_| used);
            if let Some((_, &turn)) = holder
                && let Some(old) = self.take(turn)
            {
                let before = Stretch { blocks: block - old.first, ..old };
                let behind = Stretch { first: end, blocks: old.first + old.blocks - end, ..old };
                self.insert(turn, before);
                self.insert(turn + (end - old.first), behind);
            }
            block = end;
        }
    }
}
