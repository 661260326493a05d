//! Which declaration a name means where it stands: all declarations of a text, found once, when a rule first asks.
//!
//! Scopes are those of the brackets: blocks, lists of parameters with the body behind them, classes. What a name means in
//! another file, and what C++ finds by types, is not known here.

use crate::map;
use crate::scope::{Declared, Source};

/// How many declarations of one name are looked at for one place, on either side: strange texts must not take all day.
const LOOKS: usize = 64;

/// How many tokens may stand between a list of parameters and the body.
const HEAD: usize = 64;

/// The places where a text declares names: the name's hash and the token, in this order.
#[derive(Clone, Default, Debug)]
pub struct Declarations(Vec<Place>);

/// The hash of a name, and the number of its token.
type Place = (u32, u32);

fn hash(name: &[u8]) -> u32 {
    (map::hash(name) >> 32) as u32
}

impl Declarations {
    /// Of all names that a text declares; `idents` are its identifiers.
    pub fn new(source: Source<'_>, idents: &[usize]) -> Self {
        Self::among(source, idents, |_| true)
    }

    /// Of those names that are wanted.
    pub fn among(source: Source<'_>, idents: &[usize], wanted: impl Fn(&[u8]) -> bool) -> Self {
        let mut places = Vec::new();
        for &at in idents {
            if wanted(source.word(at)) && !source.is_member(at) && source.declares(at).is_some() {
                places.push((hash(source.word(at)), at as u32));
            }
        }
        places.sort_unstable();
        Self(places)
    }

    /// Where a name may be declared before a token, and from there on: its hash says so, and mostly tells the truth.
    fn around(&self, name: &[u8], place: usize) -> (&[Place], &[Place]) {
        let hash = hash(name);
        let first = self.0.partition_point(|&(other, _)| other < hash);
        let same = &self.0[first..];
        let same = &same[..same.partition_point(|&(other, _)| other == hash)];
        same.split_at(same.partition_point(|&(_, at)| (at as usize) < place))
    }

    fn places<'a>(&'a self, source: Source<'a>, name: &'a [u8]) -> impl Iterator<Item = usize> + 'a {
        let (_, all) = self.around(name, 0);
        all.iter().map(|&(_, at)| at as usize).filter(move |&at| source.word(at) == name)
    }

    /// The declaration of `name` that holds at `place`, a token: that of the innermost scope, the nearest before it. In a
    /// class it may stand behind it.
    pub fn of(&self, source: Source<'_>, place: usize, name: &[u8]) -> Option<Declared> {
        let (before, behind) = self.around(name, place);
        let near = before.iter().rev().take(LOOKS).chain(behind.iter().take(LOOKS));
        let mut best: Option<(usize, usize)> = None;
        for at in near.map(|&(_, at)| at as usize) {
            // Of two in one scope the first that is asked is the nearest.
            if source.word(at) == name
                && let Some(scope) = scope(source, at, place)
                && best.is_none_or(|(found, _)| found < scope)
            {
                best = Some((scope, at));
            }
        }
        best.and_then(|(_, at)| source.declares(at))
    }

    /// All declarations of a name.
    pub fn all<'a>(&'a self, source: Source<'a>, name: &'a [u8]) -> impl Iterator<Item = Declared> + 'a {
        self.places(source, name).filter_map(move |at| source.declares(at))
    }

    /// The type, as declared, of the function `name` that the text defines or declares.
    pub fn function(&self, source: Source<'_>, name: &[u8]) -> Option<Declared> {
        self.places(source, name).find(|at| source.is(at + 1, b'(')).and_then(|at| source.declares(at))
    }
}

fn holds(source: Source<'_>, open: usize, place: usize) -> bool {
    open < place && source.structure.partner(open).is_none_or(|close| close > place)
}

/// How far in the scope of the declaration at `at` is, if it holds at `place`: 0 is the file's, otherwise by its bracket.
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
        let found = Declarations::new(source, &places.idents).of(source, at - 1, b"x")?;
        Some(&text[tokens[found.ty.start].start..tokens[found.ty.end - 1].end])
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
}
