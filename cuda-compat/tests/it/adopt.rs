//! Objects that carry CUDA's static runtime with its symbols; a stand-in of ours takes its place.

use crate::libraries::folder;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Runs `cc` on sources of `programs/adopted` and other arguments.
fn cc(folder: &Path, sources: &[&str], arguments: &[&str]) {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs/adopted");
    let sources = sources.iter().map(|name| own.join(name));
    // Without optimisation, as CUDA's functions, the stand-ins are longer than a jump.
    let mut compiler = Command::new("cc");
    compiler.current_dir(folder).args(["-O0", "-fPIC"]).args(sources).args(arguments);
    let built = compiler.output().expect("a C compiler");
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
}

/// Builds the stand-in of a version of the runtime as an archive, in a directory of its own.
fn archive(name: &str, version: u32) -> PathBuf {
    let folder = folder(name);
    cc(&folder, &["runtime.c"], &[&format!("-DVERSION={version}"), "-c", "-o", "runtime.o"]);
    // An archive of an earlier run would keep its members.
    let _ = std::fs::remove_file(folder.join("libruntime.a"));
    let made = Command::new("ar").current_dir(&folder).args(["rcs", "libruntime.a", "runtime.o"]).status();
    assert!(made.expect("an archiver").success());
    folder
}

fn hip_run(program: &Path, arguments: &[&Path]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hip-run"));
    command.arg(program).args(arguments).output().expect("hip-run starts")
}

/// Checks that a client was led to our runtime.
fn is_adopted(ran: &Output, version: u32) {
    let (out, err) = (String::from_utf8_lossy(&ran.stdout), String::from_utf8_lossy(&ran.stderr));
    assert_eq!(
        out,
        format!("before main: 0 {version}\n0 0 0 0 0 sev eig own 999 registers 1\n"),
        "{}: {err}",
        ran.status
    );
    assert!(ran.status.success());
}

#[test]
fn a_program_with_a_static_runtime_runs_on_ours() {
    for (version, ours) in [(12, 12_090), (13, 13_000)] {
        let folder = archive(&format!("adopted_{version}"), version);
        cc(&folder, &["main.c", "client.c"], &["libruntime.a", "-o", "program"]);
        let program = folder.join("program");
        let alone = Command::new(&program).output().expect("it starts");
        assert!(alone.stdout.starts_with(b"before main: 999 999\n999 999 999 999 "), "{alone:?}");
        is_adopted(&hip_run(&program, &[]), ours);
    }
}

#[test]
fn a_library_with_a_static_runtime_is_adopted_when_it_is_loaded() {
    let folder = archive("adopted_library", 13);
    cc(&folder, &["client.c"], &["libruntime.a", "-shared", "-o", "client.so"]);
    cc(&folder, &["loader.c"], &["-ldl", "-o", "loader"]);
    is_adopted(&hip_run(&folder.join("loader"), &[&folder.join("client.so")]), 13_000);
}

#[test]
fn a_library_of_cuda_by_path_is_ours() {
    let folder = archive("adopted_path", 12);
    cc(&folder, &["client.c", "runtime.c"], &["-DVERSION=12", "-shared", "-o", "other.so"]);
    cc(&folder, &["loader.c"], &["-ldl", "-o", "loader"]);
    // A copy as Python's wheels carry it: the stand-in runs if this file is loaded.
    let wheel = folder.join("wheel");
    std::fs::create_dir_all(&wheel).expect("a folder");
    let copy = wheel.join("libcudart-9335f6a2.so.12.0.107");
    std::fs::copy(folder.join("other.so"), &copy).expect("a copy");
    let ran = hip_run(&folder.join("loader"), &[&copy]);
    let out = String::from_utf8_lossy(&ran.stdout);
    assert!(out.contains("libcudart.so.12: undefined symbol: client"), "{out}");
}

#[test]
fn an_installed_cudnn_is_replaced_and_a_missing_one_is_not() {
    let folder = folder("cudnn");
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs/cudnn.c");
    let (program, installed) = (folder.join("program"), folder.join("package"));
    // Calls of functions without a prototype, as C has them.
    let built = Command::new("cc").args(["-std=gnu89", "-o"]).args([&program, &own]).arg("-ldl").status();
    assert!(built.expect("a C compiler").success());
    std::fs::create_dir_all(&installed).expect("a folder of a package");
    let library = installed.join("libcudnn.so.9");
    let _ = std::fs::remove_file(&library);
    let none = hip_run(&program, &[&library]);
    assert_eq!(String::from_utf8_lossy(&none.stdout), "no cuDNN\n");
    cc(&folder, &["client.c"], &["-shared", "-o", "package/libcudnn.so.9"]);
    let ran = hip_run(&program, &[&library]);
    assert_eq!(String::from_utf8_lossy(&ran.stdout), include_str!("../programs/cudnn.txt"));
    let refused =
        "cudnn: cudnnCreateTensorDescriptor is not implemented: cuDNN's kernels are machine code of GPUs";
    assert!(String::from_utf8_lossy(&ran.stderr).contains(refused), "{ran:?}");
}
