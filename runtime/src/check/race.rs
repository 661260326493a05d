//! Races in a block's shared memory: two accesses of a place by different threads, one of them a write, that nothing
//! orders, not both strong, and not a read with an atomic (PTX ISA, "Memory Consistency Model": "data race").
//!
//! A place is as many bytes as the narrowest access of the kernel. Of its readers two are kept, in different warps where possible.

use super::clocks::{Clocks, is_strong};
use ptx::exec::WARP;
use ptx::interp::watch::{Access, Kind};

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
                cell.read(now, clocks.epoch);
            }
        }
        found
    }
}

impl Cell {
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
