//! Names that rules look for, and the rules of each.

use super::{arguments, fields, literals};

/// Set of rules that look for a name. Computed once for the tables, not for each identifier of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct RuleSet(u8);

impl RuleSet {
    /// Calls that have other arguments in HIP.
    pub const ARGUMENT: Self = Self(1);
    /// Calls with a rule of their own.
    pub const CALL: Self = Self(2);
    /// Device pointers.
    pub const DEVICE_POINTER: Self = Self(4);
    /// Structures that order their fields differently in HIP.
    pub const INITIALIZER: Self = Self(8);
    /// Enumerations that programs write as numbers.
    pub const LITERAL: Self = Self(16);

    /// Renaming, for HIP names that are no word: `void*`, or a number.
    pub const NO_WORD: Self = Self(32);

    /// Returns whether the set contains a rule.
    pub fn contains(self, rule: Self) -> bool {
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
pub(super) fn names() -> impl Iterator<Item = (RuleSet, &'static str)> {
    let calls = [GREEN, ADVISE, PREFETCH, CREATE].into_iter().flatten();
    let calls = calls.map(|name| (RuleSet::CALL, *name));
    let functions = arguments::functions().map(|name| (RuleSet::ARGUMENT, name));
    let structures = fields::structures().map(|name| (RuleSet::INITIALIZER, name));
    let literals = literals::names().map(|name| (RuleSet::LITERAL, name));
    let pointers = DEVICE_POINTERS.iter().map(|name| (RuleSet::DEVICE_POINTER, *name));
    calls.chain(functions).chain(structures).chain(literals).chain(pointers)
}
