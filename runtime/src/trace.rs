//! Log on standard error, at the level of `AMD_LOG_LEVEL`.

pub(crate) mod output;

use crate::config::config;
use crate::sync::Ordering;
use crate::sync::fixed::AtomicU32;
use std::fmt;

/// Level of a line, which is written if the level is at most `AMD_LOG_LEVEL`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(u32)]
pub enum Level {
    /// Failure.
    Error = 1,
    /// Suspicious state.
    Warning = 2,
    /// API call.
    Call = 3,
    /// Action of the runtime.
    Detail = 4,
}

/// Current level; [`OFF`] is added while the program has disabled the log. [`UNSET`] until the environment is
/// read.
static LEVEL: AtomicU32 = AtomicU32::new(UNSET);
const UNSET: u32 = u32::MAX;
const OFF: u32 = 1 << 30;

/// Returns whether lines of a level are written. Called in every API call: usually one load and one branch.
#[inline]
pub fn enabled(level: Level) -> bool {
    LEVEL.load(Ordering::Relaxed) >= level as u32 && is_meant(level)
}

/// Slow path of [`enabled`]: reads the environment first if necessary.
#[cold]
fn is_meant(level: Level) -> bool {
    let known = match LEVEL.load(Ordering::Relaxed) {
        UNSET => {
            // A level set concurrently takes precedence.
            let given = config().log_level.min(OFF - 1);
            LEVEL
                .compare_exchange(UNSET, given, Ordering::Relaxed, Ordering::Relaxed)
                .map_or_else(|now| now, |_| given)
        }
        known => known,
    };
    known & OFF == 0 && known >= level as u32
}

/// Sets the level, overriding the environment.
pub fn set_level(level: u32) {
    is_meant(Level::Error);
    let set = |known: u32| Some(known & OFF | level.min(OFF - 1));
    let _always = LEVEL.fetch_update(Ordering::Relaxed, Ordering::Relaxed, set);
}

/// Enables or disables the log, keeping its level.
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

/// Kind of failure that a program may overlook, because it ignores codes or ends early.
#[derive(Clone, Copy, Debug)]
#[repr(u32)]
pub enum Failure {
    /// Fault of a kernel.
    Fault,
    /// Refused launch.
    Launch,
    /// Refused device code.
    Image,
    /// Work in flight at process exit.
    Dropped,
}

/// Mask of the kinds that were reported.
static REPORTED: AtomicU32 = AtomicU32::new(0);

/// Reports the first failure of a kind on standard error, unless it is logged anyway, the log is disabled, or
/// `HIP_SOFT_QUIET` is set.
#[cold]
pub fn report(failure: Failure, line: fmt::Arguments<'_>) {
    if enabled(Level::Error) || LEVEL.load(Ordering::Relaxed) & OFF != 0 || config().quiet {
        return;
    }
    let bit = 1 << failure as u32;
    if REPORTED.fetch_or(bit, Ordering::Relaxed) & bit == 0 {
        let advice = match failure {
            Failure::Fault if !config().checks.memory => {
                "HIP_SOFT_CHECK=memory finds the access; AMD_LOG_LEVEL=1 logs every failure"
            }
            Failure::Fault | Failure::Launch | Failure::Image => "AMD_LOG_LEVEL=1 logs every failure",
            Failure::Dropped => "hipDeviceSynchronize waits for it",
        };
        let line = first_lines(&line.to_string());
        eprintln!("hip: {line} ({advice}; HIP_SOFT_QUIET=1 silences this line)");
    }
}

/// Returns a text without what follows its first lines, of which there is only the number: a module may have
/// hundreds of errors.
fn first_lines(text: &str) -> String {
    const MOST: usize = 4;
    let lines: Vec<&str> = text.lines().collect();
    match lines.split_at_checked(MOST) {
        Some((first, more)) if !more.is_empty() => format!("{}\nand {} more", first.join("\n"), more.len()),
        _ => text.to_owned(),
    }
}

/// Writes a line at any level: for settings of the user that cannot be followed.
pub(crate) fn complain(line: &str) {
    eprintln!("hip: {line}");
}

#[cfg(test)]
mod tests {
    use super::first_lines;

    #[test]
    fn long_reports_are_cut() {
        assert_eq!(first_lines("one\ntwo"), "one\ntwo");
        let all: Vec<String> = (1..=800).map(|n| format!("error {n}")).collect();
        assert_eq!(first_lines(&all.join("\n")), "error 1\nerror 2\nerror 3\nerror 4\nand 796 more");
    }
}
