//! Long sources in pieces, to bound the memory for tokens.
//!
//! A piece ends between two lines, behind a statement or item, if possible outside all brackets, and never
//! within an `extern` block. [Facts](super::facts) of the whole text are known in each piece.

use super::collect::collect;
use super::{PASSES, concerns, lex, not_utf8, translate_part};
use crate::Options;
use crate::lex::TokenKind;
use crate::report::{Report, Translation};
use std::collections::BTreeSet;

/// Length in bytes from which texts are translated in pieces.
pub(super) const LONG: usize = 16 << 20;

/// Approximate length of a piece, in bytes.
pub(super) const PIECE: usize = 1 << 20;

/// Returns the starts of the pieces after the first; each begins a line.
fn cuts(text: &[u8], piece: usize) -> Vec<usize> {
    let mut found = Vec::new();
    let (mut from, mut end, mut last) = (0, 0, TokenKind::Punct(b';'));
    // Open brackets: `true` for those within which no piece ends.
    let mut open: Vec<bool> = Vec::new();
    let mut closed = 0usize;
    let mut is_extern = false;
    let mut best: Option<(usize, usize)> = None;
    for token in lex::tokens(text) {
        let gap = &text[end..token.start];
        let newline = gap.iter().rposition(|&b| b == b'\n');
        let start = newline.map_or(token.start, |n| end + n + 1);
        // After the last line end there is nothing before the token, not even the end of a comment.
        let is_line = newline.is_some() && text[start..token.start].iter().all(u8::is_ascii_whitespace);
        // A text that begins with `#!` would be read as a script.
        let is_apart = matches!(last, TokenKind::Punct(b';' | b'}')) && !text[start..].starts_with(b"#!");
        if is_line && is_apart && closed == 0 && token.start >= from + piece {
            if best.is_none_or(|(least, _)| open.len() <= least) {
                best = Some((open.len(), start));
            }
            if let Some((_, at)) = best.filter(|(deep, _)| *deep == 0 || token.start >= from + 2 * piece) {
                found.push(at);
                (from, best) = (at, None);
            }
        }
        match token.kind {
            TokenKind::Punct(bracket @ (b'(' | b'[' | b'{')) => {
                open.push(bracket != b'{' || is_extern);
                closed += usize::from(bracket != b'{' || is_extern);
            }
            TokenKind::Punct(b')' | b']' | b'}') => closed -= usize::from(open.pop().unwrap_or(false)),
            _ => {}
        }
        // `extern "C" {`
        is_extern = match token.kind {
            TokenKind::Ident => token.text(text) == b"extern",
            TokenKind::Literal => is_extern,
            _ => false,
        };
        (end, last) = (token.end, token.kind);
    }
    found
}

/// Translates a text in pieces of approximately this length.
pub(super) fn translate(text: &[u8], options: &Options, piece: usize) -> Translation {
    let Ok(whole) = std::str::from_utf8(text) else { return not_utf8(text) };
    if !concerns(whole) {
        return Translation { text: text.to_vec(), report: Report::default() };
    }
    let (changed, report) = pass(whole, options, piece);
    let mut done = Translation { text: changed.unwrap_or_else(|| text.to_vec()), report };
    for _ in 1..PASSES {
        // Edits are text, so that the result is, too.
        let Ok(text) = std::str::from_utf8(&done.text) else { break };
        let (Some(changed), report) = pass(text, options, piece) else { break };
        done.report.add_pass(&report);
        done.text = changed;
    }
    done
}

/// Makes one pass over a text; returns the new text if it differs. A copy is made from the first change on.
fn pass(text: &str, options: &Options, piece: usize) -> (Option<Vec<u8>>, Report) {
    let cuts = cuts(text.as_bytes(), piece);
    let starts = [0].into_iter().chain(cuts.iter().copied());
    let ends = cuts.iter().copied().chain([text.len()]);
    let pieces: Vec<&str> = starts.zip(ends).map(|(from, to)| &text[from..to]).collect();
    let facts = collect(&pieces);
    let mut advised = BTreeSet::new();
    let mut out: Option<Vec<u8>> = None;
    let mut report = Report::default();
    let (mut bytes, mut lines) = (0, 0);
    for piece in pieces {
        let tokens = lex::lex(piece.as_bytes());
        let (done, _) = translate_part(piece, tokens, options, &facts, &mut advised);
        match &mut out {
            Some(out) => out.extend(done.text),
            None if done.text != piece.as_bytes() => {
                let mut copy = Vec::with_capacity(text.len() + text.len() / 8);
                copy.extend(&text.as_bytes()[..bytes]);
                copy.extend(done.text);
                out = Some(copy);
            }
            None => {}
        }
        report.append(done.report, bytes, lines);
        bytes += piece.len();
        lines += memchr::memchr_iter(b'\n', piece.as_bytes()).count();
    }
    (out, report)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_translated_like_the_whole() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/inputs/rust");
        let mut count = 0;
        for entry in std::fs::read_dir(folder).expect("the inputs") {
            let path = entry.expect("an entry").path();
            if path.extension().is_none_or(|extension| extension != "rs") {
                continue;
            }
            let text = std::fs::read(&path).expect("a source");
            let options = Options::default();
            let whole = super::super::translate(&text, &options);
            for piece in [1, 100, 1000] {
                let pieces = translate(&text, &options, piece);
                let shown = String::from_utf8_lossy(&pieces.text);
                assert!(pieces.text == whole.text, "{}, {piece}: {shown}", path.display());
                assert_eq!(pieces.report.total(), whole.report.total(), "{}", path.display());
                let places = |report: &Report| {
                    let mut all: Vec<_> =
                        report.notes.iter().map(|n| (n.line, n.at.start, n.text.clone())).collect();
                    all.sort();
                    all
                };
                assert_eq!(places(&pieces.report), places(&whole.report), "{}", path.display());
            }
            count += cuts(&text, 1).len();
        }
        assert!(count > 50, "{count}");
    }

    #[test]
    fn pieces_end_between_items() {
        let text = b"use a;\nextern \"C\" {\n fn f();\n fn g();\n}\nfn h() {\n f();\n g(|| {\n a;\n b;\n });\n}\n#!x;\nfn i() {}\n";
        let starts: Vec<&[u8]> = cuts(text, 1).into_iter().map(|at| &text[at..at + 6]).collect();
        assert_eq!(starts, [&b"extern"[..], b"fn h()", b" g(|| ", b"}\n#!x;", b"fn i()"]);
        assert_eq!(cuts(b"fn f() {} fn g() {}", 1), [] as [usize; 0]);
    }
}
