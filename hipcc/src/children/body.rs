//! Bodies of functions that run on the device.

use super::declared::is_attribute;
use super::source::Text;
use std::ops::Range;

/// A function's body.
pub(super) struct Body {
    /// Tokens of its braces.
    pub(super) range: Range<usize>,
    /// First token of the declaration.
    pub(super) start: usize,
    /// `true` if the function is also a host function.
    pub(super) is_host_too: bool,
}

/// Returns the bodies of functions that are marked for the device, in order. Lambdas are within others.
pub(super) fn bodies(text: &Text, is_mark: impl Fn(usize, &[u8]) -> bool) -> Vec<Body> {
    let source = text.source();
    let mut found: Vec<Body> = Vec::new();
    for at in 0..source.tokens.len() {
        if !is_mark(at, b"global") && !is_mark(at, b"device") {
            continue;
        }
        let Some(open) = body_open(text, at) else { continue };
        if found.last().is_some_and(|last| last.range.start == open) {
            continue;
        }
        let start = source.statement_start(at).min(at);
        let is_host_too = (start..open).any(|n| is_mark(n, b"host"));
        found.push(Body { range: open..text.behind(open), start, is_host_too });
    }
    found.sort_by_key(|body| body.range.start);
    found
}

/// Returns the innermost body around a position.
pub(super) fn innermost(bodies: &[Body], at: usize) -> Option<&Body> {
    let before = bodies.partition_point(|body| body.range.start <= at);
    bodies[..before].iter().rev().find(|body| body.range.contains(&at))
}

fn body_open(text: &Text, mark: usize) -> Option<usize> {
    let source = text.source();
    let mut at = mark + 1;
    while at < source.tokens.len() {
        match source.tokens[at].byte() {
            b'{' => return Some(at),
            b';' | b'}' | b')' => return None,
            // `operator=`
            b'=' if !(at.saturating_sub(2)..at).any(|n| source.word(n) == b"operator") => return None,
            b'(' | b'[' => at = text.behind(at),
            b':' if !text.is_scope(at) && !text.is_scope(at - 1) => return initialised(text, at + 1),
            _ => at += 1,
        }
    }
    None
}

/// Returns the body after a constructor's initialiser list, in which each member has its own brackets.
fn initialised(text: &Text, mut at: usize) -> Option<usize> {
    let source = text.source();
    while at < source.tokens.len() {
        match source.tokens[at].byte() {
            b'{' if text.is_name(at - 1) || source.is(at - 1, b'>') => at = text.behind(at),
            b'{' => return Some(at),
            b'(' | b'[' => at = text.behind(at),
            b';' | b'}' | b')' => return None,
            _ => at += 1,
        }
    }
    None
}

/// Recognises marks in preprocessed text.
pub(super) fn preprocessed(text: &Text) -> impl Fn(usize, &[u8]) -> bool {
    |at, name| is_attribute(text, at, name)
}

/// Recognises marks in the form of sources.
pub(super) fn written(text: &Text) -> impl Fn(usize, &[u8]) -> bool {
    |at, name| {
        let word = text.source().word(at);
        let inside = word.strip_prefix(b"__").and_then(|word| word.strip_suffix(b"__"));
        inside == Some(name) || is_attribute(text, at, name)
    }
}
