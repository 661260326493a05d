//! Line-based differences: as a patch, and as replacements for an editor.
//!
//! Works on bytes: a patch contains the lines in their own encoding.

use serde::Serialize;
use similar::{Algorithm, DiffOp};
use std::ops::Range;

/// Splits a text into lines, each with its line end.
fn lines(text: &[u8]) -> Vec<&[u8]> {
    text.split_inclusive(|&b| b == b'\n').collect()
}

/// Lines and their replacement; line numbers count from 0.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hunk {
    /// Old lines.
    pub old: Range<usize>,
    /// New lines.
    pub new: Range<usize>,
}

/// Returns the edit script. Its time grows with the square of the changes, so long texts are compared in
/// pieces.
fn operations(old: &[&[u8]], new: &[&[u8]]) -> Vec<DiffOp> {
    let mut all: Vec<DiffOp> = Vec::new();
    for (before, after) in pieces(old, new) {
        let mut made =
            similar::capture_diff(Algorithm::Myers, old, before, new, after).into_iter().peekable();
        // Equal lines on both sides of a border are one run.
        if let (Some(DiffOp::Equal { len, .. }), Some(&DiffOp::Equal { len: more, .. })) =
            (all.last_mut(), made.peek())
        {
            *len += more;
            made.next();
        }
        all.extend(made);
    }
    all
}

/// Lines of a piece.
const PIECE: usize = 4096;
/// Limit of lines that are looked through for a border of pieces.
const SOUGHT: usize = 256;
/// Equal lines on which pieces begin.
const EQUAL: usize = 8;
/// Limit of lines that a piece has more on one side than on the other.
const SHIFT: usize = 64;

/// Divides two texts into pieces that correspond. Where no equal lines are found nearby, the piece grows.
fn pieces(old: &[&[u8]], new: &[&[u8]]) -> Vec<(Range<usize>, Range<usize>)> {
    let mut all = Vec::new();
    let (mut from, mut at) = ((0, 0), PIECE);
    while at + EQUAL < old.len() {
        let corresponding = from.1 + (at - from.0);
        let shifts = (0..=SHIFT).flat_map(|n| [corresponding.checked_add(n), corresponding.checked_sub(n)]);
        let is_border = |(a, b): &(usize, usize)| {
            let other = new.get(*b..b + EQUAL);
            *b >= from.1 && other.is_some_and(|other| old.get(*a..a + EQUAL) == Some(other))
        };
        let found =
            shifts.flatten().flat_map(|to| (0..SOUGHT).map(move |n| (at + n, to + n))).find(is_border);
        at = match found {
            Some(border) => {
                all.push((from.0..border.0, from.1..border.1));
                from = border;
                border.0 + PIECE
            }
            None => at + PIECE,
        };
    }
    all.push((from.0..old.len(), from.1..new.len()));
    all
}

/// Returns the lines that differ.
pub fn hunks(old: &[&[u8]], new: &[&[u8]]) -> Vec<Hunk> {
    let changes = operations(old, new).into_iter().filter(|op| !matches!(op, DiffOp::Equal { .. }));
    changes.map(|op| Hunk { old: op.old_range(), new: op.new_range() }).collect()
}

/// Lines of context in a patch.
const CONTEXT: usize = 3;

/// Returns a patch for `patch -p1` or `git apply`; empty if nothing changed.
pub fn patch(name: &str, old: &[u8], new: &[u8]) -> Vec<u8> {
    if old == new {
        return Vec::new();
    }
    let (old, new) = (lines(old), lines(new));
    let mut out = format!("--- a/{name}\n+++ b/{name}\n").into_bytes();
    for group in similar::group_diff_ops(operations(&old, &new), CONTEXT) {
        let (Some(first), Some(last)) = (group.first(), group.last()) else { continue };
        let span = |start: usize, end: usize| match end - start {
            // An empty range is denoted by the line before it.
            0 => format!("{start},0"),
            1 => format!("{}", start + 1),
            n => format!("{},{n}", start + 1),
        };
        let before = span(first.old_range().start, last.old_range().end);
        let after = span(first.new_range().start, last.new_range().end);
        out.extend(format!("@@ -{before} +{after} @@\n").bytes());
        for op in group {
            let mut push = |sign: u8, lines: &[&[u8]]| {
                for line in lines {
                    out.push(sign);
                    out.extend(*line);
                    if !line.ends_with(b"\n") {
                        out.extend(b"\n\\ No newline at end of file\n");
                    }
                }
            };
            if matches!(op, DiffOp::Equal { .. }) {
                push(b' ', &old[op.old_range()]);
            } else {
                push(b'-', &old[op.old_range()]);
                push(b'+', &new[op.new_range()]);
            }
        }
    }
    out
}

/// Adds terminal colours to a patch.
pub fn coloured(patch: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(patch.len() * 2);
    for line in lines(patch) {
        let colour: &[u8] = match line {
            [b'-', b'-', b'-', b' ', ..] | [b'+', b'+', b'+', b' ', ..] => b"\x1b[1m",
            [b'-', ..] => b"\x1b[31m",
            [b'+', ..] => b"\x1b[32m",
            [b'@', ..] => b"\x1b[36m",
            _ => b"",
        };
        let text = line.strip_suffix(b"\n").unwrap_or(line);
        out.extend(colour);
        out.extend(text);
        out.extend(if colour.is_empty() { &b"\n"[..] } else { b"\x1b[0m\n" });
    }
    out
}

/// Position in a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Place {
    /// Byte offset, from 0.
    pub byte: usize,
    /// Line, from 1.
    pub line: usize,
    /// Column in bytes, from 1.
    pub column: usize,
}

/// Bytes of the old text and their replacement.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Replacement {
    /// First byte.
    pub start: Place,
    /// One past the last byte.
    pub end: Place,
    /// New text; `None` if it is not UTF-8, in which case `bytes` has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// New bytes, if they are not UTF-8.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bytes: Option<Vec<u8>>,
}

/// Returns the replacements that turn the old text into the new one: in order and disjoint. Lines changed one
/// for one are narrowed to the part that differs.
pub fn replacements(old: &[u8], new: &[u8]) -> Vec<Replacement> {
    let (old, new) = (lines(old), lines(new));
    let mut out = Vec::new();
    let (mut line, mut byte) = (0, 0);
    for hunk in hunks(&old, &new) {
        byte += old[line..hunk.old.start].iter().map(|l| l.len()).sum::<usize>();
        line = hunk.old.start;
        if hunk.old.len() == hunk.new.len() {
            for (before, after) in old[hunk.old.clone()].iter().zip(&new[hunk.new.clone()]) {
                out.push(replacement_in_line(line, byte, before, after));
                byte += before.len();
                line += 1;
            }
        } else {
            let (before, after) = (old[hunk.old.clone()].concat(), new[hunk.new.clone()].concat());
            let start = Place { byte, line: line + 1, column: 1 };
            byte += before.len();
            line = hunk.old.end;
            let unended = !before.is_empty() && !before.ends_with(b"\n");
            let column = 1 + if unended { old[line - 1].len() } else { 0 };
            let end = Place { byte, line: line + usize::from(!unended), column };
            out.push(replacement(start, end, &after));
        }
    }
    out
}

fn replacement_in_line(line: usize, byte: usize, before: &[u8], after: &[u8]) -> Replacement {
    let word = |b: &u8| b.is_ascii_alphanumeric() || *b == b'_' || *b >= 0x80;
    let mut head = before.iter().zip(after).take_while(|(a, b)| a == b).count();
    // Replace whole words: `cudaFree` by `hipFree`, not `cuda` by `hip`.
    while head > 0 && word(&before[head - 1]) {
        head -= 1;
    }
    let (rest_before, rest_after) = (&before[head..], &after[head..]);
    let mut tail = rest_before.iter().rev().zip(rest_after.iter().rev()).take_while(|(a, b)| a == b).count();
    while tail > 0 && word(&before[before.len() - tail]) {
        tail -= 1;
    }
    let place = |at: usize| Place { byte: byte + at, line: line + 1, column: at + 1 };
    replacement(place(head), place(before.len() - tail), &after[head..after.len() - tail])
}

fn replacement(start: Place, end: Place, with: &[u8]) -> Replacement {
    match std::str::from_utf8(with) {
        Ok(text) => Replacement { start, end, text: Some(text.to_owned()), bytes: None },
        Err(_) => Replacement { start, end, text: None, bytes: Some(with.to_owned()) },
    }
}

/// Row of a side-by-side comparison.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Row<'a> {
    /// Same line in both; its numbers, from 1.
    Same(usize, usize, &'a str),
    /// Lines that differ; one side may be absent.
    Changed(Option<(usize, &'a str)>, Option<(usize, &'a str)>),
    /// Lines left out.
    Gap,
}

/// Rows of a comparison, packed: the report of a large tree holds those of all its files.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Rows {
    /// Texts of the rows, one after another.
    text: String,
    packed: Vec<Packed>,
}

/// Numbers and lengths of both sides. The number of an absent side is 0, and a gap has none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Packed {
    numbers: [u32; 2],
    lengths: [u16; 2],
}

/// Length of the second side of a row with the same line in both.
const SAME: u16 = u16::MAX;

impl Rows {
    /// Returns whether there are none.
    pub fn is_empty(&self) -> bool {
        self.packed.is_empty()
    }

    /// Iterates over the rows.
    pub fn iter(&self) -> impl Iterator<Item = Row<'_>> {
        let mut rest = self.text.as_str();
        let mut take = move |length: u16| {
            let (text, behind) = rest.split_at_checked(length.into()).unwrap_or((rest, ""));
            rest = behind;
            text
        };
        self.packed.iter().map(move |row| {
            let [a, b] = row.numbers.map(|number| number as usize);
            match (a, b, row.lengths) {
                (0, 0, _) => Row::Gap,
                (_, _, [length, SAME]) => Row::Same(a, b, take(length)),
                (_, _, lengths) => {
                    let old = (a > 0).then(|| (a, take(lengths[0])));
                    Row::Changed(old, (b > 0).then(|| (b, take(lengths[1]))))
                }
            }
        })
    }

    fn push(&mut self, numbers: [usize; 2], lengths: [u16; 2]) {
        let numbers = numbers.map(|number| u32::try_from(number).unwrap_or(u32::MAX));
        self.packed.push(Packed { numbers, lengths });
    }

    /// Adds the text of a line, and returns its length.
    fn line(&mut self, line: &[u8]) -> u16 {
        let before = self.text.len();
        show(line, &mut self.text);
        (self.text.len() - before) as u16
    }

    fn same(&mut self, a: usize, b: usize, line: &[u8]) {
        let length = self.line(line);
        self.push([a, b], [length, SAME]);
    }

    /// Adds lines that differ; the number 0 stands for an absent one.
    fn changed(&mut self, numbers: [usize; 2], lines: [&[u8]; 2]) {
        let mut lengths = [0; 2];
        for side in (0..2).filter(|&side| numbers[side] > 0) {
            lengths[side] = self.line(lines[side]);
        }
        self.push(numbers, lengths);
    }

    fn gap(&mut self) {
        let gap = Packed { numbers: [0; 2], lengths: [0; 2] };
        if self.packed.last() != Some(&gap) {
            self.packed.push(gap);
        }
    }
}

/// Limit of the length of a line in [`side_by_side`], in bytes.
const SHOWN: usize = 300;

/// Adds a line as the report shows it: at most some bytes of it, without its end.
fn show(line: &[u8], to: &mut String) {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    to.push_str(&String::from_utf8_lossy(&line[..line.len().min(SHOWN)]));
    if line.len() > SHOWN {
        to.push_str(" …");
    }
}

/// Compares two texts side by side: lines that differ, those in `marked` (from 1), and some context.
pub fn side_by_side(old: &[u8], new: &[u8], marked: &[usize]) -> Rows {
    const AROUND: usize = 2;
    let (old, new) = (lines(old), lines(new));
    let ops = if old == new { vec![] } else { operations(&old, &new) };
    let mut visible = vec![false; old.len()];
    let mut mark = |from: usize, to: usize| {
        let range = from.saturating_sub(AROUND).min(visible.len())..(to + AROUND).min(visible.len());
        visible[range].fill(true);
    };
    marked.iter().filter(|&&line| line > 0).for_each(|&line| mark(line - 1, line));
    for op in ops.iter().filter(|op| !matches!(op, DiffOp::Equal { .. })) {
        mark(op.old_range().start, op.old_range().end);
    }
    let mut rows = Rows::default();
    let all_same = [DiffOp::Equal { old_index: 0, new_index: 0, len: old.len() }];
    for op in if ops.is_empty() { &all_same[..] } else { &ops[..] } {
        let (before, after) = (op.old_range(), op.new_range());
        if matches!(op, DiffOp::Equal { .. }) {
            for (a, b) in before.zip(after) {
                if visible[a] { rows.same(a + 1, b + 1, old[a]) } else { rows.gap() }
            }
            continue;
        }
        for n in 0..before.len().max(after.len()) {
            let side = |range: &Range<usize>| Some(range.start + n).filter(|at| range.contains(at));
            let (a, b) = (side(&before), side(&after));
            let number = |at: Option<usize>| at.map_or(0, |at| at + 1);
            rows.changed([number(a), number(b)], [a.map_or(b"", |a| old[a]), b.map_or(b"", |b| new[b])]);
        }
    }
    rows.text.shrink_to_fit();
    rows.packed.shrink_to_fit();
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    fn replaced(old: &[u8], new: &[u8]) -> Vec<u8> {
        let (mut out, mut done) = (Vec::new(), 0);
        for r in replacements(old, new) {
            out.extend(&old[done..r.start.byte]);
            out.extend(r.text.as_deref().map_or_else(|| r.bytes.as_deref().unwrap_or(&[]), str::as_bytes));
            done = r.end.byte;
        }
        out.extend(&old[done..]);
        out
    }

    /// Returns the old text with the operations applied, as lines.
    fn applied<'a>(old: &[&'a [u8]], new: &[&'a [u8]]) -> Vec<&'a [u8]> {
        let mut lines = Vec::new();
        let mut at = 0;
        for op in operations(old, new) {
            assert_eq!(op.old_range().start, at, "no line is left out");
            at = op.old_range().end;
            match op {
                DiffOp::Equal { .. } => lines.extend(&old[op.old_range()]),
                _ => lines.extend(&new[op.new_range()]),
            }
        }
        assert_eq!(at, old.len());
        lines
    }

    #[test]
    fn long_texts_are_compared_in_pieces() {
        let count = 5 * PIECE;
        let text: Vec<String> = (0..count).map(|n| format!("{}\n", n % 1000)).collect();
        let old: Vec<&[u8]> = text.iter().map(|line| line.as_bytes()).collect();
        let mut new = old.clone();
        (0..count).step_by(20).for_each(|n| new[n] = b"changed\n");
        new.splice(3..3, [&b"inserted\n"[..]; 5]);
        new.drain(2 * PIECE..2 * PIECE + 7);
        assert!(pieces(&old, &new).len() > 4);
        assert_eq!(applied(&old, &new), new);
        let equals = operations(&old, &old);
        assert_eq!(equals, [DiffOp::Equal { old_index: 0, new_index: 0, len: count }]);
        // No line in common: one piece.
        let other = vec![&b"other\n"[..]; PIECE + 100];
        assert_eq!(pieces(&old[..PIECE + 50], &other).len(), 1);
        assert_eq!(applied(&old[..PIECE + 50], &other), other);
    }

    #[test]
    fn patches_are_readable_by_patch() {
        let patch = patch("a.cu", b"1\n2\n3\n4\n5\n6\ncudaFree(p);", b"1\n2\n3\n4\n5\n6\nhipFree(p);");
        let want = "--- a/a.cu\n+++ b/a.cu\n@@ -4,4 +4,4 @@\n 4\n 5\n 6\n-cudaFree(p);\n\\ No newline at end of file\n\
                    +hipFree(p);\n\\ No newline at end of file\n";
        assert_eq!(String::from_utf8_lossy(&patch), want);
        assert!(super::patch("a", b"x", b"x").is_empty());
        assert_eq!(
            String::from_utf8_lossy(&super::patch("a", b"", b"x\n")),
            "--- a/a\n+++ b/a\n@@ -0,0 +1 @@\n+x\n"
        );
        assert_eq!(
            coloured(b"@@ -1 +1 @@\n-a\n+b\n c\n"),
            b"\x1b[36m@@ -1 +1 @@\x1b[0m\n\x1b[31m-a\x1b[0m\n\x1b[32m+b\x1b[0m\n c\n"
        );
    }

    #[test]
    fn replacements_produce_the_new_text() {
        let old = b"#include <cuda.h>\nint x;\n  cudaFree(p); // \xe9\nlast";
        let new = b"#include <a>\n#include <hip/hip_runtime.h>\nint x;\n  hipFree(p); // \xe9\nlast";
        assert_eq!(replaced(old, new), new);
        let free = &replacements(old, new)[1];
        assert_eq!(
            (free.text.as_deref(), free.start.line, free.start.column, free.end.column),
            (Some("hipFree"), 3, 3, 11)
        );
        for (old, new) in [("", "a"), ("a", ""), ("a\nb", "a\nc\nd"), ("aaa", "aa"), ("x\n", "x"), ("é", "è")]
        {
            assert_eq!(replaced(old.as_bytes(), new.as_bytes()), new.as_bytes(), "{old:?} {new:?}");
        }
    }

    #[test]
    fn side_by_side_shows_changed_and_marked_lines() {
        let old = (1..=20).map(|n| format!("{n}\n")).collect::<String>();
        let packed = side_by_side(old.as_bytes(), old.replace("3\n", "three\n").as_bytes(), &[20]);
        let rows: Vec<Row<'_>> = packed.iter().collect();
        let changed = Row::Changed(Some((3, "3")), Some((3, "three")));
        let same = |n: usize, text: &'static str| Row::Same(n, n, text);
        let start = [same(1, "1"), same(2, "2"), changed, same(4, "4"), same(5, "5"), Row::Gap];
        assert_eq!(rows[..6], start);
        assert_eq!(rows[rows.len() - 3..], [same(18, "18"), same(19, "19"), same(20, "20")]);
        assert_eq!(side_by_side(b"a\n", b"a\n", &[]).iter().collect::<Vec<_>>(), [Row::Gap]);
        let added = side_by_side("ä\n".as_bytes(), "ä\nb\n".as_bytes(), &[]);
        assert_eq!(
            added.iter().collect::<Vec<_>>(),
            [Row::Same(1, 1, "ä"), Row::Changed(None, Some((2, "b")))]
        );
    }
}
