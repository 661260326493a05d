//! `__shared__ alignas(16) T x`: clang accepts an alignment only before such qualifiers.

use super::File;
use crate::edit::{Edit, Sureness};
use crate::lex::TokenKind;
use crate::report::{Reason, Report};
use crate::scan::Word;

/// Qualifiers of CUDA, which are attributes.
const QUALIFIERS: [&[u8]; 4] = [b"__constant__", b"__device__", b"__managed__", b"__shared__"];

/// Other specifiers that may appear among them.
const SPECIFIERS: [&[u8]; 5] = [b"const", b"extern", b"inline", b"static", b"volatile"];

pub(super) fn run(file: &File<'_>, edits: &mut Vec<Edit>, report: &mut Report) {
    let source = file.scope();
    for at in file.scan.words(&[Word::Alignas]) {
        let Some(close) = source.structure.partner(at + 1).filter(|_| source.is(at + 1, b'(')) else {
            continue;
        };
        let directive = |at: usize| source.structure.directive(at).map(|directive| directive.start);
        let is_specifier = |n: usize| {
            file.tokens[n].kind == TokenKind::Ident
                && (QUALIFIERS.contains(&source.word(n)) || SPECIFIERS.contains(&source.word(n)))
                && directive(n) == directive(at)
        };
        let first = (0..at).rev().take_while(|&n| is_specifier(n)).last().unwrap_or(at);
        if !(first..at).any(|n| QUALIFIERS.contains(&source.word(n))) {
            continue;
        }
        let place = file.tokens[first].start..file.tokens[at].start;
        if file.text[place.clone()].contains(&b'/') {
            let text = "clang accepts `alignas` only before the qualifiers; move it by hand, past the comment between them";
            report.note(file.text, file.tokens[at].start, Reason::Look, text.to_owned());
            continue;
        }
        let words: Vec<&[u8]> = (first..at).map(|n| source.word(n)).collect();
        let moved = format!(" {}", String::from_utf8_lossy(&words.join(&b' ')));
        let end = file.tokens[close].end;
        let edit =
            |at, with: String| Edit { at, with: with.into(), sureness: Sureness::Certain, rule: "alignment" };
        edits.push(edit(place, String::new()));
        edits.push(edit(end..end, moved));
    }
}
