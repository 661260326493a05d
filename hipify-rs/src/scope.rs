//! Lookup of declarations near a name, by walking outwards over the tokens.
//!
//! This is not a compiler. It reads declarations of functions, parameters, locals, members and globals of one
//! file, and returns nothing where it finds none.

use crate::lex::{Token, TokenKind};
use crate::structure::{ANGLES, Argument, Structure, doubled, tripled};
use std::ops::Range;

/// A text with its tokens and their bracket structure.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// The text.
    pub text: &'a [u8],
    /// Its tokens.
    pub tokens: &'a [Token],
    /// Their brackets and directives.
    pub structure: &'a Structure,
}

/// Declaration of a name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Declared {
    /// Tokens of its type, before any `*` and `&`; may include qualifiers and storage classes.
    pub ty: Range<usize>,
    /// `true` for a pointer to, or an array of, that type.
    pub pointer: bool,
}

/// Limit of tokens that a backward search visits, bracketed groups counted as one. It bounds the time for
/// degenerate input.
const STATEMENT: usize = 2_000;

/// Macro that replaces a launch's chevrons.
const LAUNCH: &[u8] = b"hipLaunchKernelGGL";

/// Limit of tokens in the head of a class.
const HEAD: usize = 512;

/// Limit of words and template arguments in a type.
const TYPE: usize = 64;

/// Returns whether a word may precede a name without being its type.
fn is_no_type(word: &[u8]) -> bool {
    matches!(
        word,
        b"alignof"
            | b"and"
            | b"case"
            | b"co_await"
            | b"co_return"
            | b"co_yield"
            | b"decltype"
            | b"define"
            | b"delete"
            | b"do"
            | b"else"
            | b"goto"
            | b"namespace"
            | b"new"
            | b"not"
            | b"operator"
            | b"or"
            | b"private"
            | b"protected"
            | b"public"
            | b"return"
            | b"sizeof"
            | b"template"
            | b"throw"
            | b"typename"
            | b"using"
    )
}

impl<'a> Source<'a> {
    /// Returns the bytes of a token; empty past the end.
    pub fn word(&self, at: usize) -> &'a [u8] {
        self.tokens.get(at).map_or(b"", |t| t.text(self.text))
    }

    /// Returns whether a token is this punctuation.
    pub fn is(&self, at: usize, punct: u8) -> bool {
        self.tokens.get(at).is_some_and(|t| t.is(punct))
    }

    /// Returns the arguments between two brackets, as [`Structure::arguments`] does. Also `None` if an
    /// argument ends with an unclosed literal, which would swallow text inserted after it, or if it contains
    /// a launch or the end of a statement.
    pub fn arguments(&self, open: usize, close: usize) -> Option<Vec<Argument>> {
        let found = self.structure.arguments(self.tokens, open, close)?;
        let whole = |argument: &Argument| {
            self.is_closed(argument.tokens.end - 1) && !self.breaks_off(argument.tokens.clone())
        };
        found.iter().all(whole).then_some(found)
    }

    /// Returns whether some tokens contain, outside brackets, a semicolon or a launch. The commas of a launch
    /// (as chevrons, or as the call that replaces them) are its own.
    fn breaks_off(&self, range: Range<usize>) -> bool {
        let mut at = range.start;
        while at < range.end {
            match self.tokens[at].kind {
                TokenKind::Punct(b'(' | b'[' | b'{') => at = self.structure.partner(at).unwrap_or(at).max(at),
                TokenKind::Punct(b';') => return true,
                TokenKind::Punct(b'<') if tripled(self.tokens, at, b'<') => return true,
                TokenKind::Ident if self.word(at) == LAUNCH => return true,
                _ => {}
            }
            at += 1;
        }
        false
    }

    /// Returns whether text may be inserted after a token: an unclosed literal would swallow it.
    pub fn is_closed(&self, at: usize) -> bool {
        if self.tokens.get(at).is_none_or(|token| token.kind != TokenKind::Literal) {
            return true;
        }
        let text = self.word(at);
        let quotes = |b: &u8| matches!(b, b'"' | b'\'');
        let (Some(first), Some(last)) = (text.iter().position(quotes), text.iter().rposition(quotes)) else {
            return false;
        };
        let raw = text[..first].ends_with(b"R");
        // As in the lexer, a raw literal whose delimiter is too long is an ordinary literal.
        let open = &text[first + 1..];
        if let Some(length) = open.iter().take(17).position(|&b| raw && b == b'(') {
            let close = [b")", &open[..length], b"\""].concat();
            return open[length + 1..].ends_with(&close);
        }
        let escapes = text[..last].iter().rev().take_while(|b| **b == b'\\').count();
        first < last && text[first] == text[last] && escapes % 2 == 0
    }

    fn is_name(&self, at: usize) -> bool {
        self.tokens.get(at).is_some_and(|t| t.kind == TokenKind::Ident)
    }

    /// Returns whether a token can end a type: a type name, or the `>` of template arguments.
    fn ends_type(&self, at: usize) -> bool {
        (self.is_name(at) && !is_no_type(self.word(at))) || self.is(at, b'>')
    }

    /// Returns the first token of the enclosing statement, parameter or macro body.
    pub fn statement_start(&self, at: usize) -> usize {
        self.structure.statement_start(at)
    }

    /// Returns the declaration that the name at a token belongs to, if it is a declarator.
    #[inline]
    pub fn declares(&self, at: usize) -> Option<Declared> {
        // A declarator follows its type, `*`, `&` or a comma. This test alone rejects most names.
        let before = at.checked_sub(1).and_then(|before| self.tokens.get(before))?;
        match before.kind {
            TokenKind::Ident | TokenKind::Punct(b'*' | b'&' | b'>' | b',') => self.declares_after_type(at),
            _ => None,
        }
    }

    fn declares_after_type(&self, at: usize) -> Option<Declared> {
        let next_fits = matches!(
            self.tokens.get(at + 1).map(|t| t.kind),
            None | Some(TokenKind::Punct(b';' | b'=' | b',' | b')' | b'[' | b'{' | b':' | b'('))
        );
        if !next_fits || at == 0 || (self.is(at + 1, b':') && self.is(at + 2, b':')) {
            return None;
        }
        let mut pointer = self.is(at + 1, b'[');
        let mut before = at - 1;
        while self.is(before, b'*')
            || self.is(before, b'&')
            || matches!(self.word(before), b"const" | b"__restrict__")
        {
            pointer |= self.is(before, b'*');
            before = before.checked_sub(1)?;
        }
        if !self.is(before, b',') && !self.ends_type(before) {
            return None;
        }
        let start = self.statement_start(at);
        if before < at - 1 && start > 0 && self.is(start - 1, b'(') && !self.takes_parameters(start - 1) {
            // `f(a * b)`
            return None;
        }
        if self.ends_type(before) && before >= start {
            let (first, last) = (self.specifiers_start(start, before)?, before + 1);
            let is_call =
                first == before && self.is_macro(before) && self.is(at + 1, b'(') && self.is_in_body(at);
            return (!is_call).then_some(Declared { ty: first..last, pointer });
        }
        // `T a, *b`: other declarators lie between the type and this one.
        let called = self.is(at + 1, b'(');
        if self.is(before, b',')
            && !called
            && before > start
            && self.is_name(start)
            && self.parens_of(at).is_none()
        {
            let mut last = start;
            while self.is_name(last + 1) || (self.is(last + 1, b':') && !self.is(last + 3, b'{')) {
                last += 1;
            }
            // `T<A, B, C> a;` declares none of its arguments.
            let opens = (last + 1..at).filter(|&n| self.is(n, b'<')).count();
            let closes = (last + 1..at).filter(|&n| self.is(n, b'>')).count();
            if self.is(last + 1, b'<') && opens > closes {
                return None;
            }
            let declarator = if self.is(last + 1, b'*') || self.is(last + 1, b'&') { last + 1 } else { last };
            let named = (declarator..at).any(|n| self.is_name(n)) && (declarator > last || last > start);
            let end = if declarator > last { last + 1 } else { last };
            let fits = named && !is_no_type(self.word(start));
            return fits.then_some(Declared { ty: start..end, pointer });
        }
        None
    }

    /// Returns whether a word is written as macros are. `CHECK cudaFree(p);` in a function is a call, as the
    /// macro brings its own semicolon.
    fn is_macro(&self, at: usize) -> bool {
        let word = self.word(at);
        word.len() > 1 && !word.iter().any(u8::is_ascii_lowercase)
    }

    /// Returns whether a token is a part of a function's body, not of a class, a namespace or the file.
    pub fn is_in_body(&self, at: usize) -> bool {
        let block = self.structure.inside(at).filter(|&open| self.is(open, b'{') && !self.is_class(open));
        block.is_some_and(|open| {
            !matches!(self.word(self.statement_start(open)), b"namespace" | b"extern" | b"inline")
                || open.checked_sub(1).is_some_and(|before| self.is(before, b')'))
        })
    }

    /// Returns whether the name at a token declares a type: `typedef int name;`, `typedef int (*name)(…);`,
    /// `using name = …`, `enum name`, `#define name …`.
    pub fn declares_type(&self, at: usize) -> bool {
        let Some(before) = at.checked_sub(1) else { return false };
        if matches!(self.word(before), b"using" | b"enum" | b"struct" | b"union" | b"class" | b"define") {
            return true;
        }
        let pointer = self.is(before, b'*') && self.is(at + 1, b')') && self.is(at + 2, b'(');
        // In `typedef int (*name)(…)` the statement begins outside of the parentheses.
        let inner = self.statement_start(at);
        let first =
            if pointer { inner.checked_sub(1).map(|open| self.statement_start(open)) } else { Some(inner) };
        first.is_some_and(|first| self.word(first) == b"typedef" && first < before)
            && (pointer || matches!(self.tokens.get(at + 1).map_or(0, Token::byte), b';' | b'[' | b','))
    }

    /// Returns whether the parenthesis that opens here holds declarations: parameters, or the head of a loop
    /// or of a handler.
    fn takes_parameters(&self, open: usize) -> bool {
        let Some(name) = open.checked_sub(1) else { return false };
        match self.tokens[name].kind {
            // A lambda's parameters, or those of a function pointer.
            TokenKind::Punct(b']' | b')') => true,
            TokenKind::Ident
                if matches!(self.word(name), b"for" | b"catch" | b"if" | b"while" | b"switch") =>
            {
                self.word(name) == b"for" || self.word(name) == b"catch"
            }
            TokenKind::Ident => {
                let first = self.primary_start(name);
                // A constructor or conversion is preceded by its class, not by a type.
                let method = first < name
                    && self.structure.partner(open).is_some_and(|close| {
                        matches!(self.tokens.get(close + 1).map_or(0, |t| t.byte()), b'{' | b':')
                    });
                let typed = |before: usize| {
                    self.ends_type(before) || matches!(self.tokens[before].byte(), b'*' | b'&' | b'~')
                };
                method || first.checked_sub(1).is_some_and(typed)
            }
            _ => false,
        }
    }

    /// Returns the first token of the type that ends at `last`, if the tokens from `start` on form a
    /// declaration.
    fn specifiers_start(&self, start: usize, last: usize) -> Option<usize> {
        let mut at = last;
        for _ in 0..TYPE {
            if self.is(at, b'>') {
                let open = self.angle_open(at, start)?;
                let close = self.structure.angle_end(self.tokens, open, at + 1);
                at = open.checked_sub(1).filter(|_| close.is_some_and(|(close, _)| close == at))?;
            }
            if !self.is_name(at) || is_no_type(self.word(at)) {
                return None;
            }
            if at == start {
                return Some(at);
            }
            let before = at - 1;
            if before > start && self.is(before, b':') && self.is(before - 1, b':') {
                at = if before - 1 == start { return Some(start) } else { before - 2 };
                continue;
            }
            match self.tokens[before].kind {
                TokenKind::Ident if !is_no_type(self.word(before)) => at = before,
                // A label, an attribute, a template head, a `,` between parameters, `extern "C"`.
                TokenKind::Punct(b':' | b']' | b')' | b'>' | b',') | TokenKind::Literal => return Some(at),
                _ => return None,
            }
        }
        None
    }

    /// Returns the parenthesis that directly encloses a token.
    fn parens_of(&self, at: usize) -> Option<usize> {
        let start = self.statement_start(at).checked_sub(1)?;
        self.is(start, b'(').then_some(start)
    }

    /// Returns whether the block that opens here is the body of a class.
    pub fn is_class(&self, open: usize) -> bool {
        let start = self.statement_start(open);
        let mut head = start..open;
        head.len() < HEAD
            && head.clone().any(|n| matches!(self.word(n), b"struct" | b"class" | b"union"))
            && !head.any(|n| self.is(n, b'(') || self.is(n, b'='))
    }

    /// Returns whether a type is one of these, ignoring qualifiers.
    pub fn names_type(&self, ty: &Range<usize>, types: &[&[u8]]) -> bool {
        ty.clone().any(|at| types.contains(&self.word(at)))
    }

    /// Returns whether a name is a member of the operand before it: `x.name`, `x->name`.
    pub fn is_member(&self, at: usize) -> bool {
        at > 0 && (self.is(at - 1, b'.') || (at > 1 && self.is(at - 1, b'>') && self.is(at - 2, b'-')))
    }

    /// Returns the last token of the directive's head if a token follows it: the `#`, or a macro's name or
    /// parameters.
    fn head_end(&self, at: usize) -> Option<usize> {
        let directive = self.structure.directive(at)?;
        let name = directive.start + 2;
        if self.word(directive.start + 1) != b"define" || name >= at {
            return Some(directive.start);
        }
        let called = self.is(name + 1, b'(') && self.tokens[name].end == self.tokens[name + 1].start;
        let close = if called { self.structure.partner(name + 1)? } else { name };
        Some(if close < at { close } else { directive.start })
    }

    /// Returns the first token of the primary expression that ends at `last`: `a`, `a.b[c]->d`,
    /// `ns::f<T>(x)`, `a##b`.
    pub fn primary_start(&self, last: usize) -> usize {
        let first = self.head_end(last).map_or(0, |head| head + 1);
        let mut at = last;
        for _ in 0..STATEMENT {
            // From the end of an operand to its beginning.
            match self.tokens[at].kind {
                TokenKind::Punct(b')' | b']') => {
                    match self.structure.partner(at).filter(|&open| open < at && open >= first) {
                        // The called or indexed operand comes first; a parenthesised operand has none.
                        Some(open) if open > first && self.ends_operand(open - 1) => {
                            at = open - 1;
                            continue;
                        }
                        Some(open) => at = open,
                        None => return at,
                    }
                }
                TokenKind::Punct(b'>') => match self.angle_open(at, first.saturating_sub(1)) {
                    Some(open) => {
                        at = open - 1;
                        continue;
                    }
                    None => return at + 1,
                },
                _ => {}
            }
            // Skip the operator that joins it to the previous operand.
            let joined = if at >= first + 2 && self.is(at - 1, b':') && self.is(at - 2, b':') {
                at - 2
            } else if at > first && self.is(at - 1, b'.') {
                at - 1
            } else if at >= first + 2 && self.is(at - 1, b'>') && self.is(at - 2, b'-') {
                at - 2
            } else if at > first && self.word(at - 1) == b"template" {
                at -= 1;
                continue;
            } else if at >= first + 3
                && self.is(at - 1, b'#')
                && self.is(at - 2, b'#')
                && self.is_name(at - 3)
            {
                at -= 3;
                continue;
            } else {
                return at;
            };
            if joined <= first || !self.ends_operand(joined - 1) {
                return if self.is(joined, b':') { joined } else { at };
            }
            at = joined - 1;
        }
        at
    }

    /// Returns whether an operand may end with this token.
    pub fn ends_operand(&self, at: usize) -> bool {
        match self.tokens.get(at).map(|t| t.kind) {
            Some(TokenKind::Ident) => !is_no_type(self.word(at)) || self.word(at) == b"decltype",
            Some(TokenKind::Punct(b')' | b']')) => true,
            Some(TokenKind::Punct(b'>')) => self.angle_open(at, 0).is_some(),
            _ => false,
        }
    }

    /// Returns the `<` that opens the template arguments closed by this `>`.
    pub fn angle_open(&self, close: usize, floor: usize) -> Option<usize> {
        let mut at = close;
        let mut depth = 0usize;
        for _ in 0..ANGLES {
            if at <= floor {
                return None;
            }
            match self.tokens[at].kind {
                TokenKind::Punct(b'>') if at > 0 && self.is(at - 1, b'-') => at -= 1,
                TokenKind::Punct(b'>') => depth += 1,
                // A launch.
                TokenKind::Punct(b'<')
                    if at > 1 && doubled(self.tokens, at - 1, b'<') && doubled(self.tokens, at - 2, b'<') =>
                {
                    return None;
                }
                // A shift.
                TokenKind::Punct(b'<') if at > 0 && doubled(self.tokens, at - 1, b'<') => at -= 1,
                TokenKind::Punct(b'<') => {
                    depth -= 1;
                    if depth == 0 {
                        return (self.tokens[at - 1].kind == TokenKind::Ident).then_some(at);
                    }
                }
                TokenKind::Punct(b')' | b']' | b'}') => {
                    at = self.structure.partner(at).filter(|&open| open < at && open > floor)?;
                    // A launch as well.
                    if self.word(at - 1) == LAUNCH {
                        return None;
                    }
                }
                TokenKind::Punct(b';' | b'(' | b'[' | b'{') => return None,
                _ => {}
            }
            // A shift may begin the text.
            at = at.checked_sub(1)?;
        }
        None
    }

    /// Returns the last token of the primary expression that begins at `first`. It ends at a name that no
    /// call or index follows.
    pub fn primary_end(&self, first: usize) -> usize {
        let mut at = first;
        loop {
            let next = at + 1;
            let member = self.is(next, b'.') || (self.is(next, b':') && self.is(next + 1, b':'));
            let arrow = self.is(next, b'-') && self.is(next + 1, b'>');
            if member || arrow {
                let name = if self.is(next, b'.') { next + 1 } else { next + 2 };
                if self.is_name(name) {
                    at = name;
                    continue;
                }
            }
            match self.tokens.get(next).map_or(0, |t| t.byte()) {
                b'(' | b'[' => match self.structure.partner(next) {
                    Some(close) if close > next => at = close,
                    _ => return at,
                },
                _ => return at,
            }
        }
    }

    /// Returns the last token of the sum that contains the operator at `operator`.
    pub fn sum_end(&self, operator: usize) -> usize {
        let limit = self.structure.directive(operator).map_or(self.tokens.len(), |d| d.end);
        let mut at = operator + 1;
        while at < limit {
            match self.tokens[at].kind {
                TokenKind::Punct(b'(' | b'[' | b'{') => match self.structure.partner(at) {
                    Some(close) if close > at => at = close,
                    _ => break,
                },
                TokenKind::Punct(b'-')
                    if self.is(at + 1, b'>') && self.tokens[at].end == self.tokens[at + 1].start =>
                {
                    at += 1
                }
                TokenKind::Punct(b'<') => match self.structure.angle_close(self.tokens, at, limit) {
                    Some((close, _)) => at = close,
                    None => break,
                },
                TokenKind::Punct(
                    b',' | b';' | b')' | b']' | b'}' | b'?' | b':' | b'=' | b'>' | b'&' | b'|' | b'^' | b'!',
                ) => {
                    // `::` joins a name.
                    let scope = self.is(at, b':') && self.is(at + 1, b':');
                    let unary = matches!(self.tokens[at].byte(), b'&' | b'!') && !self.ends_value(at - 1);
                    if !scope && !unary {
                        break;
                    }
                    at += usize::from(scope);
                }
                TokenKind::Hash => break,
                _ => {}
            }
            at += 1;
        }
        at - 1
    }

    fn ends_value(&self, at: usize) -> bool {
        matches!(self.tokens[at].kind, TokenKind::Number | TokenKind::Literal) || self.ends_operand(at)
    }

    /// Returns the last token before the `;`, the `,` or the bracket that ends the expression at `first`.
    pub fn statement_end(&self, first: usize) -> usize {
        let limit = self.structure.directive(first).map_or(self.tokens.len(), |d| d.end);
        let mut at = first;
        while at < limit {
            match self.tokens[at].kind {
                TokenKind::Punct(b'(' | b'[' | b'{') => match self.structure.partner(at) {
                    Some(close) if close > at => at = close,
                    _ => break,
                },
                TokenKind::Punct(b';' | b',' | b')' | b']' | b'}') | TokenKind::Hash => break,
                _ => {}
            }
            at += 1;
        }
        at - 1
    }
}
