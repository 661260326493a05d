//! Tests of any length: random programs by the number of cases, long runs by seconds.

use super::report::{Progress, Row};
use super::{Place, Sanitizer, process};
use crate::workspace::{Outcome, root};
use std::path::PathBuf;
use std::process::Command;
use std::time::{Duration, Instant};

/// Unit in which a suite's length is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pace {
    /// Rounds of `PROPTEST_CASES` cases, each with another `PROPTEST_RNG_SEED`.
    Cases,
    /// `HIP_STRESS_SECONDS`, for each of this many processes that run in sequence.
    Seconds(u32),
}

/// A suite: where its test is.
#[derive(Debug)]
pub(super) struct Suite {
    pub(super) name: &'static str,
    package: &'static str,
    test: &'static str,
    pace: Pace,
}

/// All of them.
pub(super) const SUITES: &[Suite] = &[
    Suite {
        name: "random",
        package: "hip-jit",
        test: "random::random_programs_leave_the_same_bytes_in_every_mode",
        pace: Pace::Cases,
    },
    Suite {
        name: "broken",
        package: "hipify-rs",
        test: "grammar::translating_broken_layouts_is_idempotent",
        pace: Pace::Cases,
    },
    Suite {
        name: "grammar",
        package: "hipify-rs",
        test: "grammar::layout_does_not_affect_the_translation",
        pace: Pace::Cases,
    },
    Suite { name: "leaks", package: "hip-capi", test: "leaks::nothing_grows", pace: Pace::Seconds(1) },
    Suite {
        name: "storm",
        package: "hip-runtime",
        test: "storm::no_thread_hangs_and_no_work_is_lost",
        pace: Pace::Seconds(3),
    },
    Suite {
        name: "stress",
        package: "hip-capi",
        test: "stress::threads_and_streams_lose_nothing",
        pace: Pace::Seconds(1),
    },
];

/// Cases of the first round; later ones take as many as fit.
const CASES: u64 = 24;
/// Most seconds of a round: findings are known at its end.
const ROUND: f64 = 120.0;
/// A round that takes longer by this counts as a hang.
const GRACE: Duration = Duration::from_secs(240);

/// The integration tests of a package, built; for a sanitizer with all that they are made of.
///
/// # Errors
/// cargo fails.
pub(super) fn build(package: &str, sanitizer: Option<Sanitizer>) -> Outcome<PathBuf> {
    let mut cargo = Command::new("cargo");
    cargo.current_dir(root());
    if let Some(sanitizer) = sanitizer {
        sanitizer.prepare(&mut cargo);
    } else {
        cargo.arg("test");
    }
    cargo.args(["-p", package, "--test", "it", "--no-run", "--message-format=json-render-diagnostics"]);
    let done = cargo.stderr(std::process::Stdio::inherit()).output().map_err(|e| format!("cargo: {e}"))?;
    if !done.status.success() {
        return Err(format!("cargo test -p {package}: {}", done.status));
    }
    executable(&String::from_utf8_lossy(&done.stdout))
        .ok_or_else(|| format!("cargo names no test program of {package}"))
}

/// The test program that cargo's messages name.
fn executable(messages: &str) -> Option<PathBuf> {
    let messages = messages.lines().filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok());
    let tests = messages.filter(|message| message["target"]["name"] == "it");
    tests.filter_map(|message| message["executable"].as_str().map(PathBuf::from)).next_back()
}

impl Suite {
    pub(super) fn kind(&self) -> &'static str {
        if self.pace == Pace::Cases { "programs" } else { "long" }
    }

    /// Builds the suite's test program.
    ///
    /// # Errors
    /// cargo fails.
    pub(super) fn build(&self) -> Outcome<PathBuf> {
        build(self.package, None)
    }

    /// Runs it by rounds, until the time is over or a round fails.
    ///
    /// # Errors
    /// It cannot be started.
    pub(super) fn run(&self, program: &PathBuf, time: Duration, place: &Place) -> Outcome<Row> {
        let (findings, log) = place.of(self.name)?;
        let (start, mut row) = (Instant::now(), Row::new(self.name, self.kind()));
        let mut progress = Progress::new(self.name);
        let (mut seed, mut cases) = (place.seed, CASES);
        while row.findings.is_empty() {
            let left = time.as_secs_f64() - start.elapsed().as_secs_f64();
            if left <= 0.0 || row.runs > 0 && left < 1.0 {
                break;
            }
            let mut command = Command::new(program);
            command.args(["--exact", self.test, "--nocapture"]).current_dir(root().join(self.folder()));
            let of_round = match self.pace {
                Pace::Cases => {
                    command.env("PROPTEST_CASES", cases.to_string());
                    command.env("PROPTEST_RNG_SEED", seed.to_string());
                    cases
                }
                Pace::Seconds(processes) => {
                    let seconds = left.min(ROUND) / f64::from(processes);
                    command.env("HIP_STRESS_SECONDS", format!("{:.0}", seconds.max(1.0)));
                    1
                }
            };
            let (runs, round) = (row.runs, Instant::now());
            let limit = Duration::from_secs_f64(left.min(ROUND)) + GRACE;
            let ended = process::run(&mut command, &log, limit, || progress.tick(|| format!("{runs} runs")))?;
            row.peak = row.peak.max(ended.peak);
            if !ended.is_success() {
                let settings = format!("{}, PROPTEST_CASES={of_round} PROPTEST_RNG_SEED={seed}", ended.how());
                row.findings.push(place.keep_log(&findings, &log, &settings)?);
                break;
            }
            row.runs += of_round;
            seed += 1;
            let each = round.elapsed().as_secs_f64() / of_round as f64;
            let left = (time.as_secs_f64() - start.elapsed().as_secs_f64()).min(ROUND);
            cases = ((left / each) as u64).clamp(1, 1 << 20);
        }
        row.seconds = start.elapsed().as_secs_f64();
        Ok(row)
    }

    /// The package's directory, in which cargo runs its tests.
    fn folder(&self) -> &'static str {
        self.package.strip_prefix("hip-").unwrap_or(self.package)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cargo_names_the_test_program_last() {
        let messages = r#"{"reason":"compiler-artifact","target":{"name":"hip_jit"},"executable":null}
{"reason":"compiler-artifact","target":{"name":"it"},"executable":"/somewhere/it-1"}
{"reason":"build-finished","success":true}"#;
        assert_eq!(executable(messages), Some(PathBuf::from("/somewhere/it-1")));
    }

    #[test]
    fn tests_of_suites_exist() {
        for suite in SUITES {
            let (module, test) = suite.test.split_once("::").expect("a module and a test");
            let file = root().join(suite.folder()).join(format!("tests/it/{module}.rs"));
            let text = std::fs::read_to_string(&file).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
            assert!(text.contains(&format!("fn {test}(")), "{}: no {test}", file.display());
        }
    }
}
