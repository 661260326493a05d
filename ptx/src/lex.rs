//! Tokens of PTX text, one at a time, without copying: a token is a kind and a byte range.
//!
//! A *word* keeps its dots (`ld.global.f32`, `%tid.x`), because PTX never puts a dot between two words
//! otherwise; a *directive* ends at the next dot (`.param.u64` is two). Nothing is looked up here.

use std::ops::Range;

/// What a token is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// A name, an instruction with its modifiers, or a register.
    Word,
    /// `.name`
    Directive,
    /// Starts with a digit, or with a point and a digit.
    Number,
    /// In double quotes, which belong to the range.
    Text,
    /// Any of the bytes ``,;:(){}[]<>@!|+-*/%&^~=?`` by itself; `<<` and `>>` are two tokens.
    Punct(u8),
    /// A byte that begins no token.
    Bad,
    /// The end of the text.
    End,
}

/// A token: what it is and where.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Token {
    /// What it is.
    pub(crate) kind: Kind,
    /// Byte offset of its first byte.
    pub(crate) start: u32,
    /// Byte offset behind it.
    pub(crate) end: u32,
}

impl Token {
    /// Its bytes' range.
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

/// Reads tokens from a part of a text.
#[derive(Clone, Debug)]
pub(crate) struct Lexer<'a> {
    text: &'a str,
    at: usize,
    end: usize,
}

impl<'a> Lexer<'a> {
    /// Reads `range` of `text`; offsets count from the start of `text`.
    pub(crate) fn new(text: &'a str, range: Range<usize>) -> Self {
        Lexer { text, at: range.start, end: range.end }
    }

    /// The whole text, of which the lexer reads a range.
    pub(crate) fn source(&self) -> &'a str {
        self.text
    }

    /// The text of a token.
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

    /// The next token.
    pub(crate) fn next(&mut self) -> Token {
        self.skip_blank();
        let start = self.at;
        let kind = if start >= self.end {
            Kind::End
        } else {
            match self.text.as_bytes()[start] {
                b if is_word_start(b) => self.word(),
                b'0'..=b'9' => self.number(),
                b'.' if self.byte(start + 1).is_ascii_digit() => self.number(),
                b'.' if is_word_start(self.byte(start + 1)) => {
                    self.at += 1;
                    self.run_of_words();
                    Kind::Directive
                }
                b'"' => self.quoted(),
                b @ (b',' | b';' | b':' | b'(' | b')' | b'{' | b'}' | b'[' | b']' | b'<' | b'>' | b'@'
                | b'!' | b'|' | b'+' | b'-' | b'*' | b'/' | b'&' | b'^' | b'~' | b'=' | b'?') => {
                    self.at += 1;
                    Kind::Punct(b)
                }
                _ => {
                    // A whole character, so that ranges stay on character borders.
                    self.at += self.text[start..].chars().next().map_or(1, char::len_utf8);
                    Kind::Bad
                }
            }
        };
        Token { kind, start: start as u32, end: self.at.min(self.end).max(start) as u32 }
    }

    /// `name` or `name::name`.
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

    fn word(&mut self) -> Kind {
        self.at += 1;
        loop {
            self.run_of_words();
            if self.byte(self.at) == b'.' && is_word(self.byte(self.at + 1)) {
                self.at += 1;
            } else {
                return Kind::Word;
            }
        }
    }

    fn number(&mut self) -> Kind {
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
        Kind::Number
    }

    fn quoted(&mut self) -> Kind {
        self.at += 1;
        while self.at < self.end {
            match self.byte(self.at) {
                b'"' => {
                    self.at += 1;
                    return Kind::Text;
                }
                b'\\' => self.at += 2,
                _ => self.at += 1,
            }
        }
        Kind::Text
    }

    /// With the opening brace just read: skips to behind its closing one, whose offset is returned.
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

    /// Goes on behind the end of the current line.
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
