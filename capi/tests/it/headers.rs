//! Headers: each compiles alone, without a warning, in every language version that programs use; layouts
//! equal HIP's.

use crate::system::{cc, compile, cxx, include, is_installed, root, rows as rows_of, scratch, table};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;

const C: [&str; 3] = ["c99", "c11", "c17"];
const CXX: [&str; 4] = ["c++11", "c++14", "c++17", "c++20"];
const STRICT: [&str; 5] = ["-fsyntax-only", "-Wall", "-Wextra", "-Werror", "-Wno-deprecated-declarations"];

/// Returns the compilers with the versions of their languages: the system's, and clang's if it is installed.
fn languages() -> Vec<(String, &'static str, &'static [&'static str])> {
    let mut all = vec![(cc(), "c", &C[..]), (cxx(), "c++", &CXX[..])];
    for (compiler, language, levels) in [("clang", "c", &C[..]), ("clang++", "c++", &CXX[..])] {
        if is_installed(compiler) {
            all.push((compiler.to_owned(), language, levels));
        } else {
            eprintln!(
                "{compiler} is not installed: the headers are compiled with the system's compiler alone"
            );
        }
    }
    all
}

fn headers() -> Vec<String> {
    let folder = include().join("hip");
    let entries = std::fs::read_dir(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    // Headers for kernels are in a directory of their own, which only hipcc reads.
    let mut names: Vec<String> = entries
        .map(|e| e.expect("an entry of the folder"))
        .filter(|e| e.path().is_file())
        .map(|e| format!("hip/{}", e.file_name().to_string_lossy()))
        .collect();
    names.extend(["nvml.h", "rocprofiler-sdk-roctx/roctx.h"].map(str::to_owned));
    names.extend(["roctracer/roctracer_ext.h", "roctracer/roctx.h"].map(str::to_owned));
    names.sort();
    assert!(names.contains(&"hip/hip_runtime_api.h".to_owned()), "{names:?}");
    names
}

/// Compiles a source in all languages and versions; returns the compilers' errors.
fn refused(source: &Path, levels_of: impl Fn(&str) -> bool) -> Vec<String> {
    let mut refused = Vec::new();
    for (compiler, language, levels) in languages() {
        for level in levels.iter().filter(|level| levels_of(level)) {
            let std = format!("-std={level}");
            let mut args = STRICT.to_vec();
            // HIP's structures have unnamed unions, which C supports since 2011.
            args.extend((*level != "c99").then_some("-pedantic"));
            let (folder, source) = (include(), source.to_string_lossy());
            let folder = folder.to_string_lossy();
            args.extend(["-x", language, &std, "-I", &folder, &source]);
            if let Err(said) = compile(&compiler, &args) {
                let said: Vec<&str> = said.lines().take(6).collect();
                refused.push(format!("{compiler} {std} {source}:\n{}", said.join("\n")));
            }
        }
    }
    refused
}

#[test]
fn every_header_compiles_alone() {
    let folder = scratch("headers");
    let mut wrong = Vec::new();
    for header in headers() {
        let source = folder.join(format!("{}.source", header.replace('/', "-")));
        // Twice, to test the include guard. Pedantic C requires a declaration in every unit.
        let text = format!("#include <{header}>\n#include <{header}>\ntypedef int unit;\n");
        std::fs::write(&source, text).expect("the scratch folder can be written");
        wrong.extend(refused(&source, |_| true));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn layouts_are_hips() {
    let rows = table("layouts.tsv");
    let structs: BTreeSet<&str> = rows.iter().map(|row| row[0].as_str()).collect();
    assert!(structs.len() > 50, "{}", structs.len());
    let mut text = String::from(
        "#include <hip/hip_runtime.h>\n#include <stddef.h>\n\
         #if !defined(__cplusplus)\n#define static_assert _Static_assert\n#endif\n",
    );
    for row in &rows {
        let [name, member, offset] = row.as_slice() else { panic!("{row:?}") };
        let fact = match member.as_str() {
            "-" => format!("sizeof({name}) == {offset}"),
            member => format!("offsetof({name}, {member}) == {offset}"),
        };
        let _ = writeln!(text, "static_assert({fact}, \"{fact}\");");
    }
    // The library fills properties by these offsets.
    for (table, of) in [("properties", "hipDeviceProp_t"), ("properties_r0000", "hipDeviceProp_tR0000")] {
        for row in rows_of(&root().join(format!("capi/api/{table}.tsv"))) {
            let [offset, bytes, member, ..] = row.as_slice() else { panic!("{row:?}") };
            let fact = format!("offsetof({of}, {member}) == {offset}");
            let size = format!("sizeof((({of} *)0)->{member}) == {bytes}");
            let _ = writeln!(text, "static_assert({fact} && {size}, \"{fact}, {bytes} bytes\");");
        }
    }
    let source = scratch("headers").join("layouts.source");
    std::fs::write(&source, text).expect("the scratch folder can be written");
    // C has these assertions since 2011.
    let wrong = refused(&source, |level| level != "c99");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_wrong_layout_is_refused() {
    let source = scratch("headers").join("wrong.source");
    let text = "#include <hip/hip_runtime.h>\n\
                #if defined(__cplusplus)\n#define _Static_assert static_assert\n#endif\n\
                _Static_assert(sizeof(hipMemLocation) == 12, \"twelve\");\n";
    std::fs::write(&source, text).expect("the scratch folder can be written");
    let wrong = refused(&source, |level| matches!(level, "c17" | "c++17"));
    assert_eq!(wrong.len(), languages().len(), "{}", wrong.join("\n"));
}

#[test]
fn functions_of_contexts_are_deprecated_but_for_primary_ones() {
    let source = scratch("headers").join("deprecated.c");
    let text = "#include <hip/hip_runtime_api.h>\nvoid f(void) { hipCtxSynchronize(); }\n\
                void g(hipCtx_t *c) { hipDevicePrimaryCtxRetain(c, 0); }\n";
    std::fs::write(&source, text).expect("a file in the scratch folder");
    let (include, source) = (include().display().to_string(), source.display().to_string());
    let said = compile(&cc(), &["-fsyntax-only", "-Werror=deprecated-declarations", "-I", &include, &source])
        .expect_err("a warning that is an error");
    assert!(said.contains("hipCtxSynchronize") && said.contains("use devices and streams"), "{said}");
    assert!(!said.contains("hipDevicePrimaryCtxRetain"), "{said}");
}
