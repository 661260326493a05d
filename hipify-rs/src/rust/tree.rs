//! Uses of device pointers, recognised in the tokens: sums, comparisons with zero, zeros that become
//! pointers.
//!
//! A name counts as a device pointer everywhere in the file if one of its variables, parameters or fields
//! with that name is one. Macro bodies are read like other code.

use super::source::Source;
use crate::lex::TokenKind;
use std::collections::BTreeSet;
use std::ops::Range;

/// Limit of parentheses around a sum.
const DEEPEST: usize = 64;

/// Expression on a device pointer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Use {
    /// Literal 0 assigned to a device pointer.
    Zero(Range<usize>),
    /// Sum `pointer + offset` or `pointer - offset`; `number` is `true` for a literal offset.
    Offset { pointer: Range<usize>, offset: Range<usize>, sub: bool, number: bool },
    /// Statement `pointer += offset` or `pointer -= offset`.
    Advance { pointer: Range<usize>, offset: Range<usize>, sub: bool },
    /// Comparison `pointer == 0` or `0 != pointer`; `all` is the whole expression.
    Null { all: Range<usize>, pointer: Range<usize>, not: bool },
}

/// Returns the uses of variables of these types.
pub(crate) fn device_pointers(source: &Source<'_>, types: &[&str]) -> Vec<Use> {
    let mut found = Vec::new();
    let mut variables = declared(source, types, &mut found);
    variables.extend(source.facts.pointers.iter().map(String::as_str));
    for &at in source.idents {
        if variables.contains(source.str(at)) {
            read_use(source, at, &variables, &mut found);
        }
    }
    found
}

/// Returns the names of variables, parameters and fields of these types, and finds zeros assigned to them.
pub(super) fn declared<'a>(source: &Source<'a>, types: &[&str], found: &mut Vec<Use>) -> BTreeSet<&'a str> {
    let mut variables = BTreeSet::new();
    for ty in source.idents.iter().copied().filter(|&at| types.contains(&source.str(at))) {
        let mut first = ty;
        while first >= 3 && source.colons(first - 2) && source.is_ident(first - 3) {
            first -= 3;
        }
        if first < 2 || !source.is(first - 1, b':') || !source.is_ident(first - 2) || source.is(ty + 1, b'<')
        {
            continue;
        }
        variables.insert(source.str(first - 2));
        // `let p: CUdeviceptr = 0;`
        if source.is(ty + 1, b'=') && is_zero(source, ty + 2) && source.is(ty + 3, b';') {
            found.push(Use::Zero(source.tokens[ty + 2].range()));
        }
    }
    variables
}

/// Reads the use of the device pointer named at a token.
fn read_use(source: &Source<'_>, name: usize, variables: &BTreeSet<&str>, found: &mut Vec<Use>) {
    let next = name + 1;
    if source.is(next, b':') && !source.colons(next) {
        // The value of a field; declarations have been found by their type.
        if is_zero(source, name + 2) && (source.is(name + 3, b',') || source.is(name + 3, b'}')) {
            found.push(Use::Zero(source.tokens[name + 2].range()));
        }
        return;
    }
    let Some(mut first) = place(source, name) else { return };
    let mut last = name;
    for _ in 0..DEEPEST {
        // The operand must not be bound to another one before it.
        if !begins(source, first) {
            return;
        }
        last = sums(source, first, last, variables, found);
        let open = first.checked_sub(1).filter(|&open| source.is(open, b'(') && source.is(last + 1, b')'));
        match open {
            Some(open) if begins(source, open) => (first, last) = (open, last + 1),
            _ => break,
        }
    }
    let range = source.range(first, last);
    let pair = |at: usize, a: u8, b: u8| {
        source.is(at, a) && source.is(at + 1, b) && source.tokens[at].end == source.tokens[at + 1].start
    };
    let op = last + 1;
    if (pair(op, b'+', b'=') || pair(op, b'-', b'=')) && statement(source, first) {
        let offset = op + 2..expression_end(source, op + 2, false);
        if !offset.is_empty() && !is_pointer(source, offset.clone(), variables) {
            let offset = source.range(offset.start, offset.end - 1);
            found.push(Use::Advance { pointer: range, offset, sub: source.is(op, b'-') });
        }
    } else if pair(op, b'=', b'=') || pair(op, b'!', b'=') {
        if is_zero(source, op + 2) && ends(source, op + 3) {
            let all = range.start..source.tokens[op + 2].end;
            found.push(Use::Null { all, pointer: range, not: source.is(op, b'!') });
        }
    } else if source.is(op, b'=') && !pair(op, b'=', b'>') {
        if is_zero(source, op + 1) && ends(source, op + 2) && statement(source, first) {
            found.push(Use::Zero(source.tokens[op + 1].range()));
        }
    } else if let Some(zero) = first.checked_sub(3)
        && (pair(zero + 1, b'=', b'=') || pair(zero + 1, b'!', b'='))
        && is_zero(source, zero)
        && begins(source, zero)
        && ends(source, op)
    {
        let all = source.tokens[zero].start..range.end;
        found.push(Use::Null { all, pointer: range, not: source.is(zero + 1, b'!') });
    }
}

/// Reads the offsets added to an operand; returns the last token of the sum.
fn sums(
    source: &Source<'_>,
    first: usize,
    last: usize,
    variables: &BTreeSet<&str>,
    found: &mut Vec<Use>,
) -> usize {
    let mut last = last;
    loop {
        let op = last + 1;
        let sub = source.is(op, b'-');
        if !sub && !source.is(op, b'+') || source.is(op + 1, b'=') || source.is(op + 1, b'>') {
            return last;
        }
        let end = expression_end(source, op + 1, true);
        if end == op + 1 || is_pointer(source, op + 1..end, variables) {
            return last;
        }
        let number = end == op + 2 && is_number(source, op + 1);
        let (pointer, offset) = (source.range(first, last), source.range(op + 1, end - 1));
        found.push(Use::Offset { pointer, offset, sub, number });
        last = end - 1;
    }
}

/// Returns whether some tokens are just a device pointer, as in `p - q`.
fn is_pointer(source: &Source<'_>, tokens: Range<usize>, variables: &BTreeSet<&str>) -> bool {
    let last = tokens.end - 1;
    source.is_ident(last) && variables.contains(source.str(last)) && place(source, last) == Some(tokens.start)
}

/// Returns the first token of a variable or field, given its last name: `self.buffers[1].start`.
fn place(source: &Source<'_>, name: usize) -> Option<usize> {
    let mut at = name;
    while at >= 2 && source.is(at - 1, b'.') && !source.is(at - 2, b'.') {
        at -= 2;
        // Skip calls and indices to the name before them.
        while matches!(source.tokens[at].kind, TokenKind::Punct(b')' | b']')) {
            let open = open(source, at)?;
            let named = open > 0
                && (source.is_ident(open - 1) || matches!(source.tokens[open - 1].byte(), b')' | b']'));
            if !named {
                return Some(open);
            }
            at = open - 1;
        }
        if !source.is_ident(at) && source.tokens[at].kind != TokenKind::Number {
            return None;
        }
    }
    while at >= 3 && source.colons(at - 2) && source.is_ident(at - 3) {
        at -= 3;
    }
    Some(at)
}

/// Limit of tokens in a backward search for a bracket. It bounds the time for degenerate input.
const BACK: usize = 512;

/// Returns the opening bracket of the one that closes at a token.
pub(super) fn open(source: &Source<'_>, close: usize) -> Option<usize> {
    let mut depth = 0usize;
    for at in (close.saturating_sub(BACK)..=close).rev() {
        match source.tokens[at].kind {
            TokenKind::Punct(b')' | b']' | b'}') => depth += 1,
            TokenKind::Punct(b'(' | b'[' | b'{') => {
                depth -= 1;
                if depth == 0 {
                    return Some(at);
                }
            }
            _ => {}
        }
    }
    None
}

/// Returns whether an operand may begin at a token: nothing before it binds more strongly than a sum.
fn begins(source: &Source<'_>, first: usize) -> bool {
    let Some(before) = first.checked_sub(1) else { return true };
    match source.tokens[before].kind {
        // `=> p`, `a > p`: before a variable, `>` does not close generic arguments.
        TokenKind::Punct(b'(' | b'[' | b'{' | b'}' | b',' | b';' | b'=' | b'|' | b'<' | b'>') => true,
        TokenKind::Punct(b'.') => before > 0 && source.is(before - 1, b'.'),
        TokenKind::Punct(b'&') => before > 0 && source.is(before - 1, b'&'),
        TokenKind::Ident => {
            matches!(
                source.str(before),
                "return" | "if" | "while" | "match" | "in" | "else" | "unsafe" | "break"
            )
        }
        _ => false,
    }
}

/// Returns whether a statement, an arm or a closure's body begins at a token.
fn statement(source: &Source<'_>, first: usize) -> bool {
    first == 0 || matches!(source.tokens[first - 1].byte(), b'{' | b'}' | b';' | b'>' | b',' | b'(' | b'|')
}

/// Returns whether an expression ends before a token.
fn ends(source: &Source<'_>, at: usize) -> bool {
    match source.tokens.get(at).map(|token| token.kind) {
        None => true,
        Some(TokenKind::Punct(b)) => {
            matches!(b, b')' | b']' | b'}' | b',' | b';' | b'{' | b'&' | b'|' | b'=')
        }
        _ => false,
    }
}

/// Returns the token after the expression that begins at `first`; for an operand of a `sum`, the token after
/// the product. Returns `first` for operands that are blocks.
fn expression_end(source: &Source<'_>, first: usize, sum: bool) -> usize {
    if matches!(source.str(first), "if" | "loop" | "match" | "move" | "unsafe" | "while" | "|" | "{") {
        return first;
    }
    let mut at = first;
    while let Some(token) = source.tokens.get(at) {
        match token.kind {
            TokenKind::Punct(open @ (b'(' | b'[' | b'{')) if open != b'{' || !sum => {
                at = source.close(at);
                // The bracket is not closed.
                if !matches!(source.tokens[at].byte(), b')' | b']' | b'}') {
                    return first;
                }
            }
            // Not part of a number; an unclosed literal would swallow text inserted after it.
            TokenKind::Literal | TokenKind::Punct(b'#' | b'$' | b'@' | b'\'' | b'\\') => return first,
            TokenKind::Punct(b')' | b']' | b'}' | b',' | b';') => return at,
            // `size_of::<T>()`
            TokenKind::Punct(b'<') if at > first + 2 && source.colons(at - 2) => {
                match generics_end(source, at) {
                    Some(end) => at = end,
                    None => return first,
                }
            }
            TokenKind::Punct(b'{' | b'=' | b'<' | b'>') if sum => return at,
            TokenKind::Punct(b'+' | b'-' | b'&' | b'|' | b'^') if sum && at > first => return at,
            TokenKind::Punct(b'!') if sum && source.is(at + 1, b'=') => return at,
            TokenKind::Punct(b'.') if source.is(at + 1, b'.') => return at,
            _ => {}
        }
        at += 1;
    }
    at
}

/// Limit of tokens in generic arguments.
const GENERICS: usize = 64;

/// Returns the `>` that closes a `<`.
fn generics_end(source: &Source<'_>, open: usize) -> Option<usize> {
    let mut depth = 0usize;
    (open..source.tokens.len().min(open + GENERICS)).find(|&at| {
        depth += usize::from(source.is(at, b'<'));
        depth -= usize::from(source.is(at, b'>') && !source.is(at - 1, b'-'));
        depth == 0
    })
}

fn is_number(source: &Source<'_>, at: usize) -> bool {
    let plain = |text: &str| text.bytes().all(|b| b.is_ascii_hexdigit() || matches!(b, b'x' | b'o' | b'_'));
    source.tokens.get(at).is_some_and(|token| token.kind == TokenKind::Number) && plain(source.str(at))
}

fn is_zero(source: &Source<'_>, at: usize) -> bool {
    let text = source.str(at);
    let digits = ["0x", "0o", "0b"].iter().find_map(|radix| text.strip_prefix(radix)).unwrap_or(text);
    let digits = digits.find(['u', 'i']).map_or(digits, |n| &digits[..n]);
    let number = source.tokens.get(at).is_some_and(|token| token.kind == TokenKind::Number);
    number && !digits.is_empty() && digits.bytes().all(|b| matches!(b, b'0' | b'_'))
}
