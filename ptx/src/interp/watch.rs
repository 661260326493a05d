//! Events of a running block for watchers: memory accesses and synchronisation.
//!
//! A watcher receives each access before it is executed, and everything that orders accesses of different
//! threads. This module does not judge them.

use crate::ir::{AsyncStep, AtomOp, Op, Order, Space, Vote};

/// Kind of an access.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AccessKind {
    /// A load.
    Load,
    /// A store.
    Store,
    /// A read-modify-write operation.
    Atom(AtomOp),
}

impl AccessKind {
    /// Returns whether the access changes memory.
    pub const fn writes(self) -> bool {
        !matches!(self, AccessKind::Load)
    }

    /// Returns whether the access reads memory.
    pub const fn reads(self) -> bool {
        !matches!(self, AccessKind::Store)
    }
}

/// An access about to be executed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Access {
    /// State space; never [`Space::Generic`].
    pub space: Space,
    /// Address in that space.
    pub address: u64,
    /// Size in bytes.
    pub bytes: u32,
    /// Kind of access.
    pub kind: AccessKind,
    /// Memory ordering.
    pub order: Order,
    /// Index of the thread in its block.
    pub thread: u32,
    /// Line of the PTX statement, 0 if unknown.
    pub line: u32,
    /// Index of the instruction; [`NO_INST`] for parts of an operation that copies more than a register.
    pub inst: u32,
}

/// Index for accesses that belong to no instruction.
pub const NO_INST: u32 = u32::MAX;

/// Lanes of a warp that execute an operation together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WarpArrival {
    /// Index in the block of the warp's first thread.
    pub first: u32,
    /// Lanes that have arrived.
    pub lanes: u32,
    /// Lanes in their mask.
    pub named: u32,
    /// Lanes of the warp that have not ended.
    pub live: u32,
    /// Lanes that read the value of a lane that does not participate.
    pub absent: u32,
    /// Line of the PTX statement, 0 if unknown.
    pub line: u32,
    /// Name of the instruction in PTX.
    pub name: &'static str,
}

/// Arrival of a thread at a block barrier.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Arrival {
    /// Number, 0 to 15; [`BARRIERS`](crate::exec::BARRIERS) for the cluster's barrier.
    pub barrier: u32,
    /// Index of the thread in its block.
    pub thread: u32,
    /// `true` if all threads of the warp execute the instruction together.
    pub aligned: bool,
    /// Number of threads expected; `None`: all of the block.
    pub expected: Option<u32>,
    /// Line of the PTX statement, 0 if unknown.
    pub line: u32,
    /// Index of the instruction.
    pub inst: u32,
}

/// Reader of the bytes at the address of an access; returns whether they are accessible.
pub type ReadBefore<'a> = dyn Fn(&mut [u8]) -> bool + 'a;

/// Bytes that a store writes, and access to the bytes before.
#[derive(Clone, Copy, Default)]
pub struct Stored<'a> {
    /// Bytes to be stored; empty for other accesses.
    pub bytes: &'a [u8],
    /// Reader of as many bytes at the same address, for accesses that may be executed; returns whether they
    /// are accessible.
    pub before: Option<&'a ReadBefore<'a>>,
}

impl Stored<'_> {
    /// Returns whether the store changes nothing.
    pub fn is_same(&self) -> bool {
        let mut there = [0; 64];
        let there = &mut there[..self.bytes.len().min(64)];
        self.before.is_some_and(|read| !there.is_empty() && read(there) && *there == *self.bytes)
    }
}

/// Event of the running block.
#[derive(Clone, Copy)]
pub enum Event<'a> {
    /// An access, and the bytes of a store. If the watcher suppresses it, a load reads zeros and nothing is
    /// stored.
    Access(Access, Stored<'a>),
    /// A memory fence of a thread.
    Fence {
        /// Index of the thread in its block.
        thread: u32,
    },
    /// Arrival of a thread at a block barrier, waiting or not.
    Arrive(Arrival),
    /// Opening of a block barrier.
    Open {
        /// Number of the barrier, 0 to 15.
        barrier: u32,
        /// Threads that waited.
        threads: &'a [u32],
        /// `true` if all threads of the block that have not ended waited.
        all: bool,
    },
    /// Lanes of a warp arrived at an operation.
    Warp(WarpArrival),
    /// A step of asynchronous copies.
    Async {
        /// Index of the thread in its block.
        thread: u32,
        /// Step.
        step: AsyncStep,
        /// Destination of a copy: offset in the block's shared memory, `None` outside it.
        to: Option<u64>,
        /// Bytes of a copy, or for a wait the groups that may remain pending.
        number: u32,
        /// Offset of the mbarrier object of a bulk copy.
        object: Option<u64>,
        /// Line of the PTX statement, 0 if unknown.
        line: u32,
    },
}

/// Returns the name of a warp operation in PTX.
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
