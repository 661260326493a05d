//! Record of what was translated and what was not, and its formats.

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
use std::sync::OnceLock;

/// Reason of a note.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// HIP has no equivalent; the name stays.
    Unsupported,
    /// A person should check the place.
    Look,
    /// The translator contradicted itself.
    Internal,
}

/// Note about one place of a text.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Note {
    /// Reason of the note.
    pub reason: Reason,
    /// Name of the rule that made the note, as `--explain` knows it.
    pub rule: &'static str,
    /// Line, 1-based.
    pub line: usize,
    /// Column, 1-based, in bytes.
    pub column: usize,
    /// Byte range of the text that the note is about.
    pub at: Range<usize>,
    /// The same range on its line, 1-based, in UTF-16 units, as editors count.
    #[serde(skip)]
    pub columns: Range<usize>,
    /// Message.
    pub text: String,
    /// Advice, if there is any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub advice: Option<String>,
}

/// One edit of a build file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Change {
    /// Name of the rule, as `--explain` knows it.
    pub rule: &'static str,
    /// Line in the original text, 1-based.
    pub line: usize,
    /// Text before.
    pub from: String,
    /// Text after; empty if it was deleted.
    pub to: String,
}

/// Numbers of names of an API that were translated and that were left.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Count {
    /// Names that became HIP names.
    pub translated: usize,
    /// Names that stay.
    pub left: usize,
}

impl Count {
    /// Returns the translated share in per cent with one decimal, rounded down: 100 means all.
    pub fn coverage(self) -> String {
        let all = self.translated + self.left;
        match (self.translated * 1000).checked_div(all) {
            None | Some(1000) => "100".to_owned(),
            Some(permille) => format!("{}.{}", permille / 10, permille % 10),
        }
    }
}

/// Advice on the notes of a rule, by rule.
pub const ADVICE: &str = include_str!("../map/advice.tsv");

fn advice(rule: &str) -> Option<&'static str> {
    // Split once: every note asks for its advice.
    static ROWS: OnceLock<Vec<[&str; 2]>> = OnceLock::new();
    let rows = ROWS.get_or_init(|| tsv::table(ADVICE).collect());
    rows.iter().find(|[name, _]| *name == rule).map(|[_, advice]| *advice)
}

/// A translated text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Translation {
    /// The new text; bytes outside the edits are unchanged.
    pub text: Vec<u8>,
    /// Counts and notes.
    pub report: Report,
}

/// Limit of reported lines per file that do not parse.
const UNREAD: usize = 100;

/// Returns the length in UTF-16 units; an invalid UTF-8 sequence counts as one replacement character.
fn utf16(text: &[u8]) -> usize {
    if text.is_ascii() { text.len() } else { String::from_utf8_lossy(text).encode_utf16().count() }
}

/// Report on one file.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Report {
    /// Counts by API family.
    pub families: BTreeMap<&'static str, Count>,
    /// Number of applied edits, by rule.
    pub edits: BTreeMap<&'static str, usize>,
    /// Number of launches with chevrons.
    pub launches: usize,
    /// Notes, ordered by position.
    pub notes: Vec<Note>,
    /// All edits of a build file, ordered by position.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<Change>,
    /// Rule that is running.
    #[serde(skip)]
    rule: &'static str,
}

impl Report {
    /// Sets the rule to which the following notes belong.
    pub(crate) fn enter(&mut self, rule: &'static str) {
        self.rule = rule;
    }

    /// Adds a note about the identifier, or the byte, at a position.
    pub(crate) fn note(&mut self, text: &[u8], at: usize, reason: Reason, message: String) {
        let at = at.min(text.len());
        let word = text[at..].iter().take_while(|b| b.is_ascii_alphanumeric() || **b == b'_').count();
        let end = at + word.max(1).min(text.len() - at);
        // Lines and columns are filled in at the end: counting lines for each note would take quadratic time.
        let advice = advice(self.rule).map(str::to_owned);
        let (at, rule) = (at..end, self.rule);
        self.notes.push(Note { reason, rule, line: 1, column: 1, at, columns: 1..1, text: message, advice });
    }

    pub(crate) fn internal(&mut self, message: &str) {
        let (reason, text) = (Reason::Internal, message.to_owned());
        let (rule, at, columns) = ("internal", 0..0, 1..1);
        self.notes.push(Note { reason, rule, line: 1, column: 1, at, columns, text, advice: None });
    }

    /// Adds a note for each line of a translation that no longer parses; lines are those of the new text.
    pub(crate) fn unread(&mut self, new: &[u8], lines: &[usize]) {
        let texts: Vec<&[u8]> = new.split(|&b| b == b'\n').collect();
        for &line in lines.iter().take(UNREAD) {
            let text = texts.get(line - 1).copied().unwrap_or_default();
            let text = format!(
                "line {line} of the translation does not parse, although its source did: `{}`",
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
        // UTF-16 units of the line up to `seen`.
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

    /// Counts the applied edits and places the notes; names have been counted already.
    pub(crate) fn settle(&mut self, text: &[u8], applied: &Applied) {
        // Consecutive edits mostly belong to one rule.
        for run in applied.edits.chunk_by(|a, b| a.rule == b.rule) {
            *self.edits.entry(run[0].rule).or_default() += run.len();
        }
        self.place(text);
    }

    /// Lists the applied edits one by one.
    pub(crate) fn list(&mut self, text: &[u8], applied: &Applied) {
        let (mut line, mut seen) = (1, 0);
        for edit in &applied.edits {
            line += text[seen..edit.at.start].iter().filter(|b| **b == b'\n').count();
            seen = edit.at.start;
            let from = String::from_utf8_lossy(&text[edit.at.clone()]).into_owned();
            self.changes.push(Change { rule: edit.rule, line, from, to: edit.with.clone().into_owned() });
        }
    }

    /// Counts names and edits once the edits are applied.
    pub(crate) fn finish(&mut self, text: &[u8], names: &[Name], applied: &Applied) {
        let mut edits = applied.edits.iter().peekable();
        let counted = |name: &&Name| !name.member && name.row.counts();
        // Consecutive names mostly belong to one family.
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

    /// Adds the report of a further pass over the same text, which translated names that an earlier pass
    /// left.
    pub(crate) fn add_pass(&mut self, later: &Report) {
        for (family, count) in &later.families {
            let sum = self.families.entry(family).or_default();
            sum.left = count.left;
            sum.translated += count.translated;
        }
        for (rule, n) in &later.edits {
            *self.edits.entry(rule).or_default() += n;
        }
    }

    /// Adds the report on the next piece of a text, which begins at the given byte and line offset.
    pub(crate) fn append(&mut self, piece: Report, bytes: usize, lines: usize) {
        self.add(&piece);
        self.notes.extend(piece.notes.into_iter().map(|note| Note {
            line: note.line + lines,
            at: note.at.start + bytes..note.at.end + bytes,
            ..note
        }));
    }

    /// Returns the names translated and left, over all families.
    pub fn total(&self) -> Count {
        self.families.values().fold(Count::default(), |sum, c| Count {
            translated: sum.translated + c.translated,
            left: sum.left + c.left,
        })
    }

    /// Adds the counts of another file, without its notes.
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

    /// Formats the counts as a table with a line for each family.
    pub fn table(&self) -> String {
        let mut text = format!("{:<12} {:>10} {:>6} {:>8}\n", "family", "translated", "left", "coverage");
        let total = self.total();
        for (family, count) in self.families.iter().map(|(f, c)| (*f, c)).chain([("all", &total)]) {
            let Count { translated, left } = count;
            let _ = writeln!(text, "{family:<12} {translated:>10} {left:>6} {:>7}%", count.coverage());
        }
        text
    }

    /// Formats the counts in one line, as `44 names (driver 41, runtime 3) and 1 launch translated, 2 names
    /// left`.
    pub fn summary(&self) -> String {
        let total = self.total();
        let mut done = Vec::new();
        if total.translated > 0 {
            let families = self.families.iter().filter(|(_, count)| count.translated > 0);
            let families: Vec<_> =
                families.map(|(family, count)| format!("{family} {}", count.translated)).collect();
            done.push(format!("{} ({})", counted(total.translated, "name"), families.join(", ")));
        }
        if self.launches > 0 {
            done.push(counted(self.launches, "launch"));
        }
        let left = counted(total.left, "name");
        match done.as_slice() {
            [] if total.left == 0 => "nothing to translate".to_owned(),
            [] => format!("nothing translated, {left} left"),
            done => format!("{} translated, {left} left", done.join(" and ")),
        }
    }
}

/// Number of things, with the plural of their name unless it is one.
pub fn counted(number: usize, name: &str) -> String {
    let plural = match name {
        _ if number == 1 => "",
        name if name.ends_with("ch") => "es",
        _ => "s",
    };
    format!("{number} {name}{plural}")
}
