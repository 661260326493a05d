//! What host threads do, and how a simulation of it comes to rest.

use crate::{Cost, MemoryChange, Ticket, Time, Way};
use device::{ContextId, GridSpec, Refused, StreamId};
use std::sync::Arc;

/// What a host thread does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Call {
    /// Launches a kernel.
    Launch {
        /// Into which stream.
        stream: StreamId,
        /// The kernel's name.
        name: Arc<str>,
        /// Its shape.
        grid: GridSpec,
        /// How long its blocks run.
        cost: Cost,
    },
    /// Starts a copy or fill.
    Copy {
        /// In which stream.
        stream: StreamId,
        /// Where.
        way: Way,
        /// How much.
        bytes: u64,
        /// Whether the thread waits for its end.
        wait: bool,
    },
    /// Queues a host function.
    HostFunction {
        /// In which stream.
        stream: StreamId,
        /// How long it runs, picoseconds.
        duration: Time,
    },
    /// Records an event.
    Record {
        /// In which stream.
        stream: StreamId,
        /// The event's number.
        event: u64,
        /// Whether it takes times.
        timing: bool,
    },
    /// Makes a stream wait for the last record of an event.
    Wait {
        /// Which stream.
        stream: StreamId,
        /// The event's number.
        event: u64,
    },
    /// Makes a stream wait for an operation, if [tickets are kept](crate::Simulation::keep_tickets).
    WaitOn {
        /// Which stream.
        stream: StreamId,
        /// The call that made the operation.
        ticket: Ticket,
    },
    /// Waits for all that is in a stream.
    SyncStream(StreamId),
    /// Waits for the last record of an event.
    SyncEvent(u64),
    /// Waits for operations, if [tickets are kept](crate::Simulation::keep_tickets).
    SyncOn(Vec<Ticket>),
    /// Waits for all that is in a context.
    SyncContext(ContextId),
    /// Says what became of managed memory.
    Memory(Arc<MemoryChange>),
    /// Does something else.
    Delay(Time),
    /// Does nothing before a time.
    Until(Time),
    /// Puts a stream on a set of channels of its context; see
    /// [`Device::set_queues`](device::Device::set_queues).
    Queues {
        /// Which stream.
        stream: StreamId,
        /// Which set.
        set: u32,
    },
    /// Sets how many launches by blocks of a context may wait to begin.
    Pending {
        /// Which context.
        context: ContextId,
        /// How many.
        launches: u32,
    },
    /// Lets a stream go.
    Destroy(StreamId),
    /// Does some calls so many times.
    Repeat {
        /// How often.
        times: u64,
        /// What.
        calls: Arc<[Call]>,
    },
}

/// A call that the front end did not take.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// Which.
    pub ticket: Ticket,
    /// Why.
    pub why: Refused,
}

/// What keeps a simulation from going on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Rest {
    /// Everything is done.
    Finished,
    /// Time stands still until the cost of these grids is told.
    Unknown(Vec<Ticket>),
    /// Host threads wait for what will never be: what [`Simulation::who_waits`](crate::Simulation::who_waits)
    /// says.
    Deadlock(Vec<String>),
}

/// Of what is no call of the program's.
pub(super) const NO_CALL: &str = "";

impl Call {
    /// The stream that it is about.
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

    /// As it is called on a timeline.
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
