//! Events of a simulation, and the interface of their consumers.

use crate::spawn::Decision;
use device::residence::Counters;
use device::{GridSpec, Lane, NotLaunched, Op, OpId, StreamId};
use std::sync::Arc;

/// Number of a call, in the order of submission to the simulation.
pub type Ticket = u64;

/// Picoseconds since the start.
pub type Time = u64;

/// Direction of a copy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    /// To a device.
    HostToDevice,
    /// From a device.
    DeviceToHost,
    /// Within a device.
    DeviceToDevice,
    /// To another device.
    Peer,
    /// A fill (memset).
    Fill,
}

impl Way {
    /// All directions, with their names in scripts.
    pub const ALL: [(Way, &'static str); 5] = [
        (Way::HostToDevice, "h2d"),
        (Way::DeviceToHost, "d2h"),
        (Way::DeviceToDevice, "d2d"),
        (Way::Peer, "peer"),
        (Way::Fill, "fill"),
    ];

    /// Returns the front end's operation for such a copy. Copies to other devices use the lane of those to
    /// the host by our own choice; the rest was measured on an H200.
    pub fn op(self) -> Op {
        match self {
            Way::HostToDevice => Op::Transfer(Lane::Upload),
            Way::DeviceToHost | Way::Peer => Op::Transfer(Lane::Download),
            Way::DeviceToDevice | Way::Fill => Op::Copy,
        }
    }

    /// Returns its name in scripts.
    pub fn name(self) -> &'static str {
        Way::ALL.iter().find(|(way, _)| *way == self).map_or("", |(_, name)| name)
    }
}

/// Description of an operation at its submission.
#[derive(Clone, Copy, Debug)]
pub enum Operation<'a> {
    /// A launch.
    Grid {
        /// The kernel's name.
        name: &'a str,
        /// Its shape.
        grid: &'a GridSpec,
    },
    /// A copy or fill.
    Copy {
        /// Its direction.
        way: Way,
        /// Bytes to copy.
        bytes: u64,
    },
    /// A host function.
    Host,
    /// The record of an event.
    Record,
    /// A wait for an event.
    Wait,
}

impl Operation<'_> {
    /// Returns a short description.
    pub fn words(&self) -> String {
        match self {
            Operation::Grid { name, .. } => format!("`{name}`"),
            Operation::Copy { way: Way::Fill, bytes } => format!("a fill of {bytes} bytes"),
            Operation::Copy { way, bytes } => format!("a copy ({}) of {bytes} bytes", way.name()),
            Operation::Host => "a host function".into(),
            Operation::Record => "the record of an event".into(),
            Operation::Wait => "a wait for an event".into(),
        }
    }
}

/// A change of a region of managed memory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MemoryChange {
    /// Name of the region on the timeline.
    pub region: Arc<str>,
    /// Cause: `prefetch`, `advice`, or a kernel's name.
    pub what: Arc<str>,
    /// Costs of this change alone.
    pub cost: Counters,
    /// Bytes of the region in the device's memory afterwards.
    pub on_device: u64,
}

/// An event on the virtual timeline.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// A host thread finished a call.
    HostCall {
        /// Number of the host thread.
        host: u32,
        /// Name of the call: `launch`, `synchronize`…
        what: &'static str,
        /// Start.
        start: Time,
        /// End.
        end: Time,
    },
    /// A host thread was blocked in submit, because a channel was full.
    HostBlocked {
        /// Number of the host thread.
        host: u32,
        /// The channel.
        channel: u32,
        /// First operation in the channel at that time, and its stream.
        first: Option<(Operation<'a>, StreamId)>,
        /// Start.
        start: Time,
        /// End.
        end: Time,
    },
    /// An operation was submitted to its stream.
    Submitted {
        /// The operation.
        op: OpId,
        /// Its stream.
        stream: StreamId,
        /// Host thread that submitted it.
        host: u32,
        /// Its channel, and the number of operations that wait there now.
        channel: Option<(u32, u32)>,
        /// Its description.
        operation: Operation<'a>,
        /// Time.
        at: Time,
    },
    /// The front end passed an operation.
    Passed {
        /// The operation.
        op: OpId,
        /// Its channel, and the number of operations that wait there now.
        channel: Option<(u32, u32)>,
        /// Time.
        at: Time,
    },
    /// Another stream's operation delayed a ready operation.
    HeldBack {
        /// The operation.
        op: OpId,
        /// Its stream.
        stream: StreamId,
        /// Its description.
        operation: Operation<'a>,
        /// Operation in front of it when it became ready, and that one's stream.
        by: (OpId, StreamId),
        /// Description of that operation.
        by_operation: Operation<'a>,
        /// Their channel.
        channel: u32,
        /// Start.
        start: Time,
        /// End.
        end: Time,
    },
    /// Blocks ran, one on each SM of the list.
    Blocks {
        /// The grid.
        op: OpId,
        /// The SM of each block.
        sms: &'a [u16],
        /// Start.
        start: Time,
        /// End.
        end: Time,
    },
    /// A copy ran.
    Copied {
        /// The operation.
        op: OpId,
        /// The copy engine.
        engine: u32,
        /// Start.
        start: Time,
        /// End.
        end: Time,
    },
    /// A host function ran.
    HostFunction {
        /// The operation.
        op: OpId,
        /// Start.
        start: Time,
        /// End.
        end: Time,
    },
    /// A block launched a grid, which is now queued.
    Launched {
        /// The child.
        op: OpId,
        /// The grid with the launching block.
        parent: OpId,
        /// Stream into which the host launched its first ancestor.
        stream: StreamId,
        /// Block of the parent.
        block: u64,
        /// The hardware queue.
        queue: u32,
        /// Its description.
        operation: Operation<'a>,
        /// Start of the launch call.
        called: Time,
        /// End of the launch call.
        at: Time,
    },
    /// A launch by a block was refused.
    NotLaunched {
        /// The grid with the block that made the call.
        parent: OpId,
        /// The block.
        block: u64,
        /// The kernel's name.
        name: &'a str,
        /// The reason.
        why: &'a NotLaunched,
        /// Time.
        at: Time,
    },
    /// The first blocks of a child got an SM. The event may be slightly ahead of those that follow.
    ChildBegan {
        /// The child.
        op: OpId,
        /// Duration of the launch call.
        overhead: Time,
        /// Time in queues.
        queued: Time,
        /// Start of the blocks.
        at: Time,
    },
    /// Outcome of a decision whether to launch a grid, reported when it is known.
    Decided {
        /// The grid with the thread that decided.
        grid: OpId,
        /// The launched grid, complete by now; `None` if the thread does the work itself.
        child: Option<OpId>,
        /// The decision and its estimates.
        decision: Decision,
        /// Amount of work.
        items: u64,
        /// Time from the decision to the child's completion, or the time the thread takes.
        took: Time,
        /// Time of the decision.
        at: Time,
    },
    /// Time continues without the unknown end of a grid.
    GivenUp {
        /// The grid.
        op: OpId,
        /// Its stream.
        stream: StreamId,
        /// Its description.
        operation: Operation<'a>,
        /// Time.
        at: Time,
    },
    /// Managed memory migrated.
    Memory {
        /// The change.
        change: &'a MemoryChange,
        /// Time.
        at: Time,
    },
    /// An operation completed.
    Completed {
        /// The operation.
        op: OpId,
        /// Start of its first block, byte or call.
        start: Time,
        /// End.
        end: Time,
    },
}

/// Consumer of a simulation's events.
pub trait Sink {
    /// Returns `false` for a consumer that needs no events.
    fn listens(&self) -> bool {
        true
    }

    /// Handles an event. Events of one kind come in order of their ends.
    fn event(&mut self, event: &Event<'_>);
}

/// Discards all events.
impl Sink for () {
    fn listens(&self) -> bool {
        false
    }

    fn event(&mut self, _: &Event<'_>) {}
}

impl<A: Sink, B: Sink> Sink for (A, B) {
    fn listens(&self) -> bool {
        self.0.listens() || self.1.listens()
    }

    fn event(&mut self, event: &Event<'_>) {
        self.0.event(event);
        self.1.event(event);
    }
}

/// Forwards events to an optional consumer.
impl<A: Sink> Sink for Option<A> {
    fn listens(&self) -> bool {
        self.as_ref().is_some_and(A::listens)
    }

    fn event(&mut self, event: &Event<'_>) {
        if let Some(sink) = self {
            sink.event(event);
        }
    }
}
