//! The library: what it exports, and by which name programs look for it.

use crate::system::{library, root, rows};
use object::read::elf::{Dyn as _, ElfFile64, FileHeader as _, SectionHeader as _};
use object::{Endianness, Object as _, ObjectSymbol as _, elf};
use std::collections::BTreeSet;

fn bytes() -> Vec<u8> {
    let path = library();
    std::fs::read(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

#[test]
fn exports_are_the_table_s() {
    let bytes = bytes();
    let file = ElfFile64::<Endianness>::parse(&*bytes).expect("the library is an ELF object");
    let exported: BTreeSet<&str> = file
        .dynamic_symbols()
        .filter(|symbol| symbol.is_definition() && symbol.is_global())
        .map(|symbol| symbol.name().expect("a name"))
        // Between our own libraries.
        .filter(|name| !name.starts_with("__hipFront"))
        .collect();
    let of_file = |name: &str| rows(&root().join("capi/api").join(name));
    let rows: Vec<_> = ["functions.tsv", "extensions.tsv"].into_iter().flat_map(of_file).collect();
    let table: BTreeSet<&str> = rows.iter().map(|row| row[0].as_str()).collect();
    assert_eq!(rows.len(), table.len(), "no name twice");
    let lacking: Vec<_> = table.difference(&exported).collect();
    let surplus: Vec<_> = exported.difference(&table).collect();
    assert!(lacking.is_empty() && surplus.is_empty(), "lacking {lacking:?}, not in the table {surplus:?}");
}

#[test]
fn programs_find_it_by_hips_name_and_symbols_bear_no_versions() {
    let bytes = bytes();
    let header = elf::FileHeader64::<Endianness>::parse(&*bytes).expect("an ELF header");
    let endian = header.endian().expect("an endianness");
    let sections = header.sections(endian, &*bytes).expect("sections");
    let (dynamic, strings) =
        sections.dynamic(endian, &*bytes).expect("a readable dynamic section").expect("a dynamic section");
    let strings = sections.strings(endian, &*bytes, strings).expect("its strings");
    let text = |tag: elf::DynamicTag| {
        let entry = dynamic.iter().find(|entry| entry.tag(endian) == tag)?;
        let name = entry.string(endian, strings).expect("a name");
        Some(String::from_utf8_lossy(name).into_owned())
    };
    assert_eq!(text(elf::DT_SONAME).as_deref(), Some("libamdhip64.so.7"));
    // The table has no versions: a program bound to a versioned symbol would find no other library's.
    let defines = sections.iter().filter(|section| section.sh_type(endian) == elf::SHT_GNU_VERDEF).count();
    assert_eq!(defines, 0);
}
