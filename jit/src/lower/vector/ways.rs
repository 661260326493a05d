//! Ways of lanes through a region, as its code is made.

use cranelift_codegen::ir::Block;
use ptx::analysis::regions::Region;
use ptx::ir::BlockId;
use std::collections::BTreeMap;

/// Why a kernel is not for strips.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Shapeless {
    /// There is no one order in which lanes can follow its control flow, or only one that stands in the code
    /// too often.
    Order,
    /// Its code would take too much memory to make.
    Large,
}

/// How lanes come to part; a place in the region's order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Chain {
    /// They are all at the start of a block where some may come later.
    Entry(usize),
    /// They are all at the end of a block.
    Branch(usize),
}

/// Where the blocks of a region are.
pub(super) struct Ways<'r> {
    pub(super) region: &'r Region,
    /// The place of a block in the region's order.
    pub(super) place: BTreeMap<BlockId, usize>,
    /// Code of the blocks that lanes run together, by place.
    pub(super) native: BTreeMap<usize, Block>,
    /// Which side all lanes take where they could part.
    pub(super) decided: BTreeMap<usize, bool>,
    /// Code for lanes that come, all together, to a block where they may part: to be made, then made.
    pub(super) entries: BTreeMap<usize, Block>,
    pub(super) todo: Vec<usize>,
    /// Blocks of chains made so far.
    pub(super) made: usize,
}
