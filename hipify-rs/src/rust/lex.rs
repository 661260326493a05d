//! Rust tokens, in the detail that a translator needs: identifiers, apart from comments and literals.
//!
//! Covers bodies of macros and files that do not parse. Never fails: unknown bytes are punctuation. The
//! tokens have the same kinds as those of C++, so that one check serves both.

use crate::lex::{Token, TokenKind};

/// Lexes a text. Comments, white space, lifetimes and a `#!` line are not tokens; `r#name` is one token.
pub fn lex(text: &[u8]) -> Vec<Token> {
    tokens(text).collect()
}

/// Returns the tokens of a text one by one.
pub(super) fn tokens(text: &[u8]) -> impl Iterator<Item = Token> {
    let mut at = if text.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 };
    if text[at..].starts_with(b"#!") && !text[at..].starts_with(b"#![") {
        at = line_end(text, at);
    }
    let mut lexer = Lexer { text, at, found: None };
    std::iter::from_fn(move || lexer.next_token())
}

fn line_end(text: &[u8], at: usize) -> usize {
    text[at..].iter().position(|&b| b == b'\n').map_or(text.len(), |n| at + n)
}

fn starts_ident(b: u8) -> bool {
    b.is_ascii_alphabetic() || b == b'_' || b >= 0x80
}

fn in_ident(b: u8) -> bool {
    starts_ident(b) || b.is_ascii_digit()
}

struct Lexer<'a> {
    text: &'a [u8],
    at: usize,
    /// Token just read.
    found: Option<Token>,
}

impl Lexer<'_> {
    fn peek(&self, ahead: usize) -> u8 {
        self.text.get(self.at + ahead).copied().unwrap_or(0)
    }

    fn push(&mut self, kind: TokenKind, start: usize) {
        self.at = self.at.min(self.text.len());
        self.found = Some(Token { kind, start, end: self.at });
    }

    fn next_token(&mut self) -> Option<Token> {
        while self.at < self.text.len() && self.found.is_none() {
            let start = self.at;
            match self.text[start] {
                b if b.is_ascii_whitespace() || b == 0x0b => self.at += 1,
                b'/' if self.peek(1) == b'/' => self.at = line_end(self.text, start),
                b'/' if self.peek(1) == b'*' => self.block_comment(),
                b'"' => self.string(start),
                b'\'' => self.quote(start),
                b if b.is_ascii_digit() => self.number(start),
                b if starts_ident(b) => self.ident(start),
                b => {
                    self.at += 1;
                    self.push(TokenKind::Punct(b), start);
                }
            }
        }
        self.found.take()
    }

    /// Skips a block comment; they nest.
    fn block_comment(&mut self) {
        let mut depth = 0usize;
        while self.at < self.text.len() {
            match (self.text[self.at], self.peek(1)) {
                (b'/', b'*') => {
                    depth += 1;
                    self.at += 2;
                }
                (b'*', b'/') => {
                    depth -= 1;
                    self.at += 2;
                    if depth == 0 {
                        return;
                    }
                }
                _ => self.at += 1,
            }
        }
        self.at = self.text.len();
    }

    fn string(&mut self, start: usize) {
        self.at += 1;
        while self.at < self.text.len() {
            match self.text[self.at] {
                b'\\' => self.at += 2,
                b'"' => {
                    self.at += 1;
                    break;
                }
                _ => self.at += 1,
            }
        }
        self.push(TokenKind::Literal, start);
    }

    /// Lexes a raw string at the first `#` or quote after `r`; returns whether there is one.
    fn raw_string(&mut self, start: usize) -> bool {
        let hashes = self.text[self.at..].iter().take_while(|&&b| b == b'#').count();
        if self.peek(hashes) != b'"' {
            return false;
        }
        let body = self.at + hashes + 1;
        let mut close = vec![b'"'];
        close.resize(hashes + 1, b'#');
        let end = self.text[body..].windows(close.len()).position(|w| w == close);
        self.at = end.map_or(self.text.len(), |n| body + n + close.len());
        self.push(TokenKind::Literal, start);
        true
    }

    /// Lexes a character or a lifetime.
    fn quote(&mut self, start: usize) {
        let first = self.peek(1);
        if first == b'\\' {
            // The escaped byte may be a quote.
            self.at += 3;
            while self.at < self.text.len() && !matches!(self.text[self.at], b'\'' | b'\n') {
                self.at += 1;
            }
            self.at += usize::from(self.peek(0) == b'\'');
            return self.push(TokenKind::Literal, start);
        }
        let length = match first {
            0xf0.. => 4,
            0xe0.. => 3,
            0xc0.. => 2,
            _ => 1,
        };
        if self.peek(1 + length) == b'\'' && first != b'\'' {
            self.at += 2 + length;
            return self.push(TokenKind::Literal, start);
        }
        self.at += 1;
        while self.at < self.text.len() && in_ident(self.text[self.at]) {
            self.at += 1;
        }
        if self.at == start + 1 {
            self.push(TokenKind::Punct(b'\''), start);
        }
    }

    fn ident(&mut self, start: usize) {
        while self.at < self.text.len() && in_ident(self.text[self.at]) {
            self.at += 1;
        }
        match (&self.text[start..self.at], self.peek(0)) {
            (b"r" | b"br" | b"cr", b'"' | b'#') if self.raw_string(start) => {}
            (b"r", b'#') if starts_ident(self.peek(1)) => {
                self.at += 1;
                while self.at < self.text.len() && in_ident(self.text[self.at]) {
                    self.at += 1;
                }
                self.push(TokenKind::Ident, start);
            }
            (b"b" | b"c", b'"') => self.string(start),
            (b"b", b'\'') => self.quote(start),
            _ => self.push(TokenKind::Ident, start),
        }
    }

    fn number(&mut self, start: usize) {
        while self.at < self.text.len() {
            let b = self.text[self.at];
            let exponent = self.at > start && matches!(self.text[self.at - 1], b'e' | b'E');
            let hex = self.text[start..].starts_with(b"0x");
            // `1.max(2)` and `0..n` have no fraction.
            let point = b == b'.' && self.peek(1).is_ascii_digit();
            if in_ident(b) || point || (exponent && !hex && matches!(b, b'+' | b'-')) {
                self.at += 1;
            } else {
                break;
            }
        }
        self.push(TokenKind::Number, start);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn idents(text: &str) -> Vec<&str> {
        let tokens = lex(text.as_bytes());
        tokens.iter().filter(|t| t.kind == TokenKind::Ident).map(|t| &text[t.range()]).collect()
    }

    #[test]
    fn identifiers_are_seen_where_they_are_code() {
        assert_eq!(idents("a /* b /* c */ d */ e // f\n g"), ["a", "e", "g"]);
        assert_eq!(idents(r##"x("s \" t", 'c', '\'', b'"', r#"d " e"#, br"f\", c"g") y"##), ["x", "y"]);
        assert_eq!(idents("&'life T<'_> 'x' 'é' '\\u{e9}' z"), ["T", "z"]);
        assert_eq!(idents("0xffu32 1e+5 1.5f32 0..n 1.max(m)"), ["n", "max", "m"]);
        assert_eq!(idents("#!/usr/bin/env run\nr#type r"), ["r#type", "r"]);
        assert_eq!(idents("#![allow(a)] \"unclosed"), ["allow", "a"]);
    }
}
