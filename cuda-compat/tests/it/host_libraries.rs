//! A C program of libraries with CUDA's names.

use crate::libraries::folder;
use std::path::Path;
use std::process::Command;

/// Compiles a C program and links it with libraries, by the names that programs look for. Returns what it
/// prints on standard output and error.
fn program(name: &str, libraries: &[&str]) -> (String, String) {
    let folder = folder(&format!("{name}_{}", libraries[0]));
    let program = folder.join("program");
    let built = Command::new("cc")
        .args(["-std=c99", "-O1", "-Wall", "-Werror"])
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs").join(format!("{name}.c")))
        .args(libraries.iter().map(|library| folder.join(library)))
        .args(["-Wl,-rpath,$ORIGIN", "-lm", "-o"])
        .arg(&program)
        .output()
        .expect("a C compiler");
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    let ran = Command::new(&program).env("HIP_SOFT_QUIET", "1").output().expect("the program starts");
    let (out, err) = (String::from_utf8_lossy(&ran.stdout), String::from_utf8_lossy(&ran.stderr));
    assert!(ran.status.success(), "{}: {out}{err}", ran.status);
    (out.into_owned(), err.into_owned())
}

#[test]
fn programs_of_both_releases_run_on_the_libraries() {
    let of_12 = ["libcublas.so.12", "libcufft.so.11", "libcurand.so.10", "libcudart.so.12"];
    let of_13 = ["libcublas.so.13", "libcufft.so.12", "libcurand.so.10", "libcudart.so.13"];
    for libraries in [of_12, of_13] {
        let (out, err) = program("libraries", &libraries);
        assert_eq!(out, include_str!("../programs/libraries.txt"));
        assert_eq!(err, "cublas: cublasXtSetCpuRatio is not implemented\n");
    }
}

#[test]
fn programs_of_the_first_version_of_cublas_run() {
    for libraries in [["libcublas.so.12", "libcudart.so.12"], ["libcublas.so.13", "libcudart.so.13"]] {
        let (out, err) = program("blas_first", &libraries);
        assert_eq!((out.as_str(), err.as_str()), (include_str!("../programs/blas_first.txt"), ""));
    }
}

#[test]
fn programs_of_both_releases_run_on_cublaslt() {
    let of_12 = ["libcublasLt.so.12", "libcublas.so.12", "libcudart.so.12"];
    let of_13 = ["libcublasLt.so.13", "libcublas.so.13", "libcudart.so.13"];
    for libraries in [of_12, of_13] {
        let (out, err) = program("lt", &libraries);
        assert_eq!(out, include_str!("../programs/lt.txt"));
        assert_eq!(err, "cublaslt: cublasLtEmulationDescCreate is not implemented\n");
    }
}

#[test]
fn clients_of_both_releases_start_on_cupti() {
    for library in ["libcupti.so.12", "libcupti.so.13"] {
        let (out, err) = program("cupti", &[library]);
        assert_eq!(out, include_str!("../programs/cupti.txt"));
        let advice = "is not supported on a software device; hip-prof profiles kernels";
        assert_eq!(err, format!("cupti: cuptiSubscribe {advice}\ncupti: cuptiActivityEnable {advice}\n"));
    }
}

#[test]
fn eigenvalues_and_sparse_systems_are_computed_by_cusolver() {
    for [solver, runtime] in
        [["libcusolver.so.11", "libcudart.so.12"], ["libcusolver.so.12", "libcudart.so.13"]]
    {
        let (out, err) = program("solver", &[solver, "libcusparse.so.12", runtime]);
        assert_eq!((out.as_str(), err.as_str()), (include_str!("../programs/solver.txt"), ""));
    }
}
