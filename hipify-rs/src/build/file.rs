//! Build file while its rules run.

use crate::Options;
use crate::edit::{Edit, Sureness};
use crate::report::{Reason, Report};
use std::ops::Range;

/// Text of a build file, with the edits and notes so far.
pub(super) struct Build<'a> {
    pub(super) text: &'a str,
    pub(super) options: &'a Options,
    pub(super) rule: &'static str,
    pub(super) edits: Vec<Edit>,
    pub(super) report: Report,
}

impl Build<'_> {
    pub(super) fn edit(&mut self, at: Range<usize>, with: impl Into<String>) {
        self.edits.push(Edit { at, with: with.into().into(), sureness: Sureness::Certain, rule: self.rule });
    }

    pub(super) fn note(&mut self, at: usize, reason: Reason, message: impl Into<String>) {
        self.report.note(self.text.as_bytes(), at, reason, message.into());
    }
}
