//! Code of a region's blocks while it is made.

use cranelift_codegen::ir::Block;
use ptx::analysis::regions::Region;
use ptx::ir::BlockId;
use std::collections::BTreeMap;

/// Reason for which a kernel cannot run in strips.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NotVectorizable {
    /// Its control flow cannot be linearised, or only with too many copies of its blocks.
    Order,
    /// Its code would exceed the limits.
    Large,
}

/// Start of a divergent chain; the number is a position in the region's order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ChainStart {
    /// All lanes are at the start of a block that other lanes may reach later.
    Entry(usize),
    /// All lanes are at the end of a block.
    Branch(usize),
}

/// Code of a region's blocks.
pub(super) struct RegionCode<'r> {
    pub(super) region: &'r Region,
    /// Position of a block in the region's order.
    pub(super) place: BTreeMap<BlockId, usize>,
    /// Code of the blocks that all lanes run together, by position.
    pub(super) native: BTreeMap<usize, Block>,
    /// Side that all lanes take at a branch that could diverge.
    pub(super) decided: BTreeMap<usize, bool>,
    /// Blocks that lanes of a whole strip run apart after a branch, by its position.
    pub(super) apart: BTreeMap<usize, Vec<usize>>,
    /// Code for lanes that reach a divergent block all together; `todo` lists those not yet emitted.
    pub(super) entries: BTreeMap<usize, Block>,
    pub(super) todo: Vec<usize>,
    /// Number of chain blocks emitted so far.
    pub(super) made: usize,
}
