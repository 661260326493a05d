//! Handlers of signals, small stacks, limits and sandboxes: `testdata/capi/surroundings.c` runs each in a process of its own,
//! `surroundings.tsv` says how each must end.

use crate::codes::build;
use crate::system::{root, table};
use std::process::Command;

#[test]
fn programs_work_whatever_surrounds_them() {
    let built = build("surroundings", &[root().join("testdata/capi/surroundings.c")]);
    let program = built.unwrap_or_else(|said| panic!("{said}"));
    let done = Command::new(program).env_clear().output().expect("the program starts");
    let (text, said) = (String::from_utf8_lossy(&done.stdout), String::from_utf8_lossy(&done.stderr));
    let got: Vec<Vec<String>> =
        text.lines().map(|line| line.split('\t').map(str::to_owned).collect()).collect();
    let expected = table("surroundings.tsv");
    let differ: Vec<_> = expected.iter().zip(&got).filter(|(expected, got)| expected != got).collect();
    assert!(differ.is_empty() && expected.len() == got.len(), "expected, got: {differ:#?}\n{said}");
    let missing: Vec<&str> = said.lines().filter(|line| line.contains("no thread for")).collect();
    assert_eq!(missing.len(), 3, "said once by each process that has no threads: {said}");
}
