//! The proof that an output differs from its input in the tokens that the edits name, and in no other.
//!
//! Never trusts the edits: what came out is compared, and lexed again. Not all of it, though. Where one word
//! stands for another and all bytes around are as they were, no lexer reads anything else in another way. A
//! lexer that stands at the same place of the same text in the same state reads the same tokens, so of other
//! edits only the lines are read, from their beginning until a token ends where it did before. Where that is
//! no proof, or seems to find a difference, the whole text is read.

use crate::edit::{Applied, Edit};
use crate::lex::{self, Kind, Lexer, Token};
use std::iter::Peekable;
use std::slice::Iter;

/// Whether the new text differs from the old one in the tokens that the edits name, and in no other: the
/// tokens that no edit touches follow each other in the new text as in the old.
pub fn only_intended(old: &[u8], old_tokens: &[Token], applied: &Applied) -> bool {
    let near = near_edits(old, old_tokens, applied);
    let whole = || only_intended_among(old, old_tokens, applied, &lex::lex(&applied.text));
    // What the short proof says, the long one says.
    debug_assert!(!near || whole(), "only the whole text shows what the edits changed");
    near || whole()
}

/// The same, for the tokens of another language.
pub fn only_intended_among(
    old: &[u8],
    old_tokens: &[Token],
    applied: &Applied,
    new_tokens: &[Token],
) -> bool {
    follow((old, old_tokens), &mut applied.edits.iter().peekable(), (&applied.text, new_tokens))
}

/// Whether those of the old tokens that no edit touches are among the new ones, in this order.
fn follow(
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
        // What an edit put in between is passed over.
        let same = |other: &&Token| other.kind == token.kind && other.text(new) == token.text(old);
        if new_tokens.find(|other| same(other)).is_none() {
            return false;
        }
    }
    true
}

/// The number of the last token from `first` on that begins a line at or before `at`, with nothing but white
/// space since the token before it; `first` if there is none. No token, comment or hidden line end before it
/// looks ahead beyond that line end, and the lexer's state there is that of a text's beginning.
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

/// Whether a `#` is among the last two tokens: behind `#include` the next one is read in another way.
fn after_hash(tokens: &[Token]) -> bool {
    tokens.iter().rev().take(2).any(|token| token.kind == Kind::Hash)
}

/// Whether what stands between the edits is what stood there, and at each edit its text.
fn same_between(old: &[u8], applied: &Applied) -> bool {
    let (mut from, mut at) = (0, 0);
    for (edit, &end) in applied.edits.iter().zip(&applied.ends) {
        let kept = edit.at.start - from;
        let same = old.get(from..edit.at.start) == applied.text.get(at..at + kept);
        // What keeps words apart may stand beside it.
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

/// Whether an edit puts one identifier in the place of another: where the bytes around them are the same, the
/// lexer reads all other tokens as before. Not where it looks at the word: behind a `#`, and before what may
/// be a literal's quote or a hidden line end. `token` is the number of the first one that ends behind the
/// edit's beginning.
fn is_plain(old: &[u8], tokens: &[Token], token: usize, edit: &Edit) -> bool {
    let with = edit.with.as_bytes();
    let whole = tokens.get(token).is_some_and(|token| token.kind == Kind::Ident && token.range() == edit.at);
    let word = with.first().is_some_and(|b| !b.is_ascii_digit()) && with.iter().all(|&b| lex::in_ident(b));
    whole
        && word
        && !matches!(old.get(edit.at.end), Some(b'"' | b'\'' | b'\\'))
        && !after_hash(&tokens[..token])
}

/// Whether something that looks like the beginning of a raw literal looks ahead beyond its line, to what an
/// edit may change: all but raw literals that are as they should be, and what stands in comments and in other
/// literals.
fn looks_ahead(old: &[u8], tokens: &[Token]) -> bool {
    let mut from = 0;
    while let Some(found) = memchr::memmem::find(&old[from..], b"R\"") {
        let quote = from + found + 1;
        let token = &tokens[..tokens.partition_point(|token| token.start <= quote)];
        // In a comment no token goes over it.
        let Some(token) = token.last().filter(|token| token.end > quote) else {
            from = quote + 1;
            continue;
        };
        // Before the quote stands the prefix, or what is in the literal.
        let prefix = &old[token.start..quote];
        let raw = matches!(prefix, b"R" | b"LR" | b"uR" | b"UR" | b"u8R");
        if token.kind != Kind::Literal || raw && !is_raw(&old[quote..token.end]) {
            return true;
        }
        from = token.end;
    }
    false
}

/// Whether a literal from its quote on is `"delimiter(…)delimiter"`, with a delimiter as the language has it.
fn is_raw(literal: &[u8]) -> bool {
    let Some(open) = literal.iter().take(18).position(|&b| b == b'(') else { return false };
    let delimiter = &literal[1..open];
    let plain = |b: &u8| b.is_ascii_graphic() && !matches!(b, b')' | b'\\' | b'"');
    let close = [b")", delimiter, b"\""].concat();
    delimiter.iter().all(plain) && literal.len() > open + close.len() && literal.ends_with(&close)
}

/// Whether the lines of the edits prove it.
fn near_edits(old: &[u8], tokens: &[Token], applied: &Applied) -> bool {
    if !same_between(old, applied) {
        return false;
    }
    let new = applied.text.as_slice();
    let mut ahead = None;
    let mut edited = 0;
    let mut checked = applied.edits.iter().peekable();
    let mut lexer = Lexer::new(new);
    // The tokens before `first` are proved; from there on the lexer has read what it has.
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
        // What is read already is read on.
        let line = if reading { first } else { line_start(old, tokens, first, edit.at.start) };
        if line > first {
            first = line;
            let Some(token) = tokens.get(line) else { return false };
            // Edits that are proved stand between the last one that was read and this line, and on it.
            let before = applied.edits[..n].partition_point(|edit| edit.at.end <= token.start);
            let moved = before
                .checked_sub(1)
                .map_or(0, |last| applied.ends[last] as isize - applied.edits[last].at.end as isize);
            lexer.go_to((token.start as isize + moved) as usize);
        }
        // Otherwise the lexer goes on from where it is, in the state that it has.
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
            let again = tokens.get(same).is_some_and(|t| (t.kind, t.start, t.end) == (kind, start, stop));
            if !again || after_hash(lexer.read()) || after_hash(&tokens[..=same]) {
                continue;
            }
            if !follow((old, &tokens[first..=same]), &mut checked, (new, lexer.read())) {
                return false;
            }
            (first, reading) = (same + 1, false);
            // If the next edit stands on this line, it is read on from here.
            lexer.forget();
            break;
        }
    }
    !reading || follow((old, &tokens[first..]), &mut checked, (new, rest(&mut lexer)))
}

/// What the lexer has read, and all that is left.
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
        near_edits(text.as_bytes(), &lex::lex(text.as_bytes()), &applied(text, edits))
    }

    #[test]
    fn raw_literals_as_they_should_be_do_no_harm() {
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
    fn what_reaches_beyond_an_edit_is_seen() {
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
        fn the_short_proof_holds_whenever_it_says_so(
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
            if near_edits(text.as_bytes(), &tokens, &done) {
                let new = lex::lex(&done.text);
                prop_assert!(only_intended_among(text.as_bytes(), &tokens, &done, &new));
            }
        }
    }
}
