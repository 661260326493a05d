//! What was translated and what was not: for people, and as JSON.

use crate::edit::{Applied, Sureness};
use crate::rule::{Name, rename};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Why something is reported.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// HIP has nothing for it; it stays.
    Unsupported,
    /// Translated or not, a person should look at it.
    Look,
    /// The translator contradicted itself.
    Internal,
}

/// One thing to know, and where.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Note {
    /// Why.
    pub reason: Reason,
    /// 1-based.
    pub line: usize,
    /// 1-based, in bytes.
    pub column: usize,
    /// What.
    pub text: String,
}

/// How many names of an API were translated, and how many were not.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Count {
    /// Became HIP names.
    pub translated: usize,
    /// Stay as they are.
    pub left: usize,
}

/// What became of one file.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Report {
    /// By API family.
    pub families: BTreeMap<&'static str, Count>,
    /// Edits applied, by rule.
    pub edits: BTreeMap<&'static str, usize>,
    /// Launches with chevrons.
    pub launches: usize,
    /// In order of place.
    pub notes: Vec<Note>,
}

impl Report {
    pub(crate) fn note(&mut self, text: &[u8], at: usize, reason: Reason, message: String) {
        let before = &text[..at.min(text.len())];
        let line = 1 + before.iter().filter(|&&b| b == b'\n').count();
        let column = 1 + at - before.iter().rposition(|&b| b == b'\n').map_or(0, |n| n + 1);
        self.notes.push(Note { reason, line, column, text: message });
    }

    pub(crate) fn internal(&mut self, message: &str) {
        self.notes.push(Note { reason: Reason::Internal, line: 1, column: 1, text: message.to_owned() });
    }

    pub(crate) fn translated_include(&mut self, family: &'static str) {
        self.families.entry(family).or_default().translated += 1;
    }

    pub(crate) fn launch(&mut self) {
        self.launches += 1;
    }

    /// Counts, once the edits are applied.
    pub(crate) fn finish(&mut self, names: &[Name], applied: &Applied) {
        for edit in &applied.edits {
            *self.edits.entry(edit.rule).or_default() += 1;
        }
        let mut edits = applied.edits.iter().peekable();
        for name in names.iter().filter(|n| !n.member && rename::counts(&n.row)) {
            while edits.next_if(|e| e.at.end <= name.start).is_some() {}
            let hit = edits.peek().is_some_and(|e| e.at.start < name.end);
            let same = name.row.hip == Some(name.row.cuda);
            let count = self.families.entry(name.row.family).or_default();
            if hit || same { count.translated += 1 } else { count.left += 1 }
        }
        self.notes.sort_by_key(|note| (note.line, note.column));
        debug_assert!(applied.edits.iter().all(|e| e.sureness >= Sureness::Likely));
    }

    /// Adds what a further round over the same text did: names that had stayed were translated after all.
    pub(crate) fn follow(&mut self, later: &Report) {
        for (family, count) in &later.families {
            let sum = self.families.entry(family).or_default();
            sum.left = count.left;
            sum.translated += count.translated;
        }
        for (rule, n) in &later.edits {
            *self.edits.entry(rule).or_default() += n;
        }
    }

    /// Names translated and left, over all families.
    pub fn total(&self) -> Count {
        self.families.values().fold(Count::default(), |sum, c| Count {
            translated: sum.translated + c.translated,
            left: sum.left + c.left,
        })
    }

    /// Adds another file's counts; its notes stay its own.
    pub fn add(&mut self, other: &Report) {
        for (family, count) in &other.families {
            let sum = self.families.entry(family).or_default();
            sum.translated += count.translated;
            sum.left += count.left;
        }
        for (rule, n) in &other.edits {
            *self.edits.entry(rule).or_default() += n;
        }
        self.launches += other.launches;
    }

    /// The counts in one line: `driver 41, runtime 3; 2 left`.
    pub fn summary(&self) -> String {
        let mut text = String::new();
        for (family, count) in self.families.iter().filter(|(_, c)| c.translated > 0) {
            let _ = write!(text, "{}{family} {}", if text.is_empty() { "" } else { ", " }, count.translated);
        }
        if text.is_empty() {
            text.push_str("nothing to translate");
        }
        if self.launches > 0 {
            let _ = write!(text, ", launches {}", self.launches);
        }
        let _ = write!(text, "; {} left", self.total().left);
        text
    }
}
