//! Kernels that a text declares.

use crate::marks::{Marks, Word};
use crate::scope::Source;
use std::collections::BTreeSet;

/// The kernels that a text declares as templates: their launches name them so that commas in their arguments
/// do no harm, whether arguments are written or not.
pub(crate) fn templates<'a>(source: Source<'a>, marks: &Marks) -> BTreeSet<&'a [u8]> {
    let mut found = BTreeSet::new();
    for at in marks.words(&[Word::Global]) {
        if source.word(source.statement_start(at)) != b"template" {
            continue;
        }
        let mut open = at + 1;
        while open < source.tokens.len() && !matches!(source.tokens[open].byte(), b'(' | b';' | b'{') {
            open += 1;
            if source.word(open - 1) == b"__launch_bounds__" {
                open = source.structure.partner(open).unwrap_or(open) + 1;
            }
        }
        if source.is(open, b'(') && open > at + 1 {
            found.insert(source.word(open - 1));
        }
    }
    found
}
