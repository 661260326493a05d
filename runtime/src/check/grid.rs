//! Data races in global memory, within one launch.
//!
//! Threads of one block are ordered by [`super::clocks`]. Between blocks there is one clock for the launch,
//! advanced by fences and releases: an access happens before another block's if its block has published it (a
//! fence, then a strong write) and the other block has since read a place that some block published at. This
//! is coarser than the memory model, so there are no false positives, but some races are missed. Memory
//! allocated by kernels, and races between concurrent launches, are not checked.

use super::clocks::{Clocks, is_strong, releases};
use super::race::{Past, compatible};
use ptx::interp::watch::{Access, AccessKind};
use std::collections::BTreeMap;

/// Places of a chunk, as a shift.
const CHUNK: u32 = 10;
const PLACES: usize = 1 << CHUNK;
/// Limits: chunks of words (128 MiB), chunks of cells (64 MiB), stamps (48 MiB). On overflow all accesses are
/// forgotten.
const MAX_CHUNKS: usize = 16384;
const MAX_CELLS: usize = 1400;
const MAX_STAMPS: usize = 4 << 20;
/// Number of cached chunks.
const CACHED: usize = 64;
/// Bits of an instruction's number in a mark.
const INST_BITS: u32 = 19;

/// Last access of a place, if a single plain access of this launch represents all.
///
/// The upper half is the number of its [`Stamp`]; numbers of earlier launches mean that there was no access
/// in this one. The lower half has the instruction and the thread.
type Word = u64;
const STORED: Word = 1 << 10;
/// Flag: the place has a [`Cell`].
const IN_CELL: Word = 1 << 11;
/// Flag: the place was read by two blocks and not written.
const READ: Word = 1 << 12;

/// Time of an access: the block, the block's clock and the launch's clock.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
struct Stamp {
    block: u32,
    time: u32,
    at: u32,
}

/// Recorded access of a place; time 0 means none.
#[derive(Clone, Copy, Default)]
struct Mark {
    block: u32,
    /// Time on the block's clock.
    time: u32,
    /// Time on the launch's clock.
    at: u32,
    /// Packed: thread, strong, atomic, instruction.
    what: u32,
}

impl Mark {
    const fn thread(&self) -> usize {
        (self.what & 0x3ff) as usize
    }

    const fn strong(&self) -> bool {
        self.what >> 10 & 1 != 0
    }

    const fn atomic(&self) -> bool {
        self.what >> 11 & 1 != 0
    }

    const fn inst(&self) -> u32 {
        self.what >> (32 - INST_BITS)
    }
}

#[derive(Clone, Copy, Default)]
struct Cell {
    write: Mark,
    reads: [Mark; 2],
}

/// Accesses of a launch's blocks to global memory.
pub(super) struct Grid {
    chunks: BTreeMap<u64, usize>,
    words: Vec<Box<[Word; PLACES]>>,
    cells: BTreeMap<usize, Box<[Cell]>>,
    near: [(u64, usize); CACHED],
    stamps: Vec<Stamp>,
    /// Number of the first stamp.
    first: u32,
    now: u32,
    /// For each block: the time of its last fence; the time up to which its accesses are published; the time
    /// up to which it has read what others published.
    fenced: BTreeMap<u32, u32>,
    published: BTreeMap<u32, u32>,
    seen: BTreeMap<u32, u32>,
    /// Time of the last publication at each address.
    places: BTreeMap<u64, u32>,
}

/// Block and thread that access a place.
pub(super) struct Accessor<'a> {
    pub(super) block: u32,
    pub(super) clocks: &'a Clocks,
    /// Bytes of a place, as a shift.
    pub(super) shift: u32,
}

impl Default for Grid {
    fn default() -> Self {
        let [fenced, published, seen] = [BTreeMap::new(), BTreeMap::new(), BTreeMap::new()];
        let (chunks, places, near) = (BTreeMap::new(), BTreeMap::new(), [(u64::MAX, 0); CACHED]);
        let (words, cells, stamps) = (Vec::new(), BTreeMap::new(), Vec::new());
        Grid { chunks, words, cells, near, stamps, first: 1, now: 1, fenced, published, seen, places }
    }
}

impl Grid {
    /// Starts with another launch; memory is reused.
    pub(super) fn begin(&mut self) {
        self.forget();
        for times in [&mut self.fenced, &mut self.published, &mut self.seen] {
            times.clear();
        }
        self.places.clear();
        self.now = 1;
    }

    /// Forgets all accesses.
    fn forget(&mut self) {
        self.cells.clear();
        self.first += self.stamps.len() as u32;
        self.stamps.clear();
        if self.words.len() > MAX_CHUNKS || self.first > u32::MAX / 2 {
            self.chunks.clear();
            self.words.clear();
            self.near = [(u64::MAX, 0); CACHED];
            self.first = 1;
        }
    }

    /// Handles a fence by a thread of a block.
    pub(super) fn fence(&mut self, block: u32) {
        self.fenced.insert(block, self.now);
        self.now = self.now.saturating_add(1);
    }

    /// Handles an access. Returns an earlier access that it races with.
    pub(super) fn access(&mut self, by: &Accessor<'_>, access: &Access) -> Option<Past> {
        let strong = is_strong(access);
        if strong
            && access.kind.reads()
            && let Some(&at) = self.places.get(&access.address)
        {
            let seen = self.seen.entry(by.block).or_default();
            *seen = at.max(*seen);
        }
        let found = self.places_of(by, access, strong);
        if strong && access.kind.writes() {
            self.publish(by.block, access);
        }
        found
    }

    fn publish(&mut self, block: u32, access: &Access) {
        if releases(access) {
            self.fence(block);
        }
        if let Some(&fenced) = self.fenced.get(&block) {
            self.published.insert(block, fenced);
            self.places.insert(access.address, self.now);
        }
    }

    /// Handles the common case: a plain access to one place, without a race, after which a word still
    /// represents the place. Returns whether it applied.
    #[inline]
    pub(super) fn quick_access(&mut self, by: &Accessor<'_>, access: &Access) -> bool {
        let (place, inst) = (access.address >> by.shift, access.inst.min((1 << INST_BITS) - 1));
        let (number, at) = (place >> CHUNK, (place & (PLACES as u64 - 1)) as usize);
        let (known, chunk) = self.near[(number % CACHED as u64) as usize];
        let now = Stamp { block: by.block, time: by.clocks.now, at: self.now };
        if access.bytes != 1 << by.shift || known != number || self.stamps.last() != Some(&now) {
            return false;
        }
        let stamp = self.first + self.stamps.len() as u32 - 1;
        let stored = if access.kind == AccessKind::Store { STORED } else { 0 };
        let low = access.thread & 0x3ff | inst << (32 - INST_BITS);
        let new = u64::from(stamp) << 32 | u64::from(low) | stored;
        let word = self.words[chunk][at];
        let next = self.quick(by, word, new);
        if let Some(next) = next {
            self.words[chunk][at] = next;
        }
        next.is_some()
    }

    fn places_of(&mut self, by: &Accessor<'_>, access: &Access, strong: bool) -> Option<Past> {
        let store = access.kind == AccessKind::Store;
        let inst = access.inst.min((1 << INST_BITS) - 1);
        let stamp = self.stamp(Stamp { block: by.block, time: by.clocks.now, at: self.now });
        let low = access.thread & 0x3ff | inst << (32 - INST_BITS);
        let new = u64::from(stamp) << 32 | u64::from(low) | if store { STORED } else { 0 };
        let (first, last) =
            (access.address >> by.shift, (access.address + u64::from(access.bytes) - 1) >> by.shift);
        let mut found = None;
        for place in first..=last {
            let (chunk, at) = (self.chunk(place >> CHUNK), (place & (PLACES as u64 - 1)) as usize);
            let word = self.words[chunk][at];
            let next = if strong { None } else { self.quick(by, word, new) };
            self.words[chunk][at] = match next {
                Some(next) => next,
                None => {
                    let (next, past) = self.full(by, (chunk, at), (access, new));
                    found = found.or(past);
                    next
                }
            };
        }
        found
    }

    /// Number of the current stamp.
    fn stamp(&mut self, now: Stamp) -> u32 {
        if self.stamps.last() != Some(&now) {
            if self.stamps.len() >= MAX_STAMPS
                || self.cells.len() > MAX_CELLS
                || self.words.len() > MAX_CHUNKS
            {
                self.forget();
            }
            self.stamps.push(now);
        }
        self.first + self.stamps.len() as u32 - 1
    }

    fn stamp_of(&self, word: Word) -> Option<&Stamp> {
        self.stamps.get(((word >> 32) as u32).checked_sub(self.first)? as usize)
    }

    /// New word of a place after a plain access, if there is no race and a word still represents the place.
    fn quick(&self, by: &Accessor<'_>, word: Word, new: Word) -> Option<Word> {
        let Some(past) = self.stamp_of(word) else { return Some(new) };
        let (stored, stores) = (word & STORED != 0, new & STORED != 0);
        if word & IN_CELL != 0 {
            return (word & READ != 0 && !stores && self.fenced.is_empty()).then_some(word);
        }
        let [thread, earlier] = [new, word].map(|word| (word & 0x3ff) as usize);
        if stored && !stores {
            return (word >> 32 == new >> 32 && thread == earlier).then_some(word);
        }
        // Any access ordered after this one is ordered after the earlier one too.
        let known = past.block == by.block && by.clocks.knows(thread, earlier, past.time);
        known.then_some(new)
    }

    /// Handles an access to a place with several recorded accesses. Returns the new word of the place, and an
    /// earlier access that this one races with.
    fn full(
        &mut self,
        by: &Accessor<'_>,
        (chunk, at): (usize, usize),
        (access, new): (&Access, Word),
    ) -> (Word, Option<Past>) {
        let word = self.words[chunk][at];
        let mark_of = |stamp: Stamp, word: Word, flags: u32| Mark {
            block: stamp.block,
            time: stamp.time,
            at: stamp.at,
            what: word as u32 & !(0x7 << 10) | flags << 10,
        };
        let old = self.stamp_of(word).copied();
        let now = Stamp { block: by.block, time: by.clocks.now, at: self.now };
        let (write, atomic) = (access.kind.writes(), matches!(access.kind, AccessKind::Atom(_)));
        let strong = is_strong(access);
        let mark = mark_of(now, new, u32::from(strong) | u32::from(atomic) << 1);
        let cells = self.cells.entry(chunk).or_insert_with(|| vec![Cell::default(); PLACES].into());
        let mut cell = match old {
            Some(_) if word & IN_CELL != 0 => cells[at],
            None => Cell::default(),
            Some(stamp) => {
                let past = mark_of(stamp, word, 0);
                match word & STORED != 0 {
                    true => Cell { write: past, reads: [Mark::default(); 2] },
                    false => Cell { write: Mark::default(), reads: [past, Mark::default()] },
                }
            }
        };
        let mut found = None;
        let races = |past: &Mark, past_write: bool| {
            past.time != 0
                && !compatible([strong, past.strong()], (write, atomic), (past_write, past.atomic()))
                && !self.ordered(past, by, access.thread as usize)
        };
        let past = |mark: &Mark, write| {
            let block = (mark.block != by.block).then_some(u64::from(mark.block));
            Some(Past { block, thread: mark.thread() as u32, inst: mark.inst(), write })
        };
        if races(&cell.write, true) {
            found = past(&cell.write, true);
        }
        if write {
            for read in &cell.reads {
                if races(read, false) {
                    found = found.or(past(read, false));
                }
            }
            cell = Cell { write: mark, reads: [Mark::default(); 2] };
        } else {
            let same = |past: &Mark| (past.block, past.thread()) == (mark.block, mark.thread());
            let [a, b] = &mut cell.reads;
            if a.time == 0 || same(a) {
                *a = mark;
            } else if b.time == 0 || b.block == a.block || mark.block != a.block {
                *b = mark;
            }
        }
        if let Some(cells) = self.cells.get_mut(&chunk) {
            cells[at] = cell;
        }
        if !strong && write {
            return (new, found);
        }
        let Cell { write, reads: [a, b] } = &cell;
        let plain = |read: &Mark| read.time != 0 && !read.strong();
        let read = write.time == 0 && plain(a) && plain(b) && a.block != b.block;
        (new & !STORED | IN_CELL | if read { READ } else { 0 }, found)
    }

    /// Returns whether an earlier access happens before what a thread does now.
    fn ordered(&self, past: &Mark, by: &Accessor<'_>, thread: usize) -> bool {
        if past.block == by.block {
            return by.clocks.knows(thread, past.thread(), past.time);
        }
        self.published.get(&past.block).is_some_and(|&at| at >= past.at)
            && self.seen.get(&by.block).is_some_and(|&at| at > past.at)
    }

    fn chunk(&mut self, number: u64) -> usize {
        let near = (number % CACHED as u64) as usize;
        if self.near[near].0 == number {
            return self.near[near].1;
        }
        let words = &mut self.words;
        let at = *self.chunks.entry(number).or_insert_with(|| {
            words.push(Box::new([0; PLACES]));
            words.len() - 1
        });
        self.near[near] = (number, at);
        at
    }
}
