//! Length-preserving masking: what a C++ grammar cannot read is made readable, with all offsets unchanged.
//!
//! `kernel<<<grid, block>>>(args)` becomes `kernel  (grid, block)  (args)`, a call of a call; qualifiers such as
//! `__global__` become blanks.

use crate::lex::{Kind, Token};
use std::ops::Range;

/// A launch, by the places of its chevrons.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chevrons {
    /// `<<<`
    pub open: Range<usize>,
    /// `>>>`
    pub close: Range<usize>,
}

/// A text that a C++ grammar can read, byte for byte as long as the original.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Masked {
    /// The text.
    pub text: Vec<u8>,
    /// The launches in it, in order of their openers.
    pub launches: Vec<Chevrons>,
}

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

fn three(tokens: &[Token], at: usize, punct: u8) -> bool {
    tokens.get(at..at + 3).is_some_and(|run| {
        run.iter().all(|t| t.is(punct)) && run[0].end == run[1].start && run[1].end == run[2].start
    })
}

/// Whether a launch may stand in the text.
pub fn has_chevrons(tokens: &[Token]) -> bool {
    (0..tokens.len()).any(|at| three(tokens, at, b'<'))
}

/// Masks a text.
pub fn mask(text: &[u8], tokens: &[Token]) -> Masked {
    let mut out = text.to_vec();
    let launches = launches(text, tokens);
    for launch in &launches {
        out[launch.open.clone()].copy_from_slice(b"  (");
        out[launch.close.clone()].copy_from_slice(b")  ");
    }
    for (at, token) in tokens.iter().enumerate() {
        if token.kind != Kind::Ident || !QUALIFIERS.contains(&token.text(text)) {
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
    Masked { text: out, launches }
}

/// Index of the bracket that closes the one at `open`.
pub fn closing(tokens: &[Token], open: usize) -> Option<usize> {
    let mut depth = 0usize;
    for (at, token) in tokens.iter().enumerate().skip(open) {
        match token.kind {
            Kind::Punct(b'(' | b'[' | b'{') => depth += 1,
            Kind::Punct(b')' | b']' | b'}') => {
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

/// Every `<<<` with the `>>>` of its bracket depth that an argument list follows.
fn launches(text: &[u8], tokens: &[Token]) -> Vec<Chevrons> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let after_operator = at > 0 && tokens[at - 1].text(text) == b"operator";
        if !three(tokens, at, b'<') || after_operator {
            at += 1;
            continue;
        }
        if let Some(close) = closer(tokens, at + 3).filter(|&close| close > at + 3) {
            found.push(Chevrons {
                open: tokens[at].start..tokens[at + 2].end,
                close: tokens[close].start..tokens[close + 2].end,
            });
        }
        at += 3;
    }
    found
}

fn closer(tokens: &[Token], from: usize) -> Option<usize> {
    let (mut depth, mut at) = (0usize, from);
    while at < tokens.len() {
        match tokens[at].kind {
            Kind::Punct(b'(' | b'[' | b'{') => depth += 1,
            Kind::Punct(b')' | b']' | b'}') => depth = depth.checked_sub(1)?,
            Kind::Punct(b';') if depth == 0 => return None,
            Kind::Hash => return None,
            _ if depth == 0 && three(tokens, at, b'>') && tokens.get(at + 3).is_some_and(|t| t.is(b'(')) => {
                return Some(at);
            }
            _ => {}
        }
        at += 1;
    }
    None
}
