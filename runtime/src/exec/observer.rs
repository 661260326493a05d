//! Observer of an engine: the reports that the engine makes, and its few queries.
//!
//! Changes of the front end are reported with the engine's lock held, so that both have the same order. An
//! observer never influences what runs: it supplies times, and the memory that timing needs. It is optional.

use super::counts::Counts;
use super::device_side::Later;
use super::{Grid, Mark, Work};
use crate::Error;
use crate::memory::Memory;
use crate::sync::Arc;
use device::{ContextId, GridSpec, Op, OpId, SmSet, Spec, StreamId, StreamKind};
use std::cell::Cell;
use std::sync::atomic::{AtomicU32, Ordering};
use timeline::{Cost, MemoryChange, Way};

/// Observer of an engine; the virtual timeline is one.
pub(crate) trait EngineObserver: Send + Sync {
    /// Appends a record, in the order in which the front end took the calls. Returns the backlog, in records.
    fn record(&self, record: Record) -> usize;

    /// Number of unprocessed records.
    fn backlog(&self) -> usize;

    /// Processes a part of the backlog, unless another thread is processing it. Returns whether there may be
    /// more.
    fn process_some(&self) -> bool;

    /// Processes the whole backlog; waits if another thread is processing it.
    fn process_all(&self);

    /// Advances virtual time as far as known ends of grids allow. Returns the grids that it waits for.
    fn advance(&self) -> Stall;

    /// Advances virtual time on an assumption about the grids that it needs: that they keep running, or have
    /// ended.
    fn assume(&self, stall: &Stall);

    /// Number of calls that are stored until their times are known. Takes no lock.
    fn stored_calls(&self) -> usize;

    /// Flushes output files to the system.
    fn flush(&self);

    /// Completes output at process exit. Does nothing if another thread holds the observer: it may never
    /// release it.
    fn finish(&self);

    /// Cycles an instruction in blocks of a grid.
    fn pace(&self, spec: &Spec, grid: &GridSpec) -> u64;

    /// Allocates instruction counters for the blocks of a grid.
    ///
    /// # Errors
    /// `OutOfMemory`.
    fn counts(&self, memory: &'static Memory, blocks: u64, spec: &Spec, pace: u64) -> Result<Counts, Error>;

    /// Cost of a grid that was launched by a block and has ended.
    fn cost(&self, spec: &Spec, grid: &Grid) -> (Cost, Option<Later>);

    /// Cost of an operation's own work, without what it launches.
    fn fork_cost(&self) -> Cost;

    /// Returns whether ends of operations are to be reported with changes of managed memory.
    fn wants_changes(&self) -> bool;

    /// Executes a copy or a host function; memory accesses in it are attributed to operation `op`.
    fn execute(&self, op: OpId, task: &mut dyn FnMut());
}

/// Object that a host thread waits for.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Waited {
    Stream(StreamId),
    Context(ContextId),
    Op(OpId),
}

/// State in which virtual time cannot advance further.
pub(crate) enum Stall {
    /// The costs of these grids have to be known first.
    Unknown(Vec<OpId>),
    /// All calls are complete, with these grids assumed to be still running.
    Assumed(Vec<OpId>),
}

impl Stall {
    pub(super) fn grids(&self) -> &[OpId] {
        let (Stall::Unknown(grids) | Stall::Assumed(grids)) = self;
        grids
    }
}

/// Reported call, or end of an operation.
pub(crate) enum Record {
    /// A context was created.
    Context { context: ContextId, settings: Box<device::Config> },
    /// A context was given a set of channels; `set` may be one that it already has.
    Queues { context: ContextId, channels: u32, set: u32 },
    /// A host thread assigned a stream to a set of channels.
    SetQueues { host: u32, stream: StreamId, queues: u32 },
    /// A stream was created.
    Stream { stream: StreamId, context: ContextId, kind: StreamKind, priority: i32, sms: Option<Box<SmSet>> },
    /// A host thread set the limit of pending launches by kernels of a context.
    Pending { host: u32, context: ContextId, launches: u32 },
    /// A host thread destroyed a stream.
    Destroyed { host: u32, stream: StreamId },
    /// A host thread submitted an operation to a stream.
    Submitted { host: u32, stream: StreamId, op: OpId, what: Operation },
    /// A host thread waits.
    Waited { host: u32, what: Waited },
    /// An operation has ended in the engine: `grid` if it was launched by the host, and changes of managed
    /// memory until then.
    Ended { op: OpId, grid: Option<Arc<Grid>>, changes: Vec<MemoryChange> },
    /// An operation that launched others has ended, with all of them.
    Forked { op: OpId, cost: Cost },
}

/// Submitted operation.
pub(crate) enum Operation {
    Grid { spec: GridSpec, grid: Arc<Grid> },
    Fork { name: Arc<str>, number: u64 },
    Copy { way: Way, bytes: u64, wait: bool },
    Host,
    Record { timing: bool, mark: Option<Arc<Mark>> },
    Wait(OpId),
}

impl Operation {
    /// Describes an operation; the last argument is the direction and size of a copy.
    pub(super) fn describe(op: &Op, work: &Work, (way, bytes): (Way, u64)) -> Operation {
        match (op, work) {
            (Op::Grid(spec), Work::Grid(grid)) => {
                Operation::Grid { spec: spec.clone(), grid: Arc::clone(grid) }
            }
            (_, Work::Fork(fork)) => {
                Operation::Fork { name: Arc::clone(&fork.name), number: fork.device_side.number() }
            }
            (Op::Copy | Op::Transfer(_), _) => {
                Operation::Copy { way, bytes, wait: matches!(work, Work::OwnCopy(_)) }
            }
            (Op::Record { timing }, Work::Mark(mark)) => {
                Operation::Record { timing: *timing, mark: Some(Arc::clone(mark)) }
            }
            (Op::Record { timing }, _) => Operation::Record { timing: *timing, mark: None },
            (Op::Wait(target), _) => Operation::Wait(*target),
            // A grid always has `Work::Grid`.
            (Op::Host | Op::Grid(_), _) => Operation::Host,
        }
    }
}

/// Number of the calling host thread, in the order in which threads make their first call.
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
