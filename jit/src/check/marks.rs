//! Marks of the places of a block's shared memory: what code of a checked kernel knows of them without
//! asking.
//!
//! A place is 4 bytes. Its mark holds the time of the last access that changed what is known of the place,
//! and whose plain accesses need not be seen: those of one thread that alone accessed the place since the
//! last barrier, or plain loads that neither race nor say more than is known. Code tests and writes marks
//! inline (`lower::check`): the first access since a barrier of all threads notes its thread, and that
//! thread's further ones pass. The watcher takes a mark in before it judges an access that code asked about,
//! and leaves a new one behind.

/// Bytes of a place, as a shift.
pub(crate) const SHIFT: u32 = 2;
/// Offset of the first mark in the table, bytes; before it stand `now`, `epoch`, `start`, `span` and the
/// number of places.
pub(crate) const HEAD: i32 = WORDS as i32 * 8;
const WORDS: usize = 3;
/// Marks behind the last place that pass nothing: an access of 16 bytes tests four.
const TAIL: usize = 4;

/// Time and owner of a mark.
pub(crate) const KEY: u64 = u64::MAX << 32 | OWNER;
const OWNER: u64 = 0xfff;
/// Owners below are threads; a warp whose loads pass stands above this.
pub(crate) const WARPS: u64 = 0x400;
/// Owner of a place that loads of all threads pass.
pub(crate) const ALL: u64 = 0x7ff;
const NOBODY: u64 = 0xfff;
/// All bytes of the place were written.
pub(crate) const WRITTEN: u64 = 1 << 12;
/// The owner's access was a store.
pub(crate) const STORED: u64 = 1 << 13;
/// The place lies in one variable.
pub(crate) const INNER: u64 = 1 << 14;
/// The owner's instruction stands above.
pub(crate) const INST: u32 = 15;
/// Instructions that fit in a mark.
pub(crate) const INSTS: u32 = 1 << (32 - INST);

/// Whose plain accesses of a place pass.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Passes {
    /// Nobody's.
    Nobody,
    /// Those of the thread whose plain access is the only one since the last barrier of the block.
    Thread {
        /// Index in the block.
        thread: u32,
        /// The access was a store.
        store: bool,
        /// Its instruction.
        inst: u32,
    },
    /// Loads of a warp's lanes.
    Warp(u32),
    /// All loads.
    Loads,
}

/// What is known of a place.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct Mark(u64);

impl Mark {
    /// A mark that passes nothing, at no time.
    pub const CLOSED: Mark = Mark(u64::MAX << 32 | NOBODY);

    /// A mark of a time; `written` says whether all bytes of the place were.
    pub fn new(time: u32, passes: Passes, written: bool) -> Mark {
        let owner = match passes {
            Passes::Thread { thread, store, inst } if inst < INSTS && u64::from(thread) < WARPS => {
                u64::from(thread) | if store { STORED } else { 0 } | u64::from(inst) << INST
            }
            Passes::Nobody | Passes::Thread { .. } => NOBODY,
            Passes::Warp(warp) => WARPS + u64::from(warp),
            Passes::Loads => ALL,
        };
        Mark(u64::from(time) << 32 | owner | if written { WRITTEN } else { 0 })
    }

    /// When it was made.
    pub fn time(self) -> u32 {
        (self.0 >> 32) as u32
    }

    /// Whether all bytes of the place were written by then.
    pub fn is_written(self) -> bool {
        self.0 & WRITTEN != 0
    }

    /// Whose plain accesses pass.
    pub fn passes(self) -> Passes {
        match self.0 & OWNER {
            thread @ 0..WARPS => {
                let inst = (self.0 as u32) >> INST;
                Passes::Thread { thread: thread as u32, store: self.0 & STORED != 0, inst }
            }
            ALL => Passes::Loads,
            NOBODY => Passes::Nobody,
            warp => Passes::Warp((warp - WARPS) as u32),
        }
    }
}

/// What marks are tested against.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Times {
    /// The block's time: an owner's access passes only at the time of its mark.
    pub now: u32,
    /// Whoever accessed a place before, all threads know of it.
    pub epoch: u32,
    /// What was noted before says nothing of written bytes.
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
    /// Number of places.
    pub fn len(&self) -> u64 {
        self.words[WORDS - 1]
    }

    /// Whether there are no places.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Begins anew: a place for each item, which says whether accesses of it may pass at all; `written` says
    /// whether all count as written.
    pub fn lay_out(&mut self, places: impl Iterator<Item = bool>, written: bool) {
        self.words.clear();
        self.words.resize(WORDS, 0);
        let first = INNER | if written { WRITTEN } else { 0 } | NOBODY;
        self.words.extend(places.map(|inner| if inner { first } else { NOBODY }));
        self.words[WORDS - 1] = (self.words.len() - WORDS) as u64;
        self.words.extend([NOBODY; TAIL]);
    }

    /// Sets what marks are tested against.
    pub fn set_times(&mut self, Times { now, epoch, start }: Times) {
        self.words[0] = u64::from(now) | u64::from(epoch) << 32;
        self.words[1] = u64::from(start) | u64::from(epoch.saturating_sub(start)) << 32;
    }

    /// The mark of a place.
    pub fn get(&self, place: u64) -> Mark {
        if place < self.len() { Mark(self.words[WORDS + place as usize]) } else { Mark::CLOSED }
    }

    /// Replaces it.
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
            Passes::Nobody,
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
        assert_eq!(Mark::new(7, far, true).passes(), Passes::Nobody, "its instruction has no room");
        assert_eq!(Mark::CLOSED.passes(), Passes::Nobody);
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
        assert_eq!(marks.words[WORDS + 2..], [NOBODY; TAIL]);
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
