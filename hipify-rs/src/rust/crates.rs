//! The crates by which Rust programs reach CUDA, and what becomes of each: a table.

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
    /// The path it is for.
    pub(crate) path: &'static str,
    /// How many segments that has.
    pub(crate) segments: usize,
    /// What becomes of it.
    pub(crate) fate: Fate,
}

/// All rows.
fn all() -> impl Iterator<Item = Entry> {
    TABLE.lines().filter(|line| !line.starts_with('#')).skip(1).filter_map(|line| {
        let mut cells = line.split('\t');
        let (path, becomes) = (cells.next()?, cells.next()?);
        let fate = match cells.next()? {
            "sys" => Fate::Sys(becomes),
            "item" => Fate::Item(becomes),
            _ => Fate::Advice(cells.next()?),
        };
        Some(Entry { path, segments: path.split("::").count(), fate })
    })
}

/// The row that covers most of a path's beginning.
pub(crate) fn longest(path: &[&str]) -> Option<Entry> {
    let first = path.first()?;
    let covers = |entry: &Entry| {
        entry.segments <= path.len() && entry.path.split("::").zip(path).all(|(a, b)| a == *b)
    };
    all().filter(|entry| entry.path.starts_with(first)).filter(covers).max_by_key(|entry| entry.segments)
}

/// Whether a crate of this name is in the table; package names have dashes.
pub(crate) fn package(name: &str) -> Option<Entry> {
    let name = name.replace('-', "_");
    if name == "cudarc" {
        return all().find(|entry| entry.path == "cudarc::driver");
    }
    all().find(|entry| entry.path == name)
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
        let rows: Vec<_> = TABLE.lines().skip(2).collect();
        assert_eq!(all().count(), rows.len());
        assert!(rows.windows(2).all(|pair| pair[0].split('\t').next() < pair[1].split('\t').next()));
    }
}
