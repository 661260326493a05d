//! Tests under a sanitizer of LLVM's: AddressSanitizer and ThreadSanitizer.

use super::report::{Progress, Row};
use super::{Place, process};
use crate::workspace::{Outcome, root};
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

/// A test program that takes longer counts as a hang.
const LONG: Duration = Duration::from_secs(3600);

/// A sanitizer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub(crate) enum Sanitizer {
    /// Accesses beyond objects and after their end
    Address,
    /// Data races
    Thread,
}

impl Sanitizer {
    pub(super) fn name(self) -> &'static str {
        match self {
            Sanitizer::Address => "address",
            Sanitizer::Thread => "thread",
        }
    }

    /// The beginning of its reports.
    fn mark(self) -> &'static str {
        match self {
            Sanitizer::Address => "ERROR: AddressSanitizer",
            Sanitizer::Thread => "WARNING: ThreadSanitizer",
        }
    }

    fn target() -> String {
        format!("{}-unknown-linux-gnu", std::env::consts::ARCH)
    }

    /// `cargo test` with everything instrumented. The standard library is instrumented, too, if its source is
    /// installed.
    pub(super) fn prepare(self, cargo: &mut Command) {
        cargo.args(["+nightly", "test", "--target"]).arg(Self::target());
        let mut flags = format!("-Zsanitizer={} -Cforce-frame-pointers=yes", self.name());
        if standard_source() {
            cargo.arg("-Zbuild-std");
        } else {
            // rustc refuses to link code with ThreadSanitizer's ABI to a library without it.
            flags.push_str(" -Cunsafe-allow-abi-mismatch=sanitizer");
        }
        cargo.arg("--target-dir").arg(root().join("target/soak").join(self.name()));
        cargo.env("RUSTFLAGS", flags);
    }

    /// Returns what a run under it omits, with reasons.
    pub(super) fn left_out(self) -> Vec<String> {
        let mut lines =
            vec!["kernels: the code that the compiler makes of them is not instrumented".to_owned()];
        if !standard_source() {
            lines.push(
                "the standard library: no rust-src is installed, its code is not instrumented".to_owned(),
            );
        }
        if self == Sanitizer::Thread {
            lines.push("device memory: programs may race there (xtask/src/soak/thread.supp)".to_owned());
        }
        for tests in TESTS {
            lines.extend(tests.skipped.iter().map(|(test, why)| format!("{}, {test}: {why}", tests.package)));
        }
        lines
    }
}

/// Returns whether the nightly toolchain has the standard library's source (rustup's component `rust-src`).
fn standard_source() -> bool {
    let said = Command::new("rustc").args(["+nightly", "--print", "sysroot"]).output();
    let Ok(said) = said else { return false };
    let sysroot = String::from_utf8_lossy(&said.stdout);
    Path::new(sysroot.trim()).join("lib/rustlib/src/rust/library/Cargo.lock").is_file()
}

/// The integration tests of a package.
#[derive(Debug)]
pub(super) struct Tests {
    pub(super) name: &'static str,
    pub(super) package: &'static str,
    /// Tests that do not run under a sanitizer, by the beginnings of their names, and why.
    skipped: &'static [(&'static str, &'static str)],
}

/// A C program that is compiled without the sanitizer cannot load a library that needs it.
const COMPILES: &str = "compiles C programs, which the sanitizer's runtime is not linked to";

/// All of them.
pub(super) const TESTS: &[Tests] = &[
    Tests { name: "device-tests", package: "hip-device", skipped: &[] },
    Tests {
        name: "runtime-tests",
        package: "hip-runtime",
        skipped: &[
            ("launch_errors", "has rustc say what is wrong, and nothing runs"),
            ("readme", "compiles the programs of the documents without the sanitizer"),
        ],
    },
    Tests {
        name: "capi-tests",
        package: "hip-capi",
        skipped: &[
            ("answers", COMPILES),
            ("calls", COMPILES),
            ("check", COMPILES),
            ("codes", COMPILES),
            ("green", COMPILES),
            ("headers", COMPILES),
            ("leaks", COMPILES),
            ("machine", COMPILES),
            ("peers", COMPILES),
            ("rtc", COMPILES),
            ("stress", COMPILES),
            ("surroundings", COMPILES),
            ("symbols", COMPILES),
            ("system", COMPILES),
            ("tool", COMPILES),
            ("unified", COMPILES),
            ("unnoticed", COMPILES),
        ],
    },
];

/// Environment of the sanitizers' runtimes. Leaks are left to the long runs: device objects live in tables
/// until the end.
pub(super) fn settings(command: &mut Command) {
    command.env("ASAN_OPTIONS", "detect_leaks=0:allow_user_segv_handler=1");
    let suppressions = root().join("xtask/src/soak/thread.supp");
    let options = format!("halt_on_error=0:second_deadlock_stack=1:suppressions={}", suppressions.display());
    command.env("TSAN_OPTIONS", options);
}

impl Tests {
    /// Runs them all once.
    ///
    /// # Errors
    /// They cannot be started.
    pub(super) fn run(&self, sanitizer: Sanitizer, program: &Path, place: &Place) -> Outcome<Row> {
        let (findings, log) = place.of(&format!("{}-{}", self.name, sanitizer.name()))?;
        let (start, mut row) = (Instant::now(), Row::new(self.name, sanitizer.name()));
        let mut progress = Progress::new(self.name);
        let mut command = Command::new(program);
        let package = self.package.strip_prefix("hip-").unwrap_or(self.package);
        command.current_dir(root().join(package)).args(["--test-threads", "2", "--nocapture"]);
        for (test, _) in self.skipped {
            command.args(["--skip", test]);
        }
        settings(&mut command);
        let said = || String::from_utf8_lossy(&std::fs::read(&log).unwrap_or_default()).into_owned();
        let ended = process::run(&mut command, &log, LONG, || {
            progress.tick(|| format!("{} tests", passed(&said())));
        })?;
        let text = said();
        row.seconds = start.elapsed().as_secs_f64();
        (row.runs, row.peak) = (passed(&text), ended.peak);
        for (number, report) in reports(&text, sanitizer.mark()).into_iter().enumerate() {
            let file = findings.join(format!("report-{number}.txt"));
            std::fs::write(&file, report).map_err(|e| format!("{}: {e}", file.display()))?;
            row.findings.push(file);
        }
        if !ended.is_success() && row.findings.is_empty() {
            row.findings.push(place.keep_log(&findings, &log, &ended.how())?);
        }
        Ok(row)
    }
}

/// Tests that passed, as their program says it.
fn passed(log: &str) -> u64 {
    log.lines().filter(|line| line.ends_with(" ... ok") || *line == "ok").count() as u64
}

/// The sanitizer's reports in a log: each from its mark to the line that sums it up.
fn reports(log: &str, mark: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = log;
    while let Some(at) = rest.find(mark) {
        let from = &rest[at..];
        let end =
            from.find("\nSUMMARY:").map_or(from.len(), |n| n + 1 + from[n + 1..].find('\n').unwrap_or(0));
        let end = end.max(mark.len());
        found.push(from[..end].to_owned());
        rest = &from[end..];
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reports_are_told_apart() {
        let mark = Sanitizer::Thread.mark();
        let log = format!(
            "test a ... ok\n==\n{mark}: data race\n  here\nSUMMARY: one\n==\ntest b ... ok\n{mark}: two"
        );
        assert_eq!(passed(&log), 2);
        assert_eq!(
            reports(&log, mark),
            [format!("{mark}: data race\n  here\nSUMMARY: one"), format!("{mark}: two")]
        );
    }
}
