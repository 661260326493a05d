//! Failures that a program ignores: one line on standard error for the first of each kind.

use crate::codes::build;
use crate::system::root;
use std::path::PathBuf;
use std::process::Command;
use std::sync::LazyLock;

/// Returns the standard error of `testdata/capi/unnoticed.c` in one case.
fn errors(case: &str, settings: &[(&str, &str)]) -> String {
    static PROGRAM: LazyLock<PathBuf> = LazyLock::new(|| {
        build("unnoticed", &[root().join("testdata/capi/unnoticed.c")])
            .unwrap_or_else(|said| panic!("{said}"))
    });
    let kernels = root().join("runtime/tests/it/kernels.ptx");
    let mut command = Command::new(&*PROGRAM);
    command.env_clear().env("HIP_SOFT_CACHE", "off").envs(settings.iter().copied()).arg(kernels).arg(case);
    let done = command.output().expect("the program starts");
    assert!(done.status.success(), "{case}: {}", done.status);
    assert_eq!(String::from_utf8_lossy(&done.stdout), "done\n", "{case}");
    String::from_utf8_lossy(&done.stderr).into_owned()
}

#[test]
fn the_first_failure_of_a_kind_is_reported() {
    let said = ["none", "fault", "host", "launch", "image", "dropped"]
        .map(|case| format!("{case}:\n{}", errors(case, &[])));
    insta::assert_snapshot!(without_addresses(&said.join("")));
}

/// Removes addresses of the process, which differ from run to run.
fn without_addresses(text: &str) -> String {
    let mut parts = text.split("0x");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let digits = part.find(|c: char| !c.is_ascii_hexdigit()).unwrap_or(part.len());
        out.push_str("0x");
        out.push_str(if digits > 6 { "…" } else { &part[..digits] });
        out.push_str(&part[digits..]);
    }
    out
}

#[test]
fn quiet_programs_report_nothing() {
    for case in ["fault", "launch", "image", "dropped"] {
        assert_eq!(errors(case, &[("HIP_SOFT_QUIET", "1")]), "", "{case}");
    }
}

#[test]
fn unknown_settings_are_reported() {
    let said = errors("none", &[("HIP_SOFT_CHEKC", "memory"), ("HIP_SOFT_NOTHING_LIKE_IT", "1")]);
    let mut lines: Vec<&str> = said.lines().collect();
    lines.sort_unstable();
    assert_eq!(
        lines,
        [
            "hip: HIP_SOFT_CHEKC is not a known setting; did you mean HIP_SOFT_CHECK?",
            "hip: HIP_SOFT_NOTHING_LIKE_IT is not a known setting; the book's page \"Environment variables\" lists them",
        ]
    );
}
