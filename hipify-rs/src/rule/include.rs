//! Headers: each becomes its HIP header, once.

use super::File;
use crate::edit::{Edit, Sureness};
use crate::lex::{Kind, Token};
use crate::map;
use crate::report::{Reason, Report};
use std::collections::BTreeSet;

fn name<'a>(text: &'a [u8], header: &Token) -> Option<&'a str> {
    let quoted = header.text(text);
    std::str::from_utf8(quoted.get(1..quoted.len().checked_sub(1)?)?).ok()
}

/// Whether a text has something for this rule: a header the tables know, or device code that needs one.
pub fn any(text: &[u8], tokens: &[Token]) -> bool {
    let mut headers = tokens.iter().filter(|t| t.kind == Kind::Header);
    headers.any(|t| name(text, t).and_then(map::header).is_some())
        || tokens.iter().any(|t| is_kernel(text, t))
}

fn is_kernel(text: &[u8], token: &Token) -> bool {
    token.kind == Kind::Ident && token.text(text) == b"__global__"
}

pub(super) fn run(file: &File<'_>, edits: &mut Vec<Edit>, report: &mut Report) {
    let mut there = BTreeSet::new();
    let mut device_code = !file.masked.launches.is_empty();
    let mut first = None;
    for token in file.tokens {
        device_code |= is_kernel(file.text, token);
        if token.kind != Kind::Header {
            continue;
        }
        first = first.or(Some(token.start));
        let Some(header) = name(file.text, token) else { continue };
        let Some(row) = map::header(header) else {
            if header.starts_with("hip/") {
                there.insert(header.to_owned());
            }
            continue;
        };
        match row.becomes(file.options.target) {
            Some("=") => edits.push(drop_line(file.text, token.start)),
            Some(hip) if there.insert(hip.to_owned()) => {
                report.translated_include(row.family);
                let at = token.start + 1..token.end - 1;
                edits.push(Edit { at, with: hip.to_owned(), sureness: Sureness::Certain, rule: "include" });
            }
            // Another CUDA header became the same HIP header before.
            Some(_) => edits.push(drop_line(file.text, token.start)),
            None => report.note(
                file.text,
                token.start,
                Reason::Unsupported,
                format!("HIP has no header for `{header}`"),
            ),
        }
    }
    // nvcc includes its runtime header by itself; no other compiler does.
    let runtime = ["hip/hip_runtime.h", "hip/hip_runtime_api.h"];
    if device_code && !runtime.iter().any(|h| there.contains(*h)) {
        let at = insertion_point(file.text, file.tokens);
        edits.push(Edit {
            at: at..at,
            with: "#include <hip/hip_runtime.h>\n".to_owned(),
            sureness: Sureness::Likely,
            rule: "include",
        });
    }
}

fn drop_line(text: &[u8], at: usize) -> Edit {
    let start = text[..at].iter().rposition(|&b| b == b'\n').map_or(0, |n| n + 1);
    let end = text[at..].iter().position(|&b| b == b'\n').map_or(text.len(), |n| at + n + 1);
    Edit { at: start..end, with: String::new(), sureness: Sureness::Certain, rule: "include" }
}

/// The start of the line of the first `#include`; after `#pragma once` or an include guard if there is none.
fn insertion_point(text: &[u8], tokens: &[Token]) -> usize {
    let line_start = |at: usize| text[..at].iter().rposition(|&b| b == b'\n').map_or(0, |n| n + 1);
    let next_line =
        |at: usize| text[at..].iter().position(|&b| b == b'\n').map_or(text.len(), |n| at + n + 1);
    if let Some(header) = tokens.iter().find(|t| t.kind == Kind::Header) {
        return line_start(header.start);
    }
    let is = |at: usize, word: &[u8]| tokens.get(at).is_some_and(|t: &Token| t.text(text) == word);
    let hashes = || tokens.iter().enumerate().filter(|(_, t)| t.kind == Kind::Hash).map(|(at, _)| at);
    if let Some(at) = hashes().find(|&at| is(at + 1, b"pragma") && is(at + 2, b"once")) {
        return next_line(tokens[at].start);
    }
    match tokens.first() {
        Some(t) if t.kind == Kind::Hash && is(1, b"ifndef") && is(4, b"define") => next_line(tokens[4].start),
        _ if text.starts_with(b"\xef\xbb\xbf") => 3,
        _ => 0,
    }
}
