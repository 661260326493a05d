//! Costs of blocks that wait for what others write.

use crate::event::Ticket;
use std::sync::Arc;

/// How long blocks run that wait for others.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Coupled {
    /// Cycles that each block executes, in linear order; those beyond the end as many as the last one.
    pub cycles: Arc<[u32]>,
    /// Where they wait, by block and then in order.
    pub met: Vec<Met>,
    /// What for.
    pub causes: Vec<Cause>,
}

/// A block waits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Met {
    /// Its linear index.
    pub block: u64,
    /// After so many cycles of its own.
    pub at: u64,
    /// For which of the causes.
    pub cause: u32,
}

/// What a block waits for: all of it.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Cause {
    /// What was done on the device.
    pub points: Arc<[Point]>,
    /// And for the host.
    pub host: bool,
}

/// Something that was done.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Point {
    /// By a block of a launch, after so many cycles of its own.
    Block {
        /// The launch.
        launch: Ticket,
        /// Linear index of the block.
        block: u64,
        /// When.
        at: u64,
    },
    /// By an operation that is complete.
    Whole(Ticket),
}

impl Point {
    /// Who has to go on before it is known when that was.
    pub(crate) fn by(self) -> (Ticket, Option<u64>) {
        match self {
            Point::Block { launch, block, .. } => (launch, Some(block)),
            Point::Whole(ticket) => (ticket, None),
        }
    }
}
