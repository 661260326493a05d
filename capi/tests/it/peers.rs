//! Access to memory between devices: programs of `testdata/capi` run on one device or several, and tables
//! next to them have the expected output.

use crate::codes::build;
use crate::system::{root, table};
use std::process::Command;

/// Returns the output of a program on a device, with a given `HIP_SOFT_JIT`.
fn lines(program: &str, device: &str, jit: &str) -> Vec<Vec<String>> {
    let source = root().join(format!("testdata/capi/{program}.c"));
    let built =
        build(&format!("{program}_{device}_{jit}"), &[source]).unwrap_or_else(|said| panic!("{said}"));
    let mut command = Command::new(built);
    command.env_clear().env("HIP_SOFT_DEVICE", device).env("HIP_SOFT_JIT", jit);
    let done = command.output().expect("the program starts");
    let (text, said) = (String::from_utf8_lossy(&done.stdout), String::from_utf8_lossy(&done.stderr));
    assert!(done.status.success(), "{}\n{text}{said}", done.status);
    text.lines().map(|line| tsv::cells(line).map(str::to_owned).collect()).collect()
}

fn compare(what: &str, expected: &[Vec<String>], got: &[Vec<String>]) {
    let wrong: Vec<_> = expected.iter().zip(got).filter(|(expected, got)| expected != got).collect();
    assert!(wrong.is_empty() && got.len() == expected.len(), "{what}: expected, got: {wrong:#?}");
}

/// Selects columns of a table.
fn columns(rows: &[Vec<String>], wanted: &[usize]) -> Vec<Vec<String>> {
    rows.iter().map(|row| wanted.iter().map(|&n| row[n].clone()).collect()).collect()
}

const WAYS: [&str; 4] = ["quick", "scalar", "vector", "interp"];

#[test]
fn kernels_reach_another_device_s_memory_where_access_was_given() {
    let rows = table("peers.tsv");
    for row in &rows {
        assert!(row[2] == row[3] || row[2] == "-", "an H200 answered otherwise: {row:?}");
    }
    let expected = columns(&rows, &[0, 1, 3]);
    for jit in WAYS {
        compare(jit, &expected, &lines("peers", "h200x2", jit));
    }
    compare("five devices", &expected, &lines("peers", "h200x5", "auto"));
}

#[test]
fn kernels_reach_managed_memory_that_is_attached_to_them() {
    let rows = table("attach.tsv");
    for jit in WAYS {
        compare(jit, &columns(&rows, &[0, 1, 3]), &lines("attach", "GTX 980", jit));
    }
    compare("an H200", &columns(&rows, &[0, 1, 2]), &lines("attach", "h200", "auto"));
}

#[test]
fn kernels_reach_the_memory_of_a_team_behind_a_multicast_address() {
    let expected = table("multicast.tsv");
    for jit in WAYS {
        compare(jit, &expected, &lines("multicast", "h200x4", jit));
    }
    compare("five devices", &expected, &lines("multicast", "h200x5", "auto"));
}

#[test]
fn streams_have_again_what_they_wait_for() {
    compare("an H200", &table("pools.tsv"), &lines("pools", "h200", "auto"));
}
