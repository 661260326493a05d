//! What the library exports, and by which name programs look for it.

use object::{Object as _, ObjectSymbol as _};
use std::collections::BTreeSet;
use std::path::PathBuf;

/// The library that cargo built beside this test.
pub(crate) fn library() -> PathBuf {
    let test = std::env::current_exe().expect("the test's own path");
    let beside = test.parent().expect("a folder");
    let built = [beside.join("libcuda.so"), beside.join("../libcuda.so")];
    built.into_iter().find(|path| path.exists()).expect("cargo built libcuda.so")
}

#[test]
fn every_spelling_of_the_table_is_exported() {
    let bytes = std::fs::read(library()).expect("a readable library");
    let file = object::File::parse(&*bytes).expect("an ELF object");
    let defined = file.dynamic_symbols().filter(|symbol| symbol.is_definition());
    let exported: BTreeSet<&str> =
        defined.filter_map(|symbol| symbol.name().ok()).filter(|name| name.starts_with("cu")).collect();
    let rows = include_str!("../../api/functions.tsv").lines().filter(|line| !line.starts_with('#')).skip(1);
    let table: BTreeSet<&str> = rows.filter_map(|row| row.split('\t').next()).collect();
    assert!(table.len() > 600 && table.contains("cuMemAlloc_v2"), "{} rows", table.len());
    assert_eq!(exported, table);
}
