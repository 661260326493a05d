//! Part of a report about one file.

use super::Report;
use crate::diff::Rows;
use crate::walk::{self, Outcome, Treatment};

/// File in a report.
#[derive(Debug)]
pub struct FileReport<'a> {
    /// Path, as shown.
    pub path: String,
    /// `true` if its text changed.
    pub changed: bool,
    /// Treatment of the file.
    pub treatment: Treatment,
    /// Counts and notes.
    pub report: &'a Report,
    /// Reason why it was copied unchanged.
    pub remark: Option<&'static str>,
    /// Text next to its translation; empty if not requested.
    pub rows: &'a Rows,
}

impl<'a> FileReport<'a> {
    /// Creates the report on a file from its result.
    pub fn new(outcome: &'a Outcome, rows: &'a Rows) -> Self {
        let path = walk::shown(&outcome.from);
        let (changed, treatment, remark) = (outcome.changed, outcome.treatment, outcome.remark);
        FileReport { path, changed, treatment, report: &outcome.report, remark, rows }
    }
}

/// Returns the sum over files.
pub fn total(files: &[FileReport<'_>]) -> Report {
    let mut total = Report::default();
    files.iter().for_each(|file| total.add(file.report));
    total
}
