//! Structure of a token sequence: brackets, template arguments, arguments of calls, directives.
//!
//! It is derived from the tokens alone, so it covers macro bodies and code that no grammar parses. Where C++
//! needs to know the kind of a name (`a < b, c > (d)`), it takes the reading that is nearly always right in
//! real code.

use crate::lex::{Token, TokenKind};
use std::ops::Range;

const NONE: u32 = u32::MAX;

/// The brackets and directives of a text.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Structure {
    /// For each bracket token, the index of its partner.
    partner: Vec<u32>,
    /// For each token, its enclosing bracket and statement.
    places: Vec<Place>,
    /// Directives, in order.
    directives: Vec<Range<usize>>,
}

/// Position of a token in the structure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Place {
    /// Innermost bracket that is open before it.
    inside: u32,
    /// First token of its statement.
    statement: u32,
}

/// Argument of a call, or entry of a braced list; has at least one token.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Argument {
    /// Its tokens.
    pub tokens: Range<usize>,
    /// Its bytes.
    pub bytes: Range<usize>,
}

/// Limit of tokens in template arguments. It bounds the time for degenerate input.
pub(crate) const ANGLES: usize = 512;

/// Limit of brackets that one alternative of an `#if` may close and the next one closes again.
const REACH: usize = 64;

/// Brackets open at an `#if`: their number, and the innermost of them.
struct Open {
    depth: usize,
    innermost: Vec<usize>,
}

impl Open {
    fn new(open: &[usize]) -> Self {
        Self { depth: open.len(), innermost: open[open.len().saturating_sub(REACH)..].to_vec() }
    }

    fn restore(&self, open: &mut Vec<usize>) {
        let below = self.depth - self.innermost.len();
        if open.len() >= below {
            open.truncate(below);
            open.extend(&self.innermost);
        }
    }
}

/// Returns the directive's word after `#`.
fn directive_word<'a>(text: &'a [u8], tokens: &[Token], at: usize) -> &'a [u8] {
    tokens.get(at + 1).map_or(b"", |t| t.text(text))
}

impl Structure {
    /// Pairs the brackets and finds the statements between them. Brackets of a directive pair among
    /// themselves. At `#else` the brackets open at the `#if` are open again, so that two alternative heads of
    /// one block do not unbalance it.
    pub fn new(text: &[u8], tokens: &[Token], directives: Vec<Range<usize>>) -> Self {
        Self::new_in(Self::default(), text, tokens, directives)
    }

    /// Builds the structure in the buffers of an earlier one.
    pub(crate) fn new_in(
        buffers: Self,
        text: &[u8],
        tokens: &[Token],
        directives: Vec<Range<usize>>,
    ) -> Self {
        let mut this = buffers;
        this.partner.clear();
        this.partner.resize(tokens.len(), NONE);
        this.places.clear();
        this.places.reserve(tokens.len());
        let (mut open, mut own): (Vec<usize>, Vec<usize>) = (Vec::new(), Vec::new());
        let mut at_if: Vec<Open> = Vec::new();
        let (mut at, mut first) = (0, 0);
        for directive in directives.iter().chain(std::iter::once(&(tokens.len()..tokens.len()))) {
            this.pair(tokens, at..directive.start, &mut first, &mut open);
            own.clear();
            this.pair(tokens, directive.clone(), &mut directive.start.clone(), &mut own);
            match directive_word(text, tokens, directive.start) {
                // `Open` stores the innermost brackets only; deeper ones stay as they are.
                b"if" | b"ifdef" | b"ifndef" => at_if.push(Open::new(&open)),
                b"else" | b"elif" | b"elifdef" | b"elifndef" => {
                    if let Some(before) = at_if.last() {
                        before.restore(&mut open);
                    }
                }
                b"endif" => drop(at_if.pop()),
                _ => {}
            }
            (at, first) = (directive.end, directive.end);
        }
        this.directives = directives;
        this
    }

    /// Pairs the brackets of some tokens. `first` is the start of the current statement, `open` the open
    /// brackets.
    fn pair(&mut self, tokens: &[Token], range: Range<usize>, first: &mut usize, open: &mut Vec<usize>) {
        let innermost = |open: &[usize]| open.last().map_or(NONE, |&open| open as u32);
        let mut inside = innermost(open);
        for (at, token) in range.clone().zip(&tokens[range]) {
            // Each token is visited once, in order.
            self.places.push(Place { inside, statement: *first as u32 });
            let opener = match token.kind {
                TokenKind::Punct(b'(' | b'[' | b'{') => {
                    open.push(at);
                    (inside, *first) = (at as u32, at + 1);
                    continue;
                }
                TokenKind::Punct(b';') => {
                    *first = at + 1;
                    continue;
                }
                TokenKind::Punct(b')') => b'(',
                TokenKind::Punct(b']') => b'[',
                TokenKind::Punct(b'}') => b'{',
                _ => continue,
            };
            *first = at + 1;
            // A closer that matches only further out closes that bracket; those in between were never closed.
            let reach = open.len().saturating_sub(8);
            let Some(n) = open[reach..].iter().rposition(|&o| tokens[o].is(opener)) else { continue };
            let other = open[reach + n];
            open.truncate(reach + n);
            inside = innermost(open);
            (self.partner[other], self.partner[at]) = (at as u32, other as u32);
            // A block ends a statement; a braced value and other brackets are part of one.
            let value = other > 0 && matches!(tokens[other - 1].byte(), b'=' | b',');
            if opener != b'{' || value {
                *first = self.places[other].statement as usize;
            }
        }
    }

    /// Returns the matching bracket.
    pub fn partner(&self, at: usize) -> Option<usize> {
        self.partner.get(at).filter(|&&p| p != NONE).map(|&p| p as usize)
    }

    /// Returns the innermost bracket that is open at a token.
    pub fn inside(&self, at: usize) -> Option<usize> {
        self.places.get(at).filter(|place| place.inside != NONE).map(|place| place.inside as usize)
    }

    /// Returns the first token of the enclosing statement, parameter or macro body.
    pub fn statement_start(&self, at: usize) -> usize {
        self.places.get(at).map_or(at, |place| place.statement as usize)
    }

    /// Takes the buffer of directives, cleared, for use with another text.
    pub(crate) fn take_directives(&mut self) -> Vec<Range<usize>> {
        let mut directives = std::mem::take(&mut self.directives);
        directives.clear();
        directives
    }

    /// Returns the directives.
    pub fn directives(&self) -> &[Range<usize>] {
        &self.directives
    }

    /// Returns the directive that contains a token.
    pub fn directive(&self, at: usize) -> Option<&Range<usize>> {
        let n = self.directives.partition_point(|d| d.end <= at);
        self.directives.get(n).filter(|d| d.contains(&at))
    }

    /// Returns whether a directive begins among these tokens.
    pub fn has_directive(&self, tokens: Range<usize>) -> bool {
        let n = self.directives.partition_point(|d| d.start < tokens.start);
        self.directives.get(n).is_some_and(|d| d.start < tokens.end)
    }

    /// Returns the arguments between two brackets. `None` if they cannot be counted: there is a directive
    /// among them, or one is empty.
    pub fn arguments(&self, tokens: &[Token], open: usize, close: usize) -> Option<Vec<Argument>> {
        let inside = open + 1..close;
        if self.has_directive(inside.clone()) && self.directive(open).is_none() {
            return None;
        }
        let mut found = Vec::new();
        let (mut start, mut at) = (inside.start, inside.start);
        let mut push = |range: Range<usize>| -> Option<()> {
            let (first, last) = (tokens.get(range.start)?, tokens.get(range.end.checked_sub(1)?)?);
            (!range.is_empty())
                .then(|| found.push(Argument { bytes: first.start..last.end, tokens: range.clone() }))
        };
        while at < inside.end {
            at = match tokens[at].kind {
                TokenKind::Punct(b'(' | b'[' | b'{') => self.partner(at)?.max(at),
                TokenKind::Punct(b'<') => {
                    self.angle_close(tokens, at, inside.end).map_or(at, |(close, _)| close)
                }
                TokenKind::Punct(b',') => {
                    push(start..at)?;
                    start = at + 1;
                    at
                }
                _ => at,
            } + 1;
        }
        // A braced list may end with a comma, and any list may be empty.
        let trailing = start == inside.end && (found_is_empty(start, &inside) || tokens[open].is(b'{'));
        if !trailing {
            push(start..inside.end)?;
        }
        Some(found)
    }

    /// Returns, for a `<` that opens template arguments, the token of its `>` and whether there is a comma
    /// between them. `None` if it reads as a comparison, a shift or a chevron.
    pub fn angle_close(&self, tokens: &[Token], open: usize, limit: usize) -> Option<(usize, bool)> {
        self.angle_end(tokens, open, limit).filter(|&(close, _)| may_follow(tokens, close))
    }

    /// Returns the same, whatever token follows: a name follows those of a declaration's type.
    pub fn angle_end(&self, tokens: &[Token], open: usize, limit: usize) -> Option<(usize, bool)> {
        let after_name = open > 0 && tokens[open - 1].kind == TokenKind::Ident;
        if !after_name || doubled(tokens, open, b'<') {
            return None;
        }
        let limit = limit.min(open + ANGLES);
        let (mut depth, mut at, mut comma) = (1usize, open + 1, false);
        while at < limit {
            match tokens[at].kind {
                TokenKind::Punct(b'(' | b'[' | b'{') => at = self.partner(at).filter(|&p| p > at)?,
                TokenKind::Punct(b';' | b')' | b']' | b'}' | b'?') | TokenKind::Hash => return None,
                TokenKind::Punct(b'&' | b'|') if doubled(tokens, at, tokens[at].byte()) => {
                    // `T &&` is a type only before `>` and `,`.
                    let next = tokens.get(at + 2)?;
                    if tokens[at].is(b'|') || !(next.is(b'>') || next.is(b',')) {
                        return None;
                    }
                    at += 1;
                }
                TokenKind::Punct(b'<') if doubled(tokens, at, b'<') => at += 1,
                TokenKind::Punct(b'<') => depth += 1,
                TokenKind::Punct(b'-') if tokens.get(at + 1).is_some_and(|t| t.is(b'>')) => at += 1,
                // `>=` is a comparison.
                TokenKind::Punct(b'>')
                    if tokens.get(at + 1).is_some_and(|t| t.is(b'=') && t.start == tokens[at].end) =>
                {
                    return None;
                }
                TokenKind::Punct(b'>') => {
                    depth -= 1;
                    if depth == 0 {
                        return Some((at, comma));
                    }
                }
                TokenKind::Punct(b',') => comma = true,
                _ => {}
            }
            at += 1;
        }
        None
    }
}

/// Returns whether the next token may follow template arguments in an expression.
fn may_follow(tokens: &[Token], close: usize) -> bool {
    tokens.get(close + 1).is_none_or(|next| {
        matches!(
            next.kind,
            TokenKind::Punct(
                b'(' | b')' | b',' | b'{' | b'}' | b']' | b';' | b':' | b'>' | b'<' | b'*' | b'&' | b'.'
            )
        )
    })
}

fn found_is_empty(start: usize, inside: &Range<usize>) -> bool {
    start == inside.start
}

/// Returns whether this token and the next are the same punctuation without a space between them.
pub fn doubled(tokens: &[Token], at: usize, punct: u8) -> bool {
    tokens.get(at..at + 2).is_some_and(|t| t[0].is(punct) && t[1].is(punct) && t[0].end == t[1].start)
}

/// Returns whether three such tokens follow, at most one gap among them: some formatters write `<< <`.
pub(crate) fn tripled(tokens: &[Token], at: usize, punct: u8) -> bool {
    let Some(run) = tokens.get(at..at + 3) else { return false };
    run.iter().all(|t| t.is(punct)) && (run[0].end == run[1].start || run[1].end == run[2].start)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lex::{Lexed, lex_whole};

    fn arguments(text: &str) -> Option<Vec<&str>> {
        let Lexed { tokens, directives, .. } = lex_whole(text.as_bytes());
        let structure = Structure::new(text.as_bytes(), &tokens, directives);
        let open = tokens.iter().position(|t| t.is(b'(') || t.is(b'{'))?;
        let all = structure.arguments(&tokens, open, structure.partner(open)?)?;
        Some(all.into_iter().map(|a| &text[a.bytes]).collect())
    }

    #[test]
    fn statement_starts() {
        for (text, want) in [
            ("a b; c (d, e) @ f", "c"),
            ("a { b; c @ }", "c"),
            ("a {} b = {1}, c @", "b"),
            ("a } b @", "b"),
            ("f(a, g(b) + c @)", "a"),
            ("a\n#define X b\nc @", "c"),
            ("a\n#define X(y) b @", "#"),
            ("f {\n#if A\ng(h {\n#else\ng(i {\n#endif\nb; } ) j; k @", "k"),
            ("f(\n#if A\nb)\n#else\nc)\n#endif\nd @", "d"),
        ] {
            let Lexed { tokens, directives, .. } = lex_whole(text.as_bytes());
            let structure = Structure::new(text.as_bytes(), &tokens, directives);
            let at = tokens.iter().position(|t| t.is(b'@')).expect("a place");
            assert_eq!(&text[tokens[structure.statement_start(at)].range()], want, "{text}");
        }
    }

    #[test]
    fn arguments_are_split() {
        let cases: [(&str, &[&str]); 11] = [
            ("f()", &[]),
            ("f(/* none */)", &[]),
            ("f(a, g(b, c)[d, e], {h, i})", &["a", "g(b, c)[d, e]", "{h, i}"]),
            ("f(k<float, int>, x)", &["k<float, int>", "x"]),
            ("f(k<A<B, C>>, x)", &["k<A<B, C>>", "x"]),
            ("f(a < b, c >= d)", &["a < b", "c >= d"]),
            ("f(a < b && c > d, e)", &["a < b && c > d", "e"]),
            ("f(1 << 2, 3 >> 1)", &["1 << 2", "3 >> 1"]),
            ("f(a->b, c)", &["a->b", "c"]),
            ("f{a, b,}", &["a", "b"]),
            ("f(a, \"b, c\", ',')", &["a", "\"b, c\"", "','"]),
        ];
        for (text, want) in cases {
            assert_eq!(arguments(text).as_deref(), Some(want), "{text}");
        }
        for text in ["f(a,)", "f(a,,b)", "f(a,\n#if X\nb\n#endif\n)", "f(a"] {
            assert_eq!(arguments(text), None, "{text}");
        }
    }

    #[test]
    fn brackets_pair_over_alternatives() {
        let text = "void f() {\n#if A\nif (x) {\n#else\nif (y) {\n#endif\nz; } }";
        let Lexed { tokens, directives, .. } = lex_whole(text.as_bytes());
        let structure = Structure::new(text.as_bytes(), &tokens, directives);
        let last = tokens.len() - 1;
        assert_eq!(structure.partner(last), tokens.iter().position(|t| t.is(b'{')));
    }
}
