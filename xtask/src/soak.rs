//! `cargo xtask soak`: fuzz targets, random programs and long runs for a given time, or tests under a
//! sanitizer. On demand, never by `check`.

mod fuzz;
mod process;
mod report;
mod sanitize;
mod suite;

use crate::workspace::{Outcome, root};
use report::Row;
pub(crate) use sanitize::Sanitizer;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Duration;
use suite::{SUITES, Suite};

/// Lines of a log that are kept with a finding.
const KEPT: usize = 400;

/// Arguments of `cargo xtask soak`.
#[derive(clap::Args, Debug)]
pub(crate) struct Request {
    /// How long the parts run in all, beside the time that building takes: `90s`, `10m`, `1h`, `1h30m`
    #[arg(long = "for", value_name = "TIME", value_parser = duration, default_value = "10m")]
    time: Duration,
    /// Parts to run, separated by commas; all without it. Fuzz targets (fuzz/targets.tsv), `random` (random
    /// programs, compiled and interpreted), `grammar` and `broken` (the translator), `leaks`, `storm`,
    /// `stress` (long runs); with a sanitizer also its tests
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    only: Vec<String>,
    /// Parts that run at once
    #[arg(long, value_name = "N", default_value = "1")]
    jobs: std::num::NonZeroUsize,
    /// Write the table to a file, too, as JSON
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Seed of the first round of random programs; rounds count on from it
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,
    /// Run fuzz targets (`address` only) and the tests of device, runtime and C API under a sanitizer, by a
    /// nightly toolchain
    #[arg(long, value_enum, value_name = "SANITIZER")]
    sanitize: Option<Sanitizer>,
    /// List the parts, and run nothing
    #[arg(long)]
    list: bool,
}

/// `1h30m`, `90s`, `10m`.
fn duration(text: &str) -> Result<Duration, String> {
    let wrong = || format!("`{text}` is no time: `90s`, `10m`, `1h` or `1h30m`");
    let (mut seconds, mut number) = (0u64, String::new());
    for c in text.chars() {
        let unit = match c {
            '0'..='9' => {
                number.push(c);
                continue;
            }
            's' => 1,
            'm' => 60,
            'h' => 3600,
            _ => return Err(wrong()),
        };
        let count: u64 = number.parse().map_err(|_| wrong())?;
        seconds = count.checked_mul(unit).and_then(|more| seconds.checked_add(more)).ok_or_else(wrong)?;
        number.clear();
    }
    if seconds == 0 || !number.is_empty() { Err(wrong()) } else { Ok(Duration::from_secs(seconds)) }
}

/// Directories of findings and of logs.
struct Place {
    findings: PathBuf,
    logs: PathBuf,
    seed: u64,
}

impl Place {
    fn new(seed: u64) -> Place {
        let folder = root().join("target/soak");
        Place { findings: folder.join("findings"), logs: folder.join("logs"), seed }
    }

    /// The directory of a part's findings and its log, both empty. Earlier findings are renamed.
    fn of(&self, part: &str) -> Outcome<(PathBuf, PathBuf)> {
        let (findings, log) = (self.findings.join(part), self.logs.join(format!("{part}.log")));
        let wrong = |path: &Path, e: std::io::Error| format!("{}: {e}", path.display());
        // Findings of an earlier run would be counted again.
        if findings.exists() {
            let mut old = (1..).map(|n| self.findings.join(format!("{part}.{n}")));
            let free = old.find(|old| !old.exists()).unwrap_or_default();
            let any = fs::read_dir(&findings).map_err(|e| wrong(&findings, e))?.next().is_some();
            if any {
                fs::rename(&findings, free).map_err(|e| wrong(&findings, e))?;
            }
        }
        fs::create_dir_all(&findings).map_err(|e| wrong(&findings, e))?;
        fs::create_dir_all(&self.logs).map_err(|e| wrong(&self.logs, e))?;
        fs::write(&log, "").map_err(|e| wrong(&log, e))?;
        Ok((findings, log))
    }

    /// The files in a directory of findings.
    fn findings(&self, folder: &Path) -> Outcome<Vec<PathBuf>> {
        let entries = fs::read_dir(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
        let mut found: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
        found.sort();
        Ok(found)
    }

    /// Keeps the end of a log as a finding, with how it came about.
    fn keep_log(&self, folder: &Path, log: &Path, how: &str) -> Outcome<PathBuf> {
        let text = fs::read(log).map_err(|e| format!("{}: {e}", log.display()))?;
        let text = String::from_utf8_lossy(&text);
        let lines: Vec<&str> = text.lines().collect();
        let kept = lines[lines.len().saturating_sub(KEPT)..].join("\n");
        let count = self.findings(folder)?.len();
        let file = folder.join(format!("log-{count}.txt"));
        fs::write(&file, format!("{how}\n{kept}\n")).map_err(|e| format!("{}: {e}", file.display()))?;
        Ok(file)
    }
}

/// A part that is built.
enum Part {
    Fuzz(fuzz::Target, PathBuf),
    Suite(&'static Suite, PathBuf),
    Tests(&'static sanitize::Tests, Sanitizer, PathBuf),
}

impl Part {
    fn run(&self, time: Duration, place: &Place) -> Outcome<Row> {
        match self {
            Part::Fuzz(target, binary) => fuzz::run(target, binary, time, place),
            Part::Suite(suite, program) => suite.run(program, time, place),
            Part::Tests(tests, sanitizer, program) => tests.run(*sanitizer, program, place),
        }
    }
}

/// Runs the parts that were asked for.
///
/// # Errors
/// An unknown part, no part that can run, or findings.
pub(crate) fn run(request: &Request) -> Outcome<()> {
    let targets = match request.sanitize {
        // A fuzz target's threads are the tests' threads.
        Some(Sanitizer::Thread) => Vec::new(),
        _ => fuzz::targets()?,
    };
    let suites: &[Suite] = if request.sanitize.is_some() { &[] } else { SUITES };
    let tests: &[sanitize::Tests] = if request.sanitize.is_some() { sanitize::TESTS } else { &[] };
    let known: Vec<&str> = (targets.iter().map(|target| target.name.as_str()))
        .chain(suites.iter().map(|suite| suite.name))
        .chain(tests.iter().map(|tests| tests.name))
        .collect();
    if request.list {
        known.iter().for_each(|name| eprintln!("{name}"));
        return Ok(());
    }
    if let Some(unknown) = request.only.iter().find(|name| !known.contains(&name.as_str())) {
        return Err(format!("no part `{unknown}`; there are {}", known.join(", ")));
    }
    let wanted = |name: &str| request.only.is_empty() || request.only.iter().any(|only| only == name);
    let targets: Vec<fuzz::Target> = targets.into_iter().filter(|target| wanted(&target.name)).collect();

    let (mut parts, mut left_out) = (Vec::new(), Vec::new());
    if !targets.is_empty() {
        match fuzz::build(request.sanitize, &targets) {
            Ok(folder) => parts.extend(targets.into_iter().map(|target| {
                let binary = folder.join(&target.name);
                Part::Fuzz(target, binary)
            })),
            Err(why) => left_out.extend(targets.into_iter().map(|target| (target.name, why.clone()))),
        }
    }
    for suite in suites.iter().filter(|suite| wanted(suite.name)) {
        match suite.build() {
            Ok(program) => parts.push(Part::Suite(suite, program)),
            Err(why) => left_out.push((suite.name.to_owned(), why)),
        }
    }
    for tests in tests.iter().filter(|tests| wanted(tests.name)) {
        let Some(sanitizer) = request.sanitize else { continue };
        match suite::build(tests.package, request.sanitize) {
            Ok(program) => parts.push(Part::Tests(tests, sanitizer, program)),
            Err(why) => left_out.push((tests.name.to_owned(), why)),
        }
    }
    for (name, why) in &left_out {
        eprintln!("{name:<14} is left out: {why}");
    }
    if parts.is_empty() {
        return Err("no part can run".to_owned());
    }
    let place = Place::new(request.seed);
    let rows = share(parts, request, &place)?;
    eprint!("{}", report::table(&rows));
    if let Some(sanitizer) = request.sanitize {
        sanitizer.left_out().iter().for_each(|line| eprintln!("not seen: {line}"));
    }
    if let Some(file) = &request.json {
        report::write_json(&rows, &left_out, file)?;
    }
    let findings: usize = rows.iter().map(|row| row.findings.len()).sum();
    for file in rows.iter().flat_map(|row| &row.findings) {
        eprintln!("finding: {}", file.display());
    }
    match findings {
        0 => Ok(()),
        count => Err(format!("{count} findings, in {}", place.findings.display())),
    }
}

/// Runs the parts, `--jobs` at a time. Each gets an equal share of the time.
fn share(parts: Vec<Part>, request: &Request, place: &Place) -> Outcome<Vec<Row>> {
    let jobs = request.jobs.get().min(parts.len());
    let each = request.time / u32::try_from(parts.len().div_ceil(jobs)).unwrap_or(u32::MAX);
    let queue = Mutex::new(parts.into_iter().enumerate());
    let rows = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..jobs {
            scope.spawn(|| {
                loop {
                    let next = queue.lock().ok().and_then(|mut queue| queue.next());
                    let Some((number, part)) = next else { return };
                    let row = part.run(each, place);
                    if let Ok(mut rows) = rows.lock() {
                        rows.push((number, row));
                    }
                }
            });
        }
    });
    let mut rows = rows.into_inner().map_err(|_| "a part panicked".to_owned())?;
    rows.sort_by_key(|(number, _)| *number);
    rows.into_iter().map(|(_, row)| row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_or_refused() {
        let seconds = |text: &str| duration(text).map(|time| time.as_secs());
        assert_eq!(["90s", "10m", "1h", "1h30m5s"].map(seconds), [Ok(90), Ok(600), Ok(3600), Ok(5405)]);
        for wrong in ["", "0s", "10", "h", "1h30", "1d", "-1s", "99999999999999999999s", "9999999999999999h"]
        {
            assert!(duration(wrong).is_err(), "{wrong}");
        }
    }
}
