//! `extern __shared__ T name;`, `extern __shared__ T name[32];`: clang takes dynamic shared memory only as an
//! array without a size.

use super::File;
use crate::edit::{Edit, Sureness};
use crate::lex::TokenKind;
use crate::report::{Reason, Report};
use crate::scan::Word;

/// Limit of a declaration on either side of `__shared__`, tokens.
const LONGEST: usize = 256;

pub(super) fn run(file: &File<'_>, edits: &mut Vec<Edit>, report: &mut Report) {
    let source = file.scope();
    for shared in file.scan.words(&[Word::Shared]) {
        let start = source.statement_start(shared).max(shared.saturating_sub(LONGEST));
        if !(start..shared).chain([shared + 1]).any(|at| source.word(at) == b"extern") {
            continue;
        }
        let limit = file.tokens.len().min(shared + LONGEST);
        let Some(end) = (shared..limit).find(|&at| source.is(at, b';')) else { continue };
        // The name, and the brackets of an array behind it.
        let mut name = end - 1;
        while let Some(open) = source.structure.partner(name).filter(|_| source.is(name, b']')) {
            name = open.saturating_sub(1);
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
        if !source.is_in_body(shared) || source.is(name - 1, b',') {
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
