//! Costs of blocks that wait on words which others write.

use crate::event::Ticket;
use std::sync::Arc;

/// Run time of blocks that wait for others.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Coupled {
    /// Cycles that each block executes, in linear order; further blocks execute as many as the last one.
    pub cycles: Arc<[u32]>,
    /// Wait points, ordered by block and then by position.
    pub met: Vec<WaitPoint>,
    /// Wake-up conditions of the wait points.
    pub causes: Vec<Cause>,
}

/// A wait point of a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WaitPoint {
    /// Linear index of the block.
    pub block: u64,
    /// Position, in cycles executed by the block.
    pub at: u64,
    /// Index of its wake-up condition.
    pub cause: u32,
}

/// Wake-up condition of a block: all of these.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Cause {
    /// Producers on the device.
    pub points: Arc<[Point]>,
    /// `true` if the host is a producer too.
    pub host: bool,
}

/// A producer's point of progress.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Point {
    /// Progress of a block, in cycles that it has executed.
    Block {
        /// The launch.
        launch: Ticket,
        /// Linear index of the block.
        block: u64,
        /// Cycles executed.
        at: u64,
    },
    /// Completion of an operation.
    Whole(Ticket),
}

impl Point {
    /// Returns the operation, or the block, that must progress before the time of the point is known.
    pub(crate) fn producer(self) -> (Ticket, Option<u64>) {
        match self {
            Point::Block { launch, block, .. } => (launch, Some(block)),
            Point::Whole(ticket) => (ticket, None),
        }
    }
}
