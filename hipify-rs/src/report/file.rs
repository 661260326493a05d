//! Reports of files, which the formats write.

use super::Report;
use crate::diff::Row;
use crate::walk::{self, Outcome, Treatment};

/// A file in a report.
#[derive(Debug)]
pub struct FileReport<'a> {
    /// Its path, as shown.
    pub path: String,
    /// Whether its text changed.
    pub changed: bool,
    /// What was done with it.
    pub treatment: Treatment,
    /// What was translated and what was not.
    pub report: &'a Report,
    /// Why it was left as it is.
    pub remark: Option<&'static str>,
    /// Its text beside its translation, if that was asked for.
    pub rows: &'a [Row],
}

impl<'a> FileReport<'a> {
    /// Of what became of a file.
    pub fn new(outcome: &'a Outcome, rows: &'a [Row]) -> Self {
        let path = walk::shown(&outcome.from);
        let (changed, treatment, remark) = (outcome.changed, outcome.treatment, outcome.remark);
        FileReport { path, changed, treatment, report: &outcome.report, remark, rows }
    }
}

/// The sum over files.
pub fn total(files: &[FileReport<'_>]) -> Report {
    let mut total = Report::default();
    files.iter().for_each(|file| total.add(file.report));
    total
}
