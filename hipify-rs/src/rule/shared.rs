//! `extern __shared__ T name;`, `extern __shared__ T name[32];`: clang takes dynamic shared memory only as an
//! array without a size.

use super::File;
use crate::edit::{Edit, Sureness};
use crate::lex::TokenKind;
use crate::report::{Reason, Report};
use crate::scan::Word;

pub(super) fn run(file: &File<'_>, edits: &mut Vec<Edit>, report: &mut Report) {
    let source = file.scope();
    for shared in file.scan.words(&[Word::Shared]) {
        let start = source.statement_start(shared);
        let is_extern = (start..shared).chain([shared + 1]).any(|at| source.word(at) == b"extern");
        let Some(end) = (shared..file.tokens.len()).find(|&at| source.is(at, b';')).filter(|_| is_extern)
        else {
            continue;
        };
        // The name, and the brackets of an array behind it.
        let mut name = end - 1;
        while let Some(open) = source.structure.partner(name).filter(|_| source.is(name, b']')) {
            name = open - 1;
        }
        if name <= shared + 1 || file.tokens[name].kind != TokenKind::Ident || source.is(name + 1, b'(') {
            continue;
        }
        let edit = |at, with| Edit { at, with, sureness: Sureness::Certain, rule: "shared" };
        if let Some(close) = source.structure.partner(name + 1).filter(|_| source.is(name + 1, b'[')) {
            // A size has no meaning: the launch gives it.
            if close > name + 2 {
                let size = file.tokens[name + 1].end..file.tokens[close].start;
                edits.push(edit(size, "".into()));
            }
            continue;
        }
        let word = String::from_utf8_lossy(source.word(name));
        if !is_in_function(file, shared) || source.is(name - 1, b',') {
            let text = format!(
                "clang takes dynamic shared memory only as an array without a size: declare `{word}` so"
            );
            report.note(file.text, file.tokens[name].start, Reason::Look, text);
            continue;
        }
        let both = format!("{word}_array[]; auto &{word} = *{word}_array");
        edits.push(edit(file.tokens[name].range(), both.into()));
    }
}

/// Returns whether a token is in the body of a function.
fn is_in_function(file: &File<'_>, at: usize) -> bool {
    let source = file.scope();
    let Some(open) = source.structure.inside(at).filter(|&open| source.is(open, b'{')) else { return false };
    let is_of_scope = |at| matches!(source.word(at), b"namespace" | b"extern");
    !source.is_class(open) && !(source.statement_start(open)..open).any(is_of_scope)
}
