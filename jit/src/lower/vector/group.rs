//! Groups of accesses of one block that share a bounds test.

use cranelift_codegen::ir::Value as Cl;
use ptx::ir::{Space, Value};
use std::collections::BTreeMap;

/// Accesses of one block that share a bounds test.
#[derive(Clone, Copy, Debug)]
pub(super) struct Group {
    /// Range of one lane's bytes relative to the root.
    pub(super) low: i64,
    pub(super) high: i64,
    /// Alignment of all addresses, bytes.
    pub(super) align: i64,
    /// Bytes from lane to lane.
    pub(super) stride: i64,
    /// Address of the root in lane 0, once the test has passed.
    pub(super) tested_at: Option<Cl>,
    /// Inactive lanes may be read, and are not written.
    pub(super) partial: bool,
}

/// The groups of a block.
pub(super) type Groups = BTreeMap<(Space, Value), Group>;
