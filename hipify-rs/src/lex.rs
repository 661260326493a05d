//! C++ tokens, in the detail that a translator needs: identifiers, apart from comments and literals.
//!
//! Works on bytes, so any encoding and any line ends survive. Never fails: unknown bytes are punctuation.

use std::ops::Range;

/// Kind of a token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TokenKind {
    /// An identifier or keyword.
    Ident,
    /// A number.
    Number,
    /// A string or character literal, prefix and quotes included.
    Literal,
    /// The file name of an `#include`, with its quotes or angles.
    Header,
    /// The `#` that starts a directive.
    Hash,
    /// One byte of punctuation.
    Punct(u8),
}

/// A token and its byte range.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Token {
    /// Kind of the token.
    pub kind: TokenKind,
    /// First byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
}

impl Token {
    /// Returns the byte range.
    pub fn range(&self) -> Range<usize> {
        self.start..self.end
    }

    /// Returns the bytes.
    pub fn text<'a>(&self, source: &'a [u8]) -> &'a [u8] {
        &source[self.range()]
    }

    /// Returns the bytes without line splices (a backslash before a line end).
    pub fn joined<'a>(&self, source: &'a [u8]) -> std::borrow::Cow<'a, [u8]> {
        let text = self.text(source);
        if self.kind != TokenKind::Ident || !text.contains(&b'\\') {
            return text.into();
        }
        text.iter().copied().filter(|b| !matches!(b, b'\\' | b'\r' | b'\n')).collect::<Vec<u8>>().into()
    }

    /// Returns the byte of a punctuation token; 0 for other kinds.
    pub fn byte(&self) -> u8 {
        if let TokenKind::Punct(byte) = self.kind { byte } else { 0 }
    }

    /// Returns whether the token is this punctuation.
    pub fn is(&self, punct: u8) -> bool {
        self.kind == TokenKind::Punct(punct)
    }
}

/// Class of a byte, by the tokens that it may begin or continue.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    /// A token of its own, in any context.
    Alone,
    /// White space except line ends.
    Blank,
    LineEnd,
    Letter,
    Digit,
    Quote,
    /// Depends on the next byte: a comment, a number, a digraph, a line splice.
    Unclear,
}

const fn class(b: u8) -> Class {
    match b {
        b'\n' => Class::LineEnd,
        b' ' | b'\t' | b'\r' | 0x0b | 0x0c => Class::Blank,
        b'_' | b'$' | 0x80.. | b'a'..=b'z' | b'A'..=b'Z' => Class::Letter,
        b'0'..=b'9' => Class::Digit,
        b'"' | b'\'' => Class::Quote,
        b'/' | b'#' | b'%' | b'<' | b':' | b'.' | b'\\' => Class::Unclear,
        _ => Class::Alone,
    }
}

/// Class of each byte. A table, since the lookup runs for every byte.
const CLASSES: [Class; 256] = {
    let mut table = [Class::Alone; 256];
    let mut b = 0;
    while b < 256 {
        table[b] = class(b as u8);
        b += 1;
    }
    table
};

/// Returns whether a byte may be part of an identifier.
#[inline]
pub(crate) fn in_ident(b: u8) -> bool {
    matches!(CLASSES[usize::from(b)], Class::Letter | Class::Digit)
}

/// Computes [`in_ident`] for eight bytes at once: the highest bit of each byte of the result.
const fn in_idents(bytes: u64) -> u64 {
    const EACH: u64 = u64::MAX / 255;
    const HIGH: u64 = EACH * 0x80;
    // With the highest bits cleared, no sum carries into the next byte.
    let low = bytes & !HIGH;
    let letter = low | (EACH * 0x20);
    let letter = (letter + EACH * (0x80 - b'a' as u64)) & !(letter + EACH * (0x7f - b'z' as u64));
    let digit = (low + EACH * (0x80 - b'0' as u64)) & !(low + EACH * (0x7f - b'9' as u64));
    let underline = !((low ^ (EACH * b'_' as u64)) + EACH * 0x7f);
    let dollar = !((low ^ (EACH * b'$' as u64)) + EACH * 0x7f);
    (letter | digit | underline | dollar | bytes) & HIGH
}

/// Returns the end of the word that continues at `at`.
#[inline(always)]
fn word_end(text: &[u8], mut at: usize) -> usize {
    while let Some(eight) = text[at..].first_chunk() {
        let words = in_idents(u64::from_le_bytes(*eight));
        let length = (!words & in_idents(u64::MAX)).trailing_zeros() as usize / 8;
        at += length;
        if length < 8 {
            return at;
        }
    }
    text[at..].iter().position(|&b| !in_ident(b)).map_or(text.len(), |length| at + length)
}

/// Lexes a text. Comments and white space are not tokens.
pub fn lex(text: &[u8]) -> Vec<Token> {
    lex_whole(text).tokens
}

/// Indices of the tokens of some kinds, in order, so that a rule for one kind need not visit the others.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Places {
    /// Identifiers.
    pub idents: Vec<usize>,
    /// Numbers.
    pub numbers: Vec<usize>,
    /// Strings and characters.
    pub literals: Vec<usize>,
    /// The names of included files.
    pub headers: Vec<usize>,
    /// `#` that begins no directive.
    pub hashes: Vec<usize>,
    /// `<`
    pub angles: Vec<usize>,
    /// `true` if a line splice divides an identifier, which is rare.
    pub spliced: bool,
}

impl Places {
    fn clear(&mut self) {
        let Places { idents, numbers, literals, headers, hashes, angles, spliced } = self;
        *spliced = false;
        for places in [idents, numbers, literals, headers, hashes, angles] {
            places.clear();
        }
    }
}

/// Tokens of a text, with its directives and the indices by kind.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Lexed {
    /// All tokens.
    pub tokens: Vec<Token>,
    /// Token ranges of the preprocessor directives: from the `#` to the end of the (continued) line.
    pub directives: Vec<Range<usize>>,
    /// Indices of the tokens of some kinds.
    pub places: Places,
}

/// Lexes a text, and collects directives and indices by kind.
pub fn lex_whole(text: &[u8]) -> Lexed {
    lex_into(text, Lexed::default())
}

/// Lexes like [`lex_whole`], into the buffers of an earlier result: allocating large buffers costs as much as
/// filling them.
pub(crate) fn lex_into(text: &[u8], buffers: Lexed) -> Lexed {
    let mut lexer = Lexer::new(text);
    let Lexed { mut tokens, mut directives, mut places } = buffers;
    tokens.clear();
    directives.clear();
    places.clear();
    tokens.reserve(text.len() / 5);
    places.idents.reserve(text.len() / 12);
    (lexer.out, lexer.directives, lexer.places) = (tokens, directives, places);
    lexer.run()
}

/// Lexer that produces one token at a time. It can start at any position outside tokens, comments and
/// directives.
pub(crate) struct Lexer<'a> {
    text: &'a [u8],
    at: usize,
    /// `true` if only white space and comments came since the last line end.
    line_start: bool,
    /// Index of the `#` of the directive on this line.
    directive: Option<usize>,
    directives: Vec<Range<usize>>,
    out: Vec<Token>,
    places: Places,
}

impl<'a> Lexer<'a> {
    /// Creates a lexer at the beginning of a text.
    pub(crate) fn new(text: &'a [u8]) -> Self {
        // Skip the byte order mark, which belongs to no token.
        let at = if text.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 };
        let (directives, out, places) = (Vec::new(), Vec::new(), Places::default());
        Lexer { text, at, line_start: true, directive: None, directives, out, places }
    }

    /// Moves to the beginning of a line, in the state of a text's beginning.
    pub(crate) fn seek(&mut self, at: usize) {
        (self.at, self.line_start, self.directive) = (at, true, None);
        self.forget();
    }

    /// Lexes and returns the next token; [`Self::read`] returns all since the last jump.
    pub(crate) fn next_token(&mut self) -> Option<&Token> {
        let before = self.out.len();
        while self.out.len() == before {
            if !self.go::<true>() {
                return None;
            }
        }
        self.out.last()
    }

    /// Clears the collected tokens without moving. Not allowed if a `#` is among the last two.
    pub(crate) fn forget(&mut self) {
        self.out.clear();
        self.places.clear();
    }

    /// Returns the tokens since the last jump.
    pub(crate) fn read(&self) -> &[Token] {
        &self.out
    }

    fn peek(&self, ahead: usize) -> u8 {
        self.text.get(self.at + ahead).copied().unwrap_or(0)
    }

    #[inline(always)]
    fn push(&mut self, kind: TokenKind, start: usize) {
        let places = match kind {
            TokenKind::Ident => Some(&mut self.places.idents),
            TokenKind::Number => Some(&mut self.places.numbers),
            TokenKind::Literal => Some(&mut self.places.literals),
            TokenKind::Header => Some(&mut self.places.headers),
            TokenKind::Punct(b'#') => Some(&mut self.places.hashes),
            TokenKind::Punct(b'<') => Some(&mut self.places.angles),
            TokenKind::Punct(_) | TokenKind::Hash => None,
        };
        if let Some(places) = places {
            places.push(self.out.len());
        }
        self.out.push(Token { kind, start, end: self.at });
        self.line_start = false;
    }

    fn run(mut self) -> Lexed {
        self.go::<false>();
        self.end_directive();
        Lexed { tokens: self.out, directives: self.directives, places: self.places }
    }

    /// Lexes the rest of the text; with `ONE`, a single step: a token, or white space and a comment. Returns
    /// `false` at the end of the text.
    #[inline(always)]
    fn go<const ONE: bool>(&mut self) -> bool {
        let text = self.text;
        // A local, not the field, so that the position stays in a register.
        let mut at = self.at;
        loop {
            let Some(&byte) = text.get(at) else {
                self.at = at;
                return false;
            };
            // Words and brackets make up most of a text, so they come first, in predictable branches.
            match CLASSES[usize::from(byte)] {
                Class::Blank => {
                    at += 1;
                    continue;
                }
                Class::Letter => {
                    let start = at;
                    at = word_end(text, start);
                    if matches!(text.get(at), Some(b'"' | b'\'' | b'\\')) {
                        self.at = at;
                        self.word_before_quote(start);
                        at = self.at;
                    } else {
                        self.places.idents.push(self.out.len());
                        self.out.push(Token { kind: TokenKind::Ident, start, end: at });
                        self.line_start = false;
                    }
                }
                Class::Alone => {
                    at += 1;
                    self.out.push(Token { kind: TokenKind::Punct(byte), start: at - 1, end: at });
                    self.line_start = false;
                }
                class => {
                    self.at = at;
                    self.other(class, byte);
                    at = self.at;
                }
            }
            if ONE {
                self.at = at;
                return true;
            }
        }
    }

    /// Handles bytes that start neither a word nor a token of one byte.
    fn other(&mut self, class: Class, byte: u8) {
        match class {
            Class::LineEnd => {
                self.at += 1;
                self.line_start = true;
                self.end_directive();
            }
            Class::Digit => self.number(self.at),
            Class::Quote => self.literal(self.at),
            Class::Blank | Class::Letter | Class::Alone | Class::Unclear => self.unclear(byte),
        }
    }

    /// Pushes one byte of punctuation.
    fn punct(&mut self, byte: u8) {
        self.at += 1;
        self.push(TokenKind::Punct(byte), self.at - 1);
    }

    /// Handles a byte that the following byte gives its meaning.
    fn unclear(&mut self, byte: u8) {
        let start = self.at;
        match (byte, self.peek(1)) {
            (b'\\', _) if self.splice(0) > 0 => self.at += self.splice(0),
            (b'/', b'/') => self.line_comment(),
            (b'/', b'*') => self.block_comment(),
            (b'#', _) if self.line_start => {
                self.at += 1;
                self.begin_directive(start);
            }
            // Digraphs spell brackets and the hash in another way.
            (b'%', b':') if self.line_start => {
                self.at += 2;
                self.begin_directive(start);
            }
            (b'<', next @ (b':' | b'%')) if !self.is_global_name() => {
                self.at += 2;
                self.push(TokenKind::Punct(if next == b':' { b'[' } else { b'{' }), start);
            }
            (b':' | b'%', b'>') => {
                self.at += 2;
                self.push(TokenKind::Punct(if byte == b':' { b']' } else { b'}' }), start);
            }
            (b'.', b'0'..=b'9') => self.number(start),
            (b'<', _) if self.after_include() => self.header(start),
            _ => self.punct(byte),
        }
    }

    fn begin_directive(&mut self, start: usize) {
        self.directive = Some(self.out.len());
        self.push(TokenKind::Hash, start);
    }

    fn end_directive(&mut self) {
        if let Some(first) = self.directive.take() {
            self.directives.push(first..self.out.len());
        }
    }

    /// Returns whether `<::` at the `<` is no digraph, as in `vector<::T>`.
    fn is_global_name(&self) -> bool {
        self.peek(1) == b':' && self.peek(2) == b':' && !matches!(self.peek(3), b':' | b'>')
    }

    /// Returns the length in bytes of the line splice at `ahead`; 0 if there is none.
    fn splice(&self, ahead: usize) -> usize {
        match (self.peek(ahead), self.peek(ahead + 1), self.peek(ahead + 2)) {
            (b'\\', b'\n', _) => 2,
            (b'\\', b'\r', b'\n') => 3,
            _ => 0,
        }
    }

    fn line_comment(&mut self) {
        while let Some(next) = memchr::memchr2(b'\n', b'\\', &self.text[self.at..]) {
            self.at += next;
            match self.text[self.at] {
                b'\n' => return,
                // A line splice continues the comment on the next line.
                _ => self.at += self.splice(0).max(1),
            }
        }
        self.at = self.text.len();
    }

    fn block_comment(&mut self) {
        self.at += 2;
        while let Some(next) = memchr::memchr(b'*', self.text.get(self.at..).unwrap_or_default()) {
            self.at += next + 1;
            if self.peek(0) == b'/' {
                self.at += 1;
                return;
            }
        }
        self.at = self.text.len();
    }

    fn after_include(&self) -> bool {
        let [.., hash, word] = self.out.as_slice() else { return false };
        hash.kind == TokenKind::Hash
            && matches!(word.text(self.text), b"include" | b"include_next" | b"import")
    }

    fn header(&mut self, start: usize) {
        let line = self.text[start..].iter().position(|&b| b == b'\n').unwrap_or(self.text.len() - start);
        match self.text[start..start + line].iter().position(|&b| b == b'>') {
            Some(end) => {
                self.at = start + end + 1;
                self.push(TokenKind::Header, start);
            }
            None => {
                self.at += 1;
                self.push(TokenKind::Punct(b'<'), start);
            }
        }
    }

    fn literal(&mut self, start: usize) {
        let quote = self.text[self.at];
        self.at += 1;
        while self.at < self.text.len() {
            match self.text[self.at] {
                b'\\' => self.at += self.splice(0).max(2),
                // An unclosed literal ends with its line; the text after it is code again.
                b'\n' => break,
                b if b == quote => {
                    self.at += 1;
                    break;
                }
                _ => self.at += 1,
            }
        }
        self.at = self.at.min(self.text.len());
        let kind = if self.after_include() { TokenKind::Header } else { TokenKind::Literal };
        self.push(kind, start);
    }

    fn raw_literal(&mut self, start: usize) {
        // At the quote: R"delimiter( … )delimiter"
        let open = self.at + 1;
        let delimiter = self.text[open..].iter().take(17).position(|&b| b == b'(');
        let Some(length) = delimiter else { return self.literal(start) };
        let mut close = vec![b')'];
        close.extend(&self.text[open..open + length]);
        close.push(b'"');
        let body = open + length + 1;
        let end = self.text[body..].windows(close.len()).position(|w| w == close);
        self.at = end.map_or(self.text.len(), |end| body + end + close.len());
        self.push(TokenKind::Literal, start);
    }

    /// Lexes the rest of a word that a quote or a backslash follows.
    #[cold]
    fn word_before_quote(&mut self, start: usize) {
        // After a line splice, a word continues only at the very start of the next line.
        while self.peek(0) == b'\\' && self.splice(0) > 0 && in_ident(self.peek(self.splice(0))) {
            self.at = word_end(self.text, self.at + self.splice(0));
            self.places.spliced = true;
        }
        let prefix = matches!(self.peek(0), b'"' | b'\'') && self.at - start <= 3;
        match &self.text[start..self.at] {
            b"R" | b"LR" | b"uR" | b"UR" | b"u8R" if prefix && self.peek(0) == b'"' => {
                self.raw_literal(start)
            }
            b"L" | b"u" | b"U" | b"u8" if prefix => self.literal(start),
            _ => self.push(TokenKind::Ident, start),
        }
    }

    fn number(&mut self, start: usize) {
        while self.at < self.text.len() {
            let b = self.text[self.at];
            let exponent = self.at > start && matches!(self.text[self.at - 1], b'e' | b'E' | b'p' | b'P');
            let separator = b == b'\'' && self.peek(1).is_ascii_alphanumeric();
            if in_ident(b) || b == b'.' || separator || (exponent && matches!(b, b'+' | b'-')) {
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
        assert_eq!(idents("a /* b */ c // d \\\n e\n f"), ["a", "c", "f"]);
        assert_eq!(idents(r#"x("s \" t", 'c', R"d( " )d", u8"w") y"#), ["x", "y"]);
        assert_eq!(idents("0x1fULL 1e+5f 1'000 1.f .5e-3 z"), ["z"]);
        assert_eq!(
            idents("#define M(x) cudaFree(x) \\\n + cuInit(0)"),
            ["define", "M", "x", "cudaFree", "x", "cuInit"]
        );
        assert_eq!(idents("\"unclosed\nnext"), ["next"]);
        assert_eq!(idents("a<b>c"), ["a", "b", "c"]);
    }

    #[test]
    fn eight_bytes_are_classified_like_one() {
        for b in 0..=255u8 {
            for place in 0..8 {
                for other in [0, b'a', b'_', b'@', 0x7f, 0xff] {
                    let mut bytes = [other; 8];
                    bytes[place] = b;
                    let want = bytes.map(|b| if in_ident(b) { 0x80 } else { 0 });
                    assert_eq!(in_idents(u64::from_le_bytes(bytes)), u64::from_le_bytes(want), "{bytes:?}");
                }
            }
        }
        let text = b"a23456789_1234567 x";
        assert_eq!((0..3).map(|at| word_end(text, at)).collect::<Vec<_>>(), [17; 3]);
        assert_eq!((word_end(text, 17), word_end(text, 18), word_end(b"", 0)), (17, 19, 0));
    }

    #[test]
    fn directives_are_lines() {
        let text = "a\n#define X(a) \\\n  f(a) /* over\n a line */ g // c\nb\n  # if 1\r\nc %: d\n%:endif";
        let Lexed { tokens, directives, .. } = lex_whole(text.as_bytes());
        let shown: Vec<_> =
            directives.iter().map(|d| &text[tokens[d.start].start..tokens[d.end - 1].end]).collect();
        assert_eq!(shown, ["#define X(a) \\\n  f(a) /* over\n a line */ g", "# if 1", "%:endif"]);
    }

    #[test]
    fn splices_and_digraphs() {
        assert_eq!(idents("a\\\nb \"x\\\r\ny\" c"), ["a\\\nb", "c"]);
        assert_eq!(idents("#define A\\\n b"), ["define", "A", "b"]);
        let tokens = lex(b"a<:1:> <% %> v<::T>");
        let brackets: Vec<_> = tokens.iter().filter(|t| t.kind != TokenKind::Ident).map(|t| t.kind).collect();
        let p = TokenKind::Punct;
        let want =
            [p(b'['), TokenKind::Number, p(b']'), p(b'{'), p(b'}'), p(b'<'), p(b':'), p(b':'), p(b'>')];
        assert_eq!(brackets, want);
    }

    #[test]
    fn headers_are_headers() {
        let text = "#include <cuda.h>\n# include \"x.h\"\nint a = b <c> d;";
        let tokens = lex(text.as_bytes());
        let found: Vec<_> =
            tokens.iter().filter(|t| t.kind == TokenKind::Header).map(|t| &text[t.range()]).collect();
        assert_eq!(found, ["<cuda.h>", "\"x.h\""]);
    }
}
