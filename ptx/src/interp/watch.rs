//! What a running block does to memory and how its threads wait for each other, told to who watches.
//!
//! A watcher learns of every access before it is carried out, and of everything that orders accesses of
//! different threads. Nothing here judges.

use crate::ir::{AsyncStep, AtomOp, Op, Order, Space, Vote};

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
    /// Index of the instruction; [`NO_INST`] for pieces of an operation that copies more than a register.
    pub inst: u32,
}

/// The instruction of accesses that none stands for.
pub const NO_INST: u32 = u32::MAX;

/// Lanes of a warp that carry out an operation together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Meeting {
    /// Index in the block of the warp's first thread.
    pub first: u32,
    /// The lanes that came.
    pub lanes: u32,
    /// The lanes that their mask names.
    pub named: u32,
    /// Lanes of the warp that have not ended.
    pub live: u32,
    /// Lanes that take the value of a lane that does not take part.
    pub absent: u32,
    /// Line of the PTX statement, 0 if unknown.
    pub line: u32,
    /// The instruction's name in PTX.
    pub name: &'static str,
}

/// A thread at a block barrier.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Arrival {
    /// 0 to 15; [`BARRIERS`](crate::exec::BARRIERS) is that of the cluster.
    pub barrier: u32,
    /// Index of the thread in its block.
    pub thread: u32,
    /// All threads of the warp execute the instruction together.
    pub aligned: bool,
    /// It takes so many threads; `None`: all of the block.
    pub expected: Option<u32>,
    /// Line of the PTX statement, 0 if unknown.
    pub line: u32,
    /// Index of the instruction.
    pub inst: u32,
}

/// Reads what is at a place; whether it is there.
pub type Before<'a> = dyn Fn(&mut [u8]) -> bool + 'a;

/// What a store stores, and what is there before.
#[derive(Clone, Copy, Default)]
pub struct Stored<'a> {
    /// The bytes; empty of what is no store.
    pub bytes: &'a [u8],
    /// Reads as many bytes at the same place; whether they are there. Asked only about an access that may be
    /// carried out.
    pub before: Option<&'a Before<'a>>,
}

impl Stored<'_> {
    /// Whether the store changes nothing.
    pub fn is_same(&self) -> bool {
        let mut there = [0; 64];
        let there = &mut there[..self.bytes.len().min(64)];
        self.before.is_some_and(|read| !there.is_empty() && read(there) && *there == *self.bytes)
    }
}

/// One event of the block that is being run.
#[derive(Clone, Copy)]
pub enum Event<'a> {
    /// An access, and what a store stores. If the watcher says no, a load reads zeros and nothing is stored.
    Access(Access, Stored<'a>),
    /// A fence of a thread.
    Fence {
        /// Index of the thread in its block.
        thread: u32,
    },
    /// A thread arrived at a block barrier, to wait or not.
    Arrive(Arrival),
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
    Warp(Meeting),
    /// A step of asynchronous copies.
    Async {
        /// Index of the thread in its block.
        thread: u32,
        /// Which.
        step: AsyncStep,
        /// Where a copy goes: offset in the block's shared memory, `None` outside it.
        to: Option<u64>,
        /// Its bytes, or of a wait the groups that may go on.
        number: u32,
        /// Offset of a bulk copy's mbarrier object.
        object: Option<u64>,
        /// Line of the PTX statement, 0 if unknown.
        line: u32,
    },
}

/// The name of a warp operation in PTX.
pub const fn name(op: &Op) -> &'static str {
    match op {
        Op::Shfl(_) => "shfl.sync",
        Op::Vote(Vote::Ballot) => "vote.sync.ballot",
        Op::Vote(_) => "vote.sync",
        Op::Match { .. } => "match.sync",
        Op::Redux { .. } => "redux.sync",
        Op::WarpSync => "bar.warp.sync",
        Op::Elect => "elect.sync",
        Op::Mma(_) => "mma.sync",
        Op::Rows { .. } => "ldmatrix",
        _ => "warp operation",
    }
}
