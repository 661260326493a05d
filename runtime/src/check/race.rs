//! Data races in a block's shared memory: two unordered accesses to a place by different threads, at least
//! one a write, not both strong, and not a read with an atomic (PTX ISA, "Memory Consistency Model").
//!
//! A place has the size of the kernel's narrowest access. Of its readers two are recorded, from different
//! warps if possible.

use super::clocks::{Clocks, is_strong};
use jit::check::Passes;
use ptx::exec::WARP;
use ptx::interp::watch::{Access, AccessKind};
use std::ops::Range;

/// Bytes of a 4-byte place, as a shift.
const SHIFT: u32 = 2;

/// Earlier access to a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Past {
    /// Linear index of its block, if it is another one.
    pub(super) block: Option<u64>,
    pub(super) thread: u32,
    /// Number of the instruction.
    pub(super) inst: u32,
    pub(super) write: bool,
}

/// Recorded access; time 0 means none.
#[derive(Clone, Copy, Default)]
struct Mark {
    time: u32,
    inst: u32,
    thread: u16,
    strong: bool,
    atomic: bool,
}

/// Recorded accesses of one place.
#[derive(Clone, Copy, Default)]
struct Cell {
    write: Mark,
    reads: [Mark; 2],
}

/// Places of a block's shared memory.
#[derive(Default)]
pub(super) struct Races {
    cells: Vec<Cell>,
    /// Bytes of a place, as a shift.
    shift: u32,
}

/// Returns whether two unordered accesses to a place are no race.
pub(super) fn compatible(strong: [bool; 2], now: (bool, bool), past: (bool, bool)) -> bool {
    let ((write, atomic), (past_write, past_atomic)) = (now, past);
    // Compare-and-swap loops start with a plain read, which races with atomics harmlessly: the swap detects
    // it.
    strong == [true; 2] || past_atomic && !write || atomic && !past_write
}

impl Races {
    /// Starts with another block; `fresh` if its clock restarts.
    pub(super) fn reset(&mut self, bytes: u64, shift: u32, fresh: bool) {
        let count = (bytes >> shift) as usize + 1;
        if fresh || self.shift != shift {
            self.cells.clear();
        }
        self.cells.resize(count, Cell::default());
        self.shift = shift;
    }

    /// Handles an access. Returns an earlier access that it races with.
    pub(super) fn access(&mut self, clocks: &Clocks, access: &Access) -> Option<Past> {
        let t = access.thread as usize;
        let (write, strong) = (access.kind.writes(), is_strong(access));
        let atomic = matches!(access.kind, AccessKind::Atom(_));
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
                // Recorded readers stay if another one makes no difference: compiled code skips such loads.
                let settled = cell.settled(clocks);
                if settled != Passes::Loads && settled != Passes::Warp(access.thread / WARP) {
                    cell.read(now, clocks.epoch);
                }
            }
        }
        found
    }

    /// Threads whose plain accesses to these places need no check, until the next barrier or warp operation.
    pub(super) fn passes(&self, clocks: &Clocks, bytes: &Range<u64>) -> Passes {
        let (first, last) = ((bytes.start >> self.shift) as usize, ((bytes.end - 1) >> self.shift) as usize);
        let Some(cells) = self.cells.get(first..=last) else { return Passes::None };
        if let [cell] = cells
            && self.shift == SHIFT
            && let Some((&mark, store)) = cell.single_access(clocks)
        {
            return Passes::Thread { thread: mark.thread.into(), store, inst: mark.inst };
        }
        let mut all = cells.iter().map(|cell| cell.settled(clocks));
        let one = all.next().unwrap_or(Passes::None);
        if all.all(|other| other == one) { one } else { Passes::None }
    }

    /// Returns whether places have the size of the places that compiled code marks.
    pub(super) fn has_large_places(&self) -> bool {
        self.shift == SHIFT
    }

    /// Records a plain access to a 4-byte place, by compiled code, as the only one not known to all threads.
    pub(super) fn record_marked(&mut self, at: u64, (thread, inst): (u32, u32), time: u32, store: bool) {
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
    /// Records a plain read of a 4-byte place by another thread, if the place was only read since the last
    /// barrier.
    pub(super) fn record_second_read(&mut self, at: u64, (thread, inst): (u32, u32), time: u32) {
        if let Some(cell) = self.cells.get_mut((at >> self.shift) as usize) {
            cell.reads[1] = Mark { time, inst, thread: thread as u16, strong: false, atomic: false };
        }
    }
}

impl Cell {
    /// The plain access that is the only one not known to all threads, if it is the current time's; and
    /// whether it was a write.
    fn single_access(&self, clocks: &Clocks) -> Option<(&Mark, bool)> {
        let Cell { write, reads: [a, b] } = self;
        let live = |mark: &Mark| mark.time >= clocks.epoch;
        let (mark, store) = match (live(write), live(a), live(b)) {
            (true, false, false) => (write, true),
            (false, true, false) => (a, false),
            _ => return None,
        };
        (mark.time == clocks.now && !mark.strong && !mark.atomic).then_some((mark, store))
    }

    /// Threads whose reads make no difference until the next barrier or warp operation: all threads know the
    /// last write, and any write to come races with one of the two recorded reads.
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
            false => Passes::None,
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
