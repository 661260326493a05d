//! The crates by which Rust programs reach CUDA, and what becomes of each: a table.

use crate::declared::Likely;
use std::sync::OnceLock;

/// The table.
const TABLE: &str = include_str!("../../map/rust_crates.tsv");

/// What becomes of a path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fate {
    /// Declarations of C: the path becomes this one, the names below it are renamed.
    Sys(&'static str),
    /// One name, which becomes this path.
    Item(&'static str),
    /// It stays; the advice is what to do.
    Advice(&'static str),
}

/// A row that covers the beginning of a path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Entry {
    /// The crate.
    krate: &'static str,
    /// The path it is for.
    pub(crate) path: &'static str,
    /// How many segments that has.
    pub(crate) segments: usize,
    /// What becomes of it.
    pub(crate) fate: Fate,
}

/// All rows, in order of their paths: taken apart once, as paths are asked for at every name.
fn rows() -> &'static [Entry] {
    static ROWS: OnceLock<Vec<Entry>> = OnceLock::new();
    ROWS.get_or_init(|| {
        let row = |line: &'static str| {
            let mut cells = line.split('\t');
            let (path, becomes) = (cells.next()?, cells.next()?);
            let fate = match cells.next()? {
                "sys" => Fate::Sys(becomes),
                "item" => Fate::Item(becomes),
                _ => Fate::Advice(cells.next()?),
            };
            let krate = path.split("::").next().unwrap_or(path);
            Some(Entry { krate, path, segments: path.split("::").count(), fate })
        };
        TABLE.lines().filter(|line| !line.starts_with('#')).skip(1).filter_map(row).collect()
    })
}

/// The rows of the crate that a path begins with.
fn of_crate(first: &str) -> impl Iterator<Item = &'static Entry> + use<'_> {
    let from = rows().partition_point(|entry| entry.krate < first);
    rows()[from..].iter().take_while(move |entry| entry.krate == first)
}

/// Whether a path that begins with this name may be in the table.
pub(crate) fn is_crate(first: &str) -> bool {
    // Asked of every name: most are told from all crates by their beginning and length.
    static LIKELY: OnceLock<Likely> = OnceLock::new();
    let likely = LIKELY.get_or_init(|| Likely::among(rows().iter().map(|entry| entry.krate.as_bytes())));
    likely.is(first.as_bytes()) && of_crate(first).next().is_some()
}

/// The row that covers most of a path's beginning.
pub(crate) fn longest(path: &[&str]) -> Option<Entry> {
    let covers = |entry: &&Entry| {
        entry.segments <= path.len() && entry.path.split("::").zip(path).all(|(a, b)| a == *b)
    };
    of_crate(path.first()?).filter(covers).max_by_key(|entry| entry.segments).copied()
}

/// Whether a crate of this name is in the table; package names have dashes.
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
        let of = |path: &str| longest(&path.split("::").collect::<Vec<_>>()).map(|e| e.path);
        assert_eq!(of("cudarc::driver::sys::cuInit"), Some("cudarc::driver::sys"));
        assert_eq!(of("cudarc::driver::CudaDevice::new"), Some("cudarc::driver::CudaDevice"));
        assert_eq!(of("cust_rawer::x"), None);
        assert_eq!(package("cuda-driver-sys").map(|e| e.fate), Some(Fate::Sys("hip_runtime::sys")));
    }

    #[test]
    fn rows_are_whole_and_in_order() {
        let lines: Vec<_> = TABLE.lines().skip(2).collect();
        assert_eq!(rows().len(), lines.len());
        assert!(lines.windows(2).all(|pair| pair[0].split('\t').next() < pair[1].split('\t').next()));
    }
}
