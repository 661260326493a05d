//! Exports of the library, and its name for the loader.

use crate::codes::lib;
use crate::system::{cc, compile, library, root, rows, scratch};
use object::read::elf::{Dyn as _, ElfFile64, FileHeader as _, ProgramHeader as _};
use object::{Endianness, Object as _, ObjectSymbol as _, elf};
use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

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
        // Used between our own libraries only.
        .filter(|name| !name.starts_with("__hipFront"))
        .collect();
    let of_file = |name: &str| rows(&root().join("capi/api").join(name));
    let rows: Vec<_> = ["functions.tsv", "extensions.tsv"].into_iter().flat_map(of_file).collect();
    let mut table: BTreeSet<&str> = rows.iter().map(|row| row[0].as_str()).collect();
    assert_eq!(rows.len(), table.len(), "no name twice");
    // Also functions that ROCm's library exports and HIP's headers define inline.
    let versions = of_file("versions.tsv");
    table.extend(versions.iter().map(|row| row[0].as_str()));
    let lacking: Vec<_> = table.difference(&exported).collect();
    let surplus: Vec<_> = exported.difference(&table).collect();
    assert!(lacking.is_empty() && surplus.is_empty(), "lacking {lacking:?}, not in the table {surplus:?}");
}

#[test]
fn programs_find_it_by_hips_name() {
    let bytes = bytes();
    let header = elf::FileHeader64::<Endianness>::parse(&*bytes).expect("an ELF header");
    let endian = header.endian().expect("an endianness");
    let sections = header.sections(endian, &*bytes).expect("sections");
    let (dynamic, strings) =
        sections.dynamic(endian, &*bytes).expect("a readable dynamic section").expect("a dynamic section");
    let strings = sections.strings(endian, &*bytes, strings).expect("its strings");
    let entry = dynamic.iter().find(|entry| entry.tag(endian) == elf::DT_SONAME).expect("a name");
    assert_eq!(entry.string(endian, strings).expect("a name"), b"libamdhip64.so.7");
}

/// Checks that a thread's variables fit a small block of the C library's allocator. Behind a CUDA driver of
/// ours the library is loaded a second time, with a C library of its own. Either then frees the other's
/// blocks for threads, which ends the process if they are large.
#[test]
fn variables_of_threads_are_few() {
    const MOST: u64 = 1000;
    let bytes = bytes();
    let header = elf::FileHeader64::<Endianness>::parse(&*bytes).expect("an ELF header");
    let endian = header.endian().expect("an endianness");
    let segments = header.program_headers(endian, &*bytes).expect("segments");
    let own = segments.iter().find(|segment| segment.p_type(endian) == elf::PT_TLS);
    let size = own.map_or(0, |segment| segment.p_memsz(endian));
    assert!(size <= MOST, "{size} bytes");
}

/// Checks symbol versions: programs linked with ROCm's library are bound to them, and a missing one prevents
/// the program from starting.
#[test]
fn symbols_bear_the_versions_of_the_table() {
    let bytes = bytes();
    let header = elf::FileHeader64::<Endianness>::parse(&*bytes).expect("an ELF header");
    let endian = header.endian().expect("an endianness");
    let sections = header.sections(endian, &*bytes).expect("sections");
    let versions = sections.versions(endian, &*bytes).expect("readable versions").expect("versions");
    let file = ElfFile64::<Endianness>::parse(&*bytes).expect("the library is an ELF object");
    let version = |index| {
        let found = versions.version(versions.version_index(endian, index).into()).expect("a known version");
        found.map_or_else(String::new, |version| String::from_utf8_lossy(version.name()).into_owned())
    };
    let defined = file.dynamic_symbols().filter(|symbol| symbol.is_definition() && symbol.is_global());
    let exported: BTreeMap<String, String> =
        defined.map(|symbol| (symbol.name().expect("a name").to_owned(), version(symbol.index()))).collect();
    let table = rows(&root().join("capi/api/versions.tsv"));
    assert!(table.len() > 500, "{}", table.len());
    for row in table {
        let version = exported.get(&row[0]).unwrap_or_else(|| panic!("{} is exported", row[0]));
        assert_eq!(*version, format!("hip_{}", row[1]), "{}", row[0]);
    }
    let bare: Vec<_> = exported.iter().filter(|(_, version)| !version.starts_with("hip_")).collect();
    assert!(bare.is_empty(), "without a version: {bare:?}");
}

/// Runs a program that was linked with another library of the same name, with these symbol versions or none.
fn started(name: &str, versions: Option<&str>) -> std::process::Output {
    let folder = scratch(name);
    let path = |file: &str| folder.join(file).display().to_string();
    let other = "int hipRuntimeGetVersion(int *v) { *v = 0; return 0; }\n\
                 int hipFreeAsync(void *p, void *s) { return p || s; }\n\
                 int hipChooseDeviceR0600(int *d, const void *p) { return d || p; }\n";
    let program = "#include <stdio.h>\nint hipRuntimeGetVersion(int *);\nint hipFreeAsync(void *, void *);\n\
                   int hipChooseDeviceR0600(int *, const void *);\nint main(void) {\n\
                   \x20 int version = 0, code = hipRuntimeGetVersion(&version);\n  printf(\"%d %d\", code, version);\n\
                   \x20 printf(\" %d\\n\", hipChooseDeviceR0600(0, 0));\n  return (void *)hipFreeAsync == 0;\n}\n";
    let write = |file: &str, text: &str| {
        std::fs::write(folder.join(file), text).expect("a file in the scratch folder")
    };
    write("other.c", other);
    write("program.c", program);
    let mut link = ["-shared", "-fPIC", "-Wl,-soname,libamdhip64.so.7", "-o"].map(str::to_owned).to_vec();
    link.extend([path("libother.so"), path("other.c")]);
    if let Some(versions) = versions {
        write("versions", versions);
        link.push(format!("-Wl,--version-script={}", path("versions")));
    }
    compile(&cc(), &link).unwrap_or_else(|said| panic!("{said}"));
    let rpath = format!("-Wl,-rpath,{}", lib().display());
    let parts = [path("program.c"), path("libother.so"), rpath, "-o".into(), path("program")];
    compile(&cc(), &parts).unwrap_or_else(|said| panic!("{said}"));
    Command::new(path("program")).env_clear().output().expect("the program starts")
}

#[test]
fn programs_start_that_were_linked_with_other_libraries() {
    let rocm = "hip_4.2 { global: hipRuntimeGetVersion; local: *; };\nhip_5.1 { global: hipFreeAsync; } hip_4.2;\n\
                hip_6.0 { global: hipChooseDeviceR0600; } hip_5.1;\n";
    for (name, versions) in [("versioned", Some(rocm)), ("bare", None)] {
        let ran = started(name, versions);
        let said = [&ran.stdout, &ran.stderr].map(|text| String::from_utf8_lossy(text).into_owned());
        // Warnings of the loader about unknown versions go to standard error.
        assert!(ran.status.success() && said[1].is_empty(), "{name}: {said:?}");
        assert!(said[0].starts_with("0 7") && said[0].ends_with(" 1\n"), "{name}: {said:?}");
    }
}
