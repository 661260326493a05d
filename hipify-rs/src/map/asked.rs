//! Names that rules look for, marked in the tables once.

use super::{arguments, fields, literals};

/// Which rules look for a name: told once for the tables, not for each name of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Asked(u8);

impl Asked {
    /// Calls whose arguments differ.
    pub const ARGUMENT: Self = Self(1);
    /// Calls that a rule of their own looks for.
    pub const CALL: Self = Self(2);
    /// Device pointers.
    pub const DEVICE_POINTER: Self = Self(4);
    /// Structures whose fields differ.
    pub const INITIALIZER: Self = Self(8);
    /// Enumerations that numbers stand for.
    pub const LITERAL: Self = Self(16);

    /// The rule of names, where the HIP name is no word: `void*`, or a number.
    pub const NO_WORD: Self = Self(32);

    /// Whether a rule is among them.
    pub fn includes(self, rule: Self) -> bool {
        self.0 & rule.0 != 0
    }

    /// Adds a rule.
    pub(super) fn add(&mut self, rule: Self) {
        self.0 |= rule.0;
    }
}

/// Functions that give memory advice.
pub(crate) const ADVISE: &[&str] = &["cuMemAdvise", "cudaMemAdvise"];

/// Functions that create contexts.
pub(crate) const CREATE: &[&str] = &["cuCtxCreate", "cuCtxCreate_v2", "cuCtxCreate_v3", "cuCtxCreate_v4"];

/// CUDA's spellings of the type of device pointers.
pub(crate) const DEVICE_POINTERS: [&str; 2] = ["CUdeviceptr", "CUdeviceptr_v2"];

/// Functions that create green contexts.
pub(crate) const GREEN: &[&str] = &["cuGreenCtxCreate", "cudaGreenCtxCreate"];

/// Functions that prefetch.
pub(crate) const PREFETCH: &[&str] = &["cuMemPrefetchAsync", "cudaMemPrefetchAsync"];

/// Names that rules look for, each with its rule.
pub(super) fn names() -> impl Iterator<Item = (Asked, &'static str)> {
    let calls = [GREEN, ADVISE, PREFETCH, CREATE].into_iter().flatten();
    let calls = calls.map(|name| (Asked::CALL, *name));
    let functions = arguments::functions().map(|name| (Asked::ARGUMENT, name));
    let structures = fields::structures().map(|name| (Asked::INITIALIZER, name));
    let literals = literals::names().map(|name| (Asked::LITERAL, name));
    let pointers = DEVICE_POINTERS.iter().map(|name| (Asked::DEVICE_POINTER, *name));
    calls.chain(functions).chain(structures).chain(literals).chain(pointers)
}
