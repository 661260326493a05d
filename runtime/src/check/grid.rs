//! Races in global memory, within one launch.
//!
//! Accesses of one block are ordered as [`super::clocks`] says. Between blocks there is one clock for the launch, which fences and
//! releases advance: an access is ordered before another block's if its block has published it (a fence, then a strong write) and
//! the other has since read what some block published. That orders more than the memory model does, never less, so that nothing
//! is reported which is ordered. Memory that kernels allocate is not looked at, nor are launches that run beside each other.

use super::clocks::{Clocks, is_strong, releases};
use super::race::{Past, compatible};
use ptx::interp::watch::{Access, Kind};
use std::collections::BTreeMap;

/// Places of a chunk, as a shift.
const CHUNK: u32 = 10;
/// Most chunks: 128 MiB. On overflow all are forgotten.
const MOST: usize = 2600;
/// Chunks that are found at once.
const NEAR: usize = 64;
/// Bits of the number of an instruction in a mark.
const INST_BITS: u32 = 19;

/// An access as a place remembers it; none at time 0.
#[derive(Clone, Copy, Default)]
struct Mark {
    block: u32,
    /// The block's time.
    time: u32,
    /// The launch's.
    at: u32,
    /// Thread, strength, whether it is atomic, instruction.
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

/// What blocks of a launch did to global memory.
pub(super) struct Grid {
    chunks: BTreeMap<u64, usize>,
    cells: Vec<Box<[Cell]>>,
    near: [(u64, usize); NEAR],
    now: u32,
    /// By block, when it last fenced, and up to when its accesses are published; when it last read what others published.
    fenced: BTreeMap<u32, u32>,
    published: BTreeMap<u32, u32>,
    seen: BTreeMap<u32, u32>,
    /// By address, when something was last published there.
    places: BTreeMap<u64, u32>,
}

/// Who accesses.
pub(super) struct Accessor<'a> {
    pub(super) block: u32,
    pub(super) clocks: &'a Clocks,
    /// Bytes of a place, as a shift.
    pub(super) shift: u32,
}

impl Default for Grid {
    fn default() -> Self {
        let [fenced, published, seen] = [BTreeMap::new(), BTreeMap::new(), BTreeMap::new()];
        let (chunks, places, near) = (BTreeMap::new(), BTreeMap::new(), [(u64::MAX, 0); NEAR]);
        Grid { chunks, cells: Vec::new(), near, now: 1, fenced, published, seen, places }
    }
}

impl Grid {
    /// A thread of a block fenced.
    pub(super) fn fence(&mut self, block: u32) {
        self.fenced.insert(block, self.now);
        self.now = self.now.saturating_add(1);
    }

    /// Takes an access in; the earlier one that it races with.
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

    fn places_of(&mut self, by: &Accessor<'_>, access: &Access, strong: bool) -> Option<Past> {
        let (write, atomic) = (access.kind.writes(), matches!(access.kind, Kind::Atom(_)));
        let inst = access.inst.min((1 << INST_BITS) - 1);
        let flags = u32::from(strong) << 10 | u32::from(atomic) << 11 | inst << (32 - INST_BITS);
        let mark =
            Mark { block: by.block, time: by.clocks.now, at: self.now, what: access.thread & 0x3ff | flags };
        let (first, last) =
            (access.address >> by.shift, (access.address + u64::from(access.bytes) - 1) >> by.shift);
        let mut found = None;
        for place in first..=last {
            let chunk = self.chunk(place >> CHUNK);
            let mut cell = self.cells[chunk][(place & ((1 << CHUNK) - 1)) as usize];
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
                found = found.or(past(&cell.write, true));
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
            self.cells[chunk][(place & ((1 << CHUNK) - 1)) as usize] = cell;
        }
        found
    }

    /// Whether an earlier access is ordered before what a thread does now.
    fn ordered(&self, past: &Mark, by: &Accessor<'_>, thread: usize) -> bool {
        if past.block == by.block {
            return by.clocks.knows(thread, past.thread(), past.time);
        }
        self.published.get(&past.block).is_some_and(|&at| at >= past.at)
            && self.seen.get(&by.block).is_some_and(|&at| at > past.at)
    }

    fn chunk(&mut self, number: u64) -> usize {
        let near = (number % NEAR as u64) as usize;
        if self.near[near].0 == number {
            return self.near[near].1;
        }
        if self.chunks.len() >= MOST {
            self.chunks.clear();
            self.cells.clear();
            self.near = [(u64::MAX, 0); NEAR];
        }
        let cells = &mut self.cells;
        let at = *self.chunks.entry(number).or_insert_with(|| {
            cells.push(vec![Cell::default(); 1 << CHUNK].into());
            cells.len() - 1
        });
        self.near[near] = (number, at);
        at
    }
}
