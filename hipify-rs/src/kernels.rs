//! Templated kernels of a text.

use crate::scan::{Scan, Word};
use crate::scope::Source;
use std::collections::BTreeSet;

/// Returns the kernels that a text declares as templates. Their launches put the name in parentheses, since
/// template arguments may contain commas.
pub(crate) fn templates<'a>(source: Source<'a>, scan: &Scan) -> BTreeSet<&'a [u8]> {
    let mut found = BTreeSet::new();
    for at in scan.words(&[Word::Global]) {
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
