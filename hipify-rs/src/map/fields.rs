//! Table of structures that order their fields differently in HIP.

use std::collections::BTreeMap;
use std::sync::OnceLock;

/// Text of the table; each row is one structure.
const TABLE: &str = include_str!("../../map/fields.tsv");

pub(crate) struct Struct {
    /// Fields in CUDA's order, by their HIP names; `gridDim.x` is a part of a field.
    pub(crate) fields: Vec<&'static str>,
    /// Fields in HIP's order.
    pub(crate) order: Vec<&'static str>,
}

/// Returns the structures of the table.
pub(crate) fn structs() -> &'static BTreeMap<&'static str, Struct> {
    static STRUCTS: OnceLock<BTreeMap<&str, Struct>> = OnceLock::new();
    let row = |line: &'static str| {
        let mut row = tsv::cells(line);
        let name = row.next()?;
        let mut words = || row.next().map(|field| field.split(' ').collect());
        Some((name, Struct { fields: words()?, order: words()? }))
    };
    STRUCTS.get_or_init(|| tsv::rows(TABLE).filter_map(row).collect())
}

/// Iterates over their names.
pub(super) fn structures() -> impl Iterator<Item = &'static str> {
    structs().keys().copied()
}
