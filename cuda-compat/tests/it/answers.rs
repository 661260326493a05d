//! Compares our library with an H200's recorded answers: the same program, compiled with NVIDIA's header,
//! prints the same lines.

use crate::libraries::folder;
use crate::signatures::headers;
use std::path::Path;
use std::process::Command;

/// Recorded lines that differ, each before ours: a second error in one instruction, which we report once, and
/// the sum of 64 threads that add to one word without atomics, which is undefined.
const OTHERS: [&str; 3] = [
    "log text <<ptxas application ptx input, line 4; error   : Arguments mismatch for instruction 'add'",
    "ptxas application ptx input, line 4; error   : Unknown symbol '%r9'",
    "result 17",
];

/// Returns whether a line is one of ours that differ.
fn is_ours_alone(line: &str) -> bool {
    line == "log text <<ptxas application ptx input, line 4; error   : Unknown symbol '%r9'"
        || line.starts_with("result ")
}

#[test]
fn nvidia_s_header_and_our_library_give_the_recorded_answers() {
    let Some(include) = headers() else {
        eprintln!("skipped: no CUDA toolkit in CUDA_PATH or /usr/local/cuda to compile against");
        return;
    };
    let folder = folder("answers");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs/driver_answers.cpp");
    let program = folder.join("program");
    let mut compiler = Command::new("c++");
    compiler.args(["-w", "-I"]).arg(include).arg(source).arg(folder.join("libcuda.so.1"));
    let built = compiler.args(["-Wl,-rpath,$ORIGIN", "-lpthread", "-o"]).arg(&program).output();
    let built = built.expect("a C++ compiler");
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    // All questions, then three kernels that corrupt their context, each in a process of its own.
    let ours: String = (0..4)
        .map(|which| {
            let ran = Command::new(&program).arg(which.to_string()).output().expect("the program starts");
            assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
            String::from_utf8_lossy(&ran.stdout).into_owned()
        })
        .collect();
    let (mut ours, mut differ) = (ours.lines(), Vec::new());
    let mut own = ours.next();
    for recorded in include_str!("../programs/driver_answers_h200.txt").lines() {
        if own == Some(recorded) {
            own = ours.next();
            continue;
        }
        differ.push(recorded);
        if own.is_some_and(is_ours_alone) {
            own = ours.next();
        }
    }
    assert_eq!(own, None, "all of ours are recorded");
    assert!(differ.iter().all(|line| OTHERS.contains(line)), "{differ:#?}");
}
