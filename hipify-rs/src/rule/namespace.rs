//! Namespaces that have another name, or another depth: CUDA's tensor-core matrices, Thrust's back end,
//! libcu++.

use super::File;
use crate::edit::{Edit, Sureness};
use crate::lex::Token;
use crate::marks::Word;
use crate::report::{Reason, Report};
use std::ops::Range;

/// Whether the tokens at a place have these texts.
fn are(file: &File<'_>, at: usize, texts: &[&str]) -> bool {
    let run = file.tokens.get(at..at + texts.len());
    run.is_some_and(|run| run.iter().zip(texts).all(|(t, text)| t.text(file.text) == text.as_bytes()))
}

/// Whether a namespace stands behind another one at this token, or is a member.
fn qualified(tokens: &[Token], at: usize) -> bool {
    at > 0 && (tokens[at - 1].is(b':') || tokens[at - 1].is(b'.'))
}

/// Parts of libcu++ that libhipcxx lacks; it has the others under CUDA's own namespace.
const LIBCUXX: [&[u8]; 6] = [
    b"access_property",
    b"annotated_ptr",
    b"apply_access_property",
    b"associate_access_property",
    b"proclaim_return_type",
    b"ptx",
];

pub(super) fn run(file: &File<'_>, edits: &mut Vec<Edit>, report: &mut Report) {
    let tokens = file.tokens;
    let span = |from: usize, to: usize| tokens[from].start..tokens[to].end;
    let mut push = |at: Range<usize>, with: &'static str| {
        edits.push(Edit { at, with: with.into(), sureness: Sureness::Certain, rule: "namespace" });
    };
    let mut told = false;
    for at in file.marks.words(&[Word::Nvcuda, Word::Thrust, Word::Cuda]) {
        let token = &tokens[at];
        match token.text(file.text) {
            b"nvcuda" => {
                if are(file, at + 1, &[":", ":", "wmma"]) {
                    push(span(at, at + 3), "rocwmma");
                } else if at >= 2 && are(file, at - 2, &["using", "namespace"]) && are(file, at + 1, &[";"]) {
                    // What the program then calls `wmma::` keeps that name.
                    push(span(at - 2, at), "namespace wmma = rocwmma");
                }
            }
            b"thrust" if !qualified(tokens, at) => {
                let system = if are(file, at + 1, &[":", ":", "system"]) { at + 3 } else { at };
                if are(file, system + 1, &[":", ":", "cuda"]) {
                    push(tokens[system + 3].range(), "hip");
                } else if are(file, system + 1, &[":", ":", "cuda_cub"]) {
                    push(tokens[system + 3].range(), "hip_rocprim");
                }
            }
            b"cuda" if !told && !qualified(tokens, at) && are(file, at + 1, &[":", ":"]) => {
                let member = tokens.get(at + 3).map_or(b"".as_slice(), |t| t.text(file.text));
                if LIBCUXX.contains(&member) {
                    told = true;
                    let member = String::from_utf8_lossy(member);
                    let text = format!("`cuda::{member}` is libcu++'s: libhipcxx has no such name");
                    report.note(file.text, token.start, Reason::Unsupported, text);
                }
            }
            _ => {}
        }
    }
}
