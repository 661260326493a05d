//! `CUdeviceptr` is a number, `hipDeviceptr_t` a pointer: zeros, sums and comparisons of variables of that type follow.

use super::source::{Found, Source};
use super::tree::{self, Use};
use crate::edit::Sureness;
use crate::report::Reason;

const RULE: &str = "rust_pointer";

/// The types that become `hipDeviceptr_t`.
const TYPES: [&str; 3] = ["CUdeviceptr", "CUdeviceptr_v2", "CUdeviceptr_v1"];

pub(crate) fn run(source: &Source<'_>, found: &mut Found) {
    let first = (0..source.tokens.len()).find(|&t| TYPES.contains(&source.str(t)));
    let Some(first) = first.filter(|_| !TYPES.iter().any(|name| source.own.has(name))) else { return };
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
