//! Commands with limits: processor time, memory and output. A command that exceeds one is killed with all
//! processes that it started.

use crate::workspace::Outcome;
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{Read, Seek, SeekFrom};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// Shortest and longest pause between two looks at a process: a look reads all of `/proc`.
const PAUSE: (Duration, Duration) = (Duration::from_millis(20), Duration::from_millis(200));
/// Wall time for each second of processor time that a command may take: it ends what waits for ever, on a
/// busy machine too.
const WALL_FACTOR: u64 = 10;
/// Clock ticks of `/proc` in a second.
const TICKS: f64 = 100.0;
/// Most bytes that a command may print.
const OUTPUT: u64 = 32 << 20;

/// Limits of a command.
#[derive(Clone, Copy)]
pub(super) struct Limits {
    /// Processor time of all its processes and threads, s
    pub(super) seconds: u64,
    /// Memory of all its processes, MiB
    pub(super) megabytes: u64,
}

/// A command that ended.
pub(super) struct Ended {
    /// None if a limit was exceeded.
    pub(super) status: Option<ExitStatus>,
    /// How it ended, in words
    pub(super) how: String,
    /// Standard output and standard error
    pub(super) said: String,
    /// Processor time, s; what a process used that was never seen is missing
    pub(super) seconds: f64,
    /// The largest memory of all its processes together, MiB
    pub(super) peak: u64,
}

impl Ended {
    pub(super) fn is_success(&self) -> bool {
        self.status.is_some_and(|status| status.success())
    }
}

/// Runs a command; its output is added to the log. `tick` is called now and then.
///
/// # Errors
/// The log cannot be written, or the command does not start.
pub(super) fn run(command: &mut Command, log: &Path, limits: Limits, tick: &dyn Fn()) -> Outcome<Ended> {
    let failed = |e: std::io::Error| format!("{}: {e}", log.display());
    let open = || File::options().create(true).append(true).open(log);
    let (out, err) = (open().map_err(failed)?, open().map_err(failed)?);
    let before = out.metadata().map_err(failed)?.len();
    let written = || fs::metadata(log).map_or(0, |data| data.len().saturating_sub(before));
    let start = Instant::now();
    let mut child = command
        .stdin(Stdio::null())
        .stdout(out)
        .stderr(err)
        .process_group(0)
        .spawn()
        .map_err(|e| format!("{}: {e}", command.get_program().display()))?;
    let group = child.id();
    let (mut peak, mut used) = (0, 0.0f64);
    let (status, how) = loop {
        if let Some(status) = child.try_wait().map_err(|e| e.to_string())? {
            break (Some(status), status.to_string());
        }
        let (memory, time) = usage(group);
        (peak, used) = (peak.max(memory), used.max(time));
        let wall_limit = Duration::from_secs(limits.seconds * WALL_FACTOR);
        let exceeded = if used > limits.seconds as f64 {
            Some(format!("did not end in {} s of processor time", limits.seconds))
        } else if start.elapsed() > wall_limit {
            Some(format!("did not end in {} s", wall_limit.as_secs()))
        } else if memory > limits.megabytes {
            Some(format!("took more than {} MiB of memory", limits.megabytes))
        } else if written() > OUTPUT {
            Some(format!("printed more than {} MiB", OUTPUT >> 20))
        } else {
            None
        };
        if let Some(why) = exceeded {
            kill(group);
            let _reaped = child.wait();
            break (None, why);
        }
        tick();
        std::thread::sleep((start.elapsed() / 20).clamp(PAUSE.0, PAUSE.1));
    };
    // What it started and left behind.
    if !members(group).is_empty() {
        kill(group);
    }
    let mut text = Vec::new();
    let mut log = File::open(log).map_err(failed)?;
    log.seek(SeekFrom::Start(before)).map_err(failed)?;
    log.take(OUTPUT).read_to_end(&mut text).map_err(failed)?;
    let said = String::from_utf8_lossy(&text).into_owned();
    Ok(Ended { status, how, said, seconds: used, peak })
}

/// Kills a process group.
fn kill(group: u32) {
    let mut kill = Command::new("kill");
    kill.args(["-KILL", "--", &format!("-{group}")]).stdout(Stdio::null()).stderr(Stdio::null());
    let _gone = kill.status();
}

/// Processes of a group: pages in memory, and clock ticks that they and their children that ended have used.
fn members(group: u32) -> BTreeMap<u32, (u64, u64)> {
    let all = fs::read_dir("/proc").into_iter().flatten().filter_map(Result::ok);
    let numbers = all.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    let member = |process: u32| {
        let stat = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
        // The name in brackets may hold anything; state, parent and group follow it.
        let fields: Vec<&str> = stat.rsplit_once(") ")?.1.split(' ').collect();
        let number = |at: usize| fields.get(at).and_then(|field| field.parse::<u64>().ok());
        let alive = *fields.first()? != "Z" && number(2)? == u64::from(group);
        let ticks = (11..15).map(number).sum::<Option<u64>>()?;
        alive.then_some((process, (number(21)?, ticks)))
    };
    numbers.filter_map(member).collect()
}

/// Memory of a group, MiB (pages are of 4 KiB), and its processor time, s.
fn usage(group: u32) -> (u64, f64) {
    let members = members(group);
    let (pages, ticks) = members.values().fold((0, 0), |sum, member| (sum.0 + member.0, sum.1 + member.1));
    (pages / 256, ticks as f64 / TICKS)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str, limits: Limits) -> Ended {
        // Tests run at the same time: the script tells their logs apart.
        let name = format!("wild-limits-{}-{}", std::process::id(), script.len());
        let log = std::env::temp_dir().join(name);
        let ended = run(Command::new("sh").args(["-c", script]), &log, limits, &|| ()).unwrap();
        fs::remove_file(log).unwrap();
        ended
    }

    #[test]
    fn each_limit_ends_a_command() {
        let limits = Limits { seconds: 60, megabytes: 1000 };
        let fine = shell("echo out; echo err >&2", limits);
        assert!(fine.is_success() && fine.said == "out\nerr\n", "{}", fine.said);
        let late = shell("sleep 100 & sleep 1000", Limits { seconds: 0, ..limits });
        assert!(late.status.is_none() && late.how == "did not end in 0 s", "{}", late.how);
        let busy = shell("while :; do :; done", Limits { seconds: 1, ..limits });
        assert!(busy.how.contains("processor time") && busy.seconds >= 1.0, "{}", busy.how);
        let large = shell("sleep 300", Limits { megabytes: 0, ..limits });
        assert!(large.how.contains("memory"), "{}", large.how);
        let loud = shell("yes `seq 1000`", limits);
        assert!(loud.how.contains("printed") && loud.said.len() as u64 <= OUTPUT, "{}", loud.how);
    }
}
