//! C++ tokens, as far as a translator needs them: where identifiers are, and where comments and literals are
//! not.
//!
//! Works on bytes, so that any encoding and any line ends survive. Never fails: bytes it does not know are
//! punctuation.

use std::ops::Range;

/// What a token is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
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

/// A token and where it stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Token {
    /// What it is.
    pub kind: Kind,
    /// First byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
}

impl Token {
    /// Where it stands.
    pub fn range(&self) -> Range<usize> {
        self.start..self.end
    }

    /// Its bytes.
    pub fn text<'a>(&self, source: &'a [u8]) -> &'a [u8] {
        &source[self.range()]
    }

    /// Its bytes without the line ends that backslashes hide in it.
    pub fn joined<'a>(&self, source: &'a [u8]) -> std::borrow::Cow<'a, [u8]> {
        let text = self.text(source);
        if self.kind != Kind::Ident || !text.contains(&b'\\') {
            return text.into();
        }
        text.iter().copied().filter(|b| !matches!(b, b'\\' | b'\r' | b'\n')).collect::<Vec<u8>>().into()
    }

    /// The byte that it is, if it is punctuation; 0 otherwise.
    pub fn byte(&self) -> u8 {
        if let Kind::Punct(byte) = self.kind { byte } else { 0 }
    }

    /// Whether it is this punctuation.
    pub fn is(&self, punct: u8) -> bool {
        self.kind == Kind::Punct(punct)
    }
}

/// What a byte may begin, or that it may go on with a word.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    /// A token of its own, whatever stands around it.
    Alone,
    /// White space that ends no line.
    Blank,
    LineEnd,
    Letter,
    Digit,
    Quote,
    /// What the next byte decides: a comment, a number, a digraph, a hidden line end.
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

/// The class of each byte: looked up, as every byte asks.
const CLASSES: [Class; 256] = {
    let mut table = [Class::Alone; 256];
    let mut b = 0;
    while b < 256 {
        table[b] = class(b as u8);
        b += 1;
    }
    table
};

/// Whether a byte may stand in an identifier.
#[inline]
pub(crate) fn in_ident(b: u8) -> bool {
    matches!(CLASSES[usize::from(b)], Class::Letter | Class::Digit)
}

/// Of eight bytes, the highest bit of each that may stand in an identifier: what [`in_ident`] says, for all
/// at a time.
const fn in_idents(bytes: u64) -> u64 {
    const EACH: u64 = u64::MAX / 255;
    const HIGH: u64 = EACH * 0x80;
    // Without their highest bits no byte's sum reaches into the next one.
    let low = bytes & !HIGH;
    let letter = low | (EACH * 0x20);
    let letter = (letter + EACH * (0x80 - b'a' as u64)) & !(letter + EACH * (0x7f - b'z' as u64));
    let digit = (low + EACH * (0x80 - b'0' as u64)) & !(low + EACH * (0x7f - b'9' as u64));
    let underline = !((low ^ (EACH * b'_' as u64)) + EACH * 0x7f);
    let dollar = !((low ^ (EACH * b'$' as u64)) + EACH * 0x7f);
    (letter | digit | underline | dollar | bytes) & HIGH
}

/// Where the word ends that goes on at a place.
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

/// The tokens of a text. Comments and white space are none.
pub fn lex(text: &[u8]) -> Vec<Token> {
    lex_whole(text).tokens
}

/// Where tokens of some kinds stand: their numbers, in order. Who looks for one kind walks over no others.
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
    /// Whether a hidden line end parts an identifier, which is rare.
    pub parted: bool,
}

impl Places {
    fn clear(&mut self) {
        let Places { idents, numbers, literals, headers, hashes, angles, parted } = self;
        *parted = false;
        for places in [idents, numbers, literals, headers, hashes, angles] {
            places.clear();
        }
    }
}

/// What a text is made of.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Lexed {
    /// Its tokens.
    pub tokens: Vec<Token>,
    /// Which of them are preprocessor directives: from the `#` to the end of the (continued) line.
    pub directives: Vec<Range<usize>>,
    /// Where those of some kinds are.
    pub places: Places,
}

/// The tokens of a text, and what is known of them when they are read.
pub fn lex_whole(text: &[u8]) -> Lexed {
    lex_in(text, Lexed::default())
}

/// The same, in the room of what was read before: large pieces of memory are as dear as what is written
/// there.
pub(crate) fn lex_in(text: &[u8], room: Lexed) -> Lexed {
    let mut lexer = Lexer::new(text);
    let Lexed { mut tokens, mut directives, mut places } = room;
    tokens.clear();
    directives.clear();
    places.clear();
    tokens.reserve(text.len() / 5);
    places.idents.reserve(text.len() / 12);
    (lexer.out, lexer.directives, lexer.places) = (tokens, directives, places);
    lexer.run()
}

/// Reads tokens one after the other, from any place that no token, comment or directive goes over.
pub(crate) struct Lexer<'a> {
    text: &'a [u8],
    at: usize,
    /// Only white space and comments since the last line end.
    line_start: bool,
    /// The number of the `#` of the directive that this line is.
    directive: Option<usize>,
    directives: Vec<Range<usize>>,
    out: Vec<Token>,
    places: Places,
}

impl<'a> Lexer<'a> {
    /// At a text's beginning.
    pub(crate) fn new(text: &'a [u8]) -> Self {
        // A byte order mark is none of the first token's.
        let at = if text.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 };
        let (directives, out, places) = (Vec::new(), Vec::new(), Places::default());
        Lexer { text, at, line_start: true, directive: None, directives, out, places }
    }

    /// Goes to a place where a line begins, as if nothing had come before it.
    pub(crate) fn go_to(&mut self, at: usize) {
        (self.at, self.line_start, self.directive) = (at, true, None);
        self.forget();
    }

    /// The next token, if there is one; `read` has those since the last jump.
    pub(crate) fn next_token(&mut self) -> Option<&Token> {
        let before = self.out.len();
        while self.out.len() == before {
            if !self.go::<true>() {
                return None;
            }
        }
        self.out.last()
    }

    /// Begins to collect tokens anew, at the same place; not where a `#` is among the last two.
    pub(crate) fn forget(&mut self) {
        self.out.clear();
        self.places.clear();
    }

    /// The tokens since the last jump.
    pub(crate) fn read(&self) -> &[Token] {
        &self.out
    }

    fn peek(&self, ahead: usize) -> u8 {
        self.text.get(self.at + ahead).copied().unwrap_or(0)
    }

    #[inline(always)]
    fn push(&mut self, kind: Kind, start: usize) {
        let places = match kind {
            Kind::Ident => Some(&mut self.places.idents),
            Kind::Number => Some(&mut self.places.numbers),
            Kind::Literal => Some(&mut self.places.literals),
            Kind::Header => Some(&mut self.places.headers),
            Kind::Punct(b'#') => Some(&mut self.places.hashes),
            Kind::Punct(b'<') => Some(&mut self.places.angles),
            Kind::Punct(_) | Kind::Hash => None,
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

    /// Lexes what is left; or, if it is to do one thing, a token, or some white space and a comment. Whether
    /// there was something.
    #[inline(always)]
    fn go<const ONE: bool>(&mut self) -> bool {
        let text = self.text;
        // Here and not in the lexer: what every token asks for is to stay in a register.
        let mut at = self.at;
        loop {
            let Some(&byte) = text.get(at) else {
                self.at = at;
                return false;
            };
            // Words and brackets are most of a text: asked for first, and by branches that a processor
            // learns.
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
                        self.beside_quote(start);
                        at = self.at;
                    } else {
                        self.places.idents.push(self.out.len());
                        self.out.push(Token { kind: Kind::Ident, start, end: at });
                        self.line_start = false;
                    }
                }
                Class::Alone => {
                    at += 1;
                    self.out.push(Token { kind: Kind::Punct(byte), start: at - 1, end: at });
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

    /// What is neither a word nor a token of one byte.
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

    /// One byte of punctuation.
    fn punct(&mut self, byte: u8) {
        self.at += 1;
        self.push(Kind::Punct(byte), self.at - 1);
    }

    /// At a byte that means one thing or another by what follows.
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
            // The digraphs: another spelling of brackets and of the hash.
            (b'%', b':') if self.line_start => {
                self.at += 2;
                self.begin_directive(start);
            }
            (b'<', next @ (b':' | b'%')) if !self.is_global_name() => {
                self.at += 2;
                self.push(Kind::Punct(if next == b':' { b'[' } else { b'{' }), start);
            }
            (b':' | b'%', b'>') => {
                self.at += 2;
                self.push(Kind::Punct(if byte == b':' { b']' } else { b'}' }), start);
            }
            (b'.', b'0'..=b'9') => self.number(start),
            (b'<', _) if self.after_include() => self.header(start),
            _ => self.punct(byte),
        }
    }

    fn begin_directive(&mut self, start: usize) {
        self.directive = Some(self.out.len());
        self.push(Kind::Hash, start);
    }

    fn end_directive(&mut self) {
        if let Some(first) = self.directive.take() {
            self.directives.push(first..self.out.len());
        }
    }

    /// At `<`: whether `<::` follows that is no digraph, as in `vector<::T>`.
    fn is_global_name(&self) -> bool {
        self.peek(1) == b':' && self.peek(2) == b':' && !matches!(self.peek(3), b':' | b'>')
    }

    /// The bytes of a backslash and the line end it hides, at `ahead`; 0 if none stands there.
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
                // A backslash carries the comment over the line end.
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
        hash.kind == Kind::Hash && matches!(word.text(self.text), b"include" | b"include_next" | b"import")
    }

    fn header(&mut self, start: usize) {
        let line = self.text[start..].iter().position(|&b| b == b'\n').unwrap_or(self.text.len() - start);
        match self.text[start..start + line].iter().position(|&b| b == b'>') {
            Some(end) => {
                self.at = start + end + 1;
                self.push(Kind::Header, start);
            }
            None => {
                self.at += 1;
                self.push(Kind::Punct(b'<'), start);
            }
        }
    }

    fn literal(&mut self, start: usize) {
        let quote = self.text[self.at];
        self.at += 1;
        while self.at < self.text.len() {
            match self.text[self.at] {
                b'\\' => self.at += self.splice(0).max(2),
                // An unclosed literal ends with its line: what follows is code again.
                b'\n' => break,
                b if b == quote => {
                    self.at += 1;
                    break;
                }
                _ => self.at += 1,
            }
        }
        self.at = self.at.min(self.text.len());
        let kind = if self.after_include() { Kind::Header } else { Kind::Literal };
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
        self.push(Kind::Literal, start);
    }

    /// Behind a word that a quote or a backslash follows.
    #[cold]
    fn beside_quote(&mut self, start: usize) {
        // A word may go on after a hidden line end, if it stands at the very start of the next line.
        while self.peek(0) == b'\\' && self.splice(0) > 0 && in_ident(self.peek(self.splice(0))) {
            self.at = word_end(self.text, self.at + self.splice(0));
            self.places.parted = true;
        }
        let prefix = matches!(self.peek(0), b'"' | b'\'') && self.at - start <= 3;
        match &self.text[start..self.at] {
            b"R" | b"LR" | b"uR" | b"UR" | b"u8R" if prefix && self.peek(0) == b'"' => {
                self.raw_literal(start)
            }
            b"L" | b"u" | b"U" | b"u8" if prefix => self.literal(start),
            _ => self.push(Kind::Ident, start),
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
        self.push(Kind::Number, start);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn idents(text: &str) -> Vec<&str> {
        let tokens = lex(text.as_bytes());
        tokens.iter().filter(|t| t.kind == Kind::Ident).map(|t| &text[t.range()]).collect()
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
    fn eight_bytes_are_told_as_one_is() {
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
        let brackets: Vec<_> = tokens.iter().filter(|t| t.kind != Kind::Ident).map(|t| t.kind).collect();
        let p = Kind::Punct;
        let want = [p(b'['), Kind::Number, p(b']'), p(b'{'), p(b'}'), p(b'<'), p(b':'), p(b':'), p(b'>')];
        assert_eq!(brackets, want);
    }

    #[test]
    fn headers_are_headers() {
        let text = "#include <cuda.h>\n# include \"x.h\"\nint a = b <c> d;";
        let tokens = lex(text.as_bytes());
        let found: Vec<_> =
            tokens.iter().filter(|t| t.kind == Kind::Header).map(|t| &text[t.range()]).collect();
        assert_eq!(found, ["<cuda.h>", "\"x.h\""]);
    }
}
