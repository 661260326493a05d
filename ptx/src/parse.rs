//! Recursive descent over tokens: what modules and bodies share.
//!
//! The module is indexed first ([`index`]): directives, variables and function headers; a function's body is
//! skipped and parsed at its first use ([`body`]). An error is noted and the parser goes on behind the next
//! semicolon, so that all of them are told at once. No name is looked up here but those of instructions.

pub(crate) mod body;
pub(crate) mod constant;
pub(crate) mod declaration;
pub(crate) mod index;
mod inner;
pub(crate) mod instruction;
pub(crate) mod isa;
pub(crate) mod target;
mod variable;

use crate::diag::{Problem, Sink};
use crate::lex::{Kind, Lexer, Token};
use std::ops::Range;

/// An error was noted; the caller gives up its construct.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Failed;

/// The outcome of parsing a construct.
pub(crate) type Parsed<T> = Result<T, Failed>;

/// Tokens with one of lookahead, and the findings so far.
pub(crate) struct Parser<'a> {
    lexer: Lexer<'a>,
    token: Token,
    /// Behind the token before the current one.
    end: u32,
    /// What was found wrong.
    pub(crate) sink: Sink,
}

impl<'a> Parser<'a> {
    /// Parses `range` of `text`.
    pub(crate) fn new(text: &'a str, range: Range<usize>) -> Self {
        let start = range.start as u32;
        let mut lexer = Lexer::new(text, range);
        let token = lexer.next();
        Parser { lexer, token, end: start, sink: Sink::default() }
    }

    /// The whole text.
    pub(crate) fn source(&self) -> &'a str {
        self.lexer.source()
    }

    /// What the current token is.
    pub(crate) fn kind(&self) -> Kind {
        self.token.kind
    }

    /// Where the current token starts.
    pub(crate) fn at(&self) -> u32 {
        self.token.start
    }

    /// Where the token before the current one ends: comments between them belong to neither.
    pub(crate) fn end(&self) -> usize {
        self.end as usize
    }

    /// The text of the current token.
    pub(crate) fn text(&self) -> &'a str {
        self.lexer.text(self.token)
    }

    /// Goes on to the next token; returns the text of the current one.
    pub(crate) fn bump(&mut self) -> &'a str {
        let text = self.text();
        self.end = self.token.end;
        self.token = self.lexer.next();
        text
    }

    /// Whether the current token is this byte.
    pub(crate) fn is(&self, punct: u8) -> bool {
        self.token.kind == Kind::Punct(punct)
    }

    /// Takes this byte if it is next.
    pub(crate) fn eat(&mut self, punct: u8) -> bool {
        let found = self.is(punct);
        if found {
            self.bump();
        }
        found
    }

    /// Takes this directive if it is next.
    pub(crate) fn eat_directive(&mut self, name: &str) -> bool {
        let found = self.token.kind == Kind::Directive && self.text() == name;
        if found {
            self.bump();
        }
        found
    }

    /// Notes that something else should stand here.
    pub(crate) fn unexpected(&mut self, expected: &'static str) -> Failed {
        let problem = match self.token.kind {
            Kind::End => Problem::UnexpectedEnd { expected },
            Kind::Bad => Problem::BadCharacter { character: self.text().chars().next().unwrap_or(' ') },
            _ => Problem::Syntax { expected, near: self.text().into() },
        };
        self.sink.error(self.token.start, problem);
        Failed
    }

    /// Takes this byte, which must be next.
    pub(crate) fn expect(&mut self, punct: u8, expected: &'static str) -> Parsed<()> {
        if self.eat(punct) { Ok(()) } else { Err(self.unexpected(expected)) }
    }

    /// Takes a word, which must be next.
    pub(crate) fn word(&mut self, expected: &'static str) -> Parsed<&'a str> {
        if self.kind() == Kind::Word { Ok(self.bump()) } else { Err(self.unexpected(expected)) }
    }

    /// Goes on behind the next semicolon, or before a brace or the end.
    pub(crate) fn recover(&mut self) {
        loop {
            match self.kind() {
                Kind::End | Kind::Punct(b'{' | b'}') => return,
                Kind::Punct(b';') => {
                    self.bump();
                    return;
                }
                _ => self.bump(),
            };
        }
    }

    /// Goes on behind the next semicolon, whatever braces there are: an initialiser's hold no statement.
    pub(crate) fn skip_statement(&mut self) {
        while self.kind() != Kind::End && !self.eat(b';') {
            self.bump();
        }
    }

    /// With `{` as the current token: skips to behind its `}`; returns the range between them.
    pub(crate) fn skip_braces(&mut self) -> Option<Range<usize>> {
        let start = self.token.end as usize;
        let end = self.lexer.skip_braces();
        self.token = self.lexer.next();
        Some(start..end?)
    }

    /// Skips the rest of the current token's line.
    pub(crate) fn skip_line(&mut self) {
        self.lexer.skip_line();
        self.token = self.lexer.next();
    }

    /// Skips `.loc`'s numbers and what may follow them (`, function_name …, inlined_at …`).
    pub(crate) fn skip_loc(&mut self) {
        while matches!(self.kind(), Kind::Number) {
            self.bump();
        }
        while self.eat(b',') {
            // `function_name label+4` or `inlined_at 1 2 3`
            self.bump();
            if self.kind() != Kind::Number {
                self.bump();
                if self.eat(b'+') {
                    self.bump();
                }
            }
            while self.kind() == Kind::Number {
                self.bump();
            }
        }
    }
}
