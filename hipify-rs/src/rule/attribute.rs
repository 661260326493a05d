//! `__shared__ alignas(16) T x`, `__device__ [[nodiscard]] T f()`: clang accepts an alignment and attributes
//! only before such qualifiers.

use super::File;
use crate::edit::{Edit, Sureness};
use crate::lex::TokenKind;
use crate::report::{Reason, Report};
use crate::scan::Word;
use std::ops::RangeInclusive;

/// Qualifiers of CUDA, which are attributes themselves.
const QUALIFIERS: [&[u8]; 8] = [
    b"__constant__",
    b"__device__",
    b"__forceinline__",
    b"__global__",
    b"__host__",
    b"__managed__",
    b"__noinline__",
    b"__shared__",
];

/// Other specifiers that may appear among them.
const SPECIFIERS: [&[u8]; 7] =
    [b"const", b"constexpr", b"extern", b"inline", b"static", b"virtual", b"volatile"];

pub(super) fn run(file: &File<'_>, edits: &mut Vec<Edit>, report: &mut Report) {
    let source = file.scope();
    for marks in alignments(file).chain(attributes(file)) {
        let (at, last) = marks.into_inner();
        let is_specifier = |n: usize| is_specifier(file, n) && is_same_directive(file, n, at);
        let first = (0..at).rev().take_while(|&n| is_specifier(n)).last().unwrap_or(at);
        if !(first..at).any(|n| QUALIFIERS.contains(&source.word(n))) {
            continue;
        }
        let place = file.tokens[first].start..file.tokens[at].start;
        if file.text[place.clone()].contains(&b'/') {
            let text = format!(
                "clang accepts `{}` only before the qualifiers; move it by hand, past the comment between them",
                String::from_utf8_lossy(source.word(if source.is(at, b'[') { at + 2 } else { at }))
            );
            report.note(file.text, file.tokens[at].start, Reason::Look, text);
            continue;
        }
        let words: Vec<&[u8]> = (first..at).map(|n| source.word(n)).collect();
        let moved = format!(" {}", String::from_utf8_lossy(&words.join(&b' ')));
        let end = file.tokens[last].end;
        let edit =
            |at, with: String| Edit { at, with: with.into(), sureness: Sureness::Certain, rule: "attribute" };
        edits.push(edit(place, String::new()));
        edits.push(edit(end..end, moved));
    }
}

fn is_specifier(file: &File<'_>, at: usize) -> bool {
    let word = file.scope().word(at);
    file.tokens[at].kind == TokenKind::Ident && (QUALIFIERS.contains(&word) || SPECIFIERS.contains(&word))
}

fn is_same_directive(file: &File<'_>, one: usize, other: usize) -> bool {
    let start = |at| file.scope().structure.directive(at).map(|directive| directive.start);
    start(one) == start(other)
}

/// Iterates over the tokens of each `alignas(…)`.
fn alignments<'a>(file: &'a File<'_>) -> impl Iterator<Item = RangeInclusive<usize>> + 'a {
    let source = file.scope();
    file.scan.words(&[Word::Alignas]).filter_map(move |at| {
        let close = source.structure.partner(at + 1).filter(|_| source.is(at + 1, b'('))?;
        Some(at..=close)
    })
}

/// Iterates over the tokens of all `[[…]]` that follow a qualifier.
fn attributes<'a>(file: &'a File<'_>) -> impl Iterator<Item = RangeInclusive<usize>> + 'a {
    let source = file.scope();
    let close = move |at: usize| {
        let opens = source.is(at, b'[') && source.is(at + 1, b'[');
        source.structure.partner(at).filter(|_| opens)
    };
    let mut seen = 0;
    file.scan.words(&[Word::Device, Word::Global, Word::Shared]).filter_map(move |qualifier| {
        let from = Some(qualifier).filter(|&at| at >= seen)?;
        let at = (from..file.tokens.len()).find(|&n| !is_specifier(file, n))?;
        seen = at;
        let mut last = close(at)?;
        while let Some(next) = close(last + 1) {
            last = next;
        }
        Some(at..=last)
    })
}
