//! PTX in `asm`: reported, as compilers for other devices expect their own assembly.

use super::File;
use crate::edit::Edit;
use crate::lex::TokenKind;
use crate::report::{Reason, Report};
use crate::scan::{Scan, Word};

/// Returns whether a text has device code, so that this rule and `dynamic_parallelism` may apply.
pub fn applies(scan: &Scan) -> bool {
    scan.has(&[Word::Device, Word::LaunchBounds])
}

pub(super) fn run(file: &File<'_>, _: &mut Vec<Edit>, report: &mut Report) {
    let source = file.scope();
    for at in file.scan.words(&[Word::Asm]) {
        let mut open = at + 1;
        while matches!(source.word(open), b"volatile" | b"__volatile__" | b"goto" | b"inline") {
            open += 1;
        }
        let Some(close) = source.structure.partner(open).filter(|_| source.is(open, b'(')) else { continue };
        let literals = (open..close).map_while(|n| match file.tokens[n].kind {
            TokenKind::Literal => Some(source.word(n)),
            TokenKind::Punct(b'(') => Some(&b""[..]),
            // Macros may appear between the parts of a string.
            TokenKind::Ident => Some(&b""[..]),
            _ => None,
        });
        let Some(instruction) = literals.into_iter().find_map(ptx) else { continue };
        let text = format!("`{instruction}` is PTX: only NVIDIA's devices and this SDK's device run it");
        report.note(file.text, file.tokens[at].start, Reason::Unsupported, text);
    }
}

/// Returns the first PTX instruction in a literal: `mov.u32`, `cp.async.ca.shared.global`, `membar.gl`.
fn ptx(literal: &[u8]) -> Option<String> {
    let words = literal.split(|b| !(b.is_ascii_alphanumeric() || matches!(b, b'.' | b'_' | b':' | b'%')));
    let is_instruction = |word: &&[u8]| {
        let mut parts = word.split(|b| *b == b'.');
        let first = parts.next().is_some_and(|p| p.len() > 1 && p[0].is_ascii_lowercase());
        let second = parts.next().is_some_and(|p| !p.is_empty() && p[0].is_ascii_lowercase());
        first && second
    };
    let found = words.into_iter().find(is_instruction)?;
    Some(String::from_utf8_lossy(found).into_owned())
}
