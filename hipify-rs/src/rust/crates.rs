//! Table of Rust crates for CUDA, and their replacements.

use std::sync::OnceLock;

/// Text of the table.
const TABLE: &str = include_str!("../../map/rust_crates.tsv");

/// Replacement of a path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mapping {
    /// Declarations of the C API: this path replaces it, and the names below are renamed.
    Sys(&'static str),
    /// One name, replaced by this path.
    Item(&'static str),
    /// No replacement; the advice says what to do.
    Advice(&'static str),
}

/// Row for paths with a given prefix.
#[derive(PartialEq, Eq, Debug)]
pub(crate) struct Entry {
    /// Prefix.
    pub(crate) path: &'static str,
    /// Its segments; the first one is the crate.
    pub(crate) segments: Vec<&'static str>,
    /// Replacement.
    pub(crate) mapping: Mapping,
}

/// Returns the rows of each crate, sorted by path. Parsed once, since every name is looked up.
fn crates() -> &'static [Vec<Entry>] {
    static CRATES: OnceLock<Vec<Vec<Entry>>> = OnceLock::new();
    CRATES.get_or_init(|| {
        let mut crates: Vec<Vec<Entry>> = Vec::new();
        for line in tsv::rows(TABLE) {
            let mut cells = tsv::cells(line);
            let (Some(path), Some(becomes), Some(kind)) = (cells.next(), cells.next(), cells.next()) else {
                continue;
            };
            let mapping = match kind {
                "sys" => Mapping::Sys(becomes),
                "item" => Mapping::Item(becomes),
                _ => Mapping::Advice(cells.next().unwrap_or("")),
            };
            let entry = Entry { path, segments: path.split("::").collect(), mapping };
            match crates.last_mut().filter(|rows| rows[0].segments[0] == entry.segments[0]) {
                Some(rows) => rows.push(entry),
                None => crates.push(vec![entry]),
            }
        }
        crates
    })
}

/// Returns the rows of the crate that a path begins with. There are few crates.
fn rows_of(first: &str) -> &'static [Entry] {
    crates().iter().find(|rows| rows[0].segments[0] == first).map_or(&[], Vec::as_slice)
}

/// Returns whether a path that begins with this name may be in the table.
pub(crate) fn is_crate(first: &str) -> bool {
    !rows_of(first).is_empty()
}

/// Returns the row with the longest prefix of a path.
pub(crate) fn longest(path: &[&str]) -> Option<&'static Entry> {
    let covering = rows_of(path.first()?).iter().filter(|entry| path.starts_with(&entry.segments));
    covering.max_by_key(|entry| entry.segments.len())
}

/// Returns the row of a package; a package name has dashes for underscores.
pub(crate) fn package(name: &str) -> Option<&'static Entry> {
    let name = name.replace('-', "_");
    let path = if name == "cudarc" { "cudarc::driver" } else { &name };
    rows_of(&name).iter().find(|entry| entry.path == path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_row_wins() {
        let prefix = |path: &str| longest(&path.split("::").collect::<Vec<_>>()).map(|e| e.path);
        assert_eq!(prefix("cudarc::driver::sys::cuInit"), Some("cudarc::driver::sys"));
        assert_eq!(prefix("cudarc::driver::CudaDevice::new"), Some("cudarc::driver::CudaDevice"));
        assert_eq!(prefix("cust_rawer::x"), None);
        assert_eq!(package("cuda-driver-sys").map(|e| e.mapping), Some(Mapping::Sys("hip_runtime::sys")));
    }

    #[test]
    fn rows_are_complete_and_sorted() {
        let lines: Vec<_> = tsv::rows(TABLE).collect();
        assert_eq!(crates().iter().map(Vec::len).sum::<usize>(), lines.len());
        assert!(lines.windows(2).all(|pair| tsv::cells(pair[0]).next() < tsv::cells(pair[1]).next()));
    }
}
