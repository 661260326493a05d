//! Lexer of PTX text. It yields one token at a time and copies nothing: a token is a kind and a byte range.
//!
//! A *word* includes its dots (`ld.global.f32`, `%tid.x`), because PTX never puts a dot between two separate
//! words. A *directive* ends at the next dot (`.param.u64` is two tokens). The lexer looks no name up.

use std::ops::Range;

/// Kind of a token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TokenKind {
    /// A name, an instruction with its modifiers, or a register.
    Word,
    /// `.name`
    Directive,
    /// A literal that starts with a digit, or with a point and a digit.
    Number,
    /// A string in double quotes; its range includes the quotes.
    Text,
    /// One of the bytes ``,;:(){}[]<>@!|+-*/%&^~=?``; `<<` and `>>` are two tokens each.
    Punct(u8),
    /// A byte that begins no token.
    Bad,
    /// The end of the text.
    End,
}

/// A token: kind and byte range.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Token {
    pub(crate) kind: TokenKind,
    /// Byte offset of its first byte.
    pub(crate) start: u32,
    /// Byte offset after its last byte.
    pub(crate) end: u32,
}

impl Token {
    /// Returns the byte range.
    pub(crate) fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

const fn is_word_start(b: u8) -> bool {
    b.is_ascii_alphabetic() || matches!(b, b'_' | b'$' | b'%')
}

const fn is_word(b: u8) -> bool {
    b.is_ascii_alphanumeric() || matches!(b, b'_' | b'$')
}

/// Lexer of a range of a text.
#[derive(Clone, Debug)]
pub(crate) struct Lexer<'a> {
    text: &'a str,
    at: usize,
    end: usize,
}

impl<'a> Lexer<'a> {
    /// Creates a lexer of `range` of `text`; offsets count from the start of `text`.
    pub(crate) fn new(text: &'a str, range: Range<usize>) -> Self {
        Lexer { text, at: range.start, end: range.end }
    }

    /// Returns the whole text, not only the range that is read.
    pub(crate) fn source(&self) -> &'a str {
        self.text
    }

    /// Returns the text of a token.
    pub(crate) fn text(&self, token: Token) -> &'a str {
        self.text.get(token.range()).unwrap_or("")
    }

    fn byte(&self, at: usize) -> u8 {
        if at < self.end { self.text.as_bytes()[at] } else { 0 }
    }

    /// Skips blanks and comments.
    fn skip_blank(&mut self) {
        let bytes = self.text.as_bytes();
        while self.at < self.end {
            match bytes[self.at] {
                b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c => self.at += 1,
                b'/' if self.byte(self.at + 1) == b'/' => self.at = line_end(bytes, self.at, self.end),
                b'/' if self.byte(self.at + 1) == b'*' => self.at = comment_end(bytes, self.at, self.end),
                _ => break,
            }
        }
    }

    /// Returns the next token.
    pub(crate) fn next(&mut self) -> Token {
        self.skip_blank();
        let start = self.at;
        let kind = if start >= self.end {
            TokenKind::End
        } else {
            match self.text.as_bytes()[start] {
                b'%' if !is_word(self.byte(start + 1)) => {
                    self.at += 1;
                    TokenKind::Punct(b'%')
                }
                b if is_word_start(b) => self.word(),
                b'0'..=b'9' => self.number(),
                b'.' if self.byte(start + 1).is_ascii_digit() => self.number(),
                b'.' if is_word_start(self.byte(start + 1)) => {
                    self.at += 1;
                    self.run_of_words();
                    TokenKind::Directive
                }
                b'"' => self.quoted(),
                b @ (b',' | b';' | b':' | b'(' | b')' | b'{' | b'}' | b'[' | b']' | b'<' | b'>' | b'@'
                | b'!' | b'|' | b'+' | b'-' | b'*' | b'/' | b'&' | b'^' | b'~' | b'=' | b'?') => {
                    self.at += 1;
                    TokenKind::Punct(b)
                }
                _ => {
                    // Consume a whole character: ranges must end on character boundaries.
                    self.at += self.text[start..].chars().next().map_or(1, char::len_utf8);
                    TokenKind::Bad
                }
            }
        };
        Token { kind, start: start as u32, end: self.at.min(self.end).max(start) as u32 }
    }

    /// Consumes `name` or `name::name`.
    fn run_of_words(&mut self) {
        loop {
            while is_word(self.byte(self.at)) {
                self.at += 1;
            }
            if self.byte(self.at) == b':' && self.byte(self.at + 1) == b':' && is_word(self.byte(self.at + 2))
            {
                self.at += 2;
            } else {
                break;
            }
        }
    }

    fn word(&mut self) -> TokenKind {
        self.at += 1;
        loop {
            self.run_of_words();
            if self.byte(self.at) == b'.' && is_word(self.byte(self.at + 1)) {
                self.at += 1;
            } else {
                return TokenKind::Word;
            }
        }
    }

    fn number(&mut self) -> TokenKind {
        let hex = matches!(self.byte(self.at + 1), b'x' | b'X' | b'f' | b'F' | b'd' | b'D')
            && self.byte(self.at) == b'0';
        while is_word(self.byte(self.at)) {
            self.at += 1;
        }
        if !hex && self.byte(self.at) == b'.' {
            self.at += 1;
            while is_word(self.byte(self.at)) {
                self.at += 1;
            }
        }
        let exponent = !hex && matches!(self.text.as_bytes()[self.at - 1], b'e' | b'E');
        if exponent && matches!(self.byte(self.at), b'+' | b'-') {
            self.at += 1;
            while self.byte(self.at).is_ascii_digit() {
                self.at += 1;
            }
        }
        TokenKind::Number
    }

    fn quoted(&mut self) -> TokenKind {
        self.at += 1;
        while self.at < self.end {
            match self.byte(self.at) {
                b'"' => {
                    self.at += 1;
                    return TokenKind::Text;
                }
                b'\\' => self.at += 2,
                _ => self.at += 1,
            }
        }
        TokenKind::Text
    }

    /// Skips a block after its opening brace. Returns the offset of the closing brace, or
    /// `None` if the text ends first.
    pub(crate) fn skip_braces(&mut self) -> Option<usize> {
        let bytes = self.text.as_bytes();
        let mut depth = 1usize;
        let mut at = self.at;
        while at < self.end {
            match bytes[at] {
                b'{' => depth += 1,
                b'}' => {
                    depth -= 1;
                    if depth == 0 {
                        self.at = at + 1;
                        return Some(at);
                    }
                }
                b'/' if bytes.get(at + 1) == Some(&b'/') => {
                    at = line_end(bytes, at, self.end);
                    continue;
                }
                b'/' if bytes.get(at + 1) == Some(&b'*') => {
                    at = comment_end(bytes, at, self.end);
                    continue;
                }
                b'"' => {
                    self.at = at;
                    self.quoted();
                    at = self.at;
                    continue;
                }
                _ => {}
            }
            at += 1;
        }
        self.at = self.end;
        None
    }

    /// Skips the rest of the current line.
    pub(crate) fn skip_line(&mut self) {
        self.at = line_end(self.text.as_bytes(), self.at, self.end);
    }
}

fn line_end(bytes: &[u8], at: usize, end: usize) -> usize {
    bytes[at..end].iter().position(|&b| b == b'\n').map_or(end, |n| at + n)
}

fn comment_end(bytes: &[u8], at: usize, end: usize) -> usize {
    let mut at = at + 2;
    while at + 1 < end {
        if bytes[at] == b'*' && bytes[at + 1] == b'/' {
            return at + 2;
        }
        at += 1;
    }
    end
}
