//! Layout of shared variables in a block's shared memory.

use crate::ir::InstId;
use std::collections::BTreeMap;

/// Limit of shared memory in bytes. It exceeds the largest configuration of any architecture; a launch checks
/// the device's own limit.
const LIMIT: u64 = 256 << 10;

/// Least alignment of dynamic shared memory, whatever its variable asks for; an H200 has it.
const DYNAMIC_ALIGN: u32 = 16;

/// Bytes between two variables in a kernel lowered for watching.
const GAP: u64 = 128;

/// Identity of a shared variable. All inlined copies of a function share its variables.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum SharedKey {
    Module(usize),
    Function(u32),
}

/// Returns the least alignment of a variable of this size in code for AMD's devices. It is LLVM's for them,
/// and libraries that keep integers in arrays of bytes rely on it.
pub(super) fn alignment_for_amd(bytes: u64) -> u32 {
    match bytes {
        0..=1 => 1,
        2 => 2,
        3..=4 => 4,
        5..=8 => 8,
        _ => 16,
    }
}

/// Shared memory of a kernel.
#[derive(Default)]
pub(super) struct SharedMemory {
    /// Offsets of allocated variables.
    offsets: BTreeMap<SharedKey, u32>,
    end: u32,
    /// End without gaps.
    used: u32,
    /// Placeholder constants for the start of dynamic shared memory.
    pub(super) dynamic: Vec<InstId>,
    dynamic_align: u32,
}

impl SharedMemory {
    /// Returns the offset of a variable, if it is allocated.
    pub(super) fn offset(&self, key: SharedKey) -> Option<u32> {
        self.offsets.get(&key).copied()
    }

    /// Returns the offsets of all variables, ascending, with the start of dynamic shared memory.
    pub(super) fn starts(&self, watched: bool) -> Vec<u32> {
        let mut starts: Vec<u32> = self.offsets.values().copied().collect();
        if !self.dynamic.is_empty() {
            starts.push(self.ends(watched).0);
        }
        starts.sort_unstable();
        starts
    }

    /// Allocates a variable; `None` if shared memory is full.
    pub(super) fn place(&mut self, key: SharedKey, bytes: u64, align: u32, watched: bool) -> Option<u32> {
        let used = u64::from(self.used).next_multiple_of(u64::from(align)).saturating_add(bytes);
        let offset = (u64::from(self.end) + self.gap(watched)).next_multiple_of(u64::from(align));
        let end = offset.saturating_add(bytes);
        if used > LIMIT {
            return None;
        }
        (self.end, self.used) = (end as u32, used as u32);
        self.offsets.insert(key, offset as u32);
        Some(offset as u32)
    }

    /// Requests a minimum alignment of dynamic shared memory.
    pub(super) fn align_dynamic(&mut self, align: u32) {
        self.dynamic_align = self.dynamic_align.max(align);
    }

    /// Returns the start of dynamic shared memory, and its start without gaps.
    pub(super) fn ends(&self, watched: bool) -> (u32, u32) {
        if self.dynamic.is_empty() {
            return (self.end, self.used);
        }
        let align = self.dynamic_align.max(DYNAMIC_ALIGN);
        ((self.end + self.gap(watched) as u32).next_multiple_of(align), self.used.next_multiple_of(align))
    }

    /// Returns the bytes between the last variable and the next.
    fn gap(&self, watched: bool) -> u64 {
        if watched && self.end > 0 { GAP } else { 0 }
    }
}
