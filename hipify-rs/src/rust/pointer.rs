//! `CUdeviceptr` is a number, `hipDeviceptr_t` a pointer: zeros, sums and comparisons of variables of that type follow.

use super::source::{Found, Source};
use super::tree::{self, Use};
use crate::edit::Sureness;
use crate::lex::Kind;
use crate::report::Reason;
use std::collections::BTreeSet;

const RULE: &str = "rust_pointer";

/// The types that become `hipDeviceptr_t`.
const TYPES: [&str; 3] = ["CUdeviceptr", "CUdeviceptr_v2", "CUdeviceptr_v1"];

pub(crate) fn run(source: &Source<'_>, found: &mut Found) {
    let first = (0..source.tokens.len()).find(|&t| TYPES.contains(&source.str(t)));
    let Some(first) = first.filter(|_| !TYPES.iter().any(|name| source.own.has(name))) else { return };
    if !may_compute(source) {
        return;
    }
    let Some(uses) = tree::device_pointers(source.text, source.tokens, &TYPES) else {
        let text = "this file does not parse: see that device pointers, which are numbers in CUDA and pointers in HIP, still fit";
        found.note(source.text, source.tokens[first].start, Reason::Look, text.to_owned());
        return;
    };
    for used in uses {
        let mut edit = |at: std::ops::Range<usize>, with: &str| found.edit(at, with, Sureness::Likely, RULE);
        let method = |sub: bool| if sub { "wrapping_byte_sub" } else { "wrapping_byte_add" };
        match used {
            Use::Zero(at) => edit(at, "std::ptr::null_mut()"),
            Use::Offset { pointer, offset, sub, number } => {
                let (open, close) = if number { ("(", ")") } else { ("((", ") as usize)") };
                edit(pointer.end..offset.start, &format!(".{}{open}", method(sub)));
                edit(offset.end..offset.end, close);
            }
            Use::Advance { pointer, offset, sub } => {
                let name = &source.text[pointer.clone()];
                edit(pointer.end..offset.start, &format!(" = {name}.{}((", method(sub)));
                edit(offset.end..offset.end, ") as usize)");
            }
            Use::Null { all, pointer, not } => {
                edit(all.start..pointer.start, if not { "!" } else { "" });
                edit(pointer.end..all.end, ".is_null()");
            }
        }
    }
}

/// Whether something is computed with a device pointer, or one is given a number: most files only pass them on, and need
/// no tree. What stands beside the names tells, and a name too many does no harm.
fn may_compute(source: &Source<'_>) -> bool {
    let is_type = |at: usize| TYPES.contains(&source.str(at));
    let mut names = BTreeSet::new();
    for at in (0..source.tokens.len()).filter(|&at| is_type(at)) {
        let mut first = at;
        while first >= 3 && source.colons(first - 2) && source.is_ident(first - 3) {
            first -= 3;
        }
        if first >= 2 && source.is(first - 1, b':') && source.is_ident(first - 2) {
            names.insert(source.str(first - 2));
            // `let p: CUdeviceptr = 0`
            if source.is(at + 1, b'=') {
                return true;
            }
        }
    }
    let operator = |at: usize| [b'+', b'-', b'=', b'!'].iter().any(|&b| source.is(at, b));
    let beside = |at: usize| {
        let number =
            source.is(at + 1, b':') && source.tokens.get(at + 2).is_some_and(|t| t.kind == Kind::Number);
        operator(at + 1)
            || number
            || at > 0 && source.is(at - 1, b'=')
            || source.is(at + 1, b')') && operator(at + 2)
    };
    (0..source.tokens.len()).any(|at| source.is_ident(at) && names.contains(source.str(at)) && beside(at))
}
