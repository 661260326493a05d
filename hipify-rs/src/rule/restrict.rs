//! `const __restrict__ T *p`: clang accepts the qualifier only behind the `*`.

use super::File;
use super::dependent::angle_close;
use crate::edit::{Edit, Sureness};
use crate::lex::TokenKind;
use crate::report::Report;
use crate::scan::Word;

/// Qualifiers that may appear beside it.
const QUALIFIERS: [&[u8]; 2] = [b"const", b"volatile"];

/// Specifiers of a declaration that may appear before a type.
const SPECIFIERS: [&[u8]; 9] = [
    b"__constant__",
    b"__device__",
    b"__shared__",
    b"const",
    b"constexpr",
    b"extern",
    b"inline",
    b"static",
    b"volatile",
];

pub(super) fn run(file: &File<'_>, edits: &mut Vec<Edit>, _: &mut Report) {
    let source = file.scope();
    for at in file.scan.words(&[Word::Restrict]) {
        if source.structure.directive(at).is_some() || !is_before_pointer(file, at) {
            continue;
        }
        let Some(star) = pointer(file, at + 1) else { continue };
        let edit = |at, with: &'static str| Edit {
            at,
            with: with.into(),
            sureness: Sureness::Certain,
            rule: "restrict",
        };
        let token = &file.tokens[at];
        let blanks = file.text[token.end..].iter().take_while(|byte| **byte == b' ').count();
        edits.push(edit(token.start..token.end + blanks, ""));
        // On a pointer to pointers it says nothing of the outer one.
        let is_single = !source.is(star + 1, b'*');
        let has_own = matches!(source.word(star + 1), b"__restrict__" | b"__restrict");
        if is_single && !has_own {
            let end = file.tokens[star].end;
            let is_joined = file.text.get(end).is_some_and(|byte| !byte.is_ascii_whitespace());
            edits.push(edit(end..end, if is_joined { " __restrict__ " } else { " __restrict__" }));
        }
    }
}

/// Returns whether the qualifier is among the specifiers of a parameter or a variable, or behind its type:
/// in both cases before the `*`.
fn is_before_pointer(file: &File<'_>, at: usize) -> bool {
    let source = file.scope();
    let first = (0..at).rev().take_while(|&n| SPECIFIERS.contains(&source.word(n))).last().unwrap_or(at);
    match first.checked_sub(1) {
        None => true,
        Some(before) => match file.tokens[before].kind {
            TokenKind::Punct(b'(' | b',' | b';' | b'{' | b'}') => true,
            // `float __restrict__ *p`
            TokenKind::Ident => source.is(at + 1, b'*') && !source.is(before, b'*'),
            TokenKind::Punct(b'>') => source.is(at + 1, b'*') && source.angle_open(before, 0).is_some(),
            _ => false,
        },
    }
}

/// Returns the `*` behind a type that begins here.
fn pointer(file: &File<'_>, first: usize) -> Option<usize> {
    let source = file.scope();
    let mut at = first;
    while at < file.tokens.len() {
        match file.tokens[at].kind {
            TokenKind::Punct(b'*') => return Some(at),
            TokenKind::Ident | TokenKind::Punct(b':') => at += 1,
            TokenKind::Punct(b'<') => at = angle_close(source, at)? + 1,
            _ => return None,
        }
        if QUALIFIERS.contains(&source.word(at)) {
            at += 1;
        }
    }
    None
}
