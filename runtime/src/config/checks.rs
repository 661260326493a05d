//! Checks that `HIP_SOFT_CHECK` turns on, and the checker's output.

use std::path::PathBuf;

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

/// Destination of the checker's text.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum CheckLog {
    /// Standard error.
    #[default]
    StandardError,
    /// Standard output.
    StandardOutput,
    /// File, which is appended to; `%p` in its name is the process number.
    At(PathBuf),
}

/// Output of the memory checker.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CheckOutput {
    /// Destination of the text.
    pub log: CheckLog,
    /// Limit of printed places; 0 for none.
    pub limit: usize,
    /// File for the findings as JSON, written at process exit.
    pub report: Option<PathBuf>,
    /// Exit code of a process with errors; 0 for its own.
    pub exit: u8,
}

impl Default for CheckOutput {
    fn default() -> CheckOutput {
        CheckOutput { log: CheckLog::default(), limit: 100, report: None, exit: 66 }
    }
}

/// Parses a destination.
pub(super) fn log(text: &str) -> Option<CheckLog> {
    match text {
        "" => None,
        "stdout" => Some(CheckLog::StandardOutput),
        path => Some(CheckLog::At(path.into())),
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
