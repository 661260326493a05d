//! The variables of a CMake file: what its commands give them, and which reach a place.

use super::syntax::Command;
use std::collections::{BTreeMap, BTreeSet};

/// The variables that a file sets, with the texts that they are given.
pub(super) struct Variables<'a> {
    values: BTreeMap<&'a str, Vec<&'a str>>,
    /// Variables of other files of the program that hold device sources.
    elsewhere: &'a BTreeSet<String>,
}

/// The variables whose values a text names: `${NAME}`.
pub(super) fn named(text: &str) -> impl Iterator<Item = &str> {
    text.match_indices("${").filter_map(|(at, _)| {
        let rest = &text[at + 2..];
        rest.find(['}', '$', '{']).filter(|&end| rest[end..].starts_with('}')).map(|end| &rest[..end])
    })
}

impl<'a> Variables<'a> {
    /// Reads the commands that set variables and lists.
    pub(super) fn new(text: &'a str, all: &[Command], elsewhere: &'a BTreeSet<String>) -> Self {
        let mut found = Variables { values: BTreeMap::new(), elsewhere };
        for command in all {
            let (variable, from) = match command.name(text).as_str() {
                "set" | "foreach" => (0, 1),
                "list" | "string" | "file" => (1, 2),
                _ => continue,
            };
            let adds = ["APPEND", "PREPEND", "INSERT", "CONCAT", "JOIN", "REPLACE", "GLOB", "GLOB_RECURSE"];
            if variable == 1 && !command.arg(text, 0).is_some_and(|how| adds.contains(&how)) {
                continue;
            }
            let Some(variable) = command.arg(text, variable) else { continue };
            let values = command.args.iter().skip(from).map(|arg| &text[arg.at.clone()]);
            // `foreach(x IN LISTS a b)` names variables without `${}`.
            found.values.entry(variable).or_default().extend(values);
        }
        found
    }

    /// The variables of this file that have a piece that `is` says yes to.
    pub(super) fn holding(&self, is: &dyn Fn(&str) -> bool) -> impl Iterator<Item = &'a str> {
        self.values
            .iter()
            .filter(move |(_, values)| values.iter().any(|text| self.has_piece(text, false, is)))
            .map(|(name, _)| *name)
    }

    /// Whether a text, with what its variables stand for, has a piece that `is` says yes to; `unknown` if
    /// that cannot be told from this file.
    pub(super) fn has_piece(&self, text: &str, unknown: bool, is: &dyn Fn(&str) -> bool) -> bool {
        let (mut seen, mut next) = (BTreeSet::new(), vec![text]);
        while let Some(text) = next.pop() {
            if is(text) {
                return true;
            }
            for name in named(text).filter(|name| seen.insert(name.to_owned())) {
                match self.values.get(name) {
                    _ if self.elsewhere.contains(name) => return true,
                    Some(values) => next.extend(values),
                    None if unknown && !is_well_known(name) => return true,
                    None => {}
                }
            }
            // The variables of a loop over lists.
            if let Some(values) = self.values.get(text).filter(|_| seen.insert(text)) {
                next.extend(values);
            }
        }
        false
    }

    /// All variables whose values come to stand where those of `roots` do.
    pub(super) fn reaching<'b>(&self, roots: impl IntoIterator<Item = &'b str>) -> BTreeSet<String> {
        let mut found: BTreeSet<String> = roots.into_iter().map(str::to_owned).collect();
        let mut next: Vec<String> = found.iter().cloned().collect();
        while let Some(variable) = next.pop() {
            let values = self.values.get(variable.as_str()).into_iter().flatten();
            for name in values.flat_map(|value| named(value)) {
                if found.insert(name.to_owned()) {
                    next.push(name.to_owned());
                }
            }
        }
        found
    }
}

/// Variables of CMake's own, and those that say what kind of library is made: no lists of sources.
fn is_well_known(name: &str) -> bool {
    name.starts_with("CMAKE_") || name.starts_with("PROJECT_") || name.ends_with("TYPE")
}
