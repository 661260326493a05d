//! The program `ptxas`: its output is loaded where CUDA has machine code.

use crate::libraries::folder;
use crate::programs::build;
use std::path::Path;
use std::process::{Command, Output};

fn ptxas(arguments: &[&Path]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_ptxas")).args(arguments).output().expect("it starts")
}

#[test]
fn what_it_packs_is_loaded() {
    let root = testdata::root().join("cuda/driver_vector_add");
    let program =
        build("ptxas", &[root.join("src/main.cpp"), root.join("src/device.cpp")], &root.join("include"));
    let packed = program.with_file_name("vector_add.cubin");
    let made = ptxas(&[
        Path::new("-v"),
        Path::new("--gpu-name=sm_90"),
        &root.join("kernels/vector_add.ptx"),
        Path::new("-o"),
        &packed,
    ]);
    let err = String::from_utf8_lossy(&made.stderr);
    assert!(made.status.success(), "{err}");
    assert!(err.contains("ptxas info    : Compiling entry function 'vector_add' for 'sm_90'"), "{err}");
    let ran = Command::new(&program).arg(&packed).arg("1000").output().expect("the program starts");
    let out = String::from_utf8_lossy(&ran.stdout);
    assert!(out.ends_with("4 blocks of 256 threads: PASS\n"), "{out}");
}

#[test]
fn errors_are_those_of_the_assembler() {
    let wrong = folder("ptxas_wrong").join("wrong.ptx");
    std::fs::write(
        &wrong,
        ".version 8.0\n.target sm_90\n.address_size 64\n.entry k() { add.f33 %r, 1, 2; }\n",
    )
    .expect("a file");
    let ran = ptxas(&[&wrong]);
    let err = String::from_utf8_lossy(&ran.stderr);
    assert_eq!(ran.status.code(), Some(255));
    assert!(err.starts_with(&format!("ptxas {}, line 4; error   : ", wrong.display())), "{err}");
    assert!(err.ends_with("ptxas fatal   : Ptx assembly aborted due to errors\n"), "{err}");
    let version = ptxas(&[Path::new("--version")]);
    assert!(String::from_utf8_lossy(&version.stdout).contains("release 13.0, V13.0."));
}
