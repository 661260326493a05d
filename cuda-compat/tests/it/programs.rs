//! Unmodified CUDA programs, built against declarations of ours and run on the library.

use crate::symbols::library;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Compiles sources with the folder of our `cuda.h`, links them with `libcuda.so.1`, and gives the program's path.
fn build(name: &str, sources: &[PathBuf], include: &Path) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&folder).expect("a folder for the program");
    let named = folder.join("libcuda.so.1");
    // Left by an earlier run, or not there.
    let _ = std::fs::remove_file(&named);
    std::os::unix::fs::symlink(library(), &named).expect("the library's other name");
    let program = folder.join("program");
    let built = Command::new("c++")
        .args(["-O1", "-Wall", "-Werror", "-I"])
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/include"))
        .arg("-I")
        .arg(include)
        .args(sources)
        .arg(&named)
        .args(["-Wl,-rpath,$ORIGIN", "-lm", "-o"])
        .arg(&program)
        .output()
        .expect("a C++ compiler");
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    program
}

/// What a program prints; it must succeed.
fn run(program: &Path, arguments: &[PathBuf]) -> String {
    let ran = Command::new(program).args(arguments).output().expect("the program starts");
    let (out, err) = (String::from_utf8_lossy(&ran.stdout), String::from_utf8_lossy(&ran.stderr));
    assert!(ran.status.success(), "{}: {out}{err}", ran.status);
    out.into_owned()
}

#[test]
fn the_vector_addition_of_the_driver_api_runs_untranslated() {
    let root = testdata::root().join("cuda/driver_vector_add");
    let program =
        build("vector_add", &[root.join("src/main.cpp"), root.join("src/device.cpp")], &root.join("include"));
    let out = run(&program, &[root.join("kernels/vector_add.ptx"), "100003".into()]);
    assert_eq!(
        out,
        "device: NVIDIA H200, 132 SMs, 143155 MiB, driver 13000\n\
         vector_add: 100003 elements, 391 blocks of 256 threads: PASS\n"
    );
}

#[test]
fn numbers_and_names_are_cuda_s() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs/calls.cpp");
    let program = build("calls", &[source], Path::new("."));
    let out = run(&program, &[testdata::root().join("cuda/driver_vector_add/kernels/vector_add.ptx")]);
    assert_eq!(out, include_str!("../programs/calls.txt"));
}
