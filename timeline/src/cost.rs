//! Costs of a grid's blocks.

use crate::{Body, Coupled};
use std::sync::Arc;

/// Run time of a grid's blocks, SM clock cycles.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Cost {
    /// The same for each block.
    Each(u64),
    /// A list by linear index; further blocks take as long as the last one.
    List(Arc<[u32]>),
    /// Steps of each warp, for blocks that launch grids; by block as in a list.
    Work(Arc<[Body]>),
    /// Cycles by block, and the points at which they wait for others.
    Coupled(Arc<Coupled>),
    /// Infinite.
    Endless,
    /// Supplied later.
    Unknown,
}

impl Cost {
    /// Returns the approximate memory for it, in words.
    pub(super) fn words(&self) -> usize {
        match self {
            Cost::Each(_) | Cost::Endless | Cost::Unknown => 0,
            Cost::List(list) => list.len().div_ceil(2),
            Cost::Work(bodies) => {
                bodies.iter().map(|body| body.iter().map(|warp| 4 + 8 * warp.len()).sum::<usize>()).sum()
            }
            Cost::Coupled(coupled) => {
                let points: usize = coupled.causes.iter().map(|cause| 4 + 4 * cause.points.len()).sum();
                coupled.cycles.len().div_ceil(2) + 3 * coupled.met.len() + points
            }
        }
    }
}
