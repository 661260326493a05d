//! Output of a soak: lines of progress, a table at the end, the same table as JSON.

use crate::workspace::Outcome;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Between two lines of progress of one part.
const EVERY: Duration = Duration::from_secs(30);

/// Result of one part.
#[derive(Debug)]
pub(super) struct Row {
    pub(super) name: String,
    pub(super) kind: &'static str,
    pub(super) seconds: f64,
    /// Inputs, programs or rounds.
    pub(super) runs: u64,
    /// Edges covered, of fuzz targets.
    pub(super) first: Option<u64>,
    pub(super) last: Option<u64>,
    /// Files, one a finding.
    pub(super) findings: Vec<PathBuf>,
    /// MiB.
    pub(super) peak: u64,
}

impl Row {
    pub(super) fn new(name: &str, kind: &'static str) -> Row {
        let name = name.to_owned();
        Row { name, kind, seconds: 0.0, runs: 0, first: None, last: None, findings: Vec::new(), peak: 0 }
    }

    fn rate(&self) -> f64 {
        if self.seconds > 0.0 { self.runs as f64 / self.seconds } else { 0.0 }
    }
}

/// Prints a part's progress.
pub(super) struct Progress {
    name: String,
    start: Instant,
    last: Instant,
}

impl Progress {
    pub(super) fn new(name: &str) -> Progress {
        let now = Instant::now();
        eprintln!("{name:<14} begins");
        Progress { name: name.to_owned(), start: now, last: now }
    }

    /// Prints a line if the last one is old enough.
    pub(super) fn tick(&mut self, what: impl FnOnce() -> String) {
        if self.last.elapsed() >= EVERY {
            self.last = Instant::now();
            eprintln!("{:<14} {} s: {}", self.name, self.start.elapsed().as_secs(), what());
        }
    }
}

/// The rows as a table for people.
pub(super) fn table(rows: &[Row]) -> String {
    let mut text = String::from(
        "part           kind      seconds        runs    runs/s  coverage             findings  peak MiB\n",
    );
    for row in rows {
        let coverage = match (row.first, row.last) {
            (Some(first), Some(last)) => format!("{first} -> {last}"),
            _ => "-".to_owned(),
        };
        let rate = row.rate();
        let rate = if rate < 10.0 { format!("{rate:.2}") } else { format!("{rate:.0}") };
        let _ = writeln!(
            text,
            "{:<14} {:<8} {:>8.0} {:>11} {:>9}  {:<20} {:>8} {:>9}",
            row.name,
            row.kind,
            row.seconds,
            row.runs,
            rate,
            coverage,
            row.findings.len(),
            row.peak
        );
    }
    text
}

/// The rows as JSON.
///
/// # Errors
/// The file cannot be written.
pub(super) fn write_json(rows: &[Row], left_out: &[(String, String)], file: &Path) -> Outcome<()> {
    let parts: Vec<serde_json::Value> = rows
        .iter()
        .map(|row| {
            serde_json::json!({
                "part": row.name,
                "kind": row.kind,
                "seconds": row.seconds,
                "runs": row.runs,
                "coverage_first": row.first,
                "coverage_last": row.last,
                "findings": row.findings,
                "peak_mib": row.peak,
            })
        })
        .collect();
    let left_out: Vec<serde_json::Value> =
        left_out.iter().map(|(part, why)| serde_json::json!({ "part": part, "why": why })).collect();
    let all = serde_json::json!({ "parts": parts, "left_out": left_out });
    fs::write(file, format!("{all:#}\n")).map_err(|e| format!("{}: {e}", file.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_stand_below_their_titles() {
        let mut fuzz = Row::new("capi_calls", "fuzz");
        (fuzz.seconds, fuzz.runs, fuzz.first, fuzz.last, fuzz.peak) = (61.0, 123_456, Some(5), Some(60), 85);
        let mut long = Row::new("stress", "long");
        (long.seconds, long.runs, long.findings) = (60.2, 3, vec![PathBuf::from("a")]);
        let text = table(&[fuzz, long]);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 3);
        assert!(lines[1..].iter().all(|line| line.len() == lines[0].len()), "{text}");
        assert!(lines[1].contains("2024  5 -> 60"), "{text}");
        assert!(lines[2].contains("0.05  -"), "{text}");
    }
}
