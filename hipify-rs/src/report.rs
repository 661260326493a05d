//! What was translated and what was not: for people, and as JSON.

pub mod csv;
mod file;
pub mod html;
pub mod json;
pub mod markdown;
pub mod sarif;
mod words;

pub use file::{FileReport, total};

use crate::edit::{Applied, Sureness};
use crate::name::Name;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::ops::Range;

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
    /// The rule that says so, as `--explain` knows it.
    pub rule: &'static str,
    /// 1-based.
    pub line: usize,
    /// 1-based, in bytes.
    pub column: usize,
    /// The bytes of the text that are meant.
    pub at: Range<usize>,
    /// The same on its line, 1-based, in units of UTF-16, as editors count.
    #[serde(skip)]
    pub columns: Range<usize>,
    /// What.
    pub text: String,
    /// What to do about it, where there is something to say.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub advice: Option<String>,
}

/// One edit of a build file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Change {
    /// The rule, as `--explain` knows it.
    pub rule: &'static str,
    /// 1-based, in the text as it was.
    pub line: usize,
    /// What stood there.
    pub from: String,
    /// What stands there now; empty if it is gone.
    pub to: String,
}

/// How many names of an API were translated, and how many were not.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Count {
    /// Became HIP names.
    pub translated: usize,
    /// Stay as they are.
    pub left: usize,
}

impl Count {
    /// How much was translated, in per cent with one decimal, rounded down: 100 means all.
    pub fn coverage(self) -> String {
        let all = self.translated + self.left;
        match (self.translated * 1000).checked_div(all) {
            None | Some(1000) => "100".to_owned(),
            Some(permille) => format!("{}.{}", permille / 10, permille % 10),
        }
    }
}

/// What to do about what a rule notes, by rule.
pub const ADVICE: &str = include_str!("../map/advice.tsv");

fn advice(rule: &str) -> Option<&'static str> {
    let row = |line: &'static str| line.split_once('\t').filter(|(name, _)| *name == rule);
    ADVICE.lines().skip(2).find_map(row).map(|(_, advice)| advice)
}

/// A translated text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Translation {
    /// The new text; bytes that no edit names are the old ones.
    pub text: Vec<u8>,
    /// What was done, what was not, and why.
    pub report: Report,
}

/// Limit of the lines of a file that are reported as not parsing.
const UNREAD: usize = 100;

/// How many units of UTF-16 some bytes are; what is no UTF-8 counts as the mark that stands for it.
fn utf16(text: &[u8]) -> usize {
    if text.is_ascii() { text.len() } else { String::from_utf8_lossy(text).encode_utf16().count() }
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
    /// Every edit of a build file, in order of place.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<Change>,
    /// The rule that is at work.
    #[serde(skip)]
    rule: &'static str,
}

impl Report {
    /// What is noted from here on, this rule says.
    pub(crate) fn enter(&mut self, rule: &'static str) {
        self.rule = rule;
    }

    /// Notes something about the identifier, or the byte, at a place.
    pub(crate) fn note(&mut self, text: &[u8], at: usize, reason: Reason, message: String) {
        let at = at.min(text.len());
        let word = text[at..].iter().take_while(|b| b.is_ascii_alphanumeric() || **b == b'_').count();
        let end = at + word.max(1).min(text.len() - at);
        // Line and column come when the file is done: counting lines for each note takes quadratic time.
        let advice = advice(self.rule).map(str::to_owned);
        let (at, rule) = (at..end, self.rule);
        self.notes.push(Note { reason, rule, line: 1, column: 1, at, columns: 1..1, text: message, advice });
    }

    pub(crate) fn internal(&mut self, message: &str) {
        let (reason, text) = (Reason::Internal, message.to_owned());
        let (rule, at, columns) = ("internal", 0..0, 1..1);
        self.notes.push(Note { reason, rule, line: 1, column: 1, at, columns, text, advice: None });
    }

    /// Notes the lines of a translation that no grammar reads any more: the places are those of the new text.
    pub(crate) fn unread(&mut self, new: &[u8], lines: &[usize]) {
        let texts: Vec<&[u8]> = new.split(|&b| b == b'\n').collect();
        for &line in lines.iter().take(UNREAD) {
            let text = texts.get(line - 1).copied().unwrap_or_default();
            let text = format!(
                "line {line} of the translation does not parse, and what it was made of did: `{}`",
                String::from_utf8_lossy(text).trim()
            );
            let (reason, rule) = (Reason::Internal, "verify");
            self.notes.push(Note {
                reason,
                rule,
                line: 1,
                column: 1,
                at: 0..0,
                columns: 1..1,
                text,
                advice: None,
            });
        }
    }

    /// Sorts the notes and finds their lines and columns, in one walk over the text.
    fn place(&mut self, text: &[u8]) {
        self.notes.sort_by_key(|note| note.at.start);
        let (mut line, mut line_start, mut seen) = (1, 0, 0);
        // How many units the line has up to `seen`.
        let mut units = 0;
        for note in &mut self.notes {
            for n in memchr::memchr_iter(b'\n', &text[seen..note.at.start]) {
                line += 1;
                line_start = seen + n + 1;
                units = 0;
            }
            units += utf16(&text[seen.max(line_start)..note.at.start]);
            seen = note.at.start;
            (note.line, note.column) = (line, 1 + seen - line_start);
            note.columns = 1 + units..1 + units + utf16(&text[note.at.clone()]);
        }
    }

    pub(crate) fn translated(&mut self, family: &'static str) {
        self.families.entry(family).or_default().translated += 1;
    }

    pub(crate) fn launch(&mut self) {
        self.launches += 1;
    }

    /// Counts the edits that were applied, and says where the notes stand; names were counted as they were
    /// found.
    pub(crate) fn settle(&mut self, text: &[u8], applied: &Applied) {
        // One rule's edits mostly follow each other.
        for run in applied.edits.chunk_by(|a, b| a.rule == b.rule) {
            *self.edits.entry(run[0].rule).or_default() += run.len();
        }
        self.place(text);
    }

    /// Lists the edits that were applied, one by one.
    pub(crate) fn list(&mut self, text: &[u8], applied: &Applied) {
        let (mut line, mut seen) = (1, 0);
        for edit in &applied.edits {
            line += text[seen..edit.at.start].iter().filter(|b| **b == b'\n').count();
            seen = edit.at.start;
            let from = String::from_utf8_lossy(&text[edit.at.clone()]).into_owned();
            self.changes.push(Change { rule: edit.rule, line, from, to: edit.with.clone().into_owned() });
        }
    }

    /// Counts, once the edits are applied.
    pub(crate) fn finish(&mut self, text: &[u8], names: &[Name], applied: &Applied) {
        let mut edits = applied.edits.iter().peekable();
        let counted = |name: &&Name| !name.member && name.row.counts();
        // Names of one family mostly follow each other.
        for run in names.chunk_by(|a, b| a.row.family == b.row.family) {
            let mut count = Count::default();
            for name in run.iter().filter(counted) {
                while edits.next_if(|e| e.at.end <= name.start).is_some() {}
                let hit = edits.peek().is_some_and(|e| e.at.start < name.end);
                let same = name.row.hip == Some(name.row.cuda);
                if hit || same { count.translated += 1 } else { count.left += 1 }
            }
            if count != Count::default() {
                let sum = self.families.entry(run[0].row.family).or_default();
                sum.translated += count.translated;
                sum.left += count.left;
            }
        }
        self.settle(text, applied);
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

    /// Adds what became of the next piece of a text, which begins so many bytes and lines behind the text's
    /// beginning.
    pub(crate) fn append(&mut self, piece: Report, bytes: usize, lines: usize) {
        self.add(&piece);
        self.notes.extend(piece.notes.into_iter().map(|note| Note {
            line: note.line + lines,
            at: note.at.start + bytes..note.at.end + bytes,
            ..note
        }));
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

    /// The counts as a table, a line a family.
    pub fn table(&self) -> String {
        let mut text = format!("{:<12} {:>10} {:>6} {:>8}\n", "family", "translated", "left", "coverage");
        let total = self.total();
        for (family, count) in self.families.iter().map(|(f, c)| (*f, c)).chain([("all", &total)]) {
            let Count { translated, left } = count;
            let _ = writeln!(text, "{family:<12} {translated:>10} {left:>6} {:>7}%", count.coverage());
        }
        text
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
