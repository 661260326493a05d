//! NVRTC and nvJitLink: clients that ask for machine code get what the loader takes.

use crate::libraries::{command, folder};
use std::path::Path;
use std::process::Command;

/// Runs one part of `programs/compilers.c` on a library, and returns what it prints.
fn client(library: &str, part: &str) -> String {
    let folder = folder(&format!("compilers_{}", library.replace('/', "_")));
    let program = folder.join("program");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs/compilers.c");
    let built =
        Command::new("cc").arg(source).args(["-ldl", "-o"]).arg(&program).output().expect("a C compiler");
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    let mut command = Command::new(env!("CARGO_BIN_EXE_hip-run"));
    // The headers of hipRTC, which compiles where NVIDIA's NVRTC is not installed.
    command.env("HIP_PATH", testdata::root().join("../capi"));
    let ran = command.arg(&program).args([library, part]).output().expect("hip-run starts");
    let err = String::from_utf8_lossy(&ran.stderr);
    assert!(ran.status.success(), "{}: {err}", ran.status);
    String::from_utf8_lossy(&ran.stdout).into_owned()
}

#[test]
fn nvrtc_s_machine_code_is_ptx_that_runs() {
    if command(&["clang-21", "clang-20", "clang-19", "clang-18", "clang-17", "clang-16"]).is_none() {
        eprintln!("skipped: no clang in PATH");
        return;
    }
    for library in ["libnvrtc.so.12", "libnvrtc.so.13"] {
        assert_eq!(client(library, "compile"), include_str!("../programs/compilers_nvrtc.txt"), "{library}");
    }
}

#[test]
fn nvjitlink_links_ptx_and_names_what_it_refuses() {
    for name in ["libnvJitLink.so.12", "libnvJitLink.so.13"] {
        // Ours stands for NVIDIA's where that is installed; any file will do.
        let installed = folder("compilers_installed").join(name);
        std::fs::write(&installed, "").expect("a file");
        let library = installed.to_str().expect("a path of text");
        assert_eq!(client(library, "link"), include_str!("../programs/compilers_link.txt"), "{name}");
        assert!(client(name, "link").starts_with("nvJitLinkCreate is missing"), "{name} is not installed");
    }
}
