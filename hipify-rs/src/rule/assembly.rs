//! PTX in `asm`: reported, as compilers for other devices expect their own assembly. Signs of percent that
//! only nvcc takes for themselves are doubled, and commas that only nvcc does without are inserted.

use super::File;
use crate::edit::{Edit, Sureness};
use crate::lex::TokenKind;
use crate::report::{Reason, Report};
use crate::scan::{Scan, Word};

/// Returns whether a text has device code, so that this rule and `dynamic_parallelism` may apply.
pub fn applies(scan: &Scan) -> bool {
    scan.has(&[Word::Device, Word::LaunchBounds])
}

pub(super) fn run(file: &File<'_>, edits: &mut Vec<Edit>, report: &mut Report) {
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
        // Without operands nothing is an escape.
        let Some(colon) = (open..close).find(|&n| source.is(n, b':')) else { continue };
        let is_outermost = |n: usize| {
            source.structure.partner(n).is_some_and(|first| source.structure.inside(first) == Some(open))
        };
        let parts_operands = |n: &usize| {
            source.is(*n, b')') && is_outermost(*n) && file.tokens[n + 1].kind == TokenKind::Literal
        };
        edits.extend((colon..close).filter(parts_operands).map(|n| {
            let end = file.tokens[n].end;
            Edit { at: end..end, with: ",".into(), sureness: Sureness::Certain, rule: "assembly" }
        }));
        for token in file.tokens[open..colon].iter().filter(|token| token.kind == TokenKind::Literal) {
            for percent in percents(&file.text[token.range()]) {
                let at = token.start + percent;
                edits.push(Edit {
                    at: at..at,
                    with: "%".into(),
                    sureness: Sureness::Certain,
                    rule: "assembly",
                });
            }
        }
    }
}

/// Returns the signs of percent before names: `%laneid`, which clang takes for an escape.
fn percents(literal: &[u8]) -> Vec<usize> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(&[first, second]) = literal.get(at..at + 2) {
        if first != b'%' {
            at += 1;
            continue;
        }
        if second.is_ascii_alphabetic() || second == b'_' {
            found.push(at);
        }
        at += 2;
    }
    found
}

/// Returns whether a part of an instruction is a type of PTX, or a modifier of instructions without a type.
/// Other processors' instructions have dots, too: `vle8.v`.
fn is_modifier(part: &[u8]) -> bool {
    const MODIFIERS: [&str; 24] = [
        "L1",
        "L2",
        "acq_rel",
        "async",
        "cluster",
        "const",
        "cta",
        "cta_group",
        "fence",
        "gl",
        "global",
        "gpu",
        "launch_dependents",
        "local",
        "param",
        "pred",
        "proxy",
        "sc",
        "shared",
        "sync",
        "sys",
        "tensormap",
        "uni",
        "wait",
    ];
    let part = part.split(|b| *b == b':').next().unwrap_or(part);
    let is_type = match part {
        [b'b', b'f', digits @ ..] | [b'b' | b'u' | b's' | b'f', digits @ ..] => {
            digits.len() > 1 && digits[0].is_ascii_digit() || digits == b"8"
        }
        _ => false,
    };
    is_type || MODIFIERS.iter().any(|modifier| modifier.as_bytes() == part)
}

/// Returns the first PTX instruction in a literal: `mov.u32`, `cp.async.ca.shared.global`, `membar.gl`.
fn ptx(literal: &[u8]) -> Option<String> {
    let words = literal.split(|b| !(b.is_ascii_alphanumeric() || matches!(b, b'.' | b'_' | b':' | b'%')));
    let is_instruction = |word: &&[u8]| {
        let mut parts = word.split(|b| *b == b'.');
        parts.next().is_some_and(|p| p.len() > 1 && p[0].is_ascii_lowercase()) && parts.any(is_modifier)
    };
    let found = words.into_iter().find(is_instruction)?;
    Some(String::from_utf8_lossy(found).into_owned())
}
