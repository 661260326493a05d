//! A grid as its own threads see it: what the engine asks, and reports, about calls and launches by kernels.

use super::due::Dues;
use ::timeline::Cost;
use device::OpId;

/// The host's side of what a grid's threads call.
pub(crate) trait DeviceSide: Send + Sync {
    /// Number of the launch.
    fn number(&self) -> u64;

    /// The grid has become an operation.
    fn born(&self, op: OpId);

    /// Whether blocks of it wait for children, so that those may have their room.
    fn waits(&self) -> bool;

    /// Whether it goes on by itself, as far as is known: it waits neither for children nor for room to
    /// launch.
    fn goes_on(&self) -> bool;

    /// Blocks of it that draw next.
    fn dues(&self) -> &Dues;

    /// Cost of its blocks: `base` with what they launched, which is forgotten here. `warps` is how many a
    /// block has.
    fn cost(&self, base: Cost, blocks: u64, warps: u32) -> Cost;

    /// A grid of the host's has ended, and so have its children.
    fn ended(&self);
}

/// A launch by another grid.
pub(crate) trait Birth: Send + Sync {
    /// Its first blocks run.
    fn begun(&self);

    /// It has ended. Once is enough.
    fn end(&self);

    /// It has ended, and cost so much.
    fn cost(&self, known: Cost);
}
