//! Rust sources that call CUDA: declarations of `cuda-driver-sys`, `cust_raw`, `cudarc` and of their own
//! hands become those of `hip_runtime::sys`.
//!
//! As with C++, a [lexer](lex) drives the renaming, so that bodies of macros and broken code are reached and
//! formatting and comments stay, and structure is read off the same tokens. Safe APIs of other crates stay,
//! and the report says what to take instead.

mod crates;
mod enums;
mod foreign;
mod import;
mod item;
mod launch;
pub mod lex;
mod names;
mod own;
mod pointer;
mod source;
mod tree;
mod uses;

use crate::Options;
use crate::edit;
use crate::report::{Reason, Report, Translation};
use own::Own;
use source::{Found, Source};
use uses::Uses;

pub(crate) use crates::{Fate, package};

/// Bounds how often a translated text is gone over again.
const ROUNDS: usize = 6;

/// Whether a text can hold a name of CUDA's at all: the quick no for almost every file.
fn concerns(text: &str) -> bool {
    ["cu", "CU", "nvrtc", "NVRTC"].iter().any(|word| text.contains(word))
}

/// Translates one Rust source.
///
/// Never fails: what cannot be translated stays as it is and stands in the report. Translating the result
/// again changes nothing.
pub fn translate(text: &[u8], options: &Options) -> Translation {
    let mut done = round(text, options);
    // What one edit brings to light another may follow up: in code that is whole this changes nothing.
    let mut changed = done.text != text;
    for _ in 1..ROUNDS {
        if !changed {
            break;
        }
        let next = round(&done.text, options);
        changed = next.text != done.text;
        if changed {
            done.report.follow(&next.report);
            done.text = next.text;
        }
    }
    done
}

/// One pass over a text.
fn round(text: &[u8], options: &Options) -> Translation {
    let mut report = Report::default();
    let Ok(text) = std::str::from_utf8(text) else {
        report.note(
            text,
            0,
            Reason::Look,
            "not UTF-8, which Rust requires: the file stays as it is".to_owned(),
        );
        return Translation { text: text.to_vec(), report };
    };
    if !concerns(text) {
        return Translation { text: text.as_bytes().to_vec(), report };
    }
    let tokens = lex::lex(text.as_bytes());
    let uses = Uses::of(text, &tokens);
    let mut own = Own::of(text, &tokens, &uses);
    let twice = foreign::twice(&own);
    for name in twice.keys() {
        if let Some(at) = own.foreign.remove(name) {
            own.names.insert(name.clone(), at);
        }
    }
    let source = Source { text, tokens: &tokens, uses: &uses, own: &own };
    let mut found = Found::default();
    found.report.enter("rust_use");
    import::run(&source, &mut found);
    found.report.enter("rust_extern");
    foreign::run(&source, &twice, &mut found);
    foreign::strings(&source, options, &mut found);
    found.report.enter("rust_launch");
    launch::run(&source, &mut found);
    found.report.enter("rust_enum");
    enums::run(&source, &mut found);
    found.report.enter("rust_pointer");
    pointer::run(&source, &mut found);
    found.report.enter("rust_name");
    names::run(&source, &mut found);
    finish(text, &tokens, found)
}

fn finish(text: &str, tokens: &[crate::lex::Token], found: Found) -> Translation {
    let Found { edits, mut report } = found;
    let mut applied = edit::apply(text.as_bytes(), edits);
    let new = lex::lex(&applied.text);
    if !crate::proof::only_intended_among(text.as_bytes(), tokens, &applied, &new) {
        // Cannot happen by construction; if it does, the text as it was is the safe answer.
        applied = edit::Applied {
            text: text.as_bytes().to_vec(),
            edits: Vec::new(),
            ends: Vec::new(),
            dropped: Vec::new(),
        };
        report.internal("the edits changed more than they name; the file was left as it was");
    }
    report.settle(text.as_bytes(), &applied);
    Translation { text: applied.text, report }
}
