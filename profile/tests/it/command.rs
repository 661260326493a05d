//! The command `hip-prof`: its exit codes and outputs.

use crate::outputs::{ALL, profile};
use std::path::Path;
use std::process::{Command, Output};

fn hip_prof(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_hip-prof")).args(arguments).output().expect("the command")
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

#[test]
fn profiles_are_shown_compared_and_checked() {
    let folder = tempfile::tempdir().expect("a directory");
    let file = |name: &str| folder.path().join(name).to_str().expect("UTF-8").to_owned();
    let (before, after, page) = (file("before.json"), file("after.json"), file("page.html"));
    for (path, kernels) in [(&before, &ALL[..1]), (&after, &ALL[1..])] {
        let json = serde_json::to_string(&profile(kernels, u64::MAX)).expect("JSON");
        std::fs::write(path, json).expect("a file");
    }
    let shown = hip_prof(&["show", &before]);
    assert!(shown.status.success() && text(&shown).contains("transpose_naive"), "{}", text(&shown));
    assert!(hip_prof(&["show", &before, "--html", &page]).status.success());
    assert!(std::fs::read_to_string(&page).expect("a page").starts_with("<!doctype html>"));
    let compared = hip_prof(&["diff", &before, &after]);
    assert!(compared.status.success() && text(&compared).contains("transpose_naive: gone"));
    let check = |limits: &[&str], path: &str| {
        let output = hip_prof(&[&["check"], limits, &[path]].concat());
        (output.status.code(), text(&output))
    };
    let limits = ["--max-sectors-per-request", "8", "--max-bank-conflicts", "0.1"];
    let (code, found) = check(&limits, &before);
    assert_eq!(
        (code, found.as_str()),
        (Some(1), "transpose_naive: 18.00 sectors a request, the limit is 8\n")
    );
    assert_eq!(check(&limits, &after).0, Some(1));
    assert_eq!(check(&[&limits[..], &["--kernel", "padded"]].concat(), &after), (Some(0), String::new()));
    assert_eq!(check(&["--max-time", "0.001"], &after).1.lines().count(), 2);
}

#[test]
fn failures_have_their_codes() {
    let folder = tempfile::tempdir().expect("a directory");
    let path = folder.path().join("other.json");
    std::fs::write(&path, "{}").expect("a file");
    let other = path.to_str().expect("UTF-8");
    let missing = folder.path().join("missing.json");
    for (arguments, code) in [
        (vec!["show", other], 2),
        (vec!["show", missing.to_str().expect("UTF-8")], 3),
        (vec!["check", "--max-sectors-per-request", "many", other], 2),
        (vec!["show"], 2),
        (vec![], 2),
        (vec!["./no-such-program"], 127),
        // A program that launches nothing, and one that fails.
        (vec!["true"], 2),
        (vec!["false"], 1),
    ] {
        let output = hip_prof(&arguments);
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {}", text(&output));
    }
    let help = text(&hip_prof(&["--help"]));
    for word in
        ["show", "diff", "check", "--output", "--html", "--blocks", "--device", "Exit codes", "Examples"]
    {
        assert!(help.contains(word), "{word}: {help}");
    }
    assert!(Path::new(&path).exists());
}
