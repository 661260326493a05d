//! Checks that `HIP_SOFT_CHECK` turns on.

/// Checks of the memory checker. With any of them, kernels run as code that calls the checker.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Checks {
    /// Accesses outside of allocations, and to freed ones.
    pub memory: bool,
    /// Unordered accesses to shared and global memory, and reads before asynchronous copies were waited for.
    pub race: bool,
    /// Reads of unwritten device and shared memory.
    pub uninit: bool,
    /// Undefined uses of barriers and warp operations.
    pub sync: bool,
    /// Allocations that are never freed.
    pub leak: bool,
    /// Plain loads and stores of the host to device memory.
    pub host: bool,
}

impl Checks {
    /// Returns whether any check is on.
    pub const fn any(self) -> bool {
        self.memory || self.race || self.uninit || self.sync || self.leak || self.host
    }
}

/// Parses a list of checks; empty for none.
pub(super) fn parse(list: &str) -> Option<Checks> {
    let mut found = Checks::default();
    for word in list.split(',').map(str::trim).filter(|word| !word.is_empty()) {
        match word {
            "memory" => found.memory = true,
            "race" => found.race = true,
            "uninit" => found.uninit = true,
            "sync" => found.sync = true,
            "leak" => found.leak = true,
            "host" => found.host = true,
            "all" => {
                found = Checks { memory: true, race: true, uninit: true, sync: true, leak: true, host: true };
            }
            _ => return None,
        }
    }
    Some(found)
}
