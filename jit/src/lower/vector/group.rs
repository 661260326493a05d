//! Accesses of one block that have something in common: groups that share a bounds test, and loads of the
//! same structures.

use cranelift_codegen::ir::Value as Cl;
use ptx::ir::{Space, Value};
use std::collections::BTreeMap;

/// Size of a line of the caches, bytes.
pub(super) const LINE: i64 = 64;

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
    /// Inactive lanes are not accessed at all.
    pub(super) masked: bool,
}

/// The groups of a block.
pub(super) type Groups = BTreeMap<(Space, Value), Group>;

/// The structures of a strip's lanes, one after the other, and the vectors that have been made of them.
pub(super) struct Structures {
    pub(super) key: Key,
    /// Number of blocks entered before; code of another block may not have passed the vectors.
    pub(super) entered: u32,
    /// Bytes from the root to the first structure, and bytes of the last that may be read.
    pub(super) first: i64,
    pub(super) used: i64,
    pub(super) made: BTreeMap<Part, Cl>,
}

/// Root and its address, bytes of a structure, and of an element.
pub(super) type Key = ((Space, Value), Cl, i64, i64);

/// A vector: the elements from `first` on, `elements >> level` of them, of `lanes << level` lanes, the
/// `group`th of those in the `chunk`th vector of a result.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Part {
    pub(super) chunk: i64,
    pub(super) level: u32,
    pub(super) group: i64,
    pub(super) first: i64,
}
