//! Table of Rust crates for CUDA, and their replacements.

use crate::declarations::NameFilter;
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
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Entry {
    /// First segment of the path.
    krate: &'static str,
    /// Prefix.
    pub(crate) path: &'static str,
    /// Number of its segments.
    pub(crate) segments: usize,
    /// Replacement.
    pub(crate) mapping: Mapping,
}

/// Returns all rows, sorted by path. Parsed once, since every name is looked up.
fn rows() -> &'static [Entry] {
    static ROWS: OnceLock<Vec<Entry>> = OnceLock::new();
    ROWS.get_or_init(|| {
        let row = |line: &'static str| {
            let mut cells = tsv::cells(line);
            let (path, becomes) = (cells.next()?, cells.next()?);
            let mapping = match cells.next()? {
                "sys" => Mapping::Sys(becomes),
                "item" => Mapping::Item(becomes),
                _ => Mapping::Advice(cells.next()?),
            };
            let krate = path.split("::").next().unwrap_or(path);
            Some(Entry { krate, path, segments: path.split("::").count(), mapping })
        };
        tsv::rows(TABLE).filter_map(row).collect()
    })
}

/// Returns the rows of the crate that a path begins with.
fn rows_of(first: &str) -> impl Iterator<Item = &'static Entry> + use<'_> {
    let from = rows().partition_point(|entry| entry.krate < first);
    rows()[from..].iter().take_while(move |entry| entry.krate == first)
}

/// Returns whether a path that begins with this name may be in the table.
pub(crate) fn is_crate(first: &str) -> bool {
    // Every name is looked up; the filter rejects most of them.
    static FILTER: OnceLock<NameFilter> = OnceLock::new();
    let filter = FILTER.get_or_init(|| NameFilter::new(rows().iter().map(|entry| entry.krate.as_bytes())));
    filter.may_contain(first.as_bytes()) && rows_of(first).next().is_some()
}

/// Returns the row with the longest prefix of a path.
pub(crate) fn longest(path: &[&str]) -> Option<Entry> {
    let covers = |entry: &&Entry| {
        entry.segments <= path.len() && entry.path.split("::").zip(path).all(|(a, b)| a == *b)
    };
    rows_of(path.first()?).filter(covers).max_by_key(|entry| entry.segments).copied()
}

/// Returns the row of a package; a package name has dashes for underscores.
pub(crate) fn package(name: &str) -> Option<Entry> {
    let name = name.replace('-', "_");
    if name == "cudarc" {
        return rows().iter().find(|entry| entry.path == "cudarc::driver").copied();
    }
    rows().iter().find(|entry| entry.path == name).copied()
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
        assert_eq!(rows().len(), lines.len());
        assert!(lines.windows(2).all(|pair| tsv::cells(pair[0]).next() < tsv::cells(pair[1]).next()));
    }
}
