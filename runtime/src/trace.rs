//! The log on standard error, as `AMD_LOG_LEVEL` asks for it. Nothing here decides anything.

use crate::config::config;
use crate::sync::{AtomicBool, AtomicU32, Ordering};
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

/// The level that the program set; the environment's until it does.
static LEVEL: AtomicU32 = AtomicU32::new(UNSET);
const UNSET: u32 = u32::MAX;
/// Whether the program has switched the log off.
static OFF: AtomicBool = AtomicBool::new(false);

/// Whether lines of a level are written.
pub fn enabled(level: Level) -> bool {
    let most = match LEVEL.load(Ordering::Relaxed) {
        UNSET => config().log_level,
        set => set,
    };
    most >= level as u32 && !OFF.load(Ordering::Relaxed)
}

/// Sets the level, whatever the environment says.
pub fn set_level(level: u32) {
    LEVEL.store(level, Ordering::Relaxed);
}

/// Switches the log on or off; its level stays.
pub fn switch(on: bool) {
    OFF.store(!on, Ordering::Relaxed);
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
