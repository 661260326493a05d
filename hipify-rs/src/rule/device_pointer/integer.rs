//! Conversions between integers and device pointers: one type in CUDA, two in HIP.

use super::{Known, Members, is_device_pointer};
use crate::call;
use crate::edit::{Edit, Sureness};
use crate::lex::TokenKind;
use crate::map::{self, rules::DEVICE_POINTERS};
use crate::rule::File;
use crate::scope::Source;
use std::borrow::Cow;
use std::ops::Range;

/// Integer types that can hold an address.
const INTEGERS: [&[u8]; 9] = [
    b"int64_t",
    b"intptr_t",
    b"long",
    b"ptrdiff_t",
    b"size_t",
    b"uint64_t",
    b"uintptr_t",
    b"unsigned",
    b"ssize_t",
];

/// Functions with a device pointer among their parameters, and its index.
const TAKE: [(&str, usize); 14] = [
    ("cuMemFree", 0),
    ("cuMemFreeAsync", 0),
    ("cuMemGetAddressRange", 2),
    ("cuMemcpyDtoD", 0),
    ("cuMemcpyDtoD", 1),
    ("cuMemcpyDtoH", 1),
    ("cuMemcpyHtoD", 0),
    ("cuMemcpyHtoDAsync", 0),
    ("cuMemsetD16", 0),
    ("cuMemsetD32", 0),
    ("cuMemsetD8", 0),
    ("cuMemsetD8Async", 0),
    ("cuPointerGetAttribute", 2),
    ("cuPointerSetAttribute", 2),
];

fn edit(at: Range<usize>, with: &'static str) -> Edit {
    Edit { at, with: with.into(), sureness: Sureness::Likely, rule: "device_pointer" }
}

/// Returns whether a token is a number other than 0, which is a null pointer.
fn is_address(source: Source<'_>, at: usize) -> bool {
    source.tokens[at].kind == TokenKind::Number
        && !source.word(at).iter().all(|b| matches!(b, b'0' | b'u' | b'U' | b'l' | b'L' | b'x' | b'X'))
}

/// Casts literal addresses in calls: `cuMemFree(0x1234)`.
pub(super) fn literals(file: &File<'_>, edits: &mut Vec<Edit>) {
    let source = file.scope();
    let functions = file.names.iter().filter(|name| name.row.kind == map::NameKind::Function && !name.member);
    for name in
        functions.filter(|name| name.row.cuda.starts_with("cuMem") || name.row.cuda.starts_with("cuPointer"))
    {
        let plain = name.row.cuda.trim_end_matches("_v2");
        for (_, argument) in TAKE.iter().filter(|(function, _)| *function == plain) {
            let Some(range) =
                call::find(source, name.token).and_then(|call| call.arguments.get(*argument).cloned())
            else {
                continue;
            };
            let at = source.tokens.partition_point(|token| token.start < range.start);
            if source.tokens.get(at).is_some_and(|token| token.range() == range) && is_address(source, at) {
                edits.push(edit(range.start..range.start, "(hipDeviceptr_t)"));
            }
        }
    }
}

/// Casts values stored through a cast pointer: `*(reinterpret_cast<CUdeviceptr *>(b)) = n;`, `*(CUdeviceptr
/// *)b = n;`.
pub(super) fn through_casts(file: &File<'_>, edits: &mut Vec<Edit>) {
    let source = file.scope();
    let types = file.names.iter().filter(|name| DEVICE_POINTERS.contains(&name.row.cuda) && !name.member);
    for at in types.map(|name| name.token).filter(|&at| source.is(at + 1, b'*') && at > 1) {
        // The statement outside the cast's parentheses.
        let mut outer = at;
        while let Some(open) = source.structure.inside(outer).filter(|&open| source.is(open, b'(')) {
            outer = open;
        }
        let first = source.structure.statement_start(outer);
        let assigned = (at + 2..at + 64)
            .take_while(|&n| n < source.tokens.len() && !source.is(n, b';') && !source.is(n, b'{'))
            .find(|&n| source.is(n, b'=') && source.structure.inside(n) == source.structure.inside(first));
        let Some(equals) = assigned.filter(|_| source.is(first, b'*')) else { continue };
        let (from, last) = (equals + 1, source.statement_end(equals + 1));
        if !source.is(from, b'=') && last >= from && source.is(last + 1, b';') {
            let (from, to) = (source.tokens[from].start, source.tokens[last].end);
            edits.push(edit(from..from, "(hipDeviceptr_t)("));
            edits.push(edit(to..to, ")"));
        }
    }
}

/// Returns whether the variable at a token is declared as an integer.
fn is_integer(file: &File<'_>, at: usize) -> bool {
    let source = file.scope();
    let found = || source.declares(at).or_else(|| file.declaration(at, source.word(at)));
    source.tokens[at].kind == TokenKind::Ident
        && !source.is_member(at)
        && found().is_some_and(|found| !found.pointer && source.names_type(&found.ty, &INTEGERS))
}

/// Casts in conversions: `CUdeviceptr p = 0x1000;`, `p = number;`, `uint64_t u = p;`, and `return p;` in a
/// function that returns an integer.
pub(super) fn converted<'a>(
    known: &Known<'a>,
    file: &File<'_>,
    at: usize,
    push: &mut impl FnMut(Range<usize>, Cow<'static, str>),
    members: &mut Members<'a>,
) {
    let source = known.source;
    let ends = |n: usize| source.is(n, b';') || source.is(n, b',');
    let declared = source.declares(at);
    let is_type = |ty: &Range<usize>| source.names_type(ty, &DEVICE_POINTERS.map(str::as_bytes));
    if source.is(at + 1, b'=') && !source.is(at + 2, b'=') {
        if !source.tokens.get(at + 3).is_some_and(|_| ends(at + 3)) {
            return;
        }
        let one = match declared {
            Some(found) => !found.pointer && is_type(&found.ty),
            None => {
                source.statement_start(at) == source.primary_start(at)
                    && is_device_pointer(known, at, false, members)
            }
        };
        if one && (is_address(source, at + 2) || is_integer(file, at + 2)) {
            let place = source.tokens[at + 2].start;
            push(place..place, "(hipDeviceptr_t)".into());
        }
        return;
    }
    let first = source.primary_start(at);
    let Some(before) = first.checked_sub(1).filter(|_| declared.is_none() && ends(at + 1)) else { return };
    let target = if source.is(before, b'=') {
        // Not `u == p` or `u += p`.
        before.checked_sub(1).is_some_and(|n| is_integer(file, n))
    } else {
        source.word(before) == b"return" && source.is(at + 1, b';') && returns_integer(source, at)
    };
    if target && is_device_pointer(known, at, false, members) {
        let place = source.tokens[first].start;
        push(place..place, "(uintptr_t)".into());
    }
}

/// Returns whether the function around a token is declared to return an integer.
fn returns_integer(source: Source<'_>, at: usize) -> bool {
    let mut place = at;
    while let Some(open) = source.structure.inside(place) {
        place = open;
        let close = open.wrapping_sub(1);
        let head = if source.is(open, b'{') && source.is(close, b')') {
            source.structure.partner(close)
        } else {
            None
        };
        let Some(name) = head.and_then(|head| head.checked_sub(1)) else { continue };
        if let Some(found) = source.declares(name) {
            return !found.pointer && source.names_type(&found.ty, &INTEGERS);
        }
    }
    false
}

/// Returns whether the expression at `first` is assigned to a device pointer.
fn assigned<'a>(known: &Known<'a>, first: usize, members: &mut Members<'a>) -> bool {
    let source = known.source;
    let Some(variable) = first.checked_sub(2).filter(|_| source.is(first - 1, b'=')) else { return false };
    let is_type = |ty: &Range<usize>| source.names_type(ty, &DEVICE_POINTERS.map(str::as_bytes));
    match source.declares(variable) {
        Some(found) => !found.pointer && is_type(&found.ty),
        None => is_device_pointer(known, variable, false, members),
    }
}

/// Converts the expression that begins here back to a device pointer, if it is assigned to one.
pub(super) fn result<'a>(
    known: &Known<'a>,
    first: usize,
    members: &mut Members<'a>,
    push: &mut impl FnMut(Range<usize>, Cow<'static, str>),
) {
    let source = known.source;
    let last = source.statement_end(first);
    if last > first && source.is(last + 1, b';') && source.is_closed(last) && assigned(known, first, members)
    {
        let (from, to) = (source.tokens[first].start, source.tokens[last].end);
        push(from..from, "(hipDeviceptr_t)(".into());
        push(to..to, ")".into());
    }
}

/// Handles a parenthesised sum that an integer operator follows, `(p + 255) & ~255ULL`: computes it as a
/// number. Returns whether it is one.
pub(super) fn aligned<'a>(
    known: &Known<'a>,
    first: usize,
    last: usize,
    members: &mut Members<'a>,
    push: &mut impl FnMut(Range<usize>, Cow<'static, str>),
) -> bool {
    let source = known.source;
    let open = first.wrapping_sub(1);
    let enclosed = source.is(open, b'(') && source.structure.partner(open) == Some(last + 1);
    let called = open
        .checked_sub(1)
        .is_some_and(|n| source.tokens[n].kind == TokenKind::Ident && source.word(n) != b"return");
    if !enclosed || called || !matches!(super::operator(source, last + 2), super::Operator::Integer) {
        return false;
    }
    result(known, open, members, push);
    let place = source.tokens[first].start;
    push(place..place, "(uintptr_t)".into());
    true
}
