//! Processes of a soak: their output is logged, and the memory of them and of their children is sampled.

use crate::workspace::Outcome;
use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// Pause between two looks at a process.
const PAUSE: Duration = Duration::from_millis(100);

/// A process that ended, or was ended.
pub(super) struct Ended {
    /// None if it ran past its limit.
    pub(super) status: Option<ExitStatus>,
    /// The largest memory of one process, MiB.
    pub(super) peak: u64,
}

impl Ended {
    pub(super) fn is_success(&self) -> bool {
        self.status.is_some_and(|status| status.success())
    }

    /// Describes how it ended.
    pub(super) fn how(&self) -> String {
        self.status.map_or_else(|| "it hangs".to_owned(), |status| status.to_string())
    }
}

/// Runs a command for at most `limit`; its output is added to the log. `tick` is called now and then.
///
/// # Errors
/// The log cannot be written, or the command does not start.
pub(super) fn run(
    command: &mut Command,
    log: &Path,
    limit: Duration,
    mut tick: impl FnMut(),
) -> Outcome<Ended> {
    let open = |path: &Path| File::options().create(true).append(true).open(path);
    let said = |e: std::io::Error| format!("{}: {e}", log.display());
    let (out, err) = (open(log).map_err(said)?, open(log).map_err(said)?);
    let started = command.stdin(Stdio::null()).stdout(out).stderr(err).spawn();
    let mut child = started.map_err(|e| format!("{}: {e}", command.get_program().display()))?;
    let (start, mut peak) = (Instant::now(), 0);
    loop {
        peak = peak.max(peak_of(child.id()));
        match child.try_wait() {
            Ok(Some(status)) => return Ok(Ended { status: Some(status), peak }),
            Ok(None) if start.elapsed() < limit => std::thread::sleep(PAUSE),
            Ok(None) => {
                // Its children are bounded by their own limits.
                let _gone = child.kill();
                let _gone = child.wait();
                return Ok(Ended { status: None, peak });
            }
            Err(e) => return Err(format!("{}: {e}", command.get_program().display())),
        }
        tick();
    }
}

/// The largest resident memory of a process and those it started, MiB; 0 of one that has ended.
fn peak_of(process: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let own = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let own = own.and_then(|rest| rest.split_whitespace().next()?.parse::<u64>().ok()).unwrap_or(0) / 1024;
    let threads = fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten().filter_map(Result::ok);
    let children = threads.filter_map(|thread| fs::read_to_string(thread.path().join("children")).ok());
    let children: Vec<u32> = children
        .flat_map(|list| list.split_whitespace().filter_map(|id| id.parse().ok()).collect::<Vec<u32>>())
        .collect();
    children.into_iter().map(peak_of).fold(own, u64::max)
}
