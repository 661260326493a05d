//! `compute-sanitizer`, on kernels of `testdata/check`.

use crate::libraries::hip_program;
use std::path::Path;
use std::process::Command;

/// Result of a run: exit code and standard output.
type Ran = (Option<i32>, String);

/// Runs a program under `compute-sanitizer`.
fn sanitized(options: &[&str], program: &Path, arguments: &[&str]) -> Ran {
    let mut command = Command::new(env!("CARGO_BIN_EXE_compute-sanitizer"));
    command.args(options).arg(program).args(arguments);
    for name in ["HIP_SOFT_DEVICE", "HIP_SOFT_CHECK", "HIP_SOFT_TRACE", "HIP_SOFT_REPORT", "LD_LIBRARY_PATH"]
    {
        command.env_remove(name);
    }
    let done = command.output().expect("compute-sanitizer starts");
    (done.status.code(), String::from_utf8_lossy(&done.stdout).into_owned())
}

/// Runs a kernel of `testdata/check` with a number of threads, in a program that ends with `code`.
fn kernel(options: &[&str], program: &Path, file: &str, threads: &str, code: &str) -> Ran {
    let file = testdata::root().join("check").join(file);
    sanitized(options, program, &[file.to_str().expect("a path of text"), threads, code])
}

#[test]
fn each_tool_finds_its_errors() {
    let (_, program) = hip_program("sanitizer_tools", "sanitized.c");
    for (tool, file, threads, title, summary) in [
        ("memcheck", "bug/global_write.ptx", "32", "Out of bounds", "ERROR SUMMARY: 1 error\n"),
        ("racecheck", "bug/race_reversal.ptx", "64", "Race", "RACECHECK SUMMARY: "),
        ("initcheck", "bug/uninitialised_global.ptx", "32", "Uninitialised", "ERROR SUMMARY: "),
        ("synccheck", "bug/barrier_in_branches.ptx", "32", "Barrier", "ERROR SUMMARY: "),
        ("memcheck", "fine/bytes.ptx", "64", "", "ERROR SUMMARY: 0 errors\n"),
        (
            "racecheck",
            "fine/bytes.ptx",
            "64",
            "",
            "RACECHECK SUMMARY: 0 hazards displayed (0 errors, 0 warnings)\n",
        ),
    ] {
        let (code, said) = kernel(&["--tool", tool], &program, file, threads, "0");
        assert_eq!(code, Some(0), "{said}");
        assert!(said.starts_with("========= COMPUTE-SANITIZER\n") && said.contains(title), "{tool}: {said}");
        assert!(said.contains(summary), "{tool}: {said}");
        assert_eq!(said.contains("SUMMARY: 0"), title.is_empty(), "{tool}, {file}: {said}");
    }
}

#[test]
fn exit_codes_are_those_of_cuda_s_tool() {
    let (_, program) = hip_program("sanitizer_codes", "sanitized.c");
    let (bug, fine) = ("bug/global_write.ptx", "fine/bytes.ptx");
    let run = |options: &[&str], file, code| kernel(options, &program, file, "64", code).0;
    assert_eq!(run(&[], bug, "0"), Some(0), "the program's, unless another is asked for");
    assert_eq!(run(&["--error-exitcode", "7"], bug, "0"), Some(7));
    assert_eq!(run(&["--error-exitcode", "7"], bug, "3"), Some(3), "of a program that failed itself");
    assert_eq!(run(&["--error-exitcode=7"], fine, "0"), Some(0));
    let unused = Path::new("/bin/true");
    let (code, said) = sanitized(&[], unused, &[]);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("terminated before first instrumented API call"), "{said}");
    assert_eq!(sanitized(&["--require-cuda-init", "no"], unused, &[]).0, Some(0));
    assert_eq!(sanitized(&["--save", "file"], unused, &[]).0, Some(2), "an option without a counterpart");
    assert_eq!(sanitized(&[], Path::new("/no/such/program"), &[]).0, Some(127));
}

#[test]
fn text_goes_to_a_log_file_up_to_a_limit() {
    let (folder, program) = hip_program("sanitizer_log", "sanitized.c");
    let log = folder.join("log.txt");
    let options = ["--leak-check", "full", "--print-limit", "1", "--log-file", log.to_str().expect("text")];
    for _ in 0..2 {
        let (code, said) = kernel(&options, &program, "bug/global_write.ptx", "32", "0");
        assert_eq!((code, said.as_str()), (Some(0), ""));
        let text = std::fs::read_to_string(&log).expect("the log");
        assert_eq!(text.matches("COMPUTE-SANITIZER").count(), 1, "an earlier log is replaced: {text}");
        assert!(text.contains("1 place reported; further ones are only counted\n"), "{text}");
        let end = "LEAK SUMMARY: 4096 bytes leaked in 1 allocations\n========= ERROR SUMMARY: 2 errors\n";
        assert!(text.ends_with(end), "{text}");
    }
    let quiet = kernel(&["--quiet"], &program, "fine/bytes.ptx", "64", "0");
    assert_eq!(quiet, (Some(0), String::new()));
}
