//! The log on standard error, as `AMD_LOG_LEVEL` asks for it. Nothing here decides anything.

use crate::config::config;
use crate::sync::Ordering;
use crate::sync::fixed::AtomicU32;
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

/// The level that counts, [`OFF`] added while the program has switched the log off; the environment's once it
/// was read.
static LEVEL: AtomicU32 = AtomicU32::new(UNSET);
const UNSET: u32 = u32::MAX;
const OFF: u32 = 1 << 30;

/// Whether lines of a level are written. Every call asks: where nothing is logged that is a load and one
/// branch.
#[inline]
pub fn enabled(level: Level) -> bool {
    LEVEL.load(Ordering::Relaxed) >= level as u32 && is_meant(level)
}

/// As [`enabled`], where something may be written.
#[cold]
fn is_meant(level: Level) -> bool {
    let known = match LEVEL.load(Ordering::Relaxed) {
        UNSET => {
            // A level that is set meanwhile counts.
            let given = config().log_level.min(OFF - 1);
            LEVEL
                .compare_exchange(UNSET, given, Ordering::Relaxed, Ordering::Relaxed)
                .map_or_else(|now| now, |_| given)
        }
        known => known,
    };
    known & OFF == 0 && known >= level as u32
}

/// Sets the level, whatever the environment says.
pub fn set_level(level: u32) {
    is_meant(Level::Error);
    let set = |known: u32| Some(known & OFF | level.min(OFF - 1));
    let _always = LEVEL.fetch_update(Ordering::Relaxed, Ordering::Relaxed, set);
}

/// Switches the log on or off; its level stays.
pub fn switch(on: bool) {
    is_meant(Level::Error);
    let set = |known: u32| Some(if on { known & !OFF } else { known | OFF });
    let _always = LEVEL.fetch_update(Ordering::Relaxed, Ordering::Relaxed, set);
}

/// Writes a line if its level is enabled.
#[inline]
pub fn log(level: Level, line: fmt::Arguments<'_>) {
    if enabled(level) {
        write(level, line);
    }
}

#[cold]
fn write(level: Level, line: fmt::Arguments<'_>) {
    eprintln!("hip:{} {line}", level as u32);
}

/// Failures that a program may not notice: it ignores codes, or ends before it hears of them.
#[derive(Clone, Copy, Debug)]
#[repr(u32)]
pub enum Failure {
    /// A kernel's fault.
    Fault,
    /// A launch that was refused.
    Launch,
    /// Device code that was refused.
    Image,
    /// Work that was in flight when the process ended.
    Dropped,
}

/// Kinds of failures that were reported, as bits.
static REPORTED: AtomicU32 = AtomicU32::new(0);

/// Reports the first failure of a kind on standard error, unless the log has it, or the log or
/// `HIP_SOFT_QUIET` is switched off.
#[cold]
pub fn report(failure: Failure, line: fmt::Arguments<'_>) {
    if enabled(Level::Error) || LEVEL.load(Ordering::Relaxed) & OFF != 0 || config().quiet {
        return;
    }
    let bit = 1 << failure as u32;
    if REPORTED.fetch_or(bit, Ordering::Relaxed) & bit == 0 {
        let advice = match failure {
            Failure::Fault => "HIP_SOFT_CHECK=memory finds the access; AMD_LOG_LEVEL=1 logs every failure",
            Failure::Launch | Failure::Image => "AMD_LOG_LEVEL=1 logs every failure",
            Failure::Dropped => "hipDeviceSynchronize waits for it",
        };
        eprintln!("hip: {line} ({advice}; HIP_SOFT_QUIET=1 silences this line)");
    }
}

/// Writes a line whatever the level: about what a user set and we could not follow.
pub(crate) fn complain(line: &str) {
    eprintln!("hip: {line}");
}
