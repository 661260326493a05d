//! What a running block does to memory and how its threads wait for each other, told to who watches.
//!
//! A watcher learns of every access before it is carried out, and of everything that orders accesses of different
//! threads. Nothing here judges.

use crate::ir::{AtomOp, Order, Space};

/// What kind of access.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A load.
    Load,
    /// A store.
    Store,
    /// A read-modify-write operation.
    Atom(AtomOp),
}

impl Kind {
    /// Whether memory is changed.
    pub const fn writes(self) -> bool {
        !matches!(self, Kind::Load)
    }

    /// Whether memory is looked at.
    pub const fn reads(self) -> bool {
        !matches!(self, Kind::Store)
    }
}

/// An access that is about to happen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Access {
    /// Where it goes; never [`Space::Generic`].
    pub space: Space,
    /// The address in that space.
    pub address: u64,
    /// Bytes.
    pub bytes: u32,
    /// What it does.
    pub kind: Kind,
    /// How strong it is.
    pub order: Order,
    /// Index of the thread in its block.
    pub thread: u32,
    /// Line of the PTX statement, 0 if unknown.
    pub line: u32,
}

/// One event of the block that is being run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event<'a> {
    /// An access. If the watcher says no, a load reads zeros and nothing is stored.
    Access(Access),
    /// A fence of a thread.
    Fence {
        /// Index of the thread in its block.
        thread: u32,
    },
    /// A thread arrived at a block barrier, to wait or not.
    Arrive {
        /// 0 to 15.
        barrier: u32,
        /// Index of the thread in its block.
        thread: u32,
    },
    /// A block barrier opened.
    Open {
        /// 0 to 15.
        barrier: u32,
        /// The threads that waited.
        threads: &'a [u32],
        /// All threads of the block that have not ended waited.
        all: bool,
    },
    /// Lanes of a warp met at an operation.
    Warp {
        /// Index in the block of the warp's first thread.
        first: u32,
        /// The lanes.
        lanes: u32,
    },
}
