//! What the blocks of a grid cost.

use crate::{Body, Coupled};
use std::sync::Arc;

/// How long the blocks of a grid run, SM clock cycles.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Cost {
    /// Each of them so long.
    Each(u64),
    /// Block by block, in linear order; those beyond the end as long as the last one.
    List(Arc<[u32]>),
    /// Warp by warp and step by step, for blocks that launch grids; block by block as in a list.
    Work(Arc<[Body]>),
    /// Block by block, with where they wait for others.
    Coupled(Arc<Coupled>),
    /// For ever.
    Endless,
    /// It will be told.
    Unknown,
}

impl Cost {
    /// About how many words it takes to keep it.
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
