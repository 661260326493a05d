//! Accesses of one block that are tested together.

use cranelift_codegen::ir::Value as Cl;
use ptx::ir::{Space, Value};
use std::collections::BTreeMap;

/// Accesses of one block that are tested together.
#[derive(Clone, Copy, Debug)]
pub(super) struct Group {
    /// First byte and the one past the last, from the root on, of one lane.
    pub(super) low: i64,
    pub(super) high: i64,
    /// What all their addresses are multiples of.
    pub(super) align: i64,
    /// From lane to lane.
    pub(super) stride: i64,
    /// Where the test has held: lane 0's address of the root.
    pub(super) sure: Option<Cl>,
}

/// The groups of a block.
pub(super) type Groups = BTreeMap<(Space, Value), Group>;
