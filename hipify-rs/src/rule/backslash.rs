//! A backslash before a comment at the end of a line, `a + \ // why`: nvcc's preprocessor removes the comment
//! and takes the rest for a continued line, clang takes the backslash for a token.

use super::File;
use crate::edit::{Edit, Sureness};
use crate::report::Report;

pub(super) fn run(file: &File<'_>, edits: &mut Vec<Edit>, _report: &mut Report) {
    for start in memchr::memchr_iter(b'\\', file.text) {
        let rest = file.text[start + 1..].trim_ascii_start();
        let behind = &file.text[start + 1..file.text.len() - rest.len()];
        if !rest.starts_with(b"//") || behind.contains(&b'\n') {
            continue;
        }
        // Not in a literal, a comment or a directive, which such a backslash ends.
        let Ok(at) = file.tokens.binary_search_by_key(&start, |token| token.start) else { continue };
        if file.tokens[at].is(b'\\') && file.structure.directive(at).is_none() {
            let with = "".into();
            edits.push(Edit { at: start..start + 1, with, sureness: Sureness::Certain, rule: "backslash" });
        }
    }
}
