//! Edits of a text, and the one function that applies them.

use std::borrow::Cow;
use std::ops::Range;

/// Confidence of a rule in an edit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Sureness {
    /// Reported, not applied.
    Suggested,
    /// Applied, and noted in the report.
    Likely,
    /// Applied.
    Certain,
}

/// Replacement of a byte range.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edit {
    /// Replaced range; empty for an insertion.
    pub at: Range<usize>,
    /// New text.
    pub with: Cow<'static, str>,
    /// Confidence of the rule.
    pub sureness: Sureness,
    /// Name of the rule, as `--explain` knows it.
    pub rule: &'static str,
}

/// Result of applying edits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Applied {
    /// The new text.
    pub text: Vec<u8>,
    /// Applied edits, ordered by position.
    pub edits: Vec<Edit>,
    /// For each applied edit, the position after it in the new text.
    pub ends: Vec<usize>,
    /// Edits that overlap an earlier one; they were not applied.
    pub dropped: Vec<Edit>,
}

/// Sorts edits, drops overlapping ones and applies the rest. Of two that overlap the wider one wins: it knows
/// more of the structure, and a rule that replaces an expression also translates the names in it.
pub fn apply(text: &[u8], mut edits: Vec<Edit>) -> Applied {
    edits.retain(|e| e.sureness != Sureness::Suggested && e.at.end <= text.len() && e.at.start <= e.at.end);
    edits.retain(|e| text[e.at.clone()] != *e.with.as_bytes());
    // An insertion comes before an edit at its position; ties keep the order of the rules.
    edits.sort_by_key(|e| (e.at.start, !e.at.is_empty(), std::cmp::Reverse(e.at.end)));
    let mut out = Vec::with_capacity(text.len() + edits.len() * 8);
    let (mut done, mut ends, mut dropped) = (0, Vec::with_capacity(edits.len()), Vec::new());
    let mut before: Option<Range<usize>> = None;
    // Filtered in place: a text may have millions of edits.
    edits.retain(|edit| {
        let twice = !edit.at.is_empty() && before.as_ref() == Some(&edit.at);
        if edit.at.start < done || twice {
            dropped.push(edit.clone());
            return false;
        }
        out.extend(&text[done..edit.at.start]);
        // Separate an insertion from adjacent words, and a number from a following `.` or `'`.
        let (first, last) = (edit.with.as_bytes().first(), edit.with.as_bytes().last());
        if edit.at.is_empty() && is_word(first) && is_word(out.last()) {
            out.push(b' ');
        }
        out.extend(edit.with.as_bytes());
        let next = text.get(edit.at.end);
        if edit.at.is_empty() && is_word(last) && is_word(next)
            || matches!(next, Some(b'.' | b'\'')) && ends_in_number(edit.with.as_bytes())
        {
            out.push(b' ');
        }
        done = edit.at.end;
        ends.push(out.len());
        before = Some(edit.at.clone());
        true
    });
    out.extend(&text[done..]);
    Applied { text: out, edits, ends, dropped }
}

fn is_word(byte: Option<&u8>) -> bool {
    byte.is_some_and(|b| b.is_ascii_alphanumeric() || *b == b'_' || *b >= 0x80)
}

fn ends_in_number(text: &[u8]) -> bool {
    let start = text.iter().rposition(|b| !is_word(Some(b))).map_or(0, |n| n + 1);
    text.get(start).is_some_and(u8::is_ascii_digit)
}
