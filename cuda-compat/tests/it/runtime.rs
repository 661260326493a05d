//! Untranslated programs of CUDA's runtime API, compiled in clang's CUDA mode, on both versions of the
//! library.

use crate::libraries::{command, folder};
use fatbin::nvidia::write::{NewEntry, Packing};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Runs a compiler; it must succeed.
fn compile(command: &mut Command) {
    let ran = command.output().expect("the compiler starts");
    assert!(ran.status.success(), "{command:?}: {}", String::from_utf8_lossy(&ran.stderr));
}

/// Commands under which clang may be installed, in order of preference.
const CLANGS: [&str; 8] =
    ["clang-21", "clang-20", "clang-19", "clang-18", "clang-17", "clang-16", "clang", "clang++"];

/// Compiles a program for a version of the runtime and returns its output, or `None` without clang.
fn program(name: &str, version: &str, release: u32) -> Option<(String, String)> {
    compiled(name, version, release).map(|program| output(&program, &[]))
}

/// Runs a program with settings. Returns its output.
fn output(program: &Path, settings: &[(&str, &Path)]) -> (String, String) {
    let mut command = Command::new(program);
    let ran = command.env("HIP_SOFT_QUIET", "1").envs(settings.iter().copied()).output();
    let ran = ran.expect("the program starts");
    let (out, err) = (String::from_utf8_lossy(&ran.stdout), String::from_utf8_lossy(&ran.stderr));
    assert!(ran.status.success(), "{}: {out}{err}", ran.status);
    (out.into_owned(), err.into_owned())
}

/// Compiles a program for a version of the runtime, if there is a clang.
fn compiled(name: &str, version: &str, release: u32) -> Option<PathBuf> {
    let Some(clang) = command(&CLANGS) else {
        eprintln!("skipped: no clang in PATH to compile {name} with");
        return None;
    };
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let source = own.join("programs").join(format!("{name}.cu"));
    let folder = folder(&format!("{name}_{version}"));
    let front = || {
        let mut front = Command::new(&clang);
        front.args(["-x", "cuda", "-nocudainc", "-nocudalib", "-O1", "-Wno-unknown-cuda-version"]);
        // The SDK version determines the form of launches and registration, which has not changed since 10.1.
        // No SDK is installed.
        front.args(["-Xclang", "-target-sdk-version=11.8"]);
        front.arg(format!("-DCUDART_VERSION={release}")).arg("-I").arg(own.join("include")).arg(&source);
        front
    };
    let (ptx, binary, object) =
        (folder.join("device.ptx"), folder.join("device.fatbin"), folder.join("host.o"));
    compile(front().args(["--cuda-device-only", "--cuda-gpu-arch=sm_70", "-S", "-o"]).arg(&ptx));
    let text = std::fs::read_to_string(&ptx).expect("PTX that clang made");
    let entry = NewEntry::ptx(&text, 70, (6, 0), Packing::Plain);
    let made = fatbin::nvidia::write::fatbin([entry]);
    std::fs::write(&binary, made).expect("a fat binary");
    let embed = ["-Xclang", "-fcuda-include-gpubinary", "-Xclang"];
    compile(front().args(["--cuda-host-only", "-c"]).args(embed).arg(&binary).arg("-o").arg(&object));
    let program = folder.join("program");
    let library = folder.join(format!("libcudart.so.{version}"));
    compile(Command::new("c++").arg(&object).arg(library).args(["-Wl,-rpath,$ORIGIN", "-o"]).arg(&program));
    Some(program)
}

/// Message of the library about the one missing function that a program requests.
const MISSING: &str = "cudart: cudaGLGetDevices is not implemented\n";

#[test]
fn clang_s_programs_run_on_cuda_13_s_runtime() {
    let Some((out, err)) = program("runtime", "13", 13_000) else { return };
    assert_eq!(out, include_str!("../programs/runtime.txt"));
    assert_eq!(err, MISSING);
}

#[test]
fn clang_s_programs_run_on_cuda_12_s_runtime() {
    let Some((out, err)) = program("runtime", "12", 12_090) else { return };
    assert_eq!(out, include_str!("../programs/runtime.txt").replace("version 13000", "version 12090"));
    assert_eq!(err, MISSING);
}

#[test]
fn conditional_nodes_run_on_both_runtimes() {
    for (version, release) in [("12", 12_090), ("13", 13_000)] {
        let Some(program) = compiled("conditional", version, release) else { return };
        let expected = include_str!("../programs/conditional.txt");
        let interpreted = [("HIP_SOFT_JIT", Path::new("interp"))];
        assert_eq!(output(&program, &[]), (expected.to_owned(), String::new()), "version {version}");
        assert_eq!(output(&program, &interpreted).0, expected, "interpreted");
        // Bodies are on the virtual timeline, as launches of their nodes, and always at the same times.
        let traced = |name: &str| {
            let trace = program.with_file_name(name);
            assert_eq!(output(&program, &[("HIP_SOFT_TRACE", &trace)]).0, expected, "traced");
            std::fs::read_to_string(trace).expect("the trace")
        };
        let trace = traced("first.json");
        assert_eq!(trace, traced("second.json"));
        let count = |with: &str| {
            let lines = trace.lines().filter(|line| line.contains("conditional node") && line.contains(with));
            lines.count()
        };
        // The loop is evaluated five more times, and once more in its second launch; a body has a node.
        assert_eq!(count("\"parent\""), 7);
    }
}

#[test]
fn edges_have_their_data_on_cuda_13_s_runtime() {
    let Some((out, err)) = program("edges", "13", 13_000) else { return };
    assert_eq!(out, include_str!("../programs/edges.txt"));
    assert_eq!(err, "");
}

#[test]
fn kernels_launch_graphs_on_both_runtimes() {
    for (version, release) in [("12", 12_090), ("13", 13_000)] {
        let Some(program) = compiled("graph_launch", version, release) else { return };
        let expected = include_str!("../programs/graph_launch.txt");
        assert_eq!(output(&program, &[]), (expected.to_owned(), String::new()), "version {version}");
        let trace = program.with_file_name("trace.json");
        for setting in [("HIP_SOFT_JIT", Path::new("interp")), ("HIP_SOFT_TRACE", &trace)] {
            assert_eq!(output(&program, &[setting]).0, expected, "{setting:?}");
        }
    }
}
