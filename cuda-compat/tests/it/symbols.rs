//! Names and versions of the symbols that the libraries export.

use crate::libraries::library;
use object::{Object as _, ObjectSymbol as _};
use std::collections::BTreeSet;
use std::path::Path;

/// Returns the CUDA names that a library exports.
fn exported(library: &Path) -> BTreeSet<String> {
    let bytes = std::fs::read(library).expect("a readable library");
    let file = object::File::parse(&*bytes).expect("an ELF object");
    let defined = file.dynamic_symbols().filter(|symbol| symbol.is_definition());
    let names = defined.filter_map(|symbol| symbol.name().ok());
    names.filter(|name| name.starts_with("cu") || name.starts_with("__cu")).map(str::to_owned).collect()
}

/// Returns the rows of a table of functions.
fn rows(table: &str) -> impl Iterator<Item = Vec<&str>> {
    tsv::rows(table).map(|row| tsv::cells(row).collect())
}

#[test]
fn every_spelling_of_the_driver_s_table_is_exported() {
    let table: BTreeSet<String> =
        rows(include_str!("../../api/functions.tsv")).map(|row| row[0].to_owned()).collect();
    assert!(table.len() > 600 && table.contains("cuMemAlloc_v2"), "{} rows", table.len());
    assert_eq!(exported(&library("libcuda.so.1")), table);
}

#[test]
fn every_spelling_of_the_runtime_s_table_is_exported_with_its_version() {
    for version in ["12", "13"] {
        let name = format!("libcudart.so.{version}");
        let whose = [version, "both"];
        let table: BTreeSet<String> = rows(include_str!("../../api/runtime.tsv"))
            .filter(|row| whose.contains(&row[1]))
            .map(|row| row[0].to_owned())
            .collect();
        assert!(table.len() > 400 && table.contains("__cudaRegisterFatBinary"), "{} rows", table.len());
        assert_eq!(exported(&library(&name)), table);
        assert_eq!(versions(&library(&name), "cuda"), BTreeSet::from([name.clone()]), "{name}");
    }
}

#[test]
fn symbols_have_the_versions_of_all_releases_that_a_library_serves() {
    for (prefix, names) in [
        ("cublas", &["libcublas.so.12", "libcublas.so.13"][..]),
        ("cublasLt", &["libcublasLt.so.12", "libcublasLt.so.13"]),
        ("cufft", &["libcufft.so.11", "libcufft.so.12"]),
        ("cupti", &["libcupti.so.12", "libcupti.so.13"]),
        ("curand", &["libcurand.so.10"]),
        ("cusparse", &["libcusparse.so.12"]),
        ("cusolver", &["libcusolver.so.11", "libcusolver.so.12"]),
    ] {
        let wanted: BTreeSet<String> = names.iter().map(|&name| name.to_owned()).collect();
        assert_eq!(versions(&library(names[0]), prefix), wanted);
    }
}

/// Returns the symbol versions of a library's functions whose names have a prefix, underscores aside.
fn versions(library: &Path, prefix: &str) -> BTreeSet<String> {
    use object::read::elf::{ElfFile64, FileHeader as _};
    let bytes = std::fs::read(library).expect("a readable library");
    let file = ElfFile64::<object::Endianness>::parse(&*bytes).expect("an ELF object");
    let (endian, header) = (file.endian(), file.elf_header());
    let sections = header.sections(endian, &*bytes).expect("sections");
    let versions = sections.versions(endian, &*bytes).expect("versions").expect("a library with versions");
    let ours = file.dynamic_symbols().filter(|symbol| {
        symbol.is_definition()
            && symbol.name().is_ok_and(|name| name.trim_start_matches('_').starts_with(prefix))
    });
    ours.map(|symbol| {
        let version =
            versions.version(versions.version_index(endian, symbol.index()).into()).expect("a known version");
        version.map_or_else(String::new, |version| String::from_utf8_lossy(version.name()).into_owned())
    })
    .collect()
}
