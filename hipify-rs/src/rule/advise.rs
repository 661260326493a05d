//! Memory advice and prefetch: in CUDA 13 the plain names are the functions with a location, which HIP names
//! `_v2`.

use super::File;
use crate::edit::{Edit, Sureness};
use crate::lex::TokenKind;
use crate::map::rules::{ADVISE, PREFETCH};
use crate::report::Report;
use crate::structure::Argument;

pub(super) fn run(file: &File<'_>, edits: &mut Vec<Edit>, _: &mut Report) {
    let rename = |at: std::ops::Range<usize>, with: &'static str| Edit {
        at,
        with: with.into(),
        sureness: Sureness::Certain,
        rule: "advise",
    };
    // If no location type is named, nothing can be declared as one, and no declaration is looked up.
    let named = std::cell::LazyCell::new(|| memchr::memmem::find(file.text, b"emLocation").is_some());
    for (name, args) in file.calls_with(ADVISE) {
        if args.get(3).is_some_and(|arg| is_location(file, arg, || *named)) {
            edits.push(rename(name.start..name.end, "hipMemAdvise_v2"));
        }
    }
    for (name, args) in file.calls_with(PREFETCH) {
        // The runtime API's form may omit the stream. Then only the third argument distinguishes the forms,
        // and HIP's needs the stream.
        if args.len() == 5 || args.get(2).is_some_and(|arg| is_location(file, arg, || *named)) {
            edits.push(rename(name.start..name.end, "hipMemPrefetchAsync_v2"));
            if let [_, _, _, flags] = args.as_slice() {
                edits.push(rename(flags.bytes.end..flags.bytes.end, ", 0"));
            }
        }
    }
}

const TYPES: [&[u8]; 3] = [b"CUmemLocation", b"cudaMemLocation", b"hipMemLocation"];

/// Returns whether an argument is a memory location, by its declaration in this file or by its syntax.
fn is_location(file: &File<'_>, argument: &Argument, named: impl Fn() -> bool) -> bool {
    let source = file.scope();
    let (first, count) = (argument.tokens.start, argument.tokens.len());
    let value = |found: crate::scope::Declared| !found.pointer && source.names_type(&found.ty, &TYPES);
    match file.tokens[first].kind {
        TokenKind::Ident if count == 1 => {
            named() && file.declaration(first, source.word(first)).is_some_and(value)
        }
        TokenKind::Ident if source.is(first + 1, b'{') => TYPES.contains(&source.word(first)),
        TokenKind::Ident if source.is(first + 1, b'(') => {
            named() && file.function(source.word(first)).is_some_and(value)
        }
        TokenKind::Punct(b'(') => {
            argument.tokens.clone().skip(1).take(2).any(|n| TYPES.contains(&source.word(n)))
        }
        TokenKind::Punct(b'{') => true,
        _ => false,
    }
}
