//! Names that only this SDK has: reported where they are used, with their header included.

use super::include::{insertion, is_included};
use super::{File, argument};
use crate::edit::Edit;
use crate::map::RuleSet;
use crate::map::extensions::row;
use crate::report::{Reason, Report};
use std::collections::BTreeSet;

pub(super) fn run(file: &File<'_>, edits: &mut Vec<Edit>, report: &mut Report) {
    let mut headers = BTreeSet::new();
    for name in file.names.iter().filter(|name| !name.member) {
        let of_call =
            if name.row.rules.contains(RuleSet::ARGUMENT) { argument::renamed(file, name) } else { None };
        let hip = of_call.or(name.row.hip);
        let Some((hip, (header, substitute))) = hip.and_then(|hip| Some((hip, row(hip)?))) else {
            continue;
        };
        headers.extend(header);
        if let Some(substitute) = substitute {
            let text = format!("only this SDK has `{hip}`: {substitute}");
            report.note(file.text, name.start, Reason::Look, text);
        }
    }
    edits.extend(
        headers.into_iter().filter(|header| !is_included(file, header)).map(|header| insertion(file, header)),
    );
}
