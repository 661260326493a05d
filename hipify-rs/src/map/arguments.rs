//! Table of calls that have other arguments in HIP.

use crate::choices::{Release, Target};
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// Text of the table; each row is one change.
const TABLE: &str = include_str!("../../map/arguments.tsv");

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Action {
    /// Wrap the argument with the text.
    Wrap,
    /// Drop the argument; the text says what is lost, `-` if nothing.
    Drop,
    /// Drop the argument if it is null. Otherwise call the function named by the text, which this SDK has.
    Null,
    /// Replace the argument by the text.
    Replace,
    /// Insert the text as an argument before this one.
    Insert,
    /// Move the argument, and the `count - 1` after it, before argument `to`.
    Move { to: usize, count: usize },
    /// Copy the argument before argument `to`.
    Copy { to: usize },
    /// Call the function named by the text instead.
    Rename,
    /// Report the text.
    Note,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Change {
    pub(crate) count: Option<usize>,
    pub(crate) argument: usize,
    pub(crate) action: Action,
    pub(crate) text: &'static str,
    pub(crate) target: Option<Target>,
    pub(crate) release: Option<Release>,
}

fn parse(line: &'static str) -> Option<(&'static str, Change)> {
    let mut fields = tsv::cells(line);
    let (cuda, count, argument) = (fields.next()?, fields.next()?, fields.next()?);
    let (action, text) = (fields.next()?, fields.next()?);
    let (target, release) = match fields.next()? {
        "hip" => (Some(Target::Hip), None),
        "roc" => (Some(Target::Roc), None),
        "hip6" => (None, Some(Release::Hip6)),
        _ => (None, None),
    };
    let action = match action {
        "wrap" => Action::Wrap,
        "drop" => Action::Drop,
        "null" => Action::Null,
        "replace" => Action::Replace,
        "insert" => Action::Insert,
        "rename" => Action::Rename,
        "note" => Action::Note,
        "copy" => Action::Copy { to: text.parse().ok()? },
        "move" => {
            let (to, count) = text.split_once(' ').unwrap_or((text, "1"));
            Action::Move { to: to.parse().ok()?, count: count.parse().ok()? }
        }
        _ => return None,
    };
    let argument = argument.parse().unwrap_or(0);
    Some((cuda, Change { count: count.parse().ok(), argument, action, text, target, release }))
}

/// Returns the changes of each function.
pub(crate) fn changes() -> &'static BTreeMap<&'static str, Vec<Change>> {
    static CHANGES: OnceLock<BTreeMap<&'static str, Vec<Change>>> = OnceLock::new();
    CHANGES.get_or_init(|| {
        let mut all: BTreeMap<_, Vec<Change>> = BTreeMap::new();
        for (cuda, change) in tsv::rows(TABLE).filter_map(parse) {
            all.entry(cuda).or_default().push(change);
        }
        all
    })
}

/// Iterates over the functions that have other arguments in HIP.
pub(super) fn functions() -> impl Iterator<Item = &'static str> {
    changes().keys().copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_parses_and_has_a_known_name() {
        for line in tsv::rows(TABLE) {
            let (cuda, _) = parse(line).unwrap_or_else(|| panic!("{line}"));
            assert!(crate::map::name(cuda).is_some(), "no table knows `{cuda}`");
        }
    }
}
