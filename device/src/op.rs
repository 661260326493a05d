//! Inputs and outputs of the front end: operations, actions, notes, counters.

use crate::{GridSpec, Lane, OpId};
use std::fmt;

/// Relation of a stream to the legacy default stream.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StreamKind {
    /// The legacy default stream of its context.
    Legacy,
    /// Synchronises with the legacy stream in both directions.
    Blocking,
    /// Does not synchronise with it.
    NonBlocking,
}

/// Name of a stream in reports and on timelines: streams are numbered from 0 in order of creation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StreamName {
    /// Its kind.
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

/// An operation of a stream.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Op {
    /// A kernel launch.
    Grid(GridSpec),
    /// A copy or fill within the device, which the driver carries out at its [start](Action::Start).
    Copy,
    /// A copy by a copy engine, to or from the device, carried out by the driver.
    Transfer(Lane),
    /// A host function, carried out by the driver; it takes no ring entry.
    Host,
    /// The record of an event; with timing it takes a ring entry.
    Record {
        /// `true` if the event records times.
        timing: bool,
    },
    /// Later operations of the stream wait for this operation of any stream; takes no ring entry.
    Wait(OpId),
}

impl Op {
    /// Returns the lane of its channel; `None` if it takes no entry.
    pub(crate) fn lane(&self) -> Option<Lane> {
        match *self {
            Op::Grid(_) | Op::Copy | Op::Record { timing: true } => Some(Lane::Compute),
            Op::Transfer(lane) => Some(lane),
            Op::Host | Op::Wait(_) | Op::Record { timing: false } => None,
        }
    }
}

/// Order of a kernel's child operation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Order {
    /// After these operations: the previous one in the same stream, and events for which the stream waits.
    /// Immediately if there are none (`cudaStreamFireAndForget`).
    After(Vec<OpId>),
    /// After the parent's blocks and its other children, one after the other (`cudaStreamTailLaunch`).
    Tail,
}

/// Next task of the driver.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Action {
    /// Run blocks `first .. first + sms.len()` of a grid, each on the SM at its position in the list.
    Run {
        /// The grid's operation.
        grid: OpId,
        /// Linear index of the first block.
        first: u64,
        /// SM of each block.
        sms: Vec<u16>,
    },
    /// Resume a block that [waited](crate::Device::block_waits) for its children, on this SM.
    Resume {
        /// The grid's operation.
        grid: OpId,
        /// The block, as passed to [`Device::block_resumes`](crate::Device::block_resumes).
        block: u64,
        /// Its SM.
        sm: u16,
    },
    /// Carry out a copy or a host function.
    Start {
        /// The operation.
        op: OpId,
    },
    /// An operation is complete: its event has occurred, and dependents continue.
    Done {
        /// The operation.
        op: OpId,
    },
}

/// Event of the front end, for a driver that [watches](crate::Device::watch).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Note {
    /// It has passed an operation.
    Passed {
        /// The operation.
        op: OpId,
        /// Its channel, and the number of operations that wait there now.
        channel: Option<(u32, u32)>,
    },
    /// A ready operation is held back by the stalled head of its channel.
    Held {
        /// The operation.
        op: OpId,
        /// The head.
        by: OpId,
        /// Their channel.
        channel: u32,
    },
}

/// Counters since creation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counters {
    /// Operations accepted.
    pub submitted: u64,
    /// Operations rejected because a channel was full.
    pub refused_full: u64,
    /// Maximum number of operations in one ring.
    pub deepest_ring: u32,
    /// Maximum number of resident grids.
    pub most_resident: u32,
    /// Blocks dispatched.
    pub blocks: u64,
    /// Operations launched by running grids.
    pub children: u64,
}
