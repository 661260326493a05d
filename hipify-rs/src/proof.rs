//! Proof that an output differs from its input only in the tokens named by the edits.
//!
//! The edits are not trusted: the output is compared with the input and lexed again, but not all of it. If
//! one word replaces another and all bytes around it are unchanged, the lexer reads all other tokens as
//! before. For other edits only their lines are lexed, from the beginning until a token ends where it did
//! before: a lexer at the same position of the same text in the same state reads the same tokens. If this
//! proves nothing, or seems to find a difference, the whole text is lexed.

use crate::edit::{Applied, Edit};
use crate::lex::{self, Lexer, Token, TokenKind};
use std::iter::Peekable;
use std::slice::Iter;

/// Returns whether the new text differs from the old one only in the tokens that the edits name: all other
/// tokens have the same order in both.
pub fn only_intended(old: &[u8], old_tokens: &[Token], applied: &Applied) -> bool {
    let near = proves_near_edits(old, old_tokens, applied);
    let whole = || only_intended_among(old, old_tokens, applied, &lex::lex(&applied.text));
    // The whole text must agree with the short proof.
    debug_assert!(!near || whole(), "only the whole text shows what the edits changed");
    near || whole()
}

/// The same check, for tokens of another language.
pub fn only_intended_among(
    old: &[u8],
    old_tokens: &[Token],
    applied: &Applied,
    new_tokens: &[Token],
) -> bool {
    is_subsequence((old, old_tokens), &mut applied.edits.iter().peekable(), (&applied.text, new_tokens))
}

/// Returns whether the old tokens outside all edits occur among the new ones, in this order.
fn is_subsequence(
    (old, old_tokens): (&[u8], &[Token]),
    edits: &mut Peekable<Iter<'_, Edit>>,
    (new, new_tokens): (&[u8], &[Token]),
) -> bool {
    let mut new_tokens = new_tokens.iter();
    for token in old_tokens {
        while edits.next_if(|edit| edit.at.end <= token.start).is_some() {}
        if edits.peek().is_some_and(|edit| edit.at.start < token.end) {
            continue;
        }
        // Skip tokens that an edit inserted.
        let same = |other: &&Token| other.kind == token.kind && other.text(new) == token.text(old);
        if new_tokens.find(|other| same(other)).is_none() {
            return false;
        }
    }
    true
}

/// Returns the last token from `first` on that begins a line at or before `at`, with only white space since
/// the token before it; `first` if there is none. No earlier token, comment or line splice extends beyond
/// that line end, and the lexer is there in its initial state.
fn line_start(old: &[u8], tokens: &[Token], first: usize, at: usize) -> usize {
    let mut n = tokens.partition_point(|token| token.start <= at);
    while n > first {
        n -= 1;
        let Some(before) = n.checked_sub(1) else { break };
        let gap = &old[tokens[before].end..tokens[n].start];
        let ends = gap.contains(&b'\n') && gap.iter().all(u8::is_ascii_whitespace);
        if ends && !after_hash(&tokens[..n]) {
            break;
        }
    }
    n
}

/// Returns whether a `#` is among the last two tokens: the token after `#include` is lexed differently.
fn after_hash(tokens: &[Token]) -> bool {
    tokens.iter().rev().take(2).any(|token| token.kind == TokenKind::Hash)
}

/// Returns whether the text between the edits is unchanged, and each edit is replaced by its text.
fn same_between(old: &[u8], applied: &Applied) -> bool {
    let (mut from, mut at) = (0, 0);
    for (edit, &end) in applied.edits.iter().zip(&applied.ends) {
        let kept = edit.at.start - from;
        let same = old.get(from..edit.at.start) == applied.text.get(at..at + kept);
        // Spaces may surround it to separate words.
        let put = applied
            .text
            .get(at + kept..end)
            .is_some_and(|put| put.trim_ascii() == edit.with.trim_ascii().as_bytes());
        if !same || !put {
            return false;
        }
        (from, at) = (edit.at.end, end);
    }
    old.get(from..) == applied.text.get(at..)
}

/// Returns whether an edit replaces one identifier by another, so that the lexer reads all other tokens as
/// before. `false` where the lexer looks at the word: after a `#`, and before a possible quote of a literal
/// or line splice. `token` is the first token that ends after the start of the edit.
fn is_plain(old: &[u8], tokens: &[Token], token: usize, edit: &Edit) -> bool {
    let with = edit.with.as_bytes();
    let whole =
        tokens.get(token).is_some_and(|token| token.kind == TokenKind::Ident && token.range() == edit.at);
    let word = with.first().is_some_and(|b| !b.is_ascii_digit()) && with.iter().all(|&b| lex::in_ident(b));
    whole
        && word
        && !matches!(old.get(edit.at.end), Some(b'"' | b'\'' | b'\\'))
        && !after_hash(&tokens[..token])
}

/// Returns whether a possible start of a raw literal makes the lexer look beyond its line, where an edit may
/// change text. Well-formed raw literals do not, nor does text in comments and in other literals.
fn looks_ahead(old: &[u8], tokens: &[Token]) -> bool {
    let mut from = 0;
    while let Some(found) = memchr::memmem::find(&old[from..], b"R\"") {
        let quote = from + found + 1;
        let token = &tokens[..tokens.partition_point(|token| token.start <= quote)];
        // A quote in a comment lies in no token.
        let Some(token) = token.last().filter(|token| token.end > quote) else {
            from = quote + 1;
            continue;
        };
        // The bytes before the quote are the literal's prefix or content.
        let prefix = &old[token.start..quote];
        let raw = matches!(prefix, b"R" | b"LR" | b"uR" | b"UR" | b"u8R");
        if token.kind != TokenKind::Literal || raw && !is_raw(&old[quote..token.end]) {
            return true;
        }
        from = token.end;
    }
    false
}

/// Returns whether a literal, from its quote on, is `"delimiter(…)delimiter"` with a valid delimiter.
fn is_raw(literal: &[u8]) -> bool {
    let Some(open) = literal.iter().take(18).position(|&b| b == b'(') else { return false };
    let delimiter = &literal[1..open];
    let plain = |b: &u8| b.is_ascii_graphic() && !matches!(b, b')' | b'\\' | b'"');
    let close = [b")", delimiter, b"\""].concat();
    delimiter.iter().all(plain) && literal.len() > open + close.len() && literal.ends_with(&close)
}

/// Returns whether lexing the lines of the edits proves that only they changed.
fn proves_near_edits(old: &[u8], tokens: &[Token], applied: &Applied) -> bool {
    if !same_between(old, applied) {
        return false;
    }
    let new = applied.text.as_slice();
    let mut ahead = None;
    let mut edited = 0;
    let mut checked = applied.edits.iter().peekable();
    let mut lexer = Lexer::new(new);
    // The tokens before `first` are proved; the lexer has read the tokens from there on.
    let mut first = 0;
    let mut reading = false;
    for (n, (edit, &end)) in applied.edits.iter().zip(&applied.ends).enumerate() {
        let shift = end as isize - edit.at.end as isize;
        while tokens.get(edited).is_some_and(|token| token.end <= edit.at.start) {
            edited += 1;
        }
        if !reading && is_plain(old, tokens, edited, edit) {
            continue;
        }
        if *ahead.get_or_insert_with(|| looks_ahead(old, tokens)) {
            return false;
        }
        // If lines are being lexed already, continue there.
        let line = if reading { first } else { line_start(old, tokens, first, edit.at.start) };
        if line > first {
            first = line;
            let Some(token) = tokens.get(line) else { return false };
            // Count the proved edits before this line, for its offset in the new text.
            let before = applied.edits[..n].partition_point(|edit| edit.at.end <= token.start);
            let moved = before
                .checked_sub(1)
                .map_or(0, |last| applied.ends[last] as isize - applied.edits[last].at.end as isize);
            lexer.seek((token.start as isize + moved) as usize);
        }
        // Otherwise the lexer continues at its position, in its state.
        reading = true;
        let next = applied.edits.get(n + 1).map(|edit| (edit.at.start as isize + shift) as usize);
        let mut same = tokens.partition_point(|token| token.start < edit.at.end);
        while let Some(token) = lexer.next_token() {
            if next.is_some_and(|next| token.end >= next) {
                break;
            }
            if token.start < end {
                continue;
            }
            let (kind, start, stop) =
                (token.kind, (token.start as isize - shift) as usize, (token.end as isize - shift) as usize);
            while tokens.get(same).is_some_and(|token| token.start < start) {
                same += 1;
            }
            let matches = tokens.get(same).is_some_and(|t| (t.kind, t.start, t.end) == (kind, start, stop));
            if !matches || after_hash(lexer.read()) || after_hash(&tokens[..=same]) {
                continue;
            }
            if !is_subsequence((old, &tokens[first..=same]), &mut checked, (new, lexer.read())) {
                return false;
            }
            (first, reading) = (same + 1, false);
            // Continue here if the next edit is on the same line.
            lexer.forget();
            break;
        }
    }
    !reading || is_subsequence((old, &tokens[first..]), &mut checked, (new, rest(&mut lexer)))
}

/// Lexes the rest of the text, and returns all tokens since the last jump.
fn rest<'a>(lexer: &'a mut Lexer<'_>) -> &'a [Token] {
    while lexer.next_token().is_some() {}
    lexer.read()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edit::{Sureness, apply};
    use proptest::prelude::*;

    fn applied(text: &str, edits: &[(std::ops::Range<usize>, &str)]) -> Applied {
        let edit = |(at, with): &(std::ops::Range<usize>, &str)| Edit {
            at: at.clone(),
            with: (*with).to_owned().into(),
            sureness: Sureness::Certain,
            rule: "test",
        };
        apply(text.as_bytes(), edits.iter().map(edit).collect())
    }

    fn near(text: &str, edits: &[(std::ops::Range<usize>, &str)]) -> bool {
        proves_near_edits(text.as_bytes(), &lex::lex(text.as_bytes()), &applied(text, edits))
    }

    #[test]
    fn well_formed_raw_literals_are_harmless() {
        for text in
            ["x = R\"(a\n b)\"; f(y);", "x = \"ERROR\"; f(y); // R\"", "x = u8R\"q(\nR\"()\")q\";\nf(y);"]
        {
            let at = text.find("(y").expect("a call") + 1;
            assert!(near(text, &[(at..at + 1, "a, b")]), "{text}");
        }
        for text in ["x = R\"a\nb; f(y);", "R\"(; f(y);"] {
            let tokens = lex::lex(text.as_bytes());
            assert!(looks_ahead(text.as_bytes(), &tokens), "{text}");
        }
    }

    #[test]
    fn effects_beyond_an_edit_are_detected() {
        let text = "int a;\nint b; c(d);\nint e;\n";
        assert!(near(text, &[(11..12, "other"), (14..15, "f"), (16..17, "x, y")]));
        for with in ["/*", "//", "\"", "b c \\\n R\"("] {
            assert!(!near(text, &[(11..12, with)]), "{with}");
        }
        assert!(!near("#include <a\nint b;\nx = 1>2;", &[(10..11, "a> /*")]));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]
        #[test]
        fn the_short_proof_implies_the_long_one(
            pieces in prop::collection::vec(prop::sample::select(vec![
                "a", "b1", " ", "\n", "\n", ";", "(", ")", "<", ">", ":", "%", "#", "include", "\"", "'", "/", "*", "//",
                "/*", "*/", "\\", "\\\n", "1", ".", "e+", "R", "\r\n", "L", "R\"(", ")\"", "R\"a(", ")a\"", "\n#include <x>\n", "f(x);\n", "\n#define a ",
            ]), 1..60),
            edits in prop::collection::vec(
                (0usize..120, 0usize..6, prop::sample::select(vec![
                    "", "x", "/*", "*/", "\"", "'", "//", "\n", "<", ">", "#", "\\", "R\"(", "include", "1", "hip::y",
                ])), 1..6),
        ) {
            let text = pieces.concat();
            let place = |(at, length, with): &(usize, usize, &'static str)| {
                let at = (*at).min(text.len());
                (at..(at + length).min(text.len()), *with)
            };
            let done = applied(&text, &edits.iter().map(place).collect::<Vec<_>>());
            let tokens = lex::lex(text.as_bytes());
            if proves_near_edits(text.as_bytes(), &tokens, &done) {
                let new = lex::lex(&done.text);
                prop_assert!(only_intended_among(text.as_bytes(), &tokens, &done, &new));
            }
        }
    }
}
