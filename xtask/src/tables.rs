//! Tab-separated tables: reading them, and their laws.

use crate::workspace::{Outcome, root};
use std::fs;
use std::path::{Path, PathBuf};

/// A table: comment lines, a header row, rows.
pub(crate) struct Table {
    pub(crate) path: PathBuf,
    pub(crate) header: Vec<String>,
    pub(crate) rows: Vec<Vec<String>>,
}

impl Table {
    /// Reads a table.
    pub(crate) fn read(path: &Path) -> Outcome<Table> {
        let text = fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
        let cells = |row: &str| tsv::cells(row).map(str::to_owned).collect::<Vec<_>>();
        let header = tsv::columns(&text).into_iter().map(str::to_owned).collect();
        Ok(Table { path: path.to_owned(), header, rows: tsv::rows(&text).map(cells).collect() })
    }

    /// Every row has the header's columns, rows are in order, and no key stands twice.
    pub(crate) fn complaints(&self) -> Vec<String> {
        let mut found = Vec::new();
        let name = self.path.strip_prefix(root()).unwrap_or(&self.path).display();
        for row in &self.rows {
            if row.len() != self.header.len() {
                found.push(format!(
                    "{name}: `{}` has {} columns, the header {}",
                    row[0],
                    row.len(),
                    self.header.len()
                ));
            }
        }
        for pair in self.rows.windows(2) {
            match key(&self.header, &pair[0]).cmp(&key(&self.header, &pair[1])) {
                std::cmp::Ordering::Less => {}
                std::cmp::Ordering::Equal => {
                    found.push(format!("{name}: `{}` stands twice", pair[0].join(" ")))
                }
                std::cmp::Ordering::Greater => {
                    found.push(format!("{name}: `{}` is out of order", pair[1].join(" ")))
                }
            }
        }
        found
    }
}

/// Returns the sort key of a row, with numbers compared as numbers. Tables of enumerators are sorted by
/// enumeration and value.
fn key(header: &[String], row: &[String]) -> Vec<(bool, i128, String)> {
    let cell = |text: &String| match text.parse::<i128>() {
        Ok(number) => (false, number, String::new()),
        Err(_) => (true, 0, text.clone()),
    };
    if header.first().is_some_and(|h| h == "enum") {
        let order = [0, 2, 1, 3];
        return order.iter().filter_map(|&n| row.get(n)).map(cell).collect();
    }
    row.iter().map(cell).collect()
}

/// All tables of the project that are kept in order.
pub(crate) fn all() -> Vec<PathBuf> {
    let folders = [
        "hipify-rs/map",
        "capi/api",
        "clang/src",
        "cuda-compat/api",
        "cuda-compat/cublas/api",
        "cuda-compat/cublaslt/api",
        "cuda-compat/cufft/api",
        "cuda-compat/curand/api",
        "cuda-compat/cusolver/api",
        "cuda-compat/cusparse/api",
        "cuda-driver/api",
        "device/src",
        "libraries/blas/api",
        "libraries/blaslt/api",
        "libraries/fft/api",
        "libraries/rand/api",
        "libraries/rccl/api",
        "libraries/solver/api",
        "libraries/sparse/api",
        "runtime/src/api",
    ];
    let mut found: Vec<PathBuf> = folders
        .iter()
        .flat_map(|folder| walkdir::WalkDir::new(root().join(folder)).into_iter().filter_map(Result::ok))
        .map(walkdir::DirEntry::into_path)
        .filter(|path| path.extension().is_some_and(|e| e == "tsv"))
        .collect();
    found.push(root().join("layers.tsv"));
    found.push(root().join("xtask/clients/clients.tsv"));
    found.sort();
    found
}
