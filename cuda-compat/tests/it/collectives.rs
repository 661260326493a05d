//! Collectives on the backend `cuda`: calls go to the library that belongs to the driver. Ours stands for
//! NVIDIA's beside our own driver, and a library of C that writes its calls down.

use crate::backend::on_driver;
use crate::libraries::folder;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Directory of the collectives' C programs and headers.
fn rccl() -> PathBuf {
    testdata::root().join("../libraries/rccl")
}

/// Has the C compiler make a file in a directory with all libraries.
fn compile(folder: &Path, source: &Path, made: &str, options: &[&str]) -> PathBuf {
    let made = folder.join(made);
    let built = Command::new("cc")
        .args([
            "-std=gnu99",
            "-O1",
            "-Wall",
            "-Wno-enum-conversion",
            "-pthread",
            "-D__HIP_PLATFORM_AMD__",
            "-I",
        ])
        .arg(rccl().join("include"))
        .arg("-I")
        .arg(testdata::root().join("../capi/include"))
        .arg(source)
        .args(options)
        .arg("-o")
        .arg(&made)
        .current_dir(folder)
        .output()
        .expect("a C compiler");
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    made
}

/// Options that link a program with our libraries.
const LINKED: [&str; 3] = ["libnccl.so.2", "libamdhip64.so.7", "-Wl,-rpath,$ORIGIN"];

/// Output of a program on the backend `cuda`, over our driver with four devices.
fn output(folder: &Path, program: &Path, library: &Path) -> (Output, String, String) {
    let mut command = Command::new(program);
    on_driver(&mut command, folder).env("HIP_CUDA_NCCL", library);
    let done = command.env("HIP_SOFT_DEVICE", "h200x4").output().expect("the program starts");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let (out, err) = (text(&done.stdout), text(&done.stderr));
    (done, out, err)
}

#[test]
fn programs_of_collectives_run_on_a_driver() {
    let folder = folder("collectives");
    for (name, said) in [
        ("first", "sums of 1000 elements\n"),
        ("collectives", "all types and operators\n"),
        ("threads", "threads\n"),
        ("devices", "all operations\n"),
    ] {
        let source = rccl().join(format!("tests/programs/{name}.c"));
        let program = compile(&folder, &source, name, &LINKED);
        let (done, out, err) = output(&folder, &program, &folder.join("libnccl.so.2"));
        assert!(done.status.success(), "{name}: {}\n{out}{err}", done.status);
        assert_eq!(out, said, "{name}: {err}");
    }
}

#[test]
fn calls_reach_the_library_as_the_program_made_them() {
    let folder = folder("collectives_calls");
    let programs = testdata::root().join("../cuda-compat/tests/programs");
    let library = compile(&folder, &programs.join("collectives_library.c"), "fake.so", &["-shared", "-fPIC"]);
    let program = compile(&folder, &programs.join("collectives.c"), "program", &LINKED);
    let (done, out, err) = output(&folder, &program, &library);
    assert!(done.status.success(), "{}\n{out}{err}", done.status);
    let out = out.replace(&format!("{}/", folder.display()), "");
    assert_eq!(out, include_str!("../programs/collectives.txt"), "{err}");
}

#[test]
fn a_missing_library_is_an_error_that_names_it() {
    let folder = folder("collectives_missing");
    let programs = testdata::root().join("../cuda-compat/tests/programs");
    let program = compile(&folder, &programs.join("collectives.c"), "program", &LINKED);
    let (_, out, err) = output(&folder, &program, Path::new("/nowhere/libnccl.so.2"));
    let wanted =
        "NVIDIA's NCCL is needed on a GPU (HIP_BACKEND=cuda), and was not found; /nowhere/libnccl.so.2: ";
    assert!(out.starts_with("version: 2, ") && out.contains(wanted), "{out}{err}");
}
