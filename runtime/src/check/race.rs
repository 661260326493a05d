//! Races in a block's shared memory: two accesses of a place by different threads, one of them a write, that nothing
//! orders, not both strong, and not a read with an atomic (PTX ISA, "Memory Consistency Model": "data race").
//!
//! A place is as many bytes as the narrowest access of the kernel. Of its readers two are kept, in different warps where possible.

use super::clocks::{Clocks, is_strong};
use jit::check::ALL_WARPS;
use ptx::exec::WARP;
use ptx::interp::watch::{Access, Kind};
use std::ops::Range;

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
                if settled != Some(ALL_WARPS) && settled != Some(access.thread / WARP) {
                    cell.read(now, clocks.epoch);
                }
            }
        }
        found
    }

    /// The warp, or [`ALL_WARPS`], of whose lanes another plain read of places neither races nor says more than is known.
    pub(super) fn settled(&self, clocks: &Clocks, bytes: &Range<u64>) -> Option<u32> {
        let (first, last) = ((bytes.start >> self.shift) as usize, ((bytes.end - 1) >> self.shift) as usize);
        let mut all = self.cells.get(first..=last)?.iter().map(|cell| cell.settled(clocks));
        let one = all.next()??;
        all.all(|other| other == Some(one)).then_some(one)
    }
}

impl Cell {
    /// The warp, or [`ALL_WARPS`], of whose lanes another read makes no difference until a barrier or warp operation comes: all
    /// threads know of the last write, and any write that comes races with one of the two reads that are kept.
    fn settled(&self, clocks: &Clocks) -> Option<u32> {
        let Cell { write, reads: [a, b] } = self;
        let (warp_a, warp_b) = (u32::from(a.thread) / WARP, u32::from(b.thread) / WARP);
        let unknown = |read: &Mark| !clocks.is_known_to_warp(read.thread.into(), read.time);
        let settled = clocks.is_simple()
            && write.time < clocks.epoch
            && a.time.min(b.time) >= clocks.epoch
            && a.thread != b.thread
            && ![a.strong, b.strong, a.atomic, b.atomic].contains(&true)
            && (warp_a != warp_b || unknown(a) && unknown(b));
        settled.then_some(if warp_a == warp_b { warp_a } else { ALL_WARPS })
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
