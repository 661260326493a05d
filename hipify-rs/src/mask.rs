//! Length-preserving masking: hides constructs from the C++ grammar that it cannot parse, with all offsets
//! unchanged.
//!
//! `kernel<<<grid, block>>>(args)` becomes `kernel  (grid, block)  (args)`, a call of a call. Qualifiers such
//! as `__global__` become blanks.

use crate::chevron::Chevron;
use crate::lex::{Token, TokenKind};
use crate::scope::Source;

const QUALIFIERS: [&[u8]; 11] = [
    b"__global__",
    b"__device__",
    b"__host__",
    b"__shared__",
    b"__constant__",
    b"__managed__",
    b"__forceinline__",
    b"__noinline__",
    b"__restrict__",
    b"__grid_constant__",
    b"__launch_bounds__",
];

/// Returns a text that the C++ grammar can parse, with the length of the original.
pub fn mask(source: Source<'_>, launches: &[Chevron]) -> Vec<u8> {
    let (text, tokens) = (source.text, source.tokens);
    let mut out = text.to_vec();
    // Launch macros already parse as calls.
    for launch in launches.iter().filter(|launch| tokens[launch.open.start].is(b'<')) {
        for (range, bracket, at) in [(&launch.open, b'(', 2), (&launch.close, b')', 0)] {
            tokens[range.clone()].iter().for_each(|token| out[token.range()].fill(b' '));
            out[tokens[range.start + at].start] = bracket;
        }
    }
    for (at, token) in tokens.iter().enumerate() {
        if token.kind != TokenKind::Ident || !QUALIFIERS.contains(&token.text(text)) {
            continue;
        }
        let mut end = token.end;
        if token.text(text) == b"__launch_bounds__"
            && tokens.get(at + 1).is_some_and(|t| t.is(b'('))
            && let Some(close) = closing(tokens, at + 1)
        {
            end = tokens[close].end;
        }
        out[token.start..end].iter_mut().filter(|b| !matches!(b, b'\n' | b'\r')).for_each(|b| *b = b' ');
    }
    out
}

/// Returns the index of the bracket that closes the one at `open`.
pub fn closing(tokens: &[Token], open: usize) -> Option<usize> {
    let mut depth = 0usize;
    for (at, token) in tokens.iter().enumerate().skip(open) {
        match token.kind {
            TokenKind::Punct(b'(' | b'[' | b'{') => depth += 1,
            TokenKind::Punct(b')' | b']' | b'}') => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some(at);
                }
            }
            _ => {}
        }
    }
    None
}
