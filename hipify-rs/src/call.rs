//! Calls in a token sequence: name, brackets, commas. Works in macro bodies and next to errors, where no
//! syntax tree is available, and needs no parser.

use crate::lex::TokenKind;
use crate::scope::Source;
use std::ops::Range;

/// Arguments of a call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Call {
    /// Byte offset after the opening bracket.
    pub open: usize,
    /// Byte offset of the closing bracket.
    pub close: usize,
    /// Byte range of each argument, from its first to its last token.
    pub arguments: Vec<Range<usize>>,
}

/// Words that may precede a call; any other word before a name makes it a declaration.
const BEFORE_CALLS: [&[u8]; 9] =
    [b"return", b"else", b"do", b"case", b"throw", b"and", b"or", b"not", b"co_return"];

/// Returns the call of the function named by this token. `None` if the name is not called, is declared here,
/// or if the argument list cannot be split: an argument is empty, or there is a directive among them.
pub fn find(source: Source<'_>, name: usize) -> Option<Call> {
    let (tokens, open) = (source.tokens, name + 1);
    if !source.is(open, b'(') {
        return None;
    }
    let directive = |at: usize| source.structure.directive(at);
    // The last word of a directive is unrelated to the next line.
    if name > 0 && tokens[name - 1].kind == TokenKind::Ident && directive(name - 1) == directive(name) {
        // In `#define CHECK cudaFree(p)` the word before the call is the macro's name.
        let defined =
            name > 2 && source.word(name - 2) == b"define" && tokens[name - 3].kind == TokenKind::Hash;
        if !defined && !BEFORE_CALLS.contains(&source.word(name - 1)) {
            return None;
        }
    }
    let close = source.structure.partner(open)?;
    let arguments = source.arguments(open, close)?;
    let arguments = arguments.into_iter().map(|argument| argument.bytes).collect();
    Some(Call { open: tokens[open].end, close: tokens[close].start, arguments })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lex::{Lexed, lex_whole};
    use crate::structure::Structure;

    fn arguments(text: &str) -> Option<Vec<&str>> {
        let Lexed { tokens, directives, .. } = lex_whole(text.as_bytes());
        let structure = Structure::new(text.as_bytes(), &tokens, directives);
        let name = tokens.iter().position(|t| t.text(text.as_bytes()) == b"f")?;
        let source = Source { text: text.as_bytes(), tokens: &tokens, structure: &structure };
        Some(find(source, name)?.arguments.into_iter().map(|range| &text[range]).collect())
    }

    #[test]
    fn arguments_are_split() {
        assert_eq!(arguments("x = f(a, g(b, c), {1, 2}, /* , */ d[e, f]);").unwrap().len(), 4);
        assert_eq!(arguments("f(k<float, int>, 3)").unwrap(), ["k<float, int>", "3"]);
        assert_eq!(arguments("f(k<decltype(a), 2>, 3)").unwrap(), ["k<decltype(a), 2>", "3"]);
        assert_eq!(arguments("f(a < b, c > d)").unwrap(), ["a < b", "c > d"]);
        assert_eq!(arguments("f(k<1, ns::t<2>>(x), y)").unwrap(), ["k<1, ns::t<2>>(x)", "y"]);
        assert_eq!(arguments("f([=](int a, int b) { return a, b; }, 1)").unwrap().len(), 2);
        assert_eq!(arguments("#define F f(a, \\\n b)").unwrap(), ["a", "b"]);
        assert_eq!(arguments("#ifdef A\nf(a, b);\n#endif").unwrap(), ["a", "b"]);
        assert_eq!(arguments("#if A\n#endif\nf(a, b);").unwrap(), ["a", "b"]);
        assert_eq!(arguments("f()").unwrap(), [""; 0]);
    }

    #[test]
    fn other_uses_of_a_name_are_not_calls() {
        assert_eq!(arguments("int f(int a, int b);"), None);
        assert_eq!(arguments("f(a, )"), None);
        assert_eq!(arguments("f(a, b"), None);
        assert_eq!(arguments("f(a,\n#if X\n b,\n#endif\n c)"), None);
        assert_eq!(arguments("f = g(a)"), None);
    }
}
