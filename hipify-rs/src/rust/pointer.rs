//! Device pointers: `CUdeviceptr` is a number, `hipDeviceptr_t` a pointer, so zeros, sums and comparisons of
//! such variables are adapted.

use super::source::{Found, Source};
use super::tree::{self, Use};
use crate::edit::Sureness;

const RULE: &str = "rust_pointer";

/// Types replaced by `hipDeviceptr_t`.
pub(super) const TYPES: [&str; 3] = ["CUdeviceptr", "CUdeviceptr_v2", "CUdeviceptr_v1"];

pub(crate) fn run(source: &Source<'_>, found: &mut Found) {
    let may_have_any = source.text.contains(TYPES[0]) || !source.facts.pointers.is_empty();
    if !may_have_any || TYPES.iter().any(|name| source.symbols.has(name)) {
        return;
    }
    for used in tree::device_pointers(source, &TYPES) {
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
