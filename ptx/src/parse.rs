//! Recursive-descent parser: the parts shared by modules and bodies.
//!
//! A module is indexed first ([`index`]): directives, variables and function headers. The body of a function
//! is skipped, and parsed at its first use ([`body`]). After an error, the parser continues after the next
//! semicolon, so that all errors of a text are reported. Names other than those of instructions are resolved
//! later.

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
use crate::lex::{Lexer, Token, TokenKind};
use std::ops::Range;

/// An error was reported; the caller abandons its construct.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Failed;

/// Result of parsing a construct.
pub(crate) type Parsed<T> = Result<T, Failed>;

/// Token stream with one token of lookahead, and the errors so far.
pub(crate) struct Parser<'a> {
    lexer: Lexer<'a>,
    token: Token,
    /// End of the token before the current one.
    end: u32,
    /// Errors so far.
    pub(crate) sink: Sink,
}

impl<'a> Parser<'a> {
    /// Creates a parser of `range` of `text`.
    pub(crate) fn new(text: &'a str, range: Range<usize>) -> Self {
        let start = range.start as u32;
        let mut lexer = Lexer::new(text, range);
        let token = lexer.next();
        Parser { lexer, token, end: start, sink: Sink::default() }
    }

    /// Returns the whole text.
    pub(crate) fn source(&self) -> &'a str {
        self.lexer.source()
    }

    /// Returns the kind of the current token.
    pub(crate) fn kind(&self) -> TokenKind {
        self.token.kind
    }

    /// Returns the byte offset of the current token.
    pub(crate) fn position(&self) -> u32 {
        self.token.start
    }

    /// Returns the end of the token before the current one, without the comments that follow it.
    pub(crate) fn previous_end(&self) -> usize {
        self.end as usize
    }

    /// Returns the text of the current token.
    pub(crate) fn text(&self) -> &'a str {
        self.lexer.text(self.token)
    }

    /// Advances to the next token; returns the text of the current one.
    pub(crate) fn bump(&mut self) -> &'a str {
        let text = self.text();
        self.end = self.token.end;
        self.token = self.lexer.next();
        text
    }

    /// Returns whether the current token is this byte.
    pub(crate) fn is_punct(&self, punct: u8) -> bool {
        self.token.kind == TokenKind::Punct(punct)
    }

    /// Consumes this byte if it is next.
    pub(crate) fn eat(&mut self, punct: u8) -> bool {
        let found = self.is_punct(punct);
        if found {
            self.bump();
        }
        found
    }

    /// Consumes this directive if it is next.
    pub(crate) fn eat_directive(&mut self, name: &str) -> bool {
        let found = self.token.kind == TokenKind::Directive && self.text() == name;
        if found {
            self.bump();
        }
        found
    }

    /// Reports that another token was expected here.
    pub(crate) fn unexpected(&mut self, expected: &'static str) -> Failed {
        let problem = match self.token.kind {
            TokenKind::End => Problem::UnexpectedEnd { expected },
            TokenKind::Bad => Problem::BadCharacter { character: self.text().chars().next().unwrap_or(' ') },
            _ => Problem::Syntax { expected, near: self.text().into() },
        };
        self.sink.error(self.token.start, problem);
        Failed
    }

    /// Consumes this byte, which must be next.
    pub(crate) fn expect(&mut self, punct: u8, expected: &'static str) -> Parsed<()> {
        if self.eat(punct) { Ok(()) } else { Err(self.unexpected(expected)) }
    }

    /// Consumes a word, which must be next.
    pub(crate) fn word(&mut self, expected: &'static str) -> Parsed<&'a str> {
        if self.kind() == TokenKind::Word { Ok(self.bump()) } else { Err(self.unexpected(expected)) }
    }

    /// Skips to after the next semicolon, or before the next brace or the end.
    pub(crate) fn recover(&mut self) {
        loop {
            match self.kind() {
                TokenKind::End | TokenKind::Punct(b'{' | b'}') => return,
                TokenKind::Punct(b';') => {
                    self.bump();
                    return;
                }
                _ => self.bump(),
            };
        }
    }

    /// Skips to after the next semicolon. Braces are skipped too: those of an initialiser contain no
    /// statements.
    pub(crate) fn skip_statement(&mut self) {
        while self.kind() != TokenKind::End && !self.eat(b';') {
            self.bump();
        }
    }

    /// Skips a block from its `{`, the current token; returns the range between the braces.
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

    /// Skips the numbers of `.loc` and what may follow them (`, function_name …, inlined_at …`).
    pub(crate) fn skip_loc(&mut self) {
        while matches!(self.kind(), TokenKind::Number) {
            self.bump();
        }
        while self.eat(b',') {
            // `function_name label+4` or `inlined_at 1 2 3`
            self.bump();
            if self.kind() != TokenKind::Number {
                self.bump();
                if self.eat(b'+') {
                    self.bump();
                }
            }
            while self.kind() == TokenKind::Number {
                self.bump();
            }
        }
    }
}
