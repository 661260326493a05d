//! Which declaration a name means where it stands: those of the names that rules ask for, found when they
//! first ask.
//!
//! Scopes are those of the brackets: blocks, lists of parameters with the body behind them, classes. What a
//! name means in another file, and what C++ finds by types, is not known here.

use crate::map;
use crate::scope::{Declared, Source};
use std::cell::{OnceCell, RefCell};

/// How many declarations of one name are looked at for one place, on either side: strange texts must not take
/// all day.
const LOOKS: usize = 64;

/// How many tokens may stand between a list of parameters and the body.
const HEAD: usize = 64;

/// How many names are looked for one by one. Who asks for more asks for many: then all declarations are found
/// at once.
const FEW: usize = 8;

fn hash(name: &[u8]) -> u32 {
    (map::hash(name) >> 32) as u32
}

/// The places where a text declares names.
#[derive(Clone, Default, Debug)]
pub struct Declarations {
    /// Of single names, by their hashes.
    few: RefCell<Vec<(u32, Vec<u32>)>>,
    /// Of all names.
    all: OnceCell<Places>,
}

/// The hashes of names, in order, and for each the token that declares it; in order too where hashes are the
/// same.
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

    /// Where the names with this hash are declared: those of one name, nearly always.
    fn of(&self, hash: u32) -> &[u32] {
        let first = self.hashes.partition_point(|&other| other < hash);
        let count = self.hashes[first..].partition_point(|&other| other == hash);
        &self.tokens[first..first + count]
    }
}

fn declares(source: Source<'_>, at: usize) -> bool {
    !source.is_member(at) && source.declares(at).is_some()
}

/// Most words are told from some names by how they begin and how long they are.
pub(crate) struct Likely([u8; 256]);

impl Likely {
    /// One of these names.
    pub(crate) fn among<'a>(names: impl Iterator<Item = &'a [u8]>) -> Self {
        let mut lengths = [0; 256];
        for name in names {
            if let Some(&first) = name.first() {
                lengths[usize::from(first)] |= 1 << (name.len() % 8);
            }
        }
        Self(lengths)
    }

    /// Whether a word may be one of the names.
    #[inline]
    pub(crate) fn is(&self, word: &[u8]) -> bool {
        word.first().is_some_and(|&first| self.0[usize::from(first)] >> (word.len() % 8) & 1 == 1)
    }
}

impl Declarations {
    /// Of those names that are wanted, in a text whose identifiers are `idents`; of others it knows none.
    pub fn among(source: Source<'_>, idents: &[usize], wanted: impl Fn(&[u8]) -> bool) -> Self {
        Self { few: RefCell::default(), all: Places::new(source, idents, wanted).into() }
    }

    /// Says where a name may be declared: its hash tells, and mostly the truth.
    fn with<R>(
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
                let likely = Likely::among([name].into_iter());
                let is = |word: &[u8]| likely.is(word) && word == name;
                let places = idents.iter().copied().filter(|&at| is(source.word(at)) && declares(source, at));
                let places: Vec<u32> = places.map(|at| at as u32).collect();
                let result = then(&places);
                few.push((key, places));
                return result;
            }
        }
        then(self.all.get_or_init(|| Places::new(source, idents, |_| true)).of(key))
    }

    /// The declaration of `name` that holds at `place`, a token: that of the innermost scope, the nearest
    /// before it. In a class it may stand behind it.
    pub fn of(&self, source: Source<'_>, idents: &[usize], place: usize, name: &[u8]) -> Option<Declared> {
        self.with(source, idents, name, |places| {
            let (before, behind) = places.split_at(places.partition_point(|&at| (at as usize) < place));
            let near = before.iter().rev().take(LOOKS).chain(behind.iter().take(LOOKS));
            let mut best: Option<(usize, usize)> = None;
            for at in near.map(|&at| at as usize) {
                // Of two in one scope the first that is asked is the nearest.
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

    /// Whether there are declarations of a name, and all of them are like this.
    pub fn all_are(
        &self,
        source: Source<'_>,
        idents: &[usize],
        name: &[u8],
        like: impl Fn(Declared) -> bool,
    ) -> bool {
        self.with(source, idents, name, |places| {
            let named = places.iter().map(|&at| at as usize).filter(|&at| source.word(at) == name);
            let mut found = named.filter_map(|at| source.declares(at)).peekable();
            found.peek().is_some() && found.all(like)
        })
    }

    /// The type, as declared, of the function `name` that the text defines or declares.
    pub fn function(&self, source: Source<'_>, idents: &[usize], name: &[u8]) -> Option<Declared> {
        self.with(source, idents, name, |places| {
            let mut named = places.iter().map(|&at| at as usize).filter(|&at| source.word(at) == name);
            named.find(|at| source.is(at + 1, b'(')).and_then(|at| source.declares(at))
        })
    }
}

fn holds(source: Source<'_>, open: usize, place: usize) -> bool {
    open < place && source.structure.partner(open).is_none_or(|close| close > place)
}

/// How far in the scope of the declaration at `at` is, if it holds at `place`: 0 is the file's, otherwise by
/// its bracket.
fn scope(source: Source<'_>, at: usize, place: usize) -> Option<usize> {
    // A macro's names are its own.
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

/// The body behind a list of parameters that closes here: over qualifiers, a trailing type, initialisers.
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

    /// The type of the `x` before `@`.
    fn ty(text: &str) -> Option<&str> {
        let Lexed { tokens, directives, places } = lex_whole(text.as_bytes());
        let structure = Structure::new(text.as_bytes(), &tokens, directives);
        let source = Source { text: text.as_bytes(), tokens: &tokens, structure: &structure };
        let at = tokens.iter().position(|t| t.is(b'@')).expect("a place");
        let found = Declarations::default().of(source, &places.idents, at - 1, b"x");
        let all = Declarations::among(source, &places.idents, |_| true);
        assert_eq!(found, all.of(source, &places.idents, at - 1, b"x"), "{text}");
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
    fn one_name_and_many_have_the_same_declarations() {
        let text: String =
            (0..40).map(|n| format!("T{n} x{n}; void f{n}(U{n} x{n}) {{ x{n} = 1; }}\n")).collect();
        let Lexed { tokens, directives, places } = lex_whole(text.as_bytes());
        let structure = Structure::new(text.as_bytes(), &tokens, directives);
        let source = Source { text: text.as_bytes(), tokens: &tokens, structure: &structure };
        let (lazy, whole) = (Declarations::default(), Declarations::among(source, &places.idents, |_| true));
        for n in 0..40 {
            let name = format!("x{n}");
            for at in (0..tokens.len()).filter(|&at| source.word(at) == name.as_bytes()) {
                let of = |d: &Declarations| d.of(source, &places.idents, at, name.as_bytes());
                assert_eq!(of(&lazy), of(&whole), "{name} at {at}");
            }
            assert_eq!(lazy.all.get().is_some(), n >= FEW);
        }
    }
}
