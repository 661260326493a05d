//! Results: a row for each program, kept as JSON between runs.

use super::manifest::{Judge, Program};
use crate::workspace::Outcome;
use serde::{Deserialize, Serialize};
use std::fs;
use std::path::Path;

/// Progress of a program.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[serde(rename_all = "lowercase")]
pub(super) enum Stage {
    /// The repository was not translated
    Nothing,
    Translated,
    Configured,
    Built,
    /// It ended by itself
    Ran,
    /// It was judged and is right
    Right,
}

/// Result of one program.
#[derive(Serialize, Deserialize, Clone, Debug)]
pub(super) struct Row {
    pub(super) repository: String,
    pub(super) program: String,
    pub(super) reached: Stage,
    /// `output`, `exit` or `runs`
    pub(super) judge: String,
    /// Why it came no further
    pub(super) reason: Option<String>,
    /// Library that the SDK lacks, by the manifest
    pub(super) needs: Option<String>,
    /// Why it cannot work, by the manifest
    pub(super) known: Option<String>,
    /// All stages
    pub(super) seconds: f64,
    /// Configuration and build
    pub(super) build_seconds: f64,
    /// Processor time of the run
    pub(super) run_seconds: f64,
    /// Largest memory while it ran, MiB
    pub(super) peak: u64,
}

impl Row {
    /// A row of a program that came nowhere yet.
    pub(super) fn new(repository: &str, program: &Program) -> Row {
        let judge = match program.judge {
            Judge::Output => "output",
            Judge::Exit => "exit",
            Judge::Runs => "runs",
        };
        Row {
            repository: repository.to_owned(),
            program: program.name.clone(),
            reached: Stage::Nothing,
            judge: judge.to_owned(),
            reason: None,
            needs: program.needs.clone(),
            known: program.known.clone(),
            seconds: 0.0,
            build_seconds: 0.0,
            run_seconds: 0.0,
            peak: 0,
        }
    }

    pub(super) fn name(&self) -> String {
        format!("{}/{}", self.repository, self.program)
    }

    /// Returns whether nothing is left to do: the result is right, or the program ended well and checks
    /// nothing.
    pub(super) fn is_good(&self) -> bool {
        self.reached == Stage::Right || (self.judge == "runs" && self.reason.is_none())
    }

    /// Returns whether the manifest expects a failure.
    pub(super) fn is_expected_to_fail(&self) -> bool {
        self.needs.is_some() || self.known.is_some()
    }

    /// The outcome in a word.
    pub(super) fn verdict(&self) -> &'static str {
        match self.reached {
            Stage::Right => "right",
            Stage::Ran if self.is_good() => "runs",
            Stage::Ran => "WRONG",
            Stage::Built => "DOES NOT END WELL",
            Stage::Configured => "DOES NOT BUILD",
            Stage::Translated => "NOT CONFIGURED",
            Stage::Nothing => "NOT TRANSLATED",
        }
    }
}

/// Counts over all rows.
#[derive(Serialize, Debug, Default, PartialEq, Eq)]
pub(super) struct Counts {
    pub(super) programs: usize,
    pub(super) repositories: usize,
    /// Programs that need a library that the SDK lacks
    pub(super) need_library: usize,
    /// The counts below leave those out.
    pub(super) built: usize,
    /// Built programs whose results are judged
    pub(super) judged: usize,
    pub(super) right: usize,
    /// Built programs that check nothing, and of those the ones that end well
    pub(super) unchecked: usize,
    pub(super) runs: usize,
    /// Expected to fail, with a reason, and failing
    pub(super) known: usize,
}

impl Counts {
    pub(super) fn new(rows: &[Row]) -> Counts {
        let mut repositories: Vec<&str> = rows.iter().map(|row| row.repository.as_str()).collect();
        repositories.dedup();
        let mut counts =
            Counts { programs: rows.len(), repositories: repositories.len(), ..Counts::default() };
        for row in rows {
            counts.known += usize::from(row.known.is_some() && !row.is_good());
            if row.needs.is_some() {
                counts.need_library += 1;
                continue;
            }
            if row.reached < Stage::Built {
                continue;
            }
            counts.built += 1;
            if row.judge == "runs" {
                counts.unchecked += 1;
                counts.runs += usize::from(row.is_good());
            } else {
                counts.judged += 1;
                counts.right += usize::from(row.is_good());
            }
        }
        counts
    }

    /// The counts as a sentence or two.
    pub(super) fn sentence(&self) -> String {
        let Counts { programs, repositories, need_library, built, judged, right, unchecked, runs, known } =
            self;
        let others = programs - need_library;
        format!(
            "{programs} programs of {repositories} repositories; {need_library} need a library that the SDK lacks. \
             Of the other {others}, {built} build ({}). Of {judged} that build and are judged, {right} are right ({}); \
             of {unchecked} that check nothing, {runs} end well. {known} fail for a known reason.",
            percent(*built, others),
            percent(*right, *judged)
        )
    }
}

/// A share with one decimal, rounded down so that 100 % means all.
fn percent(part: usize, all: usize) -> String {
    if all == 0 {
        return "none".to_owned();
    }
    let tenths = part * 1000 / all;
    format!("{}.{} %", tenths / 10, tenths % 10)
}

/// Results of earlier runs; none if there is no file.
///
/// # Errors
/// The file is not ours.
pub(super) fn read(file: &Path) -> Outcome<Vec<Row>> {
    let Ok(text) = fs::read_to_string(file) else { return Ok(Vec::new()) };
    let mut all: serde_json::Value =
        serde_json::from_str(&text).map_err(|e| format!("{}: {e}", file.display()))?;
    serde_json::from_value(all["programs"].take()).map_err(|e| format!("{}: {e}", file.display()))
}

/// Writes results. A run that is interrupted leaves the last complete file.
///
/// # Errors
/// The file cannot be written.
pub(super) fn write(rows: &[Row], file: &Path) -> Outcome<()> {
    let all = serde_json::json!({ "counts": Counts::new(rows), "programs": rows });
    let fresh = file.with_extension("new");
    fs::write(&fresh, format!("{all:#}\n")).map_err(|e| format!("{}: {e}", fresh.display()))?;
    fs::rename(&fresh, file).map_err(|e| format!("{}: {e}", file.display()))
}
