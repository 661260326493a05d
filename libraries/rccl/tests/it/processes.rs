//! A process for each rank.

use crate::program::Program;
use std::path::PathBuf;
use std::process::Stdio;

/// The engine that connects processes; without it there is nothing to test.
fn has_engine() -> bool {
    // SAFETY: the library is loaded into this process and not called.
    let found = unsafe { libloading::Library::new("libucp.so.0") };
    if let Err(why) = &found {
        eprintln!("left out: ranks in several processes need UCX: {why}");
    }
    found.map(std::mem::forget).is_ok()
}

/// Runs a process for each rank. Returns what each printed, and whether it succeeded.
fn run(program: &Program, ranks: usize, mode: &str, variables: &[(&str, &str)]) -> Vec<(String, bool)> {
    let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("id_{mode}_{ranks}"));
    // A leftover of an earlier run may be missing.
    let _ = std::fs::remove_file(&file);
    let start = |rank: usize| {
        let mut command = program.command();
        command.args([rank.to_string(), ranks.to_string()]).arg(&file).arg(mode);
        command.env("HIP_RCCL_TIMEOUT", "20").envs(variables.iter().copied());
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program starts")
    };
    let started: Vec<_> = (0..ranks).map(start).collect();
    let ended = started.into_iter().map(|process| process.wait_with_output().expect("its end"));
    ended
        .map(|output| {
            let text = String::from_utf8_lossy(&output.stdout).into_owned();
            eprintln!("{text}{}", String::from_utf8_lossy(&output.stderr));
            (text, output.status.success())
        })
        .collect()
}

#[test]
fn four_processes_compute_what_one_does() {
    if has_engine() {
        let wanted = vec![("all\n".to_owned(), true); 4];
        assert_eq!(run(&Program::new("processes"), 4, "all", &[]), wanted);
    }
}

#[test]
fn a_killed_process_is_an_error_of_the_others() {
    if has_engine() {
        let said = run(&Program::new("processes"), 3, "killed", &[]);
        assert!(!said[1].1);
        for rank in [0, 2] {
            let wanted = "remote process exited or there was a network error: ";
            assert!(said[rank].1 && said[rank].0.starts_with(wanted), "{:?}", said[rank]);
        }
    }
}

#[test]
fn a_process_that_does_not_come_is_an_error_of_the_others() {
    if has_engine() {
        let program = Program::new("processes");
        for (mode, timeout) in [("idle", "1"), ("absent", "0.5")] {
            let said = run(&program, 2, mode, &[("HIP_RCCL_TIMEOUT", timeout)]);
            let wanted = format!("rank 1 did not come within {timeout} s (HIP_RCCL_TIMEOUT)");
            assert!(said[0].0.contains(&wanted), "{:?}", said[0]);
        }
    }
}

#[test]
fn without_an_engine_the_error_says_what_is_missing() {
    let said = run(&Program::new("processes"), 2, "none", &[("HIP_RCCL_ENGINE", "none")]);
    for (text, _) in said {
        let wanted = "need an engine, and HIP_RCCL_ENGINE is none";
        assert!(text.starts_with("unhandled system error") && text.contains(wanted), "{text}");
    }
}
