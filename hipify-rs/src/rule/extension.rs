//! Names that no other HIP has: this SDK's own, reported wherever they come into a program, and their header.

use super::File;
use super::include::{insertion, is_included};
use crate::edit::Edit;
use crate::report::{Reason, Report};
use std::collections::BTreeSet;

/// The names, the header of each, and what programs do without.
pub const TABLE: &str = include_str!("../../map/extensions.tsv");

/// The header of a name, if it does not come by itself, and what programs do that have it not.
fn row(hip: &str) -> Option<(Option<&'static str>, &'static str)> {
    if !hip.starts_with("hipExt") {
        return None;
    }
    TABLE.lines().skip(2).find_map(|line| {
        let mut fields = line.split('\t');
        let (name, header, without) = (fields.next()?, fields.next()?, fields.next()?);
        (name == hip).then_some((Some(header).filter(|header| *header != "-"), without))
    })
}

/// What programs do without a name of this SDK's own, if it is one.
pub(crate) fn without(hip: &str) -> Option<&'static str> {
    row(hip).map(|(_, without)| without)
}

pub(super) fn run(file: &File<'_>, edits: &mut Vec<Edit>, report: &mut Report) {
    let mut headers = BTreeSet::new();
    for name in file.names.iter().filter(|name| !name.member) {
        let Some((hip, (header, without))) = name.row.hip.and_then(|hip| Some((hip, row(hip)?))) else {
            continue;
        };
        headers.extend(header);
        let text = format!("`{hip}` is this SDK's own, no other HIP has it: {without}");
        report.note(file.text, name.start, Reason::Look, text);
    }
    edits.extend(
        headers.into_iter().filter(|header| !is_included(file, header)).map(|header| insertion(file, header)),
    );
}
