//! Scan over the tokens on behalf of all rules: known names, words that rules look for, numbers and literals,
//! possible starts of launches. No rule needs a pass of its own.

use crate::lex::{Places, Token};
pub use crate::map::Word;
use crate::map::{self, Row};
use crate::name::Name;
use crate::{Options, chevron, naming};
use std::ops::Range;

/// Returns whether a token lies in one of some sorted, disjoint ranges.
fn is_among(ranges: &[Range<usize>], at: usize) -> bool {
    let n = ranges.partition_point(|range| range.end <= at);
    ranges.get(n).is_some_and(|range| range.contains(&at))
}

/// Result of the scan; positions are token indices, in order.
#[derive(Clone, Default, Debug)]
pub struct Scan {
    words: Vec<(usize, Word)>,
    /// Indices of the tokens of some kinds.
    pub places: Places,
    /// First token of each `<<<`.
    pub chevrons: Vec<usize>,
    /// Token ranges to leave unchanged, in order.
    pub left: Vec<Range<usize>>,
}

/// Returns whether a type behind `->` is a function's or a lambda's (`auto f() -> T`), and no member: it
/// follows the parameters or their qualifiers, and what follows it is nothing that members are used with.
fn is_trailing_type(text: &[u8], tokens: &[Token], at: usize) -> bool {
    const QUALIFIERS: [&[u8]; 4] = [b"const", b"mutable", b"noexcept", b"volatile"];
    let Some(before) = at.checked_sub(3).map(|before| &tokens[before]) else { return false };
    let ends_head = before.is(b')') || QUALIFIERS.contains(&before.text(text));
    let is_type = |after: &Token| {
        matches!(after.byte(), b'{' | b';' | b'*' | b'&')
            || [&b"final"[..], b"override"].contains(&after.text(text))
    };
    ends_head && tokens.get(at + 1).is_some_and(is_type)
}

impl Scan {
    /// Scans the tokens. Returns the known names separately, each with its replacement under these options as
    /// the HIP name.
    pub fn new(text: &[u8], tokens: &[Token], places: Places, options: &Options) -> (Self, Vec<Name>) {
        Self::new_in(Vec::new(), text, tokens, places, options)
    }

    /// Scans the tokens, and returns the names in a buffer given by the caller.
    pub(crate) fn new_in(
        mut names: Vec<Name>,
        text: &[u8],
        tokens: &[Token],
        places: Places,
        options: &Options,
    ) -> (Self, Vec<Name>) {
        let angles = places.angles.iter().copied();
        let chevrons = angles.filter(|&at| chevron::tripled(tokens, at, b'<')).collect();
        let mut words = Vec::new();
        names.clear();
        for &at in &places.idents {
            let token = &tokens[at];
            if !places.spliced && !map::may_know(token.text(text)) {
                continue;
            }
            let joined = if places.spliced { token.joined(text) } else { token.text(text).into() };
            let (row, word) = map::lookup(&joined);
            if let Some(word) = word {
                words.push((at, word));
            }
            let Some(row) = row.copied().or_else(|| map::claimed(&joined)) else { continue };
            // Names of the settings take precedence.
            let own = !options.macros.is_empty()
                && std::str::from_utf8(&joined).is_ok_and(|word| options.macros.contains(word));
            if own
                || naming::setting(text, token, options).is_some()
                || row.kind == map::NameKind::Namespace && !naming::is_namespace(text, tokens, at)
            {
                continue;
            }
            let row: Row = naming::row_for(row, options);
            let dot = at > 0 && tokens[at - 1].is(b'.');
            let arrow = at > 1 && tokens[at - 1].is(b'>') && tokens[at - 2].is(b'-');
            let arrow = arrow && !(row.kind == map::NameKind::Type && is_trailing_type(text, tokens, at));
            names.push(Name { token: at, start: token.start, end: token.end, row, member: dot || arrow });
        }
        let headers = places.headers.iter().map(|&at| &tokens[at]);
        naming::legacy_blas(text, headers.clone(), &mut names, options);
        let device = words.iter().any(|(_, word)| matches!(word, Word::Global | Word::Device));
        if !device {
            naming::library_types(text, headers, &mut names, options);
        }
        (Self { words, places, chevrons, left: Vec::new() }, names)
    }

    /// Removes some tokens from the results; `left` is in order.
    pub(crate) fn leave(&mut self, left: Vec<Range<usize>>, names: &mut Vec<Name>) {
        self.left = left;
        let left = |at: usize| is_among(&self.left, at);
        names.retain(|name| !left(name.token));
        self.words.retain(|(at, _)| !left(*at));
        self.chevrons.retain(|at| !left(*at));
        let Places { idents, numbers, literals, headers, hashes, angles, spliced: _ } = &mut self.places;
        for places in [idents, numbers, literals, headers, hashes, angles] {
            places.retain(|at| !left(*at));
        }
    }

    /// Returns whether a token is left unchanged.
    pub fn is_left(&self, at: usize) -> bool {
        is_among(&self.left, at)
    }

    /// Iterates over the positions of these words.
    pub fn words<'a>(&'a self, words: &'a [Word]) -> impl Iterator<Item = usize> + Clone + 'a {
        self.words.iter().filter(|(_, word)| words.contains(word)).map(|&(at, _)| at)
    }

    /// Returns whether one of these words occurs.
    pub fn has(&self, words: &[Word]) -> bool {
        self.words.iter().any(|(_, word)| words.contains(word))
    }
}
