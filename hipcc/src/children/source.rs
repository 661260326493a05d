//! Preprocessed C++ as tokens with their structure. Errors are left to clang.

use hipify_rs::lex::{Lexed, Token, TokenKind, lex_whole};
use hipify_rs::scope::Source;
use hipify_rs::structure::Structure;
use std::ops::Range;

/// A text with its tokens. Lines that begin with `#` (line markers, pragmas) are replaced by blanks, so that
/// positions stay the same and no directive interrupts an expression.
pub(super) struct Text {
    bytes: Vec<u8>,
    tokens: Vec<Token>,
    structure: Structure,
}

impl Text {
    pub(super) fn new(preprocessed: &[u8]) -> Text {
        let mut bytes = preprocessed.to_vec();
        for line in bytes.split_mut(|&b| b == b'\n').filter(|line| line.first() == Some(&b'#')) {
            line.fill(b' ');
        }
        Text::of_source(bytes)
    }

    /// Reads a text in its original form, with directives.
    pub(super) fn of_source(bytes: Vec<u8>) -> Text {
        let Lexed { tokens, directives, .. } = lex_whole(&bytes);
        let structure = Structure::new(&bytes, &tokens, directives);
        Text { bytes, tokens, structure }
    }

    pub(super) fn source(&self) -> Source<'_> {
        Source { text: &self.bytes, tokens: &self.tokens, structure: &self.structure }
    }

    /// Returns the first tokens of all `<<<`.
    pub(super) fn chevrons(&self) -> Vec<usize> {
        let three = |run: &[Token]| {
            run.iter().all(|token| token.is(b'<')) && run[0].end == run[1].start && run[1].end == run[2].start
        };
        self.tokens.windows(3).enumerate().filter(|(_, run)| three(run)).map(|(at, _)| at).collect()
    }

    /// Returns tokens in their original spelling on one line, with a blank for comments and white space. An
    /// invalid range is empty.
    pub(super) fn written(&self, range: Range<usize>) -> String {
        let mut written = String::new();
        let mut end = None;
        for token in self.tokens.get(range).unwrap_or_default() {
            if end.is_some_and(|end| end < token.start) {
                written.push(' ');
            }
            written.push_str(&String::from_utf8_lossy(token.text(&self.bytes)));
            end = Some(token.end);
        }
        written
    }

    pub(super) fn is_name(&self, at: usize) -> bool {
        self.tokens.get(at).is_some_and(|token| token.kind == TokenKind::Ident)
    }

    /// Returns whether a `::` begins here.
    pub(super) fn is_scope(&self, at: usize) -> bool {
        let source = self.source();
        source.is(at, b':') && source.is(at + 1, b':')
    }

    /// Returns the token after a bracketed group that begins here, or the next one.
    pub(super) fn behind(&self, at: usize) -> usize {
        self.structure.partner(at).filter(|&close| close > at).unwrap_or(at) + 1
    }

    /// Returns the `>` of the list that a `<` opens in a declaration.
    pub(super) fn list_close(&self, open: usize, limit: usize) -> Option<usize> {
        let source = self.source();
        let (mut depth, mut at) = (0usize, open);
        while at < limit {
            match source.tokens[at].byte() {
                b'(' | b'[' | b'{' => {
                    at = self.behind(at);
                    continue;
                }
                b')' | b']' | b'}' | b';' => return None,
                b'-' if source.is(at + 1, b'>') => at += 1,
                b'<' => depth += 1,
                b'>' => {
                    depth -= 1;
                    if depth == 0 {
                        return Some(at);
                    }
                }
                _ => {}
            }
            at += 1;
        }
        None
    }

    /// Splits a list at its commas.
    pub(super) fn entries(&self, inside: Range<usize>) -> Vec<Range<usize>> {
        let source = self.source();
        let (mut found, mut start, mut at) = (Vec::new(), inside.start, inside.start);
        while at < inside.end {
            at = match source.tokens[at].byte() {
                b'(' | b'[' | b'{' => self.behind(at),
                b'<' if at > inside.start && self.is_name(at - 1) => {
                    self.list_close(at, inside.end).unwrap_or(at) + 1
                }
                b',' => {
                    found.push(start..at);
                    start = at + 1;
                    start
                }
                _ => at + 1,
            };
        }
        if start < inside.end {
            found.push(start..inside.end);
        }
        found
    }

    /// Returns the parameter lists before a declaration that begins here (`template <…> template <…>`), and
    /// the token after them.
    pub(super) fn template_lists(&self, start: usize) -> (Vec<Range<usize>>, usize) {
        let source = self.source();
        let (mut found, mut at) = (Vec::new(), start);
        while source.word(at) == b"template" && source.is(at + 1, b'<') {
            let Some(close) = self.list_close(at + 1, source.tokens.len()) else { break };
            found.push(at + 2..close);
            at = close + 1;
        }
        (found, at)
    }
}
