//! The log on standard error, as `AMD_LOG_LEVEL` asks for it. Nothing here decides anything.

use crate::config::config;
use std::fmt;

/// How much a line matters; a line is written if the level is at most `AMD_LOG_LEVEL`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(u32)]
pub enum Level {
    /// Something failed.
    Error = 1,
    /// Something is odd.
    Warning = 2,
    /// An API call.
    Call = 3,
    /// What the runtime does.
    Detail = 4,
}

/// Whether lines of a level are written.
pub fn enabled(level: Level) -> bool {
    config().log_level >= level as u32
}

/// Writes a line if its level is enabled.
pub fn log(level: Level, line: fmt::Arguments<'_>) {
    if enabled(level) {
        eprintln!("hip:{} {line}", level as u32);
    }
}

/// Writes a line whatever the level: about what a user set and we could not follow.
pub(crate) fn complain(line: &str) {
    eprintln!("hip: {line}");
}
