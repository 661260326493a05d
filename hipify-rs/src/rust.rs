//! Translation of Rust sources that call CUDA: declarations of `cuda-driver-sys`, `cust_raw` and `cudarc`,
//! and hand-written ones, are replaced by those of `hip_runtime::sys`.
//!
//! As with C++, a [lexer](lex) drives the renaming, so it covers macro bodies and broken code and keeps
//! formatting and comments; structure is derived from the same tokens. Safe APIs of other crates stay, and
//! the report suggests replacements.

mod collect;
mod crates;
mod enums;
mod facts;
mod foreign;
mod import;
mod item;
mod launch;
pub mod lex;
mod names;
mod pieces;
mod pointer;
mod source;
mod symbols;
mod tree;
mod uses;

use crate::Options;
use crate::edit;
use crate::lex::Token;
use crate::report::{Reason, Report, Translation};
use facts::Facts;
use source::{Found, Source};
use std::collections::BTreeSet;
use symbols::Symbols;
use uses::Uses;

pub(crate) use crates::{Mapping, package};

/// Limit of passes over a text.
const PASSES: usize = 6;

/// Returns `false` for nearly all files without CUDA names: a fast prefilter.
fn concerns(text: &str) -> bool {
    ["cu", "CU", "nvrtc", "NVRTC"].iter().any(|word| text.contains(word))
}

/// Translates one Rust source.
///
/// Never fails: text that cannot be translated stays, and the report lists it. Translating the result again
/// changes nothing.
pub fn translate(text: &[u8], options: &Options) -> Translation {
    if text.len() > pieces::LONG {
        return pieces::translate(text, options, pieces::PIECE);
    }
    let Ok(whole) = std::str::from_utf8(text) else { return not_utf8(text) };
    if !concerns(whole) {
        return Translation { text: text.to_vec(), report: Report::default() };
    }
    let pass =
        |text: &str, tokens| translate_part(text, tokens, options, &Facts::default(), &mut BTreeSet::new());
    let (mut done, mut tokens) = pass(whole, lex::lex(text));
    // An edit may make a further one possible. In complete code this does not happen.
    let mut changed = done.text != text;
    for _ in 1..PASSES {
        // Edits are text, so that the result is, too.
        let Some(text) = std::str::from_utf8(&done.text).ok().filter(|text| changed && concerns(text)) else {
            break;
        };
        let (next, new) = pass(text, tokens);
        changed = next.text != done.text;
        if changed {
            done.report.add_pass(&next.report);
            done.text = next.text;
        }
        tokens = new;
    }
    done
}

/// Returns the translation of a text that is not UTF-8: the text and a note.
fn not_utf8(text: &[u8]) -> Translation {
    let mut report = Report::default();
    let message = "the file is not UTF-8, which Rust requires; it was left unchanged";
    report.note(text, 0, Reason::Look, message.to_owned());
    Translation { text: text.to_vec(), report }
}

/// Makes one pass over a text, or over a piece of one with the facts of the others. `tokens` are those of the
/// text; those of the new text are returned. `advised` holds the paths of other crates that have been
/// reported.
fn translate_part(
    text: &str,
    tokens: Vec<Token>,
    options: &Options,
    facts: &Facts,
    advised: &mut BTreeSet<&'static str>,
) -> (Translation, Vec<Token>) {
    let idents = lex::idents(&tokens);
    let uses = Uses::new(text, &tokens, &idents, facts);
    let mut symbols = Symbols::new(text, &tokens, &idents, &uses, facts);
    let own;
    let twice = match &facts.twice {
        Some(all) => all,
        None => {
            own = foreign::twice(&symbols);
            &own
        }
    };
    for name in twice.keys() {
        if let Some((name, at)) = symbols.foreign.remove_entry(name.as_str()) {
            symbols.names.insert(name, at);
        }
    }
    let source = Source { text, tokens: &tokens, idents: &idents, uses: &uses, symbols: &symbols, facts };
    let mut found = Found { advised: std::mem::take(advised), ..Found::default() };
    found.report.enter("rust_use");
    import::run(&source, &mut found);
    found.report.enter("rust_extern");
    foreign::run(&source, twice, &mut found);
    foreign::strings(&source, options, &mut found);
    found.report.enter("rust_launch");
    launch::run(&source, &mut found);
    found.report.enter("rust_enum");
    enums::run(&source, &mut found);
    found.report.enter("rust_pointer");
    pointer::run(&source, &mut found);
    found.report.enter("rust_name");
    names::run(&source, &mut found);
    *advised = std::mem::take(&mut found.advised);
    finish(text, tokens, found)
}

/// Applies the edits; returns the new text with its tokens.
fn finish(text: &str, tokens: Vec<Token>, found: Found) -> (Translation, Vec<Token>) {
    let Found { edits, mut report, .. } = found;
    let mut applied = edit::apply(text.as_bytes(), edits);
    let mut new = tokens;
    if !applied.edits.is_empty() {
        let old = std::mem::replace(&mut new, lex::lex(&applied.text));
        if !crate::proof::only_intended_among(text.as_bytes(), &old, &applied, &new) {
            // Impossible by construction. If it happens, the unchanged text is the safe result.
            applied = edit::Applied {
                text: text.as_bytes().to_vec(),
                edits: Vec::new(),
                ends: Vec::new(),
                dropped: Vec::new(),
            };
            new = old;
            report.internal("the edits changed more tokens than they name; the file was left unchanged");
        }
    }
    report.settle(text.as_bytes(), &applied);
    (Translation { text: applied.text, report }, new)
}
