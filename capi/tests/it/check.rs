//! Reports of the checker about a C program's own accesses to device memory.

use crate::codes::build;
use crate::system::{root, scratch};
use std::process::Command;

/// Returns the string or number of a member at each of its occurrences in a report.
fn members<'a>(report: &'a str, name: &str) -> Vec<&'a str> {
    let key = format!("\"{name}\": ");
    let value =
        |rest: &'a str| rest.trim_start_matches('"').split(['"', ',', '}', '\n']).next().unwrap_or("");
    report.split(key.as_str()).skip(1).map(value).collect()
}

#[test]
fn accesses_by_the_host_are_found() {
    let source = root().join("testdata/check/host/touch.c");
    let program = build("touch", &[source]).unwrap_or_else(|e| panic!("{e}"));
    let report = scratch("check").join("touch.json");
    // Access, and expected reports: reads and writes, each once per page.
    let cases: &[(&str, &[(&str, &str)])] = &[
        ("read", &[("read", "1")]),
        ("write", &[("write", "1")]),
        ("memcpy", &[("write", "4")]),
        ("again", &[("read", "1"), ("read", "1")]),
        ("fine", &[]),
    ];
    for &(what, wanted) in cases {
        for checks in ["host", "all", "memory"] {
            let mut command = Command::new(&program);
            command.arg(what).env("HIP_SOFT_CHECK", checks).env("HIP_SOFT_CHECK_REPORT", &report);
            let output = command.output().expect("the program");
            let errors = String::from_utf8_lossy(&output.stderr).into_owned();
            assert_eq!(String::from_utf8_lossy(&output.stdout), "done\n", "{what}: {errors}");
            let text = std::fs::read_to_string(&report).expect("a report");
            let wanted = if checks == "memory" { &[] } else { wanted };
            let code = if wanted.is_empty() { 0 } else { 66 };
            assert_eq!(output.status.code(), Some(code), "{what}, {checks}: {errors}{text}");
            let found: Vec<_> = members(&text, "access").into_iter().zip(members(&text, "count")).collect();
            assert_eq!(found, wanted, "{what}, {checks}: {errors}{text}");
            assert_eq!(
                members(&text, "kind").iter().filter(|kind| **kind == "host-access").count(),
                wanted.len()
            );
            for object in members(&text, "object") {
                assert_eq!(object, program.to_str().expect("a name"), "the call site: {text}");
            }
            assert_eq!(members(&text, "object").len(), wanted.len(), "{text}");
            let called = members(&text, "called");
            assert_eq!(called.len(), usize::from(what == "memcpy" && !wanted.is_empty()), "{text}");
            assert!(called.iter().all(|library| library.contains("libc")), "{text}");
            assert_eq!(errors.contains("Host access: "), !wanted.is_empty(), "{errors}");
        }
    }
}
