//! Lock-free index of allocations by address, for pointer queries.
//!
//! Writers hold the lock of the table of allocations and update the index with it. Readers find the last
//! allocation that starts at or before an address in a tree of bits, one bit for each possible start, and its
//! facts in a hash table whose entries carry versions (a sequence lock). A reader uses an entry only if its
//! version did not change and the allocation contains the address. In all other cases (a race, an allocation
//! that the index does not hold) there is no answer, and the caller reads the table. So the index may be
//! incomplete, but never wrong.

use super::heap::ALIGN;
use super::range::Allocation;
use crate::sync::{AtomicU64, AtomicUsize, Ordering, fence};
use crate::types::{AllocationKind, Facts};
use std::ops::Range;
use std::sync::OnceLock;

impl Facts {
    /// Returns the facts about an allocation as it is now.
    pub(crate) fn new(allocation: &Allocation) -> Facts {
        Facts {
            kind: allocation.kind,
            base: allocation.base(),
            bytes: allocation.bytes,
            device: allocation.device,
            owner: allocation.owner,
            serial: allocation.serial,
            sync_memops: allocation.sync_memops.load(Ordering::Relaxed),
        }
    }

    /// Encodes the facts as words: base, bytes, kind with flag and device, value carried by the kind, owner,
    /// serial.
    fn words(&self) -> [u64; WORDS] {
        use AllocationKind::*;
        let (tag, carried) = match self.kind {
            Device => (0, 0),
            Variable => (1, 0),
            Managed(flags) => (2, flags.into()),
            Pinned(flags) => (3, flags.into()),
            Pooled(pool) => (4, pool),
            Mapped => (5, 0),
            Opened => (6, 0),
            Registered(flags) => (7, flags.into()),
        };
        let mixed = tag | u64::from(self.sync_memops) << 8 | (self.device as u64) << 16;
        [self.base, self.bytes, mixed, carried, self.owner, self.serial]
    }

    #[inline(always)]
    fn from_words([base, bytes, mixed, carried, owner, serial]: [u64; WORDS]) -> Option<Facts> {
        use AllocationKind::*;
        let kind = match mixed & 0xff {
            0 => Device,
            1 => Variable,
            2 => Managed(carried as u32),
            3 => Pinned(carried as u32),
            4 => Pooled(carried),
            5 => Mapped,
            6 => Opened,
            7 => Registered(carried as u32),
            _ => return None,
        };
        let (sync_memops, device) = (mixed >> 8 & 1 == 1, (mixed >> 16) as usize);
        Some(Facts { kind, base, bytes, device, owner, serial, sync_memops })
    }
}

const WORDS: usize = 6;

/// Entry of one cache line: a version, odd during a write, and the words of [`Facts::words`].
#[repr(align(64))]
#[derive(Default)]
struct Entry {
    version: AtomicU64,
    words: [AtomicU64; WORDS],
}

/// Keys of free entries: never used, and removed. No allocation starts at these addresses.
const EMPTY: u64 = 0;
const REMOVED: u64 = 1;

impl Entry {
    fn key(&self) -> u64 {
        self.words[0].load(Ordering::Relaxed)
    }

    #[inline(always)]
    fn read(&self) -> Option<Facts> {
        let before = self.version.load(Ordering::Acquire);
        let words = std::array::from_fn(|n| self.words[n].load(Ordering::Relaxed));
        fence(Ordering::Acquire);
        let is_whole = before.is_multiple_of(2) && self.version.load(Ordering::Relaxed) == before;
        if is_whole { Facts::from_words(words) } else { None }
    }

    /// Writes the entry. The caller holds the table's lock, so there is no other writer.
    fn write(&self, words: [u64; WORDS]) {
        let version = self.version.load(Ordering::Relaxed);
        self.version.store(version.wrapping_add(1), Ordering::Relaxed);
        fence(Ordering::Release);
        for (place, word) in self.words.iter().zip(words) {
            place.store(word, Ordering::Relaxed);
        }
        self.version.store(version.wrapping_add(2), Ordering::Release);
    }
}

/// Limit of probed entries for a lookup.
const PROBES: usize = 16;
/// Entries of the first hash table; each next table has twice as many. Outgrown tables are kept, as readers
/// may still use them.
#[cfg(not(feature = "models"))]
const FIRST: usize = 1 << 10;
#[cfg(feature = "models")]
const FIRST: usize = 1 << 1;
const TABLES: usize = 20;

/// Words of a chunk of a level. A chunk of the lowest level covers 128 MiB of addresses.
#[cfg(not(feature = "models"))]
const CHUNK: u64 = 1 << 12;
#[cfg(feature = "models")]
const CHUNK: u64 = 2;

/// Words of a level, in chunks allocated when one of their bits is first set: a window has far more possible
/// starts than a program uses, and memory limits count what is allocated.
struct Level(Box<[OnceLock<Box<[AtomicU64]>>]>);

impl Level {
    fn new(words: u64) -> Level {
        Level((0..words.div_ceil(CHUNK)).map(|_| OnceLock::new()).collect())
    }

    fn load(&self, word: u64) -> u64 {
        let chunk = self.0[(word / CHUNK) as usize].get();
        chunk.map_or(0, |words| words[(word % CHUNK) as usize].load(Ordering::Acquire))
    }

    fn word(&self, word: u64) -> &AtomicU64 {
        let make = || (0..CHUNK).map(|_| AtomicU64::new(0)).collect();
        &self.0[(word / CHUNK) as usize].get_or_init(make)[(word % CHUNK) as usize]
    }
}

/// Bit tree of allocation starts in a window: one bit for each possible start, above it one bit for each
/// non-zero word, and so on.
struct Starts {
    levels: Vec<Level>,
}

impl Starts {
    fn new(places: u64) -> Starts {
        let mut levels = Vec::new();
        let mut words = places.div_ceil(64);
        loop {
            levels.push(Level::new(words));
            if words <= 1 {
                return Starts { levels };
            }
            words = words.div_ceil(64);
        }
    }

    /// Sets a bit. The caller holds the table's lock, so there is no other writer.
    fn set(&self, place: u64) {
        let mut at = place;
        for level in &self.levels {
            let word = level.word(at / 64);
            let before = word.load(Ordering::Relaxed);
            word.store(before | 1 << (at % 64), Ordering::Release);
            if before != 0 {
                return;
            }
            at /= 64;
        }
    }

    /// Clears a bit, under the same lock as [`Starts::set`].
    fn clear(&self, place: u64) {
        let mut at = place;
        for level in &self.levels {
            let word = level.word(at / 64);
            let left = word.load(Ordering::Relaxed) & !(1 << (at % 64));
            word.store(left, Ordering::Release);
            if left != 0 {
                return;
            }
            at /= 64;
        }
    }

    /// Last start at or before a place. May miss starts that are set or cleared concurrently.
    fn at_or_before(&self, place: u64) -> Option<u64> {
        let bits = |level: usize, word: u64| self.levels[level].load(word);
        // Ascend to the first level with a set bit before the place, then descend.
        let (mut level, mut at) = (0, place);
        let mut found = bits(0, at / 64) & (u64::MAX >> (63 - at % 64));
        while found == 0 {
            level += 1;
            at /= 64;
            if level == self.levels.len() {
                return None;
            }
            found = bits(level, at / 64) & ((1 << (at % 64)) - 1);
        }
        loop {
            let start = at / 64 * 64 + u64::from(63 - found.leading_zeros());
            if level == 0 {
                return Some(start);
            }
            level -= 1;
            at = start * 64;
            found = bits(level, start);
            if found == 0 {
                return None;
            }
        }
    }
}

/// Index of the allocations in a window.
pub(super) struct Index {
    heap: Range<u64>,
    starts: Starts,
    tables: [OnceLock<Box<[Entry]>>; TABLES],
    /// Number of the table in use.
    current: AtomicUsize,
    /// Number of occupied entries in that table.
    held: AtomicUsize,
}

impl Index {
    /// Creates an index for allocations in a range of addresses.
    pub(super) fn new(heap: Range<u64>) -> Index {
        let start = heap.start / ALIGN * ALIGN;
        let heap = start..heap.end;
        Index {
            starts: Starts::new((heap.end - heap.start).div_ceil(ALIGN)),
            heap,
            tables: Default::default(),
            current: AtomicUsize::new(0),
            held: AtomicUsize::new(0),
        }
    }

    fn place(&self, base: u64) -> u64 {
        (base - self.heap.start) / ALIGN
    }

    fn table(&self) -> &[Entry] {
        self.nth(self.current.load(Ordering::Acquire))
    }

    fn nth(&self, n: usize) -> &[Entry] {
        self.tables[n].get_or_init(|| (0..FIRST << n).map(|_| Entry::default()).collect())
    }

    /// Entries that may hold the facts of the allocation at `base`.
    fn probes(table: &[Entry], base: u64) -> impl Iterator<Item = &Entry> {
        // Fibonacci hashing spreads neighbours.
        let first = (base / ALIGN).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        (0..PROBES).map(move |n| &table[(first as usize + n) & (table.len() - 1)])
    }

    /// Facts of the allocation that contains an address. `None` means unknown, not absent.
    #[inline(always)]
    pub(super) fn find(&self, address: u64) -> Option<Facts> {
        if !self.heap.contains(&address) {
            return None;
        }
        let base = self.starts.at_or_before(self.place(address))? * ALIGN + self.heap.start;
        let key = |entry: &&Entry| entry.key();
        let mut entries = Self::probes(self.table(), base).take_while(|entry| key(entry) != EMPTY);
        let facts = entries.find(|entry| key(entry) == base)?.read()?;
        (facts.base == base && address - base < facts.bytes).then_some(facts)
    }

    /// Inserts an allocation. `all` yields every allocation, including this one, for growing the table. The
    /// caller holds the table's lock.
    pub(super) fn insert(&self, facts: Facts, all: impl Iterator<Item = Facts>) {
        if !self.covers(facts.base) {
            return;
        }
        let held = self.held.load(Ordering::Relaxed) + 1;
        let current = self.current.load(Ordering::Relaxed);
        if held * 2 > FIRST << current && current + 1 < TABLES {
            let table = self.nth(current + 1);
            let put = all.filter(|one| self.covers(one.base) && Self::put(table, one)).count();
            self.held.store(put, Ordering::Relaxed);
            self.current.store(current + 1, Ordering::Release);
        } else if Self::put(self.table(), &facts) {
            self.held.store(held, Ordering::Relaxed);
        }
        self.starts.set(self.place(facts.base));
    }

    /// Returns whether the index holds allocations at this start.
    fn covers(&self, base: u64) -> bool {
        self.heap.contains(&base) && base.is_multiple_of(ALIGN)
    }

    fn put(table: &[Entry], facts: &Facts) -> bool {
        let free = |entry: &&Entry| matches!(entry.key(), EMPTY | REMOVED);
        let place = Self::probes(table, facts.base).find(free);
        place.inspect(|entry| entry.write(facts.words())).is_some()
    }

    /// Updates the facts of an allocation. The caller holds the table's lock.
    pub(super) fn change(&self, facts: Facts) {
        if let Some(entry) = self.entry(facts.base) {
            entry.write(facts.words());
        }
    }

    fn entry(&self, base: u64) -> Option<&Entry> {
        Self::probes(self.table(), base)
            .take_while(|entry| entry.key() != EMPTY)
            .find(|entry| entry.key() == base)
    }

    /// Removes an allocation. The caller holds the table's lock.
    pub(super) fn remove(&self, base: u64) {
        if !self.covers(base) {
            return;
        }
        self.starts.clear(self.place(base));
        if let Some(entry) = self.entry(base) {
            entry.write([REMOVED, 0, 0, 0, 0, 0]);
            self.held.fetch_sub(1, Ordering::Relaxed);
        }
    }
}

#[cfg(all(test, feature = "models"))]
mod models;
#[cfg(all(test, not(feature = "models")))]
mod tests;
