//! Interface between the engine and the host side of device-side calls: launches by kernels, and their costs.

use super::counter_order::CounterOrder;
use ::timeline::Cost;
use device::OpId;

/// Host side of the calls that a grid's threads make.
pub(crate) trait DeviceSide: Send + Sync {
    /// Number of the launch.
    fn number(&self) -> u64;

    /// Notifies it that the grid was submitted as operation `op`.
    fn submitted(&self, op: OpId);

    /// Returns whether child grids, other than tail launches, have not ended.
    fn has_children(&self) -> bool;

    /// Returns whether blocks of the grid wait for child grids, which may then take the blocks' SM resources.
    fn waits_for_children(&self) -> bool;

    /// Returns whether the grid may progress by itself: as far as is known, it waits neither for children nor
    /// for room to launch.
    fn may_progress(&self) -> bool;

    /// Order in which the grid's blocks update atomic counters.
    fn counter_order(&self) -> &CounterOrder;

    /// Returns the cost of the grid's blocks: `base` plus that of their launches; drops their records.
    /// `warps` is the number of warps a block.
    fn cost(&self, base: Cost, blocks: u64, warps: u32) -> Cost;

    /// Notifies it that a grid launched by the host has ended, with all its children.
    fn ended(&self);
}

/// Launch of a grid by another grid.
pub(crate) trait ChildLaunch: Send + Sync {
    /// Returns the operation of the grid that launched it.
    fn parent(&self) -> Option<OpId>;

    /// Records that the first blocks have started.
    fn started(&self);

    /// Records the end of the grid. Idempotent.
    fn end(&self);

    /// Records the end of the grid, with its cost. If there is another one `later`, that counts on the
    /// timeline.
    fn cost(&self, known: Cost, later: Option<Later>);
}

/// Cost of a grid that a kernel launched, told once the kernel's grid has ended; `None` if it stays as it is.
pub(crate) type Later = Box<dyn FnOnce() -> Option<Cost> + Send>;
