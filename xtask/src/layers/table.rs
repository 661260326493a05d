//! The table of layers: which crate, and which file of a crate, stands above which.

use crate::tables::Table;
use crate::workspace::{Outcome, root};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Crate column of the rows that order the crates themselves.
pub(super) const WORKSPACE: &str = ".";

/// Member that stands for all files which no other row of the crate names.
const REST: &str = "*";

/// Limit of a layer that any layer above may import.
const ANY: &str = "-";

/// A layer of the workspace, with crates as members, or of a crate, with modules as members.
#[derive(Clone, Debug)]
pub(super) struct Layer {
    /// Layers of lower numbers may be imported.
    pub(super) number: usize,
    pub(super) name: String,
    pub(super) members: Vec<String>,
    /// Limit of the files that import each other in a circle.
    pub(super) circle: usize,
    /// Number of the highest layer that may import this one.
    pub(super) up_to: usize,
}

/// All layers, by crate.
pub(super) struct Layers {
    of_crate: BTreeMap<String, Vec<Layer>>,
}

/// Path of the table.
pub(super) fn path() -> PathBuf {
    root().join("layers.tsv")
}

impl Layers {
    /// Reads the table.
    ///
    /// # Errors
    /// The file cannot be read, or a row has a number that is none.
    pub(super) fn read() -> Outcome<Layers> {
        Layers::parse(Table::read(&path())?.rows)
    }

    /// Takes the table's rows.
    pub(super) fn parse(rows: Vec<Vec<String>>) -> Outcome<Layers> {
        let mut of_crate: BTreeMap<String, Vec<Layer>> = BTreeMap::new();
        for row in rows {
            let [crate_, number, name, members, circle, up_to] = row.as_slice() else {
                return Err(format!("layers.tsv: `{}` has {} columns, not 6", row.join(" "), row.len()));
            };
            let count = |text: &str| {
                text.parse().map_err(|_| format!("layers.tsv: `{text}` of `{crate_}` is no number"))
            };
            of_crate.entry(crate_.clone()).or_default().push(Layer {
                number: count(number)?,
                name: name.clone(),
                members: members.split(' ').map(str::to_owned).collect(),
                circle: count(circle)?,
                up_to: if up_to == ANY { usize::MAX } else { count(up_to)? },
            });
        }
        Ok(Layers { of_crate })
    }

    /// Layers of a crate, the lowest first; none if all its files are one layer.
    pub(super) fn of(&self, crate_: &str) -> &[Layer] {
        self.of_crate.get(crate_).map_or(&[], Vec::as_slice)
    }

    /// Returns the crates that have layers of files.
    pub(super) fn crates(&self) -> impl Iterator<Item = &str> {
        self.of_crate.keys().map(String::as_str).filter(|name| *name != WORKSPACE)
    }

    /// Layer of a crate.
    pub(super) fn of_member(&self, crate_: &str) -> Option<&Layer> {
        self.of(WORKSPACE).iter().find(|layer| layer.members.iter().any(|member| member == crate_))
    }

    /// Layer of a file, by its path below the crate's `src`: the row that names it, or the longest part of
    /// its path.
    pub(super) fn of_file(&self, crate_: &str, file: &str) -> Option<&Layer> {
        let module = file.strip_suffix(".rs").unwrap_or(file);
        let module = module.strip_suffix("/mod").unwrap_or(module);
        let fit = |member: &str| match module.strip_prefix(member) {
            _ if member == file => Some(member.len() + 2),
            Some("") => Some(member.len() + 1),
            Some(rest) if rest.starts_with('/') => Some(member.len() + 1),
            _ => (member == REST).then_some(0),
        };
        let longest = |layer: &Layer| layer.members.iter().filter_map(|member| fit(member)).max();
        let layers = self.of(crate_).iter().filter_map(|layer| Some((longest(layer)?, layer)));
        layers.max_by_key(|(len, _)| *len).map(|(_, layer)| layer)
    }

    /// Members of a crate's layers that are no file of it: by the paths of its files.
    pub(super) fn strangers<'a>(&'a self, crate_: &str, files: &[String]) -> Vec<&'a str> {
        let is = |member: &str, file: &String| {
            let rest = file.strip_prefix(member);
            rest.is_some_and(|rest| matches!(rest, "" | ".rs") || rest.starts_with('/'))
        };
        let members = self.of(crate_).iter().flat_map(|layer| &layer.members).map(String::as_str);
        members.filter(|member| *member != REST && !files.iter().any(|file| is(member, file))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layers(rows: &[&str]) -> Layers {
        let cells = |row: &&str| row.split('|').map(str::to_owned).collect();
        Layers::parse(rows.iter().map(cells).collect()).expect("a table")
    }

    #[test]
    fn the_longest_member_names_a_files_layer() {
        let layers = layers(&[
            ".|1|low|a b|8|-",
            "a|1|text|lex lower/plan|8|-",
            "a|2|code|lower|8|-",
            "a|3|top|lower.rs *|8|-",
        ]);
        let name = |file: &str| layers.of_file("a", file).map(|layer| layer.name.as_str());
        assert_eq!(name("lex.rs"), Some("text"));
        assert_eq!(name("lower/plan.rs"), Some("text"));
        assert_eq!(name("lower/plan/more.rs"), Some("text"));
        assert_eq!(name("lower/plane.rs"), Some("code"));
        assert_eq!(name("lower.rs"), Some("top"));
        assert_eq!(name("lexer.rs"), Some("top"));
        assert_eq!(layers.of_member("b").map(|layer| layer.number), Some(1));
        assert!(layers.of_file("b", "lib.rs").is_none() && layers.of_member("c").is_none());
        assert_eq!(
            layers.strangers("a", &["lex.rs".into(), "lower/x.rs".into()]),
            ["lower/plan", "lower.rs"]
        );
    }

    #[test]
    fn a_row_without_a_number_is_refused() {
        let rows = vec![[".", "low", "x", "a", "8", "-"].map(str::to_owned).to_vec()];
        assert_eq!(Layers::parse(rows).err().as_deref(), Some("layers.tsv: `low` of `.` is no number"));
    }
}
