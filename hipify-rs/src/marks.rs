//! What one walk over the tokens finds for all rules: the names that the tables know, the words that rules
//! look for, the numbers and literals, where launches may begin. No rule needs a walk of its own.

use crate::lex::{Places, Token};
pub use crate::map::Word;
use crate::map::{self, Row};
use crate::name::Name;
use crate::{Options, chevron, naming};
use std::ops::Range;

/// Whether a token stands in one of some ranges, which are in order and apart.
fn is_among(ranges: &[Range<usize>], at: usize) -> bool {
    let n = ranges.partition_point(|range| range.end <= at);
    ranges.get(n).is_some_and(|range| range.contains(&at))
}

/// What the walk found; places are numbers of tokens, in order.
#[derive(Clone, Default, Debug)]
pub struct Marks {
    words: Vec<(usize, Word)>,
    /// Where tokens of some kinds are.
    pub places: Places,
    /// The first of three `<`.
    pub chevrons: Vec<usize>,
    /// Tokens that stay as they are, whatever they mean, in order.
    pub left: Vec<Range<usize>>,
}

impl Marks {
    /// Walks over the tokens; the names that the tables know come apart, each with the name that it gets
    /// under these options as its HIP name.
    pub fn new(text: &[u8], tokens: &[Token], places: Places, options: &Options) -> (Self, Vec<Name>) {
        Self::new_in(Vec::new(), text, tokens, places, options)
    }

    /// The same, with the names in the room of others.
    pub(crate) fn new_in(
        mut names: Vec<Name>,
        text: &[u8],
        tokens: &[Token],
        places: Places,
        options: &Options,
    ) -> (Self, Vec<Name>) {
        let angles = places.angles.iter().copied();
        let chevrons = angles.filter(|&at| chevron::three(tokens, at, b'<')).collect();
        let mut words = Vec::new();
        names.clear();
        for &at in &places.idents {
            let token = &tokens[at];
            if !places.parted && !map::may_know(token.text(text)) {
                continue;
            }
            let joined = if places.parted { token.joined(text) } else { token.text(text).into() };
            let (row, word) = map::look(&joined);
            if let Some(word) = word {
                words.push((at, word));
            }
            let Some(row) = row.copied().or_else(|| map::claimed(&joined)) else { continue };
            // What the settings name is theirs.
            let own = !options.macros.is_empty()
                && std::str::from_utf8(&joined).is_ok_and(|word| options.macros.contains(word));
            if own
                || naming::setting(text, token, options).is_some()
                || row.kind == map::Kind::Namespace && !naming::is_namespace(text, tokens, at)
            {
                continue;
            }
            let row: Row = naming::row_for(row, options);
            let dot = at > 0 && tokens[at - 1].is(b'.');
            let arrow = at > 1 && tokens[at - 1].is(b'>') && tokens[at - 2].is(b'-');
            names.push(Name { token: at, start: token.start, end: token.end, row, member: dot || arrow });
        }
        let headers = places.headers.iter().map(|&at| &tokens[at]);
        naming::leave_legacy_blas(text, headers.clone(), &mut names);
        let device = words.iter().any(|(_, word)| matches!(word, Word::Global | Word::Device));
        if !device {
            naming::library_types(text, headers, &mut names, options);
        }
        (Self { words, places, chevrons, left: Vec::new() }, names)
    }

    /// Leaves some tokens out of all that was found; they are in order.
    pub(crate) fn leave(&mut self, left: Vec<Range<usize>>, names: &mut Vec<Name>) {
        self.left = left;
        let left = |at: usize| is_among(&self.left, at);
        names.retain(|name| !left(name.token));
        self.words.retain(|(at, _)| !left(*at));
        self.chevrons.retain(|at| !left(*at));
        let Places { idents, numbers, literals, headers, hashes, angles, parted: _ } = &mut self.places;
        for places in [idents, numbers, literals, headers, hashes, angles] {
            places.retain(|at| !left(*at));
        }
    }

    /// Whether a token stays as it is, whatever it means.
    pub fn is_left(&self, at: usize) -> bool {
        is_among(&self.left, at)
    }

    /// Where one of these words stands.
    pub fn words<'a>(&'a self, words: &'a [Word]) -> impl Iterator<Item = usize> + Clone + 'a {
        self.words.iter().filter(|(_, word)| words.contains(word)).map(|&(at, _)| at)
    }

    /// Whether one of these words stands anywhere.
    pub fn has(&self, words: &[Word]) -> bool {
        self.words.iter().any(|(_, word)| words.contains(word))
    }
}
