//! Tests that the device's headers have every function that HIP documents: the sources in `testdata/hipcc`
//! call them all, and each kernel is compiled, read and lowered.

use crate::files::{bench, keep_headers, succeed};
use crate::programs::add_library;
use ptx::Module;
use std::path::{Path, PathBuf};
use std::process::Command;

fn sources() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../testdata/hipcc");
    let entries = std::fs::read_dir(&folder).expect("the folder of sources");
    let mut found: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    found.retain(|path| path.extension().is_some_and(|e| e == "hip"));
    found.sort();
    assert!(!found.is_empty());
    found
}

#[test]
fn every_function_compiles_and_lowers() {
    let Some(folder) = bench() else { return };
    keep_headers(folder.path());
    for source in sources() {
        // Reductions are loops below sm_80, and instructions from there on.
        for architecture in ["sm_70", "sm_80"] {
            succeed(
                folder.path(),
                &format!("-ptx -O1 -arch={architecture} {} -o made.ptx", source.display()),
            );
            let text = std::fs::read_to_string(folder.path().join("made.ptx")).expect("PTX");
            let module = Module::parse(&text).unwrap_or_else(|wrong| panic!("{}: {wrong}", source.display()));
            assert!(module.kernels().count() > 0);
            for kernel in module.kernels() {
                module
                    .lower(kernel)
                    .unwrap_or_else(|wrong| panic!("{}, {kernel}: {wrong}", source.display()));
            }
        }
    }
}

#[test]
fn halves_are_those_of_the_hosts_compiler() {
    let Some(folder) = bench() else { return };
    let (folder, lib) = (folder.path(), add_library(folder.path()));
    let sources = testdata::root().join("hipcc/halves");
    let compiler = std::env::var("CXX").unwrap_or_else(|_| "c++".to_owned());
    for level in ["c++11", "c++20"] {
        let mut compile = Command::new(&compiler);
        compile.args([
            "-D__HIP_PLATFORM_AMD__",
            "-Wall",
            "-Wextra",
            "-Werror",
            &format!("-std={level}"),
            "-I",
        ]);
        compile.arg(folder.join("sdk/include")).arg("-c").arg(sources.join("host.cpp"));
        let said = compile.current_dir(folder).output().expect("the host's compiler");
        assert!(said.status.success(), "{level}: {}", String::from_utf8_lossy(&said.stderr));
        succeed(folder, &format!("-O1 {}/main.hip host.o -o halves", sources.display()));
        let said = Command::new(folder.join("halves")).env("LD_LIBRARY_PATH", &lib).output();
        let said = said.expect("the program").stdout;
        assert!(said.starts_with(b"right"), "{level}: {}", String::from_utf8_lossy(&said));
    }
}

/// The reports of hipify-rs say of each device function that HIP lacks whether this SDK has it.
#[test]
fn reports_know_the_sdks_functions() {
    let Some(folder) = bench() else { return };
    let (_, table) = hipify_rs::map::TABLES.iter().find(|(name, _)| *name == "device").expect("the table");
    let rows: Vec<(&str, &str)> = tsv::table::<6>(table)
        .filter(|[_, hip, ..]| *hip == "-")
        .map(|[name, _, _, _, _, note]| (name, note))
        .collect();
    assert!(!rows.is_empty());
    let mut source = String::from(
        "#include <hip/hip_cooperative_groups.h>\n#include <hip/hip_runtime.h>\n#include <cuda_pipeline.h>\n\
         #include <hip/hip_bf16.h>\n#include <hip/hip_fp16.h>\n#include <hip/hip_fp4.h>\n#include <hip/hip_fp8.h>\n\
         namespace used {\n",
    );
    for (name, _) in &rows {
        source += &format!("#ifndef {name}\nusing ::{name};\n#endif\n");
    }
    source += "}\n";
    std::fs::write(folder.path().join("names.cu"), source).expect("the source");
    let said = crate::files::hipcc(
        folder.path(),
        "-fsyntax-only --offload-device-only -arch=sm_90 -ferror-limit=0 names.cu",
    );
    let said = String::from_utf8_lossy(&said.stderr).into_owned();
    let lacks = |name: &str| said.contains(&format!("no member named '{name}' in the global namespace"));
    for (name, note) in rows {
        assert_eq!(
            !lacks(name),
            note.starts_with("only this SDK has it"),
            "{name}, whose note is: {note}\n{said}"
        );
    }
}
