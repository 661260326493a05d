//! `hip-run --compare`, with our own `libcuda.so.1` as the driver of a GPU.

use crate::libraries::{folder, hip_program};
use std::process::{Command, Output};

/// Compiles the program, and runs it twice with arguments for it and for `hip-run`.
fn compared(name: &str, options: &[&str], arguments: &[&str]) -> (Output, String) {
    let (folder, program) = hip_program(name, "compare.c");
    let mut command = Command::new(env!("CARGO_BIN_EXE_hip-run"));
    command.arg("--compare").args(options).arg(program).args(arguments);
    command.env("HIP_CUDA_DRIVER", folder.join("libcuda.so.1"));
    let done = command.output().expect("hip-run starts");
    let said = String::from_utf8_lossy(&done.stderr).into_owned();
    (done, said)
}

#[test]
fn the_same_copies_agree() {
    let (done, said) = compared("compare_same", &[], &[]);
    assert_eq!(done.status.code(), Some(0), "{said}");
    assert!(said.contains("both runs agree"), "{said}");
}

#[test]
fn another_copy_is_found_by_stream_and_order() {
    let (done, said) = compared("compare_other", &[], &["1"]);
    assert_eq!(done.status.code(), Some(65), "{said}");
    // The legacy stream had the program's first copies, but of other numbers.
    assert!(
        said.contains("stream 1, copy 0: byte 2000 of 4000: 0x43fa8000 (5.01e2) and 0x44bba000 (1.501e3)"),
        "{said}"
    );
    assert_eq!(said.matches(": stream ").count(), 1, "{said}");
}

#[test]
fn a_small_difference_is_tolerated() {
    let (done, said) = compared("compare_near", &["--tolerance", "f32:1e-4"], &["0.00001"]);
    assert_eq!(done.status.code(), Some(0), "{said}");
    let (done, said) = compared("compare_far", &["--tolerance", "f32:1e-6"], &["0.00001"]);
    assert_eq!(done.status.code(), Some(65), "{said}");
}

#[test]
fn without_a_gpu_the_ends_differ() {
    let folder = folder("compare_none");
    let mut command = Command::new(env!("CARGO_BIN_EXE_hip-run"));
    command.args(["--compare", "/bin/sh", "-c", "test $HIP_BACKEND = soft"]);
    let done = command.env("HIP_CUDA_DRIVER", folder.join("nowhere")).output().expect("hip-run starts");
    let said = String::from_utf8_lossy(&done.stderr);
    assert_eq!(done.status.code(), Some(65), "{said}");
    assert!(said.contains("ends: exit status: 0 on the software device, exit status: 1 on a GPU"), "{said}");
}
