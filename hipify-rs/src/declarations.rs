//! Lookup of the declaration that a name refers to, by scope. Declarations of a name are collected on its
//! first lookup.
//!
//! Scopes follow brackets: blocks, parameter lists with the body after them, classes. Declarations in other
//! files and C++ lookup by type are not modelled.

use crate::map;
use crate::scope::{Declared, Source};
use std::cell::{OnceCell, RefCell};

/// Limit of declarations of one name considered for one lookup, on each side. It bounds the time for
/// degenerate input.
const LOOKS: usize = 64;

/// Limit of tokens between a parameter list and the body.
const HEAD: usize = 64;

/// Number of names that are collected one by one. After that, all declarations are collected at once.
const FEW: usize = 8;

fn hash(name: &[u8]) -> u32 {
    (map::hash(name) >> 32) as u32
}

/// Positions of the declarations in a text.
#[derive(Clone, Default, Debug)]
pub struct Declarations {
    /// Declarations of single names, by hash.
    few: RefCell<Vec<(u32, Vec<u32>)>>,
    /// Declarations of all names.
    all: OnceCell<Places>,
}

/// Hashes of names, sorted, each with the token that declares it; equal hashes are sorted by token.
#[derive(Clone, Default, Debug)]
struct Places {
    hashes: Vec<u32>,
    tokens: Vec<u32>,
}

impl Places {
    fn new(source: Source<'_>, idents: &[usize], wanted: impl Fn(&[u8]) -> bool) -> Self {
        let mut places = Vec::new();
        for &at in idents {
            if wanted(source.word(at)) && declares(source, at) {
                places.push((hash(source.word(at)), at as u32));
            }
        }
        places.sort_unstable();
        let (hashes, tokens) = places.into_iter().unzip();
        Self { hashes, tokens }
    }

    /// Returns the declarations of names with this hash, nearly always of one name.
    fn with_hash(&self, hash: u32) -> &[u32] {
        let first = self.hashes.partition_point(|&other| other < hash);
        let count = self.hashes[first..].partition_point(|&other| other == hash);
        &self.tokens[first..first + count]
    }
}

fn declares(source: Source<'_>, at: usize) -> bool {
    !source.is_member(at) && source.declares(at).is_some()
}

/// Prefilter for a set of names, by first byte and length modulo 8.
pub(crate) struct NameFilter([u8; 256]);

impl NameFilter {
    /// Creates the filter of these names.
    pub(crate) fn new<'a>(names: impl Iterator<Item = &'a [u8]>) -> Self {
        let mut lengths = [0; 256];
        for name in names {
            if let Some(&first) = name.first() {
                lengths[usize::from(first)] |= 1 << (name.len() % 8);
            }
        }
        Self(lengths)
    }

    /// Returns `false` only for words that are none of the names.
    #[inline]
    pub(crate) fn may_contain(&self, word: &[u8]) -> bool {
        word.first().is_some_and(|&first| self.0[usize::from(first)] >> (word.len() % 8) & 1 == 1)
    }
}

impl Declarations {
    /// Collects the declarations of the wanted names, in a text with the identifiers `idents`. Other names
    /// have no declaration then.
    pub fn collect(source: Source<'_>, idents: &[usize], wanted: impl Fn(&[u8]) -> bool) -> Self {
        Self { few: RefCell::default(), all: Places::new(source, idents, wanted).into() }
    }

    /// Calls `then` with the possible declarations of a name. They match by hash, so the caller compares
    /// names.
    fn with_candidates<R>(
        &self,
        source: Source<'_>,
        idents: &[usize],
        name: &[u8],
        then: impl FnOnce(&[u32]) -> R,
    ) -> R {
        let key = hash(name);
        let mut few = self.few.borrow_mut();
        if self.all.get().is_none() {
            if let Some((_, places)) = few.iter().find(|(other, _)| *other == key) {
                return then(places);
            }
            if few.len() < FEW {
                let filter = NameFilter::new([name].into_iter());
                let is = |word: &[u8]| filter.may_contain(word) && word == name;
                let places = idents.iter().copied().filter(|&at| is(source.word(at)) && declares(source, at));
                let places: Vec<u32> = places.map(|at| at as u32).collect();
                let result = then(&places);
                few.push((key, places));
                return result;
            }
        }
        then(self.all.get_or_init(|| Places::new(source, idents, |_| true)).with_hash(key))
    }

    /// Returns the declaration that `name` refers to at the token `place`: that of the innermost scope, the
    /// nearest before it. In a class the declaration may follow the use.
    pub fn lookup(
        &self,
        source: Source<'_>,
        idents: &[usize],
        place: usize,
        name: &[u8],
    ) -> Option<Declared> {
        self.with_candidates(source, idents, name, |places| {
            let (before, behind) = places.split_at(places.partition_point(|&at| (at as usize) < place));
            let near = before.iter().rev().take(LOOKS).chain(behind.iter().take(LOOKS));
            let mut best: Option<(usize, usize)> = None;
            for at in near.map(|&at| at as usize) {
                // Candidates come nearest first, so within a scope the first one wins.
                if source.word(at) == name
                    && let Some(scope) = scope(source, at, place)
                    && best.is_none_or(|(found, _)| found < scope)
                {
                    best = Some((scope, at));
                }
            }
            best.and_then(|(_, at)| source.declares(at))
        })
    }

    /// Returns whether a name has declarations, and all of them satisfy `like`.
    pub fn all_are(
        &self,
        source: Source<'_>,
        idents: &[usize],
        name: &[u8],
        like: impl Fn(Declared) -> bool,
    ) -> bool {
        self.with_candidates(source, idents, name, |places| {
            let named = places.iter().map(|&at| at as usize).filter(|&at| source.word(at) == name);
            let mut found = named.filter_map(|at| source.declares(at)).peekable();
            found.peek().is_some() && found.all(like)
        })
    }

    /// Returns the declared type of the function `name` that the text defines or declares.
    pub fn function(&self, source: Source<'_>, idents: &[usize], name: &[u8]) -> Option<Declared> {
        self.with_candidates(source, idents, name, |places| {
            let mut named = places.iter().map(|&at| at as usize).filter(|&at| source.word(at) == name);
            named.find(|at| source.is(at + 1, b'(')).and_then(|at| source.declares(at))
        })
    }
}

fn holds(source: Source<'_>, open: usize, place: usize) -> bool {
    open < place && source.structure.partner(open).is_none_or(|close| close > place)
}

/// Returns the scope of the declaration at `at` if it covers `place`: 0 for the file, otherwise 1 + the token
/// of its opening bracket. Inner scopes have larger numbers.
fn scope(source: Source<'_>, at: usize, place: usize) -> Option<usize> {
    // A name declared in a macro is visible in that macro only.
    if source.structure.directive(at).is_some_and(|directive| !directive.contains(&place)) {
        return None;
    }
    let Some(open) = source.structure.inside(at) else { return (at < place).then_some(0) };
    if holds(source, open, place) {
        return (at < place || source.is(open, b'{') && source.is_class(open)).then_some(open + 1);
    }
    let body =
        source.structure.partner(open).filter(|_| source.is(open, b'(')).and_then(|c| body(source, c))?;
    holds(source, body, place).then_some(body + 1)
}

/// Returns the body after a parameter list that closes here, past qualifiers, a trailing type and
/// initialisers.
fn body(source: Source<'_>, close: usize) -> Option<usize> {
    let mut at = close + 1;
    for _ in 0..HEAD {
        at = match source.tokens.get(at)?.byte() {
            b'{' => return Some(at),
            b';' | b'}' | b')' => return None,
            b'(' => source.structure.partner(at).filter(|&close| close > at)? + 1,
            _ => at + 1,
        };
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lex::{Lexed, lex_whole};
    use crate::structure::Structure;

    /// Returns the declared type of the `x` before `@`.
    fn ty(text: &str) -> Option<&str> {
        let Lexed { tokens, directives, places } = lex_whole(text.as_bytes());
        let structure = Structure::new(text.as_bytes(), &tokens, directives);
        let source = Source { text: text.as_bytes(), tokens: &tokens, structure: &structure };
        let at = tokens.iter().position(|t| t.is(b'@')).expect("a place");
        let found = Declarations::default().lookup(source, &places.idents, at - 1, b"x");
        let all = Declarations::collect(source, &places.idents, |_| true);
        assert_eq!(found, all.lookup(source, &places.idents, at - 1, b"x"), "{text}");
        let ty = found?.ty;
        Some(&text[tokens[ty.start].start..tokens[ty.end - 1].end])
    }

    #[test]
    fn the_innermost_declaration_holds() {
        for (text, want) in [
            ("A x; void f() { x @; }", Some("A")),
            ("A x; void f() { B x; { C x; } x @; }", Some("B")),
            ("A x; void f(B x, int y) const { x @; }", Some("B")),
            ("A x; void f(B x); void g() { x @; }", Some("A")),
            ("void f(B x) { } void g() { x @; }", None),
            ("A x; struct S { void f() { x @; } B x; };", Some("B")),
            ("A x; S::S(B x, int y) : a(x), b(y) { x @; }", Some("B")),
            ("A x; void f() { for (B x = 0; x @; ) {} }", Some("B")),
            ("A x; void f() { for (B x = 0;;) { x @; } }", Some("B")),
            ("A x; void f() { for (B x = 0;;) { } x @; }", Some("A")),
            ("A x; auto l = [](B x) { return x @; };", Some("B")),
            ("A x;\n#define M B x;\nvoid f() { x @; }", Some("A")),
            ("A x;\n#define M x @\n", Some("A")),
            ("void f() { x @; } A x;", None),
        ] {
            assert_eq!(ty(text), want, "{text}");
        }
    }

    #[test]
    fn single_and_collected_lookups_agree() {
        let text: String =
            (0..40).map(|n| format!("T{n} x{n}; void f{n}(U{n} x{n}) {{ x{n} = 1; }}\n")).collect();
        let Lexed { tokens, directives, places } = lex_whole(text.as_bytes());
        let structure = Structure::new(text.as_bytes(), &tokens, directives);
        let source = Source { text: text.as_bytes(), tokens: &tokens, structure: &structure };
        let (lazy, whole) =
            (Declarations::default(), Declarations::collect(source, &places.idents, |_| true));
        for n in 0..40 {
            let name = format!("x{n}");
            for at in (0..tokens.len()).filter(|&at| source.word(at) == name.as_bytes()) {
                let lookup = |d: &Declarations| d.lookup(source, &places.idents, at, name.as_bytes());
                assert_eq!(lookup(&lazy), lookup(&whole), "{name} at {at}");
            }
            assert_eq!(lazy.all.get().is_some(), n >= FEW);
        }
    }
}
