//! `#define UNROLL #pragma unroll`: C++ makes no directive of what a macro stands for.

use super::File;
use crate::edit::{Edit, Sureness};
use crate::report::Report;
use crate::scan::Word;

pub(super) fn run(file: &File<'_>, edits: &mut Vec<Edit>, _report: &mut Report) {
    let source = file.scope();
    for at in file.scan.words(&[Word::Pragma]) {
        let Some(line) = source.structure.directive(at).filter(|line| at + 1 < line.end) else { continue };
        // The sign before it is not the directive's own, and does not make a string of a parameter.
        let is_body =
            source.word(line.start + 1) == b"define" && at > line.start + 2 && source.is(at - 1, b'#');
        if !is_body || (line.start..at).any(|n| source.word(n) == b"pragma") {
            continue;
        }
        let (first, end) = (file.tokens[at - 1].start, file.tokens[line.end - 1].end);
        let text = &file.text[file.tokens[at + 1].start..end];
        if text.iter().any(|byte| matches!(byte, b'\n' | b'"' | b'\\' | b'/')) {
            continue;
        }
        let with = format!("_Pragma(\"{}\")", String::from_utf8_lossy(text)).into();
        edits.push(Edit { at: first..end, with, sureness: Sureness::Certain, rule: "pragma" });
    }
}
