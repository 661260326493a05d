//! What goes into the front end and what comes out: operations, actions, notes, counters.

use crate::{GridSpec, Lane, OpId};
use std::fmt;

/// How a stream behaves towards the legacy default stream.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StreamKind {
    /// The legacy default stream of its context.
    Legacy,
    /// Waits for the legacy stream and is waited for.
    Blocking,
    /// Has nothing to do with it.
    NonBlocking,
}

/// What a stream is called, in reports and on timelines: streams are numbered from 0 in the order of their
/// making.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StreamName {
    /// What it is.
    pub kind: StreamKind,
    /// Its number.
    pub number: usize,
}

impl fmt::Display for StreamName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            StreamKind::Legacy => f.write_str("default stream"),
            StreamKind::Blocking | StreamKind::NonBlocking => write!(f, "stream {}", self.number),
        }
    }
}

/// One operation of a stream.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Op {
    /// A kernel launch.
    Grid(GridSpec),
    /// A copy or fill within the device that the driver of this machine carries out when told to
    /// [start](Action::Start) it.
    Copy,
    /// A copy by a copy engine, to the device or from it, likewise.
    Transfer(Lane),
    /// A host function, likewise; it takes no ring entry.
    Host,
    /// An event's mark; with timing it takes a ring entry.
    Record {
        /// Whether the event takes times.
        timing: bool,
    },
    /// Later operations of the stream wait for this one of any stream; takes no ring entry.
    Wait(OpId),
}

impl Op {
    /// The channels that it goes through; none if it takes no entry.
    pub(crate) fn lane(&self) -> Option<Lane> {
        match *self {
            Op::Grid(_) | Op::Copy | Op::Record { timing: true } => Some(Lane::Compute),
            Op::Transfer(lane) => Some(lane),
            Op::Host | Op::Wait(_) | Op::Record { timing: false } => None,
        }
    }
}

/// When what a kernel launches runs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Order {
    /// When these are complete: what was launched into the same stream before, events that the stream waits
    /// for. With none of them it is at once (`cudaStreamFireAndForget`).
    After(Vec<OpId>),
    /// When the parent's blocks have ended and all its other children are complete; one after the other
    /// (`cudaStreamTailLaunch`).
    Tail,
}

/// What the driver has to do next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Action {
    /// Run blocks `first .. first + sms.len()` of a grid, each on the SM at its place in the list.
    Run {
        /// The grid's operation.
        grid: OpId,
        /// Linear index of the first block.
        first: u64,
        /// SM of each block.
        sms: Vec<u16>,
    },
    /// A block that [waited](crate::Device::block_waits) for its children goes on, on this SM.
    Resume {
        /// The grid's operation.
        grid: OpId,
        /// Which block, as it was told to [`Device::block_resumes`](crate::Device::block_resumes).
        block: u64,
        /// Where.
        sm: u16,
    },
    /// Carry out a copy or a host function.
    Start {
        /// Which.
        op: OpId,
    },
    /// An operation is complete: its event has happened, those that waited go on.
    Done {
        /// Which.
        op: OpId,
    },
}

/// What the front end did, for whoever [watches](crate::Device::watch).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Note {
    /// It has passed an operation, to where it runs.
    Passed {
        /// Which.
        op: OpId,
        /// Its channel, and how many operations wait there now.
        channel: Option<(u32, u32)>,
    },
    /// An operation waits for nothing any more, but another one is in front of it in its channel and stalls.
    Held {
        /// Which.
        op: OpId,
        /// The one in front.
        by: OpId,
        /// Their channel.
        channel: u32,
    },
}

/// What happened so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counters {
    /// Operations taken.
    pub submitted: u64,
    /// Operations refused because a channel was full.
    pub refused_full: u64,
    /// Most operations that ever waited in one ring.
    pub deepest_ring: u32,
    /// Most grids that were ever resident at once.
    pub most_resident: u32,
    /// Blocks handed out.
    pub blocks: u64,
    /// Operations that running grids launched.
    pub children: u64,
}
