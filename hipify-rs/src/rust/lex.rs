//! Rust tokens, in the detail that a translator needs: identifiers, apart from comments and literals.
//!
//! Covers bodies of macros and files that do not parse. Never fails: unknown bytes are punctuation. The
//! tokens have the same kinds as those of C++, so that one check serves both.

use crate::lex::{Token, TokenKind};

/// Lexes a text. Comments, white space, lifetimes and a `#!` line are not tokens; `r#name` is one token.
pub fn lex(text: &[u8]) -> Vec<Token> {
    let mut found = Vec::with_capacity(text.len() / 5);
    found.extend(tokens(text));
    found
}

/// Returns the positions of the identifiers among some tokens. Most rules visit only these.
pub(super) fn idents(tokens: &[Token]) -> Vec<usize> {
    (0..tokens.len()).filter(|&at| tokens[at].kind == TokenKind::Ident).collect()
}

/// Returns the tokens of a text one by one.
pub(super) fn tokens(text: &[u8]) -> impl Iterator<Item = Token> {
    let mut at = if text.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 };
    if text[at..].starts_with(b"#!") && !text[at..].starts_with(b"#![") {
        at = line_end(text, at);
    }
    let mut lexer = Lexer { text, at };
    std::iter::from_fn(move || lexer.next_token())
}

fn line_end(text: &[u8], at: usize) -> usize {
    memchr::memchr(b'\n', &text[at..]).map_or(text.len(), |n| at + n)
}

fn starts_ident(b: u8) -> bool {
    in_ident(b) && !b.is_ascii_digit()
}

/// Bytes that may be part of an identifier: a table, since most bytes are looked up.
const IN_IDENT: [bool; 256] = {
    let mut table = [false; 256];
    let mut b = 0;
    while b < 256 {
        table[b] = matches!(b as u8, b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' | b'_' | 0x80..);
        b += 1;
    }
    table
};

fn in_ident(b: u8) -> bool {
    IN_IDENT[usize::from(b)]
}

/// Returns the end of the word that continues at `at`.
fn word_end(text: &[u8], at: usize) -> usize {
    text[at..].iter().position(|&b| !in_ident(b)).map_or(text.len(), |n| at + n)
}

struct Lexer<'a> {
    text: &'a [u8],
    at: usize,
}

impl Lexer<'_> {
    fn peek(&self, ahead: usize) -> u8 {
        self.text.get(self.at + ahead).copied().unwrap_or(0)
    }

    /// Returns the token that ends here.
    fn token(&mut self, kind: TokenKind, start: usize) -> Token {
        self.at = self.at.min(self.text.len());
        Token { kind, start, end: self.at }
    }

    fn next_token(&mut self) -> Option<Token> {
        loop {
            let start = self.at;
            match *self.text.get(start)? {
                b' ' | b'\t'..=b'\r' => self.at += 1,
                b'/' if self.peek(1) == b'/' => self.at = line_end(self.text, start),
                b'/' if self.peek(1) == b'*' => self.block_comment(),
                b'"' => return Some(self.string(start)),
                b'\'' => {
                    if let Some(token) = self.quote(start) {
                        return Some(token);
                    }
                }
                b if b.is_ascii_digit() => return Some(self.number(start)),
                b if in_ident(b) => {
                    if let Some(token) = self.ident(start) {
                        return Some(token);
                    }
                }
                b => {
                    self.at += 1;
                    return Some(self.token(TokenKind::Punct(b), start));
                }
            }
        }
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

    fn string(&mut self, start: usize) -> Token {
        self.at += 1;
        while let Some(n) = self.text.get(self.at..).and_then(|rest| memchr::memchr2(b'"', b'\\', rest)) {
            self.at += n;
            if self.text[self.at] == b'"' {
                self.at += 1;
                return self.token(TokenKind::Literal, start);
            }
            self.at += 2;
        }
        self.at = self.text.len();
        self.token(TokenKind::Literal, start)
    }

    /// Lexes a raw string at the first `#` or quote after `r`, if there is one.
    fn raw_string(&mut self, start: usize) -> Option<Token> {
        let hashes = self.text[self.at..].iter().take_while(|&&b| b == b'#').count();
        if self.peek(hashes) != b'"' {
            return None;
        }
        let body = self.at + hashes + 1;
        let mut close = vec![b'"'];
        close.resize(hashes + 1, b'#');
        let end = memchr::memmem::find(&self.text[body..], &close);
        self.at = end.map_or(self.text.len(), |n| body + n + close.len());
        Some(self.token(TokenKind::Literal, start))
    }

    /// Lexes a character, or skips a lifetime.
    fn quote(&mut self, start: usize) -> Option<Token> {
        let first = self.peek(1);
        if first == b'\\' {
            // The escaped byte may be a quote.
            self.at += 3;
            while self.at < self.text.len() && !matches!(self.text[self.at], b'\'' | b'\n') {
                self.at += 1;
            }
            self.at += usize::from(self.peek(0) == b'\'');
            return Some(self.token(TokenKind::Literal, start));
        }
        let length = match first {
            0xf0.. => 4,
            0xe0.. => 3,
            0xc0.. => 2,
            _ => 1,
        };
        if self.peek(1 + length) == b'\'' && first != b'\'' {
            self.at += 2 + length;
            return Some(self.token(TokenKind::Literal, start));
        }
        self.at = word_end(self.text, self.at + 1);
        (self.at == start + 1).then(|| self.token(TokenKind::Punct(b'\''), start))
    }

    /// Lexes a word, with the literal that it is the prefix of.
    fn ident(&mut self, start: usize) -> Option<Token> {
        self.at = word_end(self.text, start);
        // Most words are followed by neither a quote nor a `#`.
        if let next @ (b'"' | b'#' | b'\'') = self.peek(0) {
            match (&self.text[start..self.at], next) {
                (b"r" | b"br" | b"cr", b'"' | b'#') => {
                    if let Some(token) = self.raw_string(start) {
                        return Some(token);
                    }
                    if self.at == start + 1 && starts_ident(self.peek(1)) {
                        self.at = word_end(self.text, self.at + 1);
                    }
                }
                (b"b" | b"c", b'"') => return Some(self.string(start)),
                (b"b", b'\'') => return self.quote(start),
                _ => {}
            }
        }
        Some(self.token(TokenKind::Ident, start))
    }

    fn number(&mut self, start: usize) -> Token {
        let hex = self.text[start..].starts_with(b"0x");
        while self.at < self.text.len() {
            let b = self.text[self.at];
            let exponent = self.at > start && matches!(self.text[self.at - 1], b'e' | b'E');
            // `1.max(2)` and `0..n` have no fraction.
            let point = b == b'.' && self.peek(1).is_ascii_digit();
            if in_ident(b) || point || (exponent && !hex && matches!(b, b'+' | b'-')) {
                self.at += 1;
            } else {
                break;
            }
        }
        self.token(TokenKind::Number, start)
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
