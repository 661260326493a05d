//! Fuzz targets, built by cargo-fuzz and run by libFuzzer.

use super::process;
use super::report::{Progress, Row};
use super::{Place, Sanitizer};
use crate::tables::Table;
use crate::workspace::{Outcome, root};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

/// Failures after which a target is stopped: more would be variants of the same.
const ENOUGH: u32 = 10;
/// Time beyond its limit in which a target must end: libFuzzer runs all seeds before it looks at its limit.
const GRACE: Duration = Duration::from_secs(1800);

/// A row of `fuzz/targets.tsv`.
#[derive(Clone, Debug)]
pub(super) struct Target {
    pub(super) name: String,
    seeds: Vec<PathBuf>,
    /// Of an input; longer seeds are cut.
    bytes: String,
    /// MiB.
    memory: String,
    /// Seconds for one input.
    seconds: String,
}

/// The targets of the table, which are those of the manifest.
///
/// # Errors
/// One is missing in the table or in the manifest, or a directory of seeds is missing.
pub(super) fn targets() -> Outcome<Vec<Target>> {
    let table = Table::read(&root().join("fuzz/targets.tsv"))?;
    let mut targets = Vec::new();
    for row in &table.rows {
        let [name, seeds, bytes, memory, seconds] = row.as_slice() else {
            return Err(format!("fuzz/targets.tsv: `{}` has {} columns, must have 5", row[0], row.len()));
        };
        let folders = seeds.split(' ').filter(|seeds| *seeds != "-").map(|seeds| root().join(seeds));
        let [name, bytes, memory, seconds] = [name, bytes, memory, seconds].map(String::clone);
        targets.push(Target { name, seeds: folders.collect(), bytes, memory, seconds });
    }
    if let Some(missing) = targets.iter().flat_map(|target| &target.seeds).find(|seeds| !seeds.is_dir()) {
        return Err(format!("fuzz/targets.tsv: no directory {}", missing.display()));
    }
    let manifest = root().join("fuzz/Cargo.toml");
    let text = fs::read_to_string(&manifest).map_err(|e| format!("{}: {e}", manifest.display()))?;
    let mut built: Vec<&str> = binaries(&text);
    built.sort_unstable();
    let listed: Vec<&str> = targets.iter().map(|target| target.name.as_str()).collect();
    if built != listed {
        return Err(format!("fuzz/targets.tsv lists {listed:?}, fuzz/Cargo.toml has {built:?}"));
    }
    Ok(targets)
}

/// Names of a manifest's binaries.
fn binaries(manifest: &str) -> Vec<&str> {
    let mut lines = manifest.lines();
    let mut names = Vec::new();
    while let Some(line) = lines.next() {
        if line == "[[bin]]" {
            let name = lines.next().and_then(|line| line.strip_prefix("name = \"")?.strip_suffix('"'));
            names.extend(name);
        }
    }
    names
}

/// Builds the targets and returns the directory of the programs.
///
/// # Errors
/// cargo-fuzz is missing or fails.
pub(super) fn build(sanitizer: Option<Sanitizer>, targets: &[Target]) -> Outcome<PathBuf> {
    // A nightly toolchain is asked for by rustup's own `cargo`.
    let cargo = || Command::new("cargo");
    if !cargo().args(["fuzz", "--version"]).output().is_ok_and(|said| said.status.success()) {
        return Err("cargo-fuzz is not installed (`cargo install cargo-fuzz`)".to_owned());
    }
    let folder = match sanitizer {
        None => root().join("fuzz/target"),
        Some(sanitizer) => root().join("target/soak").join(sanitizer.name()),
    };
    let mut build = cargo();
    build.current_dir(root());
    if sanitizer.is_some() {
        build.arg("+nightly");
    }
    build
        .args(["fuzz", "build", "-s", sanitizer.map_or("none", Sanitizer::name), "--target-dir"])
        .arg(&folder);
    // cargo-fuzz takes one target or all.
    if let [target] = targets {
        build.arg(&target.name);
    }
    let status = build.status().map_err(|e| format!("cargo: {e}"))?;
    if !status.success() {
        return Err(format!("cargo fuzz build: {status}"));
    }
    Ok(folder.join(format!("{}-unknown-linux-gnu/release", std::env::consts::ARCH)))
}

/// Figures of libFuzzer's log.
#[derive(Default, Debug, PartialEq, Eq)]
struct Said {
    runs: u64,
    /// Edges that seeds and earlier inputs reach.
    first: Option<u64>,
    last: Option<u64>,
}

impl Said {
    /// Reads a log of one or several runs of a target.
    fn read(log: &str) -> Said {
        let (mut said, mut current, mut counted) = (Said::default(), 0, 0);
        for line in log.lines() {
            if let Some(total) = line.strip_prefix("stat::number_of_executed_units:") {
                counted += total.trim().parse().unwrap_or(0);
                current = 0;
            }
            let Some(rest) = line.strip_prefix('#') else { continue };
            let Some(number) = rest.split_whitespace().next().and_then(|word| word.parse().ok()) else {
                continue;
            };
            current = number;
            let cov =
                rest.split_once("cov: ").and_then(|(_, rest)| rest.split_whitespace().next()?.parse().ok());
            if rest.contains("INITED") {
                said.first = said.first.or(cov);
            }
            said.last = said.last.max(cov);
        }
        said.runs = counted + current;
        said
    }
}

/// Runs a target for some time, again after each finding.
///
/// # Errors
/// It cannot be started.
pub(super) fn run(target: &Target, binary: &Path, time: Duration, place: &Place) -> Outcome<Row> {
    let (findings, log) = place.of(&target.name)?;
    let corpus = root().join("fuzz/corpus").join(&target.name);
    fs::create_dir_all(&corpus).map_err(|e| format!("{}: {e}", corpus.display()))?;
    let (start, mut row) = (Instant::now(), Row::new(&target.name, "fuzz"));
    let mut progress = Progress::new(&target.name);
    let said = || Said::read(&String::from_utf8_lossy(&fs::read(&log).unwrap_or_default()));
    let mut failures = 0;
    while start.elapsed() < time && failures < ENOUGH {
        let left = (time - start.elapsed()).as_secs().max(1);
        let mut command = Command::new(binary);
        command
            .arg(format!("-max_total_time={left}"))
            .arg(format!("-rss_limit_mb={}", target.memory))
            .arg(format!("-timeout={}", target.seconds))
            .arg(format!("-report_slow_units={}", target.seconds))
            .arg(format!("-max_len={}", target.bytes))
            .args(target.seeds.is_empty().then_some("-len_control=0"))
            .arg(format!("-artifact_prefix={}/", findings.display()))
            .args(["-print_final_stats=1", "-verbosity=1"])
            .arg(&corpus)
            .args(&target.seeds);
        super::sanitize::settings(&mut command);
        let limit = Duration::from_secs(left) + GRACE;
        let ended = process::run(&mut command, &log, limit, || {
            progress.tick(|| {
                let said = said();
                format!("{} runs, coverage {}", said.runs, said.last.unwrap_or(0))
            });
        })?;
        row.peak = row.peak.max(ended.peak);
        if ended.is_success() {
            break;
        }
        failures += 1;
        row.findings = place.findings(&findings)?;
        if row.findings.is_empty() {
            // A failure outside an input: it hangs, or the system killed it.
            row.findings.push(place.keep_log(&findings, &log, &ended.how())?);
        }
    }
    let said = said();
    row.seconds = start.elapsed().as_secs_f64();
    (row.runs, row.first, row.last) = (said.runs, said.first, said.last);
    Ok(row)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logs_of_several_runs_are_one() {
        let log = "#3\tINITED cov: 5 ft: 6 corp: 1/3b exec/s: 0 rss: 60Mb\n#40\tNEW    cov: 9 ft: 8\n\
                   stat::number_of_executed_units: 41\n#3\tINITED cov: 9 ft: 9\n#8\tREDUCE cov: 11 ft: 9\n";
        assert_eq!(Said::read(log), Said { runs: 49, first: Some(5), last: Some(11) });
    }

    #[test]
    fn the_table_has_every_target() {
        assert!(targets().is_ok_and(|targets| targets.len() >= 10), "{:?}", targets());
    }
}
