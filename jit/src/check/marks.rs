//! Marks of a block's shared memory: the state by which code of a checked kernel skips redundant reports.
//!
//! A cell is 4 bytes. Its mark holds the time of the last access that changed its state, and the plain
//! accesses that need no report: those of the one thread that has accessed the cell since the last barrier,
//! or plain loads that neither race nor add information. Code tests and writes marks inline (`lower::check`):
//! the first access since a barrier of all threads records its thread, and further accesses of that thread
//! pass. The watcher reads a mark before it judges a reported access, and writes a new one afterwards.

/// Log2 of the size of a cell, bytes.
pub(crate) const SHIFT: u32 = 2;
/// Offset of the first mark in the table, bytes; before it are `now`, `epoch`, `start`, `span` and the number
/// of cells.
pub(crate) const HEAD: i32 = WORDS as i32 * 8;
const WORDS: usize = 3;
/// Marks after the last cell, which allow nothing: an access of 16 bytes tests four.
const TAIL: usize = 4;

/// Time and owner of a mark.
pub(crate) const KEY: u64 = u64::MAX << 32 | OWNER;
const OWNER: u64 = 0xfff;
/// Upper bound of owners that are threads; a warp with passing loads is encoded above it.
pub(crate) const WARPS: u64 = 0x400;
/// Owner of a cell that all threads may load.
pub(crate) const ALL: u64 = 0x7ff;
const NO_OWNER: u64 = 0xfff;
/// Set if all bytes of the cell were written.
pub(crate) const WRITTEN: u64 = 1 << 12;
/// Set if the owner's access was a store.
pub(crate) const STORED: u64 = 1 << 13;
/// Set if the cell lies in one variable.
pub(crate) const INNER: u64 = 1 << 14;
/// Bit position of the owner's instruction.
pub(crate) const INST: u32 = 15;
/// Number of instructions that fit in a mark.
pub(crate) const INSTS: u32 = 1 << (32 - INST);

/// Plain accesses of a cell that need no report.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Passes {
    /// None.
    None,
    /// Those of the thread that made the only plain access since the last barrier of the block.
    Thread {
        /// Index in the block.
        thread: u32,
        /// `true` if the access was a store.
        store: bool,
        /// Instruction of the access.
        inst: u32,
    },
    /// Loads of a warp's lanes.
    Warp(u32),
    /// All loads.
    Loads,
}

/// State of a cell.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct Mark(u64);

impl Mark {
    /// Mark that allows nothing, at no time.
    pub const CLOSED: Mark = Mark(u64::MAX << 32 | NO_OWNER);

    /// Returns a mark of a time; `written` is `true` if all bytes of the cell were written.
    pub fn new(time: u32, passes: Passes, written: bool) -> Mark {
        let owner = match passes {
            Passes::Thread { thread, store, inst } if inst < INSTS && u64::from(thread) < WARPS => {
                u64::from(thread) | if store { STORED } else { 0 } | u64::from(inst) << INST
            }
            Passes::None | Passes::Thread { .. } => NO_OWNER,
            Passes::Warp(warp) => WARPS + u64::from(warp),
            Passes::Loads => ALL,
        };
        Mark(u64::from(time) << 32 | owner | if written { WRITTEN } else { 0 })
    }

    /// Returns the time of the mark.
    pub fn time(self) -> u32 {
        (self.0 >> 32) as u32
    }

    /// Returns whether all bytes of the cell were written by then.
    pub fn is_written(self) -> bool {
        self.0 & WRITTEN != 0
    }

    /// Returns the plain accesses that need no report.
    pub fn passes(self) -> Passes {
        match self.0 & OWNER {
            thread @ 0..WARPS => {
                let inst = (self.0 as u32) >> INST;
                Passes::Thread { thread: thread as u32, store: self.0 & STORED != 0, inst }
            }
            ALL => Passes::Loads,
            NO_OWNER => Passes::None,
            warp => Passes::Warp((warp - WARPS) as u32),
        }
    }
}

/// Times to which marks are compared.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Times {
    /// Current time of the block: an owner's access passes only at the time of its mark.
    pub now: u32,
    /// Time before which all threads know of all accesses.
    pub epoch: u32,
    /// Time before which marks say nothing about written bytes.
    pub start: u32,
}

/// The marks of a block's shared memory.
#[derive(Debug)]
pub struct Marks {
    words: Vec<u64>,
}

/// Table for a watcher that sees every access.
static NONE: [u64; WORDS + TAIL] = [0; WORDS + TAIL];

pub(super) fn none() -> u64 {
    NONE.as_ptr() as u64
}

impl Default for Marks {
    fn default() -> Self {
        Marks { words: NONE.to_vec() }
    }
}

impl Marks {
    /// Returns the number of cells.
    pub fn len(&self) -> u64 {
        self.words[WORDS - 1]
    }

    /// Returns whether there are no cells.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Resets the table to one cell for each item, which says whether accesses of it may pass at all;
    /// `written` says whether all cells count as written.
    pub fn lay_out(&mut self, places: impl Iterator<Item = bool>, written: bool) {
        self.words.clear();
        self.words.resize(WORDS, 0);
        let first = INNER | if written { WRITTEN } else { 0 } | NO_OWNER;
        self.words.extend(places.map(|inner| if inner { first } else { NO_OWNER }));
        self.words[WORDS - 1] = (self.words.len() - WORDS) as u64;
        self.words.extend([NO_OWNER; TAIL]);
    }

    /// Sets the times to which marks are compared.
    pub fn set_times(&mut self, Times { now, epoch, start }: Times) {
        self.words[0] = u64::from(now) | u64::from(epoch) << 32;
        self.words[1] = u64::from(start) | u64::from(epoch.saturating_sub(start)) << 32;
    }

    /// Returns the mark of a cell.
    pub fn get(&self, place: u64) -> Mark {
        if place < self.len() { Mark(self.words[WORDS + place as usize]) } else { Mark::CLOSED }
    }

    /// Replaces the mark of a cell.
    pub fn set(&mut self, place: u64, mark: Mark) {
        if place < self.len() {
            let word = &mut self.words[WORDS + place as usize];
            *word = mark.0 | *word & INNER;
        }
    }

    pub(super) fn address(&self) -> u64 {
        self.words.as_ptr() as u64
    }
}

impl std::fmt::Debug for Mark {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {:?}, written {}", self.time(), self.passes(), self.is_written())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_hold_what_they_are_made_of() {
        let all = [
            Passes::None,
            Passes::Thread { thread: 1023, store: true, inst: INSTS - 1 },
            Passes::Thread { thread: 0, store: false, inst: 0 },
            Passes::Warp(31),
            Passes::Loads,
        ];
        for passes in all {
            for written in [false, true] {
                let mark = Mark::new(7, passes, written);
                assert_eq!((mark.time(), mark.passes(), mark.is_written()), (7, passes, written));
            }
        }
        let far = Passes::Thread { thread: 1, store: true, inst: INSTS };
        assert_eq!(Mark::new(7, far, true).passes(), Passes::None, "its instruction has no room");
        assert_eq!(Mark::CLOSED.passes(), Passes::None);
    }

    #[test]
    fn places_stay_inside_or_outside_variables() {
        let mut marks = Marks::default();
        assert_eq!((marks.len(), marks.get(0)), (0, Mark::CLOSED));
        marks.lay_out([true, false].into_iter(), false);
        marks.set(0, Mark::new(3, Passes::Loads, true));
        marks.set(1, Mark::new(3, Passes::Loads, true));
        marks.set(2, Mark::new(3, Passes::Loads, true));
        assert_eq!([marks.words[WORDS], marks.words[WORDS + 1]].map(|word| word & INNER), [INNER, 0]);
        assert_eq!(marks.get(0).passes(), Passes::Loads);
        assert_eq!(marks.words[WORDS + 2..], [NO_OWNER; TAIL]);
    }

    #[test]
    fn a_table_says_what_times_are() {
        let mut marks = Marks::default();
        marks.set_times(Times { now: 9, epoch: 5, start: 2 });
        assert_eq!(marks.words[..2], [5 << 32 | 9, 3 << 32 | 2]);
        marks.set_times(Times { now: 9, epoch: 0, start: 2 });
        assert_eq!(marks.words[..2], [9, 2], "no time is before");
    }
}
