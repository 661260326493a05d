//! Races in a block's shared memory: two accesses of a place by different threads, one of them a write, that
//! nothing orders, not both strong, and not a read with an atomic (PTX ISA, "Memory Consistency Model": "data
//! race").
//!
//! A place is as many bytes as the narrowest access of the kernel. Of its readers two are kept, in different
//! warps where possible.

use super::clocks::{Clocks, is_strong};
use jit::check::Passes;
use ptx::exec::WARP;
use ptx::interp::watch::{Access, Kind};
use std::ops::Range;

/// Bytes of a place of 4, as a shift.
const SHIFT: u32 = 2;

/// An earlier access of a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Past {
    /// Linear index of its block, if that is not the block of the later access.
    pub(super) block: Option<u64>,
    pub(super) thread: u32,
    /// Index of the instruction.
    pub(super) inst: u32,
    pub(super) write: bool,
}

/// An access as a place remembers it; none at time 0.
#[derive(Clone, Copy, Default)]
struct Mark {
    time: u32,
    inst: u32,
    thread: u16,
    strong: bool,
    atomic: bool,
}

/// The last accesses of one place.
#[derive(Clone, Copy, Default)]
struct Cell {
    write: Mark,
    reads: [Mark; 2],
}

/// The places of a block's shared memory.
#[derive(Default)]
pub(super) struct Races {
    cells: Vec<Cell>,
    /// Bytes of a place, as a shift.
    shift: u32,
}

/// How two accesses of one place that are not ordered get along.
pub(super) fn compatible(strong: [bool; 2], now: (bool, bool), past: (bool, bool)) -> bool {
    let ((write, atomic), (past_write, past_atomic)) = (now, past);
    // A plain read that meets an atomic is how compare-and-swap loops begin: the swap finds out.
    strong == [true; 2] || past_atomic && !write || atomic && !past_write
}

impl Races {
    /// Begins with another block, whose clocks have gone on; `fresh` if they have not.
    pub(super) fn reset(&mut self, bytes: u64, shift: u32, fresh: bool) {
        let count = (bytes >> shift) as usize + 1;
        if fresh || self.shift != shift {
            self.cells.clear();
        }
        self.cells.resize(count, Cell::default());
        self.shift = shift;
    }

    /// Takes an access in; the earlier one that it races with.
    pub(super) fn access(&mut self, clocks: &Clocks, access: &Access) -> Option<Past> {
        let t = access.thread as usize;
        let (write, strong) = (access.kind.writes(), is_strong(access));
        let atomic = matches!(access.kind, Kind::Atom(_));
        let now = Mark { time: clocks.now, inst: access.inst, thread: t as u16, strong, atomic };
        let first = (access.address >> self.shift) as usize;
        let last = (access.address + u64::from(access.bytes) - 1) >> self.shift;
        let mut found = None;
        for cell in self.cells.get_mut(first..=last as usize).unwrap_or_default() {
            let races = |past: &Mark, past_write: bool| {
                past.time >= clocks.epoch
                    && usize::from(past.thread) != t
                    && !compatible([strong, past.strong], (write, atomic), (past_write, past.atomic))
                    && !clocks.knows(t, past.thread.into(), past.time)
            };
            let past = |mark: &Mark, write| {
                Some(Past { block: None, thread: mark.thread.into(), inst: mark.inst, write })
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
                *cell = Cell { write: now, reads: [Mark::default(); 2] };
            } else {
                // Readers stay as they are where another changes nothing: code leaves such loads out.
                let settled = cell.settled(clocks);
                if settled != Passes::Loads && settled != Passes::Warp(access.thread / WARP) {
                    cell.read(now, clocks.epoch);
                }
            }
        }
        found
    }

    /// Whose plain accesses of places neither race nor say more than is known, until a barrier or warp
    /// operation comes.
    pub(super) fn passes(&self, clocks: &Clocks, bytes: &Range<u64>) -> Passes {
        let (first, last) = ((bytes.start >> self.shift) as usize, ((bytes.end - 1) >> self.shift) as usize);
        let Some(cells) = self.cells.get(first..=last) else { return Passes::Nobody };
        if let [cell] = cells
            && self.shift == SHIFT
            && let Some((&mark, store)) = cell.only(clocks)
        {
            return Passes::Thread { thread: mark.thread.into(), store, inst: mark.inst };
        }
        let mut all = cells.iter().map(|cell| cell.settled(clocks));
        let one = all.next().unwrap_or(Passes::Nobody);
        if all.all(|other| other == one) { one } else { Passes::Nobody }
    }

    /// Whether places are as large as those that code notes accesses of.
    pub(super) fn has_large_places(&self) -> bool {
        self.shift == SHIFT
    }

    /// Takes in a plain access of a place of 4 bytes, the only one that not all threads know of.
    pub(super) fn accessed(&mut self, at: u64, (thread, inst): (u32, u32), time: u32, store: bool) {
        let Some(cell) = self.cells.get_mut((at >> self.shift) as usize) else { return };
        let mark = Mark { time, inst, thread: thread as u16, strong: false, atomic: false };
        if store {
            *cell = Cell { write: mark, reads: [Mark::default(); 2] };
        } else {
            cell.reads = [mark, Mark::default()];
        }
    }
}

impl Races {
    /// Takes in another plain read of a place of 4 bytes that was only read since the last barrier, by
    /// another thread than the first.
    pub(super) fn read_too(&mut self, at: u64, (thread, inst): (u32, u32), time: u32) {
        if let Some(cell) = self.cells.get_mut((at >> self.shift) as usize) {
            cell.reads[1] = Mark { time, inst, thread: thread as u16, strong: false, atomic: false };
        }
    }
}

impl Cell {
    /// The plain access that is the only one not known to all threads, if no time has passed since; whether
    /// it was a write.
    fn only(&self, clocks: &Clocks) -> Option<(&Mark, bool)> {
        let Cell { write, reads: [a, b] } = self;
        let live = |mark: &Mark| mark.time >= clocks.epoch;
        let (mark, store) = match (live(write), live(a), live(b)) {
            (true, false, false) => (write, true),
            (false, true, false) => (a, false),
            _ => return None,
        };
        (mark.time == clocks.now && !mark.strong && !mark.atomic).then_some((mark, store))
    }

    /// Whose reads make no difference until a barrier or warp operation comes: all threads know of the last
    /// write, and any write that comes races with one of the two reads that are kept.
    fn settled(&self, clocks: &Clocks) -> Passes {
        let Cell { write, reads: [a, b] } = self;
        let (warp_a, warp_b) = (u32::from(a.thread) / WARP, u32::from(b.thread) / WARP);
        let unknown = |read: &Mark| !clocks.is_known_to_warp(read.thread.into(), read.time);
        let settled = clocks.is_simple()
            && write.time < clocks.epoch
            && a.time.min(b.time) >= clocks.epoch
            && a.thread != b.thread
            && ![a.strong, b.strong, a.atomic, b.atomic].contains(&true)
            && (warp_a != warp_b || unknown(a) && unknown(b));
        match settled {
            false => Passes::Nobody,
            true if warp_a == warp_b => Passes::Warp(warp_a),
            true => Passes::Loads,
        }
    }

    fn read(&mut self, now: Mark, epoch: u32) {
        let warp = |mark: &Mark| u32::from(mark.thread) / WARP;
        let [first, second] = &mut self.reads;
        if first.thread == now.thread || first.time < epoch {
            *first = now;
        } else if second.time < epoch || warp(second) == warp(first) || warp(&now) != warp(first) {
            *second = now;
        }
    }
}
