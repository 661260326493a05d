//! Edits: what rules return, and the one place that applies them.

use std::borrow::Cow;
use std::ops::Range;

/// How sure a rule is of an edit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Sureness {
    /// Reported, not applied.
    Suggested,
    /// Applied, and noted in the report.
    Likely,
    /// Applied.
    Certain,
}

/// Replaces a range of bytes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edit {
    /// What is replaced; empty for an insertion.
    pub at: Range<usize>,
    /// What stands there then.
    pub with: Cow<'static, str>,
    /// How sure the rule is.
    pub sureness: Sureness,
    /// The rule, as `--explain` knows it.
    pub rule: &'static str,
}

/// What came of some edits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Applied {
    /// The new text.
    pub text: Vec<u8>,
    /// The edits that were applied, in order of place.
    pub edits: Vec<Edit>,
    /// For each of them, where in the new text the old one goes on.
    pub ends: Vec<usize>,
    /// Edits that overlapped one that came before; nothing was done for them.
    pub dropped: Vec<Edit>,
}

/// Sorts, refuses overlaps, applies once. Of two edits that overlap the wider one wins, as it knows more of
/// the structure; rules that replace an expression take care of the names in it.
pub fn apply(text: &[u8], mut edits: Vec<Edit>) -> Applied {
    edits.retain(|e| e.sureness != Sureness::Suggested && e.at.end <= text.len() && e.at.start <= e.at.end);
    edits.retain(|e| text[e.at.clone()] != *e.with.as_bytes());
    // Insertions stand before what begins at their place; among equals the order of the rules holds.
    edits.sort_by_key(|e| (e.at.start, !e.at.is_empty(), std::cmp::Reverse(e.at.end)));
    let mut out = Vec::with_capacity(text.len() + edits.len() * 8);
    let (mut done, mut ends, mut dropped) = (0, Vec::with_capacity(edits.len()), Vec::new());
    let mut before: Option<Range<usize>> = None;
    // In place: texts that are nothing but what changes have millions.
    edits.retain(|edit| {
        let twice = !edit.at.is_empty() && before.as_ref() == Some(&edit.at);
        if edit.at.start < done || twice {
            dropped.push(edit.clone());
            return false;
        }
        out.extend(&text[done..edit.at.start]);
        // An insertion never grows together with a word beside it, nor a number with what may continue one.
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
