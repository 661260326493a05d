//! What a timeline is told: every call that reaches the front end, in the order in which the front end took them.

use super::Waited;
use crate::exec::{Grid, Mark, Work};
use crate::sync::Arc;
use device::{ContextId, GridSpec, Op, OpId, SmSet, StreamId, StreamKind};
use std::cell::Cell;
use std::sync::atomic::{AtomicU32, Ordering};
use timeline::{MemoryChange, Way};

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
    pub(in crate::exec) fn of(op: &Op, work: &Work, (way, bytes): (Way, u64)) -> What {
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
pub(in crate::exec) fn host() -> u32 {
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
