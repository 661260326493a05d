//! Observers of an engine: what the engine reports, and the little that it asks.
//!
//! A call that changes the front end is reported while the engine's lock is held, so that both have the same
//! order. An observer decides nothing that runs: it answers for times, and for what blocks need to be timed.
//! The engine runs without one.

use super::counts::Counts;
use super::{Grid, Mark, Work};
use crate::Error;
use crate::memory::Memory;
use crate::sync::Arc;
use device::{ContextId, GridSpec, Op, OpId, SmSet, Spec, StreamId, StreamKind};
use std::cell::Cell;
use std::sync::atomic::{AtomicU32, Ordering};
use timeline::{Cost, MemoryChange, Way};

/// Observer of an engine: virtual time is one.
pub(crate) trait EngineObserver: Send + Sync {
    /// Takes a record, in the order in which the front end took the call. Returns the backlog: records that
    /// nobody worked through yet.
    fn record(&self, record: Record) -> usize;

    /// Records that nobody worked through yet.
    fn backlog(&self) -> usize;

    /// Works through a part of the backlog, unless another thread is at that. Whether there may be more.
    fn follow(&self) -> bool;

    /// Works through the backlog, and waits for a thread that is at that.
    fn catch_up(&self);

    /// Advances as far as known ends of grids allow. Returns the grids whose ends it needs.
    fn advance(&self) -> Stands;

    /// Advances as if the grids that it needs ran on, or had ended.
    fn assume(&self, stands: &Stands);

    /// Calls that are kept until their times are known; looked up without a lock.
    fn kept(&self) -> usize;

    /// Hands files that are being written to the system.
    fn flush(&self);

    /// The end of the process. Does nothing if another thread is at work, which may never come back.
    fn finish(&self);

    /// Cycles that an instruction takes in blocks of a grid.
    fn pace(&self, spec: &Spec, grid: &GridSpec) -> u64;

    /// Words for the blocks of a grid to count their instructions in.
    ///
    /// # Errors
    /// `OutOfMemory`.
    fn counts(&self, memory: &'static Memory, blocks: u64, spec: &Spec, pace: u64) -> Result<Counts, Error>;

    /// Cost of a grid that a block launched and that has ended.
    fn cost(&self, spec: &Spec, grid: &Grid) -> Cost;

    /// Whether changes of managed memory are wanted with ends of operations.
    fn wants_changes(&self) -> bool;

    /// Carries out a copy or a host function, whose accesses are those of an operation.
    fn carry_out(&self, op: OpId, task: &mut dyn FnMut());
}

/// What a host thread waits for.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Waited {
    Stream(StreamId),
    Context(ContextId),
    Op(OpId),
}

/// Operations on whose real ends it depends how time goes on.
pub(crate) enum Stands {
    /// Time stands still until the costs of these grids are known.
    Still(Vec<OpId>),
    /// Nothing goes on any more, and these grids were taken to run on.
    Behind(Vec<OpId>),
}

impl Stands {
    pub(super) fn grids(&self) -> &[OpId] {
        let (Stands::Still(grids) | Stands::Behind(grids)) = self;
        grids
    }
}

/// One of those calls, or that something has really ended.
pub(crate) enum Record {
    /// A context was made.
    Context { context: ContextId, settings: Box<device::Config> },
    /// A context was given a set of channels for other streams: another one, or one that it has.
    Queues { context: ContextId, channels: u32, set: u32 },
    /// A stream was put on a set of channels by a host thread.
    SetQueues { host: u32, stream: StreamId, queues: u32 },
    /// A stream was made.
    Stream { stream: StreamId, context: ContextId, kind: StreamKind, priority: i32, sms: Option<Box<SmSet>> },
    /// A host thread set how many launches by blocks of a context may be under way.
    Pending { host: u32, context: ContextId, launches: u32 },
    /// A stream was let go by a host thread.
    Destroyed { host: u32, stream: StreamId },
    /// A host thread put an operation into a stream.
    Submitted { host: u32, stream: StreamId, op: OpId, what: What },
    /// A host thread waits.
    Waited { host: u32, what: Waited },
    /// An operation has really ended: a grid of the host's, and what became of managed memory by then.
    Ended { op: OpId, grid: Option<Arc<Grid>>, changes: Vec<MemoryChange> },
}

/// An operation.
pub(crate) enum What {
    Grid { spec: GridSpec, grid: Arc<Grid> },
    Copy { way: Way, bytes: u64, wait: bool },
    Host,
    Record { timing: bool, mark: Option<Arc<Mark>> },
    Wait(OpId),
}

impl What {
    /// An operation with what there is to do for it; `copied` says what a copy copies.
    pub(super) fn of(op: &Op, work: &Work, (way, bytes): (Way, u64)) -> What {
        match (op, work) {
            (Op::Grid(spec), Work::Grid(grid)) => What::Grid { spec: spec.clone(), grid: Arc::clone(grid) },
            (Op::Copy | Op::Transfer(_), _) => {
                What::Copy { way, bytes, wait: matches!(work, Work::OwnCopy(_)) }
            }
            (Op::Record { timing }, Work::Mark(mark)) => {
                What::Record { timing: *timing, mark: Some(Arc::clone(mark)) }
            }
            (Op::Record { timing }, _) => What::Record { timing: *timing, mark: None },
            (Op::Wait(target), _) => What::Wait(*target),
            // A grid always comes with what its blocks do.
            (Op::Host | Op::Grid(_), _) => What::Host,
        }
    }
}

/// The number of this thread: host threads are numbered in the order in which they first do something.
pub(super) fn host() -> u32 {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    thread_local! {
        static NUMBER: Cell<Option<u32>> = const { Cell::new(None) };
    }
    NUMBER.get().unwrap_or_else(|| {
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        NUMBER.set(Some(number));
        number
    })
}
