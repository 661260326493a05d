//! What a simulation tells whoever listens.

use crate::spawn::Decision;
use device::residence::Counters;
use device::{GridSpec, Lane, NotLaunched, Op, OpId, StreamId};
use std::sync::Arc;

/// Numbers calls in the order in which they were handed over.
pub type Ticket = u64;

/// Picoseconds since the start.
pub type Time = u64;

/// Where a copy goes.
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
    /// All of them, with their names in scripts.
    pub const ALL: [(Way, &'static str); 5] = [
        (Way::HostToDevice, "h2d"),
        (Way::DeviceToHost, "d2h"),
        (Way::DeviceToDevice, "d2d"),
        (Way::Peer, "peer"),
        (Way::Fill, "fill"),
    ];

    /// What the front end is given for such a copy. That copies to other devices go the way of those to the
    /// host is our choice; the rest was measured.
    pub fn op(self) -> Op {
        match self {
            Way::HostToDevice => Op::Transfer(Lane::Upload),
            Way::DeviceToHost | Way::Peer => Op::Transfer(Lane::Download),
            Way::DeviceToDevice | Way::Fill => Op::Copy,
        }
    }

    /// Its name in scripts.
    pub fn name(self) -> &'static str {
        Way::ALL.iter().find(|(way, _)| *way == self).map_or("", |(_, name)| name)
    }
}

/// What there is to know of an operation when it is put into a stream.
#[derive(Clone, Copy, Debug)]
pub enum Doing<'a> {
    /// A launch.
    Grid {
        /// The kernel's name.
        name: &'a str,
        /// Its shape.
        grid: &'a GridSpec,
    },
    /// A copy or fill.
    Copy {
        /// Where.
        way: Way,
        /// How much.
        bytes: u64,
    },
    /// A host function.
    Host,
    /// An event's mark.
    Record,
    /// A wait for an event.
    Wait,
}

impl Doing<'_> {
    /// What it is, in a few words.
    pub fn words(&self) -> String {
        match self {
            Doing::Grid { name, .. } => format!("`{name}`"),
            Doing::Copy { way: Way::Fill, bytes } => format!("a fill of {bytes} bytes"),
            Doing::Copy { way, bytes } => format!("a copy ({}) of {bytes} bytes", way.name()),
            Doing::Host => "a host function".into(),
            Doing::Record => "the record of an event".into(),
            Doing::Wait => "a wait for an event".into(),
        }
    }
}

/// What was done to a region of managed memory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MemoryChange {
    /// The region, as it is called on the timeline.
    pub region: Arc<str>,
    /// Why: `prefetch`, `advice`, a kernel's name.
    pub what: Arc<str>,
    /// What it took: only what came with this change.
    pub cost: Counters,
    /// Bytes of the region that are in the device's memory now.
    pub on_device: u64,
}

/// Something that happened on the virtual timeline.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// A host thread did something.
    HostCall {
        /// Number of the host thread.
        host: u32,
        /// What: `launch`, `synchronize`…
        what: &'static str,
        /// From.
        start: Time,
        /// To.
        end: Time,
    },
    /// A host thread could not go on, for a channel was full.
    HostBlocked {
        /// Number of the host thread.
        host: u32,
        /// The channel.
        channel: u32,
        /// What was first in it then, and its stream.
        first: Option<(Doing<'a>, StreamId)>,
        /// From.
        start: Time,
        /// To.
        end: Time,
    },
    /// An operation is in its stream.
    Submitted {
        /// Which.
        op: OpId,
        /// Its stream.
        stream: StreamId,
        /// Who put it there.
        host: u32,
        /// Its channel, and how many operations wait there now.
        channel: Option<(u32, u32)>,
        /// What it is.
        doing: Doing<'a>,
        /// When.
        at: Time,
    },
    /// The front end has passed an operation.
    Passed {
        /// Which.
        op: OpId,
        /// Its channel, and how many operations wait there now.
        channel: Option<(u32, u32)>,
        /// When.
        at: Time,
    },
    /// An operation could have been passed, but another stream's held it back.
    HeldBack {
        /// Which.
        op: OpId,
        /// Its stream.
        stream: StreamId,
        /// What it is.
        doing: Doing<'a>,
        /// What was in front of it when it could have gone on, and its stream.
        by: (OpId, StreamId),
        /// What that is.
        by_doing: Doing<'a>,
        /// Their channel.
        channel: u32,
        /// From.
        start: Time,
        /// To.
        end: Time,
    },
    /// Blocks ran, one on each SM of the list.
    Blocks {
        /// The grid.
        op: OpId,
        /// The SM of each.
        sms: &'a [u16],
        /// From.
        start: Time,
        /// To.
        end: Time,
    },
    /// A copy ran.
    Copied {
        /// Which.
        op: OpId,
        /// On which copy engine.
        engine: u32,
        /// From.
        start: Time,
        /// To.
        end: Time,
    },
    /// A host function ran.
    HostFunction {
        /// Which.
        op: OpId,
        /// From.
        start: Time,
        /// To.
        end: Time,
    },
    /// A block has launched a grid, which is in its queue now.
    Launched {
        /// The child.
        op: OpId,
        /// The grid whose block launched it.
        parent: OpId,
        /// The stream that the host launched its first ancestor into.
        stream: StreamId,
        /// Which block of the parent.
        block: u64,
        /// The hardware queue.
        queue: u32,
        /// What it is.
        doing: Doing<'a>,
        /// When the launch call began.
        called: Time,
        /// When it returned.
        at: Time,
    },
    /// A launch by a block was refused.
    NotLaunched {
        /// The grid whose block would have launched.
        parent: OpId,
        /// Which block of it.
        block: u64,
        /// The kernel's name.
        name: &'a str,
        /// Why.
        why: &'a NotLaunched,
        /// When.
        at: Time,
    },
    /// The first blocks of a child have an SM. It may lie a little ahead of the events that follow.
    ChildBegan {
        /// The child.
        op: OpId,
        /// How long the launch call took.
        overhead: Time,
        /// How long it was in queues then.
        queued: Time,
        /// When it begins.
        at: Time,
    },
    /// What became of a decision whether to launch a grid: told when the outcome is known.
    Decided {
        /// The grid one of whose threads decided.
        grid: OpId,
        /// The grid that was launched, which is complete now; none if the thread does the work.
        child: Option<OpId>,
        /// What was decided, and why.
        decision: Decision,
        /// How much work it was about.
        items: u64,
        /// How long it took from the decision until the child was complete, or how long it takes the thread.
        took: Time,
        /// When it was decided.
        at: Time,
    },
    /// Time goes on without the end of a grid that nobody knows.
    GivenUp {
        /// Which.
        op: OpId,
        /// Its stream.
        stream: StreamId,
        /// What it is.
        doing: Doing<'a>,
        /// Since when.
        at: Time,
    },
    /// Managed memory changed its place.
    Memory {
        /// What happened.
        change: &'a MemoryChange,
        /// When.
        at: Time,
    },
    /// An operation is complete.
    Completed {
        /// Which.
        op: OpId,
        /// When its first block, byte or call began.
        start: Time,
        /// When.
        end: Time,
    },
}

/// Listens to a simulation.
pub trait Sink {
    /// Whether anyone listens; if not, nothing is told.
    const LISTENS: bool = true;

    /// Something happened. Events of one kind come in order of their ends.
    fn event(&mut self, event: &Event<'_>);
}

/// Nobody listens.
impl Sink for () {
    const LISTENS: bool = false;

    fn event(&mut self, _: &Event<'_>) {}
}

impl<A: Sink, B: Sink> Sink for (A, B) {
    const LISTENS: bool = A::LISTENS || B::LISTENS;

    fn event(&mut self, event: &Event<'_>) {
        self.0.event(event);
        self.1.event(event);
    }
}

/// Perhaps someone listens.
impl<A: Sink> Sink for Option<A> {
    const LISTENS: bool = A::LISTENS;

    fn event(&mut self, event: &Event<'_>) {
        if let Some(sink) = self {
            sink.event(event);
        }
    }
}
