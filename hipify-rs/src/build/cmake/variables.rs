//! Variables of a CMake file, with their values, and the flow of values between them.

use super::syntax::Command;
use std::collections::{BTreeMap, BTreeSet};

/// Variables that a file sets, with the texts of their values.
pub(super) struct Variables<'a> {
    values: BTreeMap<&'a str, Vec<&'a str>>,
    /// Variables of the program's other files that hold device sources.
    elsewhere: &'a BTreeSet<String>,
}

/// Iterates over the variables that a text refers to: `${NAME}`.
pub(super) fn named(text: &str) -> impl Iterator<Item = &str> {
    text.match_indices("${").filter_map(|(at, _)| {
        let rest = &text[at + 2..];
        rest.find(['}', '$', '{']).filter(|&end| rest[end..].starts_with('}')).map(|end| &rest[..end])
    })
}

impl<'a> Variables<'a> {
    /// Collects the commands that set variables and lists.
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
            // `foreach(x IN LISTS a b)` refers to variables without `${}`.
            found.values.entry(variable).or_default().extend(values);
        }
        found
    }

    /// Returns the variables of this file with an item that satisfies `is`.
    pub(super) fn holding(&self, is: &dyn Fn(&str) -> bool) -> impl Iterator<Item = &'a str> {
        self.values
            .iter()
            .filter(move |(_, values)| values.iter().any(|text| self.has_piece(text, false, is)))
            .map(|(name, _)| *name)
    }

    /// Returns whether a text, with its variables expanded, has an item that satisfies `is`. Variables that
    /// this file does not set count as `unknown`.
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
            // The variables in a loop over lists.
            if let Some(values) = self.values.get(text).filter(|_| seen.insert(text)) {
                next.extend(values);
            }
        }
        false
    }

    /// Returns all variables that flow into one of `roots`.
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

/// Returns whether a name is CMake's own or selects the kind of library: not a list of sources.
fn is_well_known(name: &str) -> bool {
    name.starts_with("CMAKE_") || name.starts_with("PROJECT_") || name.ends_with("TYPE")
}
