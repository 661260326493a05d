//! Launches `kernel<<<grid, block, shared, stream>>>(arguments)` in a token sequence, and their parts.

use crate::lex::{Token, TokenKind};
use crate::scope::Source;
pub(crate) use crate::structure::tripled;
use std::collections::BTreeSet;
use std::ops::Range;

/// Launch, as token indices.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chevron {
    /// Opening of the settings: `<<<`, or the name and bracket of a launch macro.
    pub open: Range<usize>,
    /// End of the settings: `>>>`, or the macro's closing bracket.
    pub close: Range<usize>,
    /// Brackets of the kernel's arguments; `None` if a macro adds them.
    pub arguments: Option<(usize, usize)>,
}

/// Limit of tokens in the settings of a launch, a bracketed group counted as one.
const SETTINGS: usize = 512;

fn touch(tokens: &[Token], first: usize) -> bool {
    tokens.get(first..first + 2).is_some_and(|t| t[0].end == t[1].start && t[0].kind == t[1].kind)
}

/// Returns the launches of a text, in order. `chevrons` are the positions of `<<<`; `macros` are macros with
/// calls that replace chevrons: `kernel NAME(grid, block)(x)`.
pub fn find(source: Source<'_>, chevrons: &[usize], macros: &BTreeSet<String>) -> Vec<Chevron> {
    let tokens = source.tokens;
    let mut found = Vec::new();
    let mut done = 0;
    for &at in chevrons {
        if at < done {
            continue;
        }
        // Skip `operator<<<T>`, and chevrons without anything before them. Seven in a row are a mark of a
        // merge conflict.
        let run = touch(tokens, at + 2) || (at > 0 && touch(tokens, at - 1));
        let begins = at == 0 || tokens[at - 1].kind == TokenKind::Header;
        if !begins && !run && source.word(at - 1) != b"operator" {
            found.extend(by_chevrons(source, at));
        }
        done = at + 3;
        while run && done < tokens.len() && tokens[done].is(b'<') {
            done += 1;
        }
    }
    if !macros.is_empty() {
        let idents = (0..tokens.len()).filter(|&at| tokens[at].kind == TokenKind::Ident);
        found.extend(idents.filter_map(|at| by_macro(source, at, macros)));
        found.sort_by_key(|launch| launch.open.start);
    }
    found
}

fn by_chevrons(source: Source<'_>, at: usize) -> Option<Chevron> {
    let from = at + 3;
    // Template arguments are skipped. If no `>>>` is found that way, a `<` that looked like theirs was a
    // comparison.
    let limit = source.structure.directive(at).map_or(source.tokens.len(), |d| d.end);
    let called = |close: &usize| close + 3 < limit && source.is(close + 3, b'(');
    let close = closer(source, from, true)
        .filter(called)
        .or_else(|| closer(source, from, false).filter(called))
        .or_else(|| closer(source, from, true))?;
    if close == from {
        return None;
    }
    let open = close + 3;
    let arguments = called(&close).then(|| source.structure.partner(open)).flatten().map(|end| (open, end));
    Some(Chevron { open: at..from, close: close..open, arguments })
}

fn by_macro(source: Source<'_>, at: usize, macros: &BTreeSet<String>) -> Option<Chevron> {
    let known = std::str::from_utf8(source.word(at)).is_ok_and(|word| macros.contains(word));
    let open = at + 1;
    // The definition of the macro is no launch.
    if !known || at == 0 || source.word(at - 1) == b"define" || !source.is(open, b'(') {
        return None;
    }
    let close = source.structure.partner(open)?;
    let list = close + 1;
    let called = source.is(list, b'(') && source.structure.directive(list) == source.structure.directive(at);
    let arguments = called.then(|| source.structure.partner(list)).flatten().map(|end| (list, end));
    (close > open + 1).then_some(Chevron { open: at..open + 1, close: close..list, arguments })
}

fn closer(source: Source<'_>, from: usize, templates: bool) -> Option<usize> {
    let limit = source.structure.directive(from).map_or(source.tokens.len(), |d| d.end);
    let limit = limit.min(from + SETTINGS);
    let mut at = from;
    while at < limit {
        match source.tokens[at].kind {
            TokenKind::Punct(b'(' | b'[' | b'{') => at = source.structure.partner(at).filter(|&p| p > at)?,
            TokenKind::Punct(b')' | b']' | b'}' | b';') => return None,
            // Skip a directive among the settings.
            TokenKind::Hash => at = source.structure.directive(at)?.end - 1,
            // Another launch begins, so this one has no end.
            _ if tripled(source.tokens, at, b'<') => return None,
            TokenKind::Punct(b'<') if templates => {
                if let Some((close, _)) = source.structure.angle_close(source.tokens, at, limit) {
                    at = close;
                }
            }
            TokenKind::Punct(b'-') if is_arrow(source, at) => at += 1,
            _ if tripled(source.tokens, at, b'>') => return Some(at),
            _ => {}
        }
        at += 1;
    }
    None
}

fn is_arrow(source: Source<'_>, at: usize) -> bool {
    source.is(at + 1, b'>') && source.tokens[at].end == source.tokens[at + 1].start
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lex::{Lexed, lex_whole};
    use crate::structure::Structure;

    /// Returns the settings and the arguments of each launch.
    fn launches(text: &str) -> Vec<(&str, Option<&str>)> {
        let Lexed { tokens, directives, .. } = lex_whole(text.as_bytes());
        let structure = Structure::new(text.as_bytes(), &tokens, directives);
        let source = Source { text: text.as_bytes(), tokens: &tokens, structure: &structure };
        let between = |a: usize, b: usize| &text[tokens[a].end..tokens[b].start];
        let shown = |l: Chevron| {
            (between(l.open.end - 1, l.close.start), l.arguments.map(|(open, close)| between(open, close)))
        };
        let chevrons: Vec<usize> = (0..tokens.len()).filter(|&at| tripled(&tokens, at, b'<')).collect();
        find(source, &chevrons, &BTreeSet::from(["ON".to_owned()])).into_iter().map(shown).collect()
    }

    #[test]
    fn chevrons_are_found() {
        for (text, want) in [
            ("k<<<1, 2>>>(x)", vec![("1, 2", Some("x"))]),
            ("k<A<B<int>>><<<g, b>>>()", vec![("g, b", Some(""))]),
            ("k<<<f<A<B>>(1), b>>>(x)", vec![("f<A<B>>(1), b", Some("x"))]),
            ("k<<<n < m ? n : m, b>>>(x)", vec![("n < m ? n : m, b", Some("x"))]),
            ("k<<<n < m, b>>>(x)", vec![("n < m, b", Some("x"))]),
            ("k<<<n >> 2, b>>>(x >> 3)", vec![("n >> 2, b", Some("x >> 3"))]),
            ("k<<<p->g, p->b>>>(x)", vec![("p->g, p->b", Some("x"))]),
            ("k<<<1, [] { return 2; }()>>>(x)", vec![("1, [] { return 2; }()", Some("x"))]),
            ("k << <1, 2 >> >(x)", vec![("1, 2 ", Some("x"))]),
            ("#define L(k) k<<<1, 2>>>\nL(k)(x); k<<<3, 4>>>(y)", vec![("1, 2", None), ("3, 4", Some("y"))]),
            ("k ON(1, 2)(x)", vec![("1, 2", Some("x"))]),
            ("a << b; c <<< d; e >>> f;", vec![]),
            ("<<<<<<< ours\na >>> (b)\n>>>>>>> theirs\n", vec![]),
            ("x = operator<<<int>(s, t);", vec![]),
            ("<<<1, 2>>>(x)", vec![]),
            ("#include <a.h>\n<<<1, 2>>>(x)", vec![]),
        ] {
            assert_eq!(launches(text), want, "{text}");
        }
    }
}
