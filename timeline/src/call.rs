//! Calls of host threads, and the states in which a simulation comes to rest.

use crate::{Cost, MemoryChange, Ticket, Time, Way};
use device::{ContextId, GridSpec, Refused, StreamId};
use std::sync::Arc;

/// A call of a host thread.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Call {
    /// Launches a kernel.
    Launch {
        /// Its stream.
        stream: StreamId,
        /// The kernel's name.
        name: Arc<str>,
        /// Its shape.
        grid: GridSpec,
        /// Run time of its blocks.
        cost: Cost,
    },
    /// Starts a copy or fill.
    Copy {
        /// Its stream.
        stream: StreamId,
        /// Its direction.
        way: Way,
        /// Bytes to copy.
        bytes: u64,
        /// `true` if the thread waits for its end.
        wait: bool,
    },
    /// Queues a host function.
    HostFunction {
        /// Its stream.
        stream: StreamId,
        /// Its run time, picoseconds.
        duration: Time,
    },
    /// Records an event.
    Record {
        /// Its stream.
        stream: StreamId,
        /// The event's number.
        event: u64,
        /// `true` if it records times.
        timing: bool,
    },
    /// Makes a stream wait for the last record of an event.
    Wait {
        /// The stream that waits.
        stream: StreamId,
        /// The event's number.
        event: u64,
    },
    /// Makes a stream wait for an operation, if [tickets are kept](crate::Simulation::keep_tickets).
    WaitOn {
        /// The stream that waits.
        stream: StreamId,
        /// The call that submitted the operation.
        ticket: Ticket,
    },
    /// Waits for all operations of a stream.
    SyncStream(StreamId),
    /// Waits for the last record of an event.
    SyncEvent(u64),
    /// Waits for operations, if [tickets are kept](crate::Simulation::keep_tickets).
    SyncOn(Vec<Ticket>),
    /// Waits for all operations of a context.
    SyncContext(ContextId),
    /// Reports a change of managed memory.
    Memory(Arc<MemoryChange>),
    /// Keeps the thread busy with other work.
    Delay(Time),
    /// Waits until a point in time.
    Until(Time),
    /// Puts a stream on a set of channels of its context; see
    /// [`Device::set_queues`](device::Device::set_queues).
    Queues {
        /// The stream.
        stream: StreamId,
        /// Number of the set.
        set: u32,
    },
    /// Sets how many launches by blocks of a context may be pending.
    Pending {
        /// The context.
        context: ContextId,
        /// The limit.
        launches: u32,
    },
    /// Destroys a stream.
    Destroy(StreamId),
    /// Repeats some calls.
    Repeat {
        /// Number of iterations.
        times: u64,
        /// The calls of an iteration.
        calls: Arc<[Call]>,
    },
}

/// A call that the front end rejected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// Its ticket.
    pub ticket: Ticket,
    /// The reason.
    pub why: Refused,
}

/// State in which a simulation cannot continue.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Rest {
    /// Everything is done.
    Finished,
    /// Time stands still until the costs of these grids are known.
    Unknown(Vec<Ticket>),
    /// Host threads wait for events that will never happen, as listed by
    /// [`Simulation::describe_waits`](crate::Simulation::describe_waits).
    Deadlock(Vec<String>),
}

/// Name for actions that are not calls of the program.
pub(super) const NO_CALL: &str = "";

impl Call {
    /// Returns the stream of the call.
    pub(super) fn stream(&self) -> Option<StreamId> {
        match *self {
            Call::Launch { stream, .. }
            | Call::Copy { stream, .. }
            | Call::HostFunction { stream, .. }
            | Call::Record { stream, .. }
            | Call::Wait { stream, .. }
            | Call::WaitOn { stream, .. }
            | Call::Queues { stream, .. }
            | Call::SyncStream(stream)
            | Call::Destroy(stream) => Some(stream),
            Call::SyncEvent(_) | Call::SyncOn(_) | Call::SyncContext(_) | Call::Pending { .. } => None,
            Call::Memory(_) | Call::Delay(_) | Call::Until(_) | Call::Repeat { .. } => None,
        }
    }

    /// Returns its name on a timeline.
    pub(super) fn name(&self) -> &'static str {
        match self {
            Call::Launch { .. } => "launch",
            Call::Copy { .. } => "copy",
            Call::HostFunction { .. } => "host function",
            Call::Record { .. } => "record",
            Call::Wait { .. } | Call::WaitOn { .. } => "wait event",
            Call::SyncStream(_) => "synchronize stream",
            Call::SyncEvent(_) | Call::SyncOn(_) => "synchronize event",
            Call::SyncContext(_) => "synchronize",
            Call::Memory(_) | Call::Until(_) | Call::Queues { .. } | Call::Pending { .. } => NO_CALL,
            Call::Delay(_) => "other work",
            Call::Destroy(_) => "destroy stream",
            Call::Repeat { .. } => "repeat",
        }
    }
}
