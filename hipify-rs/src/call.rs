//! Calls as tokens show them: name, brackets, commas. Works in macro bodies and beside errors, where no syntax tree does,
//! and costs no parse.

use crate::lex::{Kind, Token};
use crate::mask::closing;
use std::ops::Range;

/// A call's arguments.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Call {
    /// Just behind the opening bracket.
    pub open: usize,
    /// The closing bracket.
    pub close: usize,
    /// From the first to the last token of each argument.
    pub arguments: Vec<Range<usize>>,
}

/// Words that stand before a call; any other word before a name makes it a declaration.
const BEFORE_CALLS: [&[u8]; 9] =
    [b"return", b"else", b"do", b"case", b"throw", b"and", b"or", b"not", b"co_return"];

/// The call of the function whose name is this token. `None` if the name is not called, is declared there, or if the
/// list cannot be taken apart: an argument is empty, or a directive stands between them.
pub fn of(text: &[u8], tokens: &[Token], name: usize) -> Option<Call> {
    let open = name + 1;
    if !tokens.get(open)?.is(b'(') {
        return None;
    }
    if name > 0 && tokens[name - 1].kind == Kind::Ident {
        let before = tokens[name - 1].text(text);
        // `#define CHECK cudaFree(p)`: the word before is the macro's name.
        let defined =
            name > 2 && tokens[name - 2].text(text) == b"define" && tokens[name - 3].kind == Kind::Hash;
        if !defined && !BEFORE_CALLS.contains(&before) {
            return None;
        }
    }
    let close = closing(tokens, open)?;
    if tokens[open..close].iter().any(|t| t.kind == Kind::Hash) {
        return None;
    }
    let mut arguments = Vec::new();
    let (mut start, mut at) = (open + 1, open + 1);
    while at <= close {
        let token = &tokens[at];
        match token.kind {
            Kind::Punct(b',' | b')') if at == close || token.is(b',') => {
                if start == at {
                    // `f()` has no arguments; `f(a, )` is a mistake.
                    return (at == close && arguments.is_empty()).then(|| Call {
                        open: tokens[open].end,
                        close: token.start,
                        arguments: Vec::new(),
                    });
                }
                arguments.push(tokens[start].start..tokens[at - 1].end);
                start = at + 1;
            }
            Kind::Punct(b'(' | b'[' | b'{') => at = closing(tokens, at)?,
            Kind::Punct(b'<') if at > start && tokens[at - 1].kind == Kind::Ident => {
                at = template(tokens, at).unwrap_or(at);
            }
            _ => {}
        }
        at += 1;
    }
    Some(Call { open: tokens[open].end, close: tokens[close].start, arguments })
}

/// The `>` that closes the template arguments opened at `open`, if that is what they look like.
fn template(tokens: &[Token], open: usize) -> Option<usize> {
    let mut depth = 0usize;
    for (at, token) in tokens.iter().enumerate().skip(open) {
        match token.kind {
            Kind::Punct(b'<') => depth += 1,
            Kind::Punct(b'>') => {
                depth -= 1;
                if depth == 0 {
                    // A comparison goes on with an operand.
                    let next = tokens.get(at + 1)?;
                    let ends = matches!(next.kind, Kind::Punct(b'(' | b')' | b',' | b':' | b'{' | b';'));
                    return ends.then_some(at);
                }
            }
            Kind::Ident | Kind::Number | Kind::Punct(b',' | b':' | b'*' | b'&') => {}
            _ => return None,
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lex::lex;

    fn arguments(text: &str) -> Option<Vec<&str>> {
        let tokens = lex(text.as_bytes());
        let name = tokens.iter().position(|t| t.text(text.as_bytes()) == b"f")?;
        let call = of(text.as_bytes(), &tokens, name)?;
        Some(call.arguments.into_iter().map(|range| &text[range]).collect())
    }

    #[test]
    fn arguments_are_told_apart() {
        assert_eq!(arguments("x = f(a, g(b, c), {1, 2}, /* , */ d[e, f]);").unwrap().len(), 4);
        assert_eq!(arguments("f(k<float, int>, 3)").unwrap(), ["k<float, int>", "3"]);
        assert_eq!(arguments("f(a < b, c > d)").unwrap(), ["a < b", "c > d"]);
        assert_eq!(arguments("f(k<1, ns::t<2>>(x), y)").unwrap(), ["k<1, ns::t<2>>(x)", "y"]);
        assert_eq!(arguments("f([=](int a, int b) { return a, b; }, 1)").unwrap().len(), 2);
        assert_eq!(arguments("#define F f(a, \\\n b)").unwrap(), ["a", "b"]);
        assert_eq!(arguments("f()").unwrap(), [""; 0]);
    }

    #[test]
    fn what_is_no_call_has_none() {
        assert_eq!(arguments("int f(int a, int b);"), None);
        assert_eq!(arguments("f(a, )"), None);
        assert_eq!(arguments("f(a, b"), None);
        assert_eq!(arguments("f(a,\n#if X\n b,\n#endif\n c)"), None);
        assert_eq!(arguments("f = g(a)"), None);
    }
}
