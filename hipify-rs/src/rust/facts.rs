//! Facts of a whole text that the translation of one of its pieces depends on.

use std::collections::{BTreeMap, BTreeSet};

/// Names that items bring into scope.
#[derive(Default)]
pub(crate) struct Imports {
    /// Imported names, with their full paths.
    pub(crate) names: BTreeMap<String, Vec<String>>,
    /// Crates from which everything is imported: `use name::path::*`, `extern crate name`.
    pub(crate) whole: BTreeSet<String>,
}

/// Facts of all pieces; none for a text that is not in pieces.
#[derive(Default)]
pub(crate) struct Facts {
    /// Names that the program declares itself, and those of `extern` blocks; only names that the tables may
    /// know.
    pub(super) names: BTreeSet<String>,
    pub(super) foreign: BTreeSet<String>,
    pub(super) imports: Imports,
    /// Functions of `extern` blocks whose HIP function another one maps to.
    pub(super) twice: Option<BTreeMap<String, &'static str>>,
    /// Variables that are device pointers.
    pub(super) pointers: BTreeSet<String>,
    /// Variables that are enumerations in all their declarations.
    pub(super) enumerations: Option<BTreeSet<String>>,
    /// Names without an equivalent that only qualify enumerators.
    pub(super) qualifiers: Option<BTreeSet<String>>,
    /// `true` for a build script.
    pub(super) script: bool,
}
