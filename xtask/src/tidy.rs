//! Habits of the tree that can be checked: file lengths, where `unsafe` may stand, what is a fixture.

use crate::layers;
use crate::workspace::root;
use std::fs;
use std::path::Path;

/// Most lines of a source file.
const LONGEST: usize = 800;

/// Most columns of a comment.
const WIDEST: usize = 110;

/// Where `unsafe` may stand.
const UNSAFE: &[&str] = &[
    "capi/",
    "cuda-compat/cudart/src/",
    "cuda-compat/cudart12/src/",
    "cuda-compat/cudart13/src/",
    "cuda-compat/nvml/src/",
    "cuda-compat/src/",
    "cuda-compat/benches/",
    "cuda-compat/tests/",
    "jit/",
    "runtime/src/memory",
    "runtime/src/exec",
    "runtime/src/exit.rs",
    "runtime/src/store.rs",
    "hip-sys/src/",
    "xtask/clients/",
    // The host touches memory that kernels see as C programs do: through its address.
    "runtime/tests/it/managed.rs",
    "runtime/tests/it/timeline/meet.rs",
    // The system has no other way to fork.
    "runtime/tests/it/timeline/files.rs",
];

/// Everything that is wrong, one line each; a file that cannot be read is wrong too.
pub(crate) fn complaints() -> Vec<String> {
    let mut wrong = Vec::new();
    let members = layers::members().unwrap_or_else(|e| {
        wrong.push(e);
        Vec::new()
    });
    // A crate below another's directory is looked at with that.
    let inner =
        |member: &&String| members.iter().any(|other| Path::new(member).parent() == Some(Path::new(other)));
    for member in members.iter().filter(|member| !inner(member)) {
        let folder = root().join(member);
        for entry in walkdir::WalkDir::new(&folder).sort_by_file_name() {
            let path = match entry {
                Ok(entry) if entry.file_type().is_file() => entry.into_path(),
                Ok(_) => continue,
                Err(e) => {
                    wrong.push(e.to_string());
                    continue;
                }
            };
            let is_manifest = path == folder.join("Cargo.toml");
            if !is_manifest && path.extension().is_none_or(|e| e != "rs") {
                continue;
            }
            // What the translator is tried on is other people's kind of code.
            let below = relative(&path);
            if below.contains("/tests/inputs/") || below.starts_with("testdata/cuda/") {
                continue;
            }
            match fs::read_to_string(&path) {
                Ok(text) if is_manifest => manifest(&relative(&path), &text, &mut wrong),
                Ok(text) => source(&relative(&path), &text, &mut wrong),
                Err(e) => wrong.push(format!("{}: {e}", relative(&path))),
            }
        }
    }
    wrong
}

/// A path as the messages name it.
fn relative(path: &Path) -> String {
    path.strip_prefix(root()).unwrap_or(path).to_string_lossy().into_owned()
}

fn manifest(path: &str, text: &str, wrong: &mut Vec<String>) {
    for line in ["license.workspace = true", "edition.workspace = true", "description = "] {
        if !text.lines().any(|l| l.starts_with(line)) {
            wrong.push(format!("{path}: no `{line}`"));
        }
    }
    if !text.contains("[lints]\nworkspace = true") {
        wrong.push(format!("{path}: the workspace's lints are not on"));
    }
}

fn source(path: &str, text: &str, wrong: &mut Vec<String>) {
    let lines = text.lines().count();
    // A table that was turned into Rust is as long as the table.
    let written = text.starts_with("//! Written by `cargo xtask check --write`");
    if lines > LONGEST && !written {
        wrong.push(format!("{path}: {lines} lines, {LONGEST} at most"));
    }
    // Fixtures of the macros are programs that must not compile; they need no head.
    let fixture = path.contains("/ui/") || path.contains("/fixtures/");
    if !fixture && !text.starts_with("//!") && !text.starts_with("// @generated") {
        wrong.push(format!("{path}:1: a file opens with `//!`, what it is for"));
    }
    if !written {
        let wide = text.lines().enumerate().filter(|(_, line)| is_wide_comment(line));
        wrong.extend(wide.map(|(at, _)| format!("{path}:{}: a comment over {WIDEST} columns", at + 1)));
    }
    if UNSAFE.iter().any(|place| path.starts_with(place)) {
        return;
    }
    for (number, line) in text.lines().enumerate() {
        let code = line.split("//").next().unwrap_or("");
        if ["unsafe {", "unsafe fn", "unsafe impl", "unsafe extern"].iter().any(|word| opens(code, word)) {
            wrong.push(format!("{path}:{}: `unsafe` does not stand here", number + 1));
        }
    }
}

/// Whether a line is a comment that is too wide; rows of tables and addresses cannot be wrapped.
fn is_wide_comment(line: &str) -> bool {
    let comment = line.trim_start();
    comment.starts_with("//")
        && line.chars().count() > WIDEST
        && !comment.contains(" | ")
        && !comment.contains("://")
        // A text that the chores write out goes on in the next line.
        && !comment.contains("\\n")
}

/// Whether code has a word outside string literals (as far as one line tells).
fn opens(code: &str, word: &str) -> bool {
    code.match_indices(word).any(|(at, _)| code[..at].matches('"').count().is_multiple_of(2))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(path: &str, text: &str) -> Vec<String> {
        let mut wrong = Vec::new();
        source(path, text, &mut wrong);
        wrong
    }

    #[test]
    fn unsafe_has_its_places() {
        let text = "//! A.\nfn f() { unsafe { g() } }\n";
        assert_eq!(of("jit/src/a.rs", text), Vec::<String>::new());
        assert_eq!(of("ptx/src/a.rs", text), ["ptx/src/a.rs:2: `unsafe` does not stand here"]);
        assert_eq!(
            of("ptx/src/a.rs", "//! unsafe {\n// unsafe {\nlet s = \"unsafe {\";"),
            Vec::<String>::new()
        );
    }

    #[test]
    fn wide_comments() {
        let long = format!("//! A.\n// {}\n// | {} |  |\n", "a".repeat(WIDEST), "a".repeat(WIDEST));
        assert_eq!(of("ptx/src/a.rs", &long), ["ptx/src/a.rs:2: a comment over 110 columns"]);
    }

    #[test]
    fn long_files_and_files_without_a_head() {
        assert_eq!(of("ptx/src/a.rs", "fn f() {}\n").len(), 1);
        let long = format!("//! A.\n{}", "\n".repeat(LONGEST));
        assert_eq!(of("ptx/src/a.rs", &long), ["ptx/src/a.rs: 801 lines, 800 at most"]);
    }
}
