//! Namespaces with another name or depth in HIP: CUDA's tensor-core matrices, Thrust's back end, libcu++.

use super::File;
use crate::edit::{Edit, Sureness};
use crate::lex::Token;
use crate::report::{Reason, Report};
use crate::scan::Word;
use std::ops::Range;

/// Returns whether the tokens from a position on have these texts.
fn are(file: &File<'_>, at: usize, texts: &[&str]) -> bool {
    let run = file.tokens.get(at..at + texts.len());
    run.is_some_and(|run| run.iter().zip(texts).all(|(t, text)| t.text(file.text) == text.as_bytes()))
}

/// Returns whether a name is qualified by another namespace, or is a member.
fn qualified(tokens: &[Token], at: usize) -> bool {
    at > 0 && (tokens[at - 1].is(b':') || tokens[at - 1].is(b'.'))
}

/// Parts of libcu++ that libhipcxx lacks; it has the others in the same namespace.
const LIBCUXX: [&[u8]; 2] = [b"proclaim_return_type", b"ptx"];

pub(super) fn run(file: &File<'_>, edits: &mut Vec<Edit>, report: &mut Report) {
    let tokens = file.tokens;
    let span = |from: usize, to: usize| tokens[from].start..tokens[to].end;
    let mut push = |at: Range<usize>, with: &'static str| {
        edits.push(Edit { at, with: with.into(), sureness: Sureness::Certain, rule: "namespace" });
    };
    let mut reported = false;
    for at in file.scan.words(&[Word::Nvcuda, Word::Thrust, Word::Cuda]) {
        let token = &tokens[at];
        match token.text(file.text) {
            b"nvcuda" => {
                if are(file, at + 1, &[":", ":", "wmma"]) {
                    push(span(at, at + 3), "rocwmma");
                } else if at >= 2 && are(file, at - 2, &["using", "namespace"]) && are(file, at + 1, &[";"]) {
                    // The program refers to it as `wmma::`, so define that name.
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
            b"cuda" if !reported && !qualified(tokens, at) && are(file, at + 1, &[":", ":"]) => {
                let member = tokens.get(at + 3).map_or(b"".as_slice(), |t| t.text(file.text));
                if LIBCUXX.contains(&member) {
                    reported = true;
                    let member = String::from_utf8_lossy(member);
                    let (reason, instead) = match &*member {
                        "ptx" => (Reason::Look, ": only this SDK does, as `hip/ptx`"),
                        _ => (Reason::Look, ": only this SDK does, as `hip/functional`"),
                    };
                    let text = format!(
                        "`cuda::{member}` is part of libcu++, but libhipcxx does not have it{instead}"
                    );
                    report.note(file.text, token.start, reason, text);
                }
            }
            _ => {}
        }
    }
}
