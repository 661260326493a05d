//! Compiler errors for invalid uses of `launch!`: the text, and the underlined tokens.
//!
//! Each `tests/launch_errors/NAME.rs` is compiled, up to its metadata, against the library that cargo built
//! for this test. `NAME.snap` beside it has the errors.

use serde_json::Value;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Directory of the workspace, in which cargo runs the compiler: the paths of the library's sources are
/// relative to it.
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

/// Directory of the cases, relative to that of the workspace.
const CASES: &str = "runtime/tests/launch_errors/";

/// Program that compiles with a library that has the features of this test: one of them exports `Pod`.
const VALID: &str = "use hip_runtime::Pod;\nfn main() {}\n";

/// Runs the compiler on a program that uses the given build of the library.
fn rustc(source: &Path, library: &Path, out: &Path) -> Output {
    let compiler = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let joined = |key: &str, path: &Path| {
        let mut text = OsString::from(key);
        text.push(path);
        text
    };
    let directory = library.parent().expect("a directory");
    Command::new(compiler)
        .current_dir(ROOT)
        .args(["--edition=2024", "--emit=metadata", "--cap-lints=allow", "--error-format=json", "--out-dir"])
        .arg(out)
        .args([OsString::from("-L"), joined("dependency=", directory)])
        .args([OsString::from("--extern"), joined("hip_runtime=", library)])
        .arg(source)
        .output()
        .expect("rustc runs")
}

/// Returns the library that this test was linked with, or one of the same source. Builds with other features
/// or by other compilers may lie beside the test program. Of those with which a valid program compiles, the
/// newest one is taken.
fn library(out: &Path) -> PathBuf {
    let program = std::env::current_exe().expect("the path of the test program");
    let mut builds = Vec::new();
    for entry in program.parent().expect("a directory").read_dir().expect("a readable directory") {
        let entry = entry.expect("an entry");
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.starts_with("libhip_runtime-") && name.ends_with(".rlib") {
            let time = entry.metadata().and_then(|facts| facts.modified()).expect("a time");
            builds.push((time, entry.path()));
        }
    }
    builds.sort();
    let source = out.join("valid.rs");
    std::fs::write(&source, VALID).expect("a source");
    let mut refused = String::new();
    for (_, build) in builds.into_iter().rev() {
        let done = rustc(&source, &build, out);
        if done.status.success() {
            return build;
        }
        refused += &format!("{}:\n{}", build.display(), String::from_utf8_lossy(&done.stderr));
    }
    panic!("no build of hip_runtime compiles a valid program: {refused}");
}

/// Returns the errors of a failed compilation, as the compiler shows them.
fn errors(done: &Output) -> Vec<String> {
    let lines = std::str::from_utf8(&done.stderr).expect("text").lines();
    let messages = lines.map(|line| serde_json::from_str::<Value>(line).expect(line));
    // Others say how many errors there were, and how to explain them.
    let of_code =
        messages.filter(|message| message["spans"].as_array().is_some_and(|spans| !spans.is_empty()));
    of_code.map(|message| message["rendered"].as_str().expect("a text").trim_end().to_owned()).collect()
}

/// Returns an error without the numbers of lines outside the case, which change with the library.
fn normal(error: &str) -> String {
    let mut lines: Vec<(bool, String)> = Vec::new();
    // Whether the place is in the case; whether the text of an error, note or help continues.
    let (mut is_case, mut is_text) = (true, true);
    let (mut width, mut widest) = (0, 0);
    for line in error.lines() {
        let text = line.trim_start();
        let place = text.strip_prefix("--> ").or_else(|| text.strip_prefix("::: "));
        let number = line.split(" |").next().map(str::trim).filter(|number| number.parse::<usize>().is_ok());
        if line.starts_with(char::is_alphabetic) {
            (is_case, is_text) = (true, true);
        } else if number.is_some() || text.starts_with(['|', '=']) || place.is_some() {
            is_text = false;
        }
        let line = match (place, number) {
            (Some(place), _) => {
                width = width.max(line.find("-->").unwrap_or(0));
                is_case = place.starts_with(CASES);
                if is_case { line.to_owned() } else { line.replace(place, &file(place)) }
            }
            (None, Some(number)) if is_case => {
                widest = widest.max(number.len());
                line.to_owned()
            }
            (None, Some(number)) => line.replacen(number, &" ".repeat(number.len()), 1),
            (None, None) => others(line),
        };
        lines.push((is_text, line));
    }
    // All lines but text are indented by the length of the longest number, here or in the library.
    let indent = " ".repeat(width.saturating_sub(widest));
    let cut = |(is_text, line): &(bool, String)| match line.strip_prefix(&indent) {
        Some(rest) if !is_text => rest.to_owned(),
        _ => line.clone(),
    };
    lines.iter().map(cut).collect::<Vec<_>>().join("\n")
}

/// Returns the file of a place; one of Rust's libraries without the hash of the compiler.
fn file(place: &str) -> String {
    let path = place.rsplitn(3, ':').last().unwrap_or(place);
    path.split_once("/library/").map_or_else(|| path.to_owned(), |(_, path)| format!("$RUST/{path}"))
}

/// Returns a line in which the number of types that are not listed stands open: each new one would change it.
fn others(line: &str) -> String {
    let number = line.trim_start().strip_prefix("and ").and_then(|rest| rest.strip_suffix(" others"));
    number.map_or_else(|| line.to_owned(), |number| line.replace(number, "$N"))
}

#[test]
fn mistakes_are_blamed_on_their_own_tokens() {
    let out = tempfile::tempdir().expect("a directory");
    let library = library(out.path());
    let cases = Path::new(ROOT).join(CASES);
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(&cases);
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    let mut names: Vec<String> = Vec::new();
    for entry in cases.read_dir().expect("the cases") {
        let name = entry.expect("an entry").file_name().into_string().expect("a name in UTF-8");
        names.extend(name.strip_suffix(".rs").map(str::to_owned));
    }
    names.sort();
    assert!(names.len() > 10, "{names:?}");
    for name in names {
        let done = rustc(Path::new(&format!("{CASES}{name}.rs")), &library, out.path());
        assert!(!done.status.success(), "{name} compiles");
        let errors: Vec<String> = errors(&done).iter().map(|error| normal(error)).collect();
        settings.bind(|| insta::assert_snapshot!(name, errors.join("\n\n")));
    }
}
