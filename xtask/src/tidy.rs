//! Habits of the tree that can be checked: file lengths, where `unsafe` may stand, what is a fixture.

use crate::sources::Source;

/// Most lines of a source file.
const LONGEST: usize = 800;

/// Most columns of a comment.
const WIDEST: usize = 110;

/// Files that may contain `unsafe`.
const UNSAFE: &[&str] = &[
    "capi/",
    "cuda-compat/adopt/src/",
    "cuda-compat/compilers/src/",
    "cuda-compat/compilers12/src/",
    "cuda-compat/compilers13/src/",
    "cuda-compat/cudart/src/",
    "cuda-compat/cudart12/src/",
    "cuda-compat/cudart13/src/",
    "cuda-compat/cublas/src/",
    "cuda-compat/cublaslt/src/",
    "cuda-compat/cudnn/src/",
    "cuda-compat/cufft/src/",
    "cuda-compat/cupti/src/",
    "cuda-compat/curand/src/",
    "cuda-compat/cusolver/src/",
    "cuda-compat/cusparse/src/",
    "cuda-compat/forward/src/",
    "cuda-compat/nvml/src/",
    "roctx/src/",
    "cuda-compat/src/",
    "cuda-compat/benches/",
    "cuda-compat/tests/",
    "cuda-driver/src/call.rs",
    "cuda-driver/src/green.rs",
    "cuda-driver/src/library.rs",
    "cuda-driver/src/raw.rs",
    "cuda-driver/src/tensor.rs",
    "jit/",
    // It writes what the declarations of a program vouch for.
    "macros/src/kernels/",
    "macros/src/plain.rs",
    "libraries/",
    // Programs launch kernels that only they know.
    "hipcc/tests/it/architectures.rs",
    "hipcc/tests/it/children.rs",
    "hipcc/tests/it/math.rs",
    "runtime/benches/",
    "runtime/examples/",
    "runtime/tests/it/allocation.rs",
    "runtime/tests/it/arrays.rs",
    "runtime/tests/it/host_memory.rs",
    "runtime/tests/it/launch.rs",
    "runtime/tests/it/main.rs",
    "runtime/tests/it/raw.rs",
    "runtime/tests/it/setup.rs",
    "runtime/tests/it/typed.rs",
    "runtime/tests/launch_errors/",
    // Callers vouch for kernels, and for memory that they name by address.
    "runtime/src/api/context.rs",
    "runtime/src/api/graph.rs",
    "runtime/src/api/managed.rs",
    "runtime/src/api/memory.rs",
    "runtime/src/api/module.rs",
    "runtime/src/api/stateful_launch.rs",
    "runtime/src/api/pool.rs",
    "runtime/src/api/stream_memory.rs",
    "runtime/src/api/virtual_memory.rs",
    "runtime/src/graph/operation.rs",
    "runtime/src/kernels.rs",
    "runtime/src/launch.rs",
    "runtime/src/launch/foreign.rs",
    "runtime/src/owned/host.rs",
    "runtime/src/owned/module.rs",
    "runtime/src/owned/share.rs",
    "runtime/src/registry/call.rs",
    "runtime/src/memory",
    "runtime/src/exec",
    "runtime/src/exit.rs",
    "runtime/src/host.rs",
    "runtime/src/store.rs",
    "runtime/src/types/copy.rs",
    "runtime/src/types/plain.rs",
    "hip-sys/src/",
    "special/src/driver.rs",
    "xtask/clients/",
    // The host touches memory that kernels see as C programs do: through its address.
    "runtime/tests/it/managed.rs",
    "runtime/tests/it/timeline/spin_wait.rs",
    // The system has no other way to fork.
    "runtime/tests/it/timeline/files.rs",
];

/// Everything that is wrong, one line each.
pub(crate) fn complaints(sources: &[Source]) -> Vec<String> {
    let mut wrong = Vec::new();
    for file in sources.iter().filter(|file| file.is_manifest() && file.text.contains("\ntest = false\n")) {
        let folder = file.path.trim_end_matches("Cargo.toml");
        let own = sources.iter().filter(|other| other.path.starts_with(&format!("{folder}src/")));
        let tests = own.filter(|other| other.text.contains("#[test]"));
        wrong.extend(tests.map(|other| format!("{}: `{}` leaves its tests out", other.path, file.path)));
    }
    for file in sources {
        if file.is_manifest() {
            manifest(&file.path, &file.text, &mut wrong);
        } else {
            source(file, &mut wrong);
        }
    }
    wrong
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

fn source(file: &Source, wrong: &mut Vec<String>) {
    let (path, text) = (&file.path, &file.text);
    let lines = text.lines().count();
    // A table that was turned into Rust is as long as the table.
    let written = file.is_generated();
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
        if ["unsafe {", "unsafe fn", "unsafe impl", "unsafe extern", "unsafe mod"]
            .iter()
            .any(|word| opens(code, word))
        {
            wrong.push(format!("{path}:{}: `unsafe` does not stand here", number + 1));
        }
    }
}

/// Returns whether a line is a comment that is too wide. Rows of tables and addresses cannot be wrapped.
fn is_wide_comment(line: &str) -> bool {
    let comment = line.trim_start();
    comment.starts_with("//")
        && line.chars().count() > WIDEST
        && !comment.contains(" | ")
        && !comment.contains("://")
        // A text that the chores write out goes on in the next line.
        && !comment.contains("\\n")
}

/// Returns whether code has a word outside string literals, as far as one line shows.
fn opens(code: &str, word: &str) -> bool {
    code.match_indices(word).any(|(at, _)| code[..at].matches('"').count().is_multiple_of(2))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn complaints_of(path: &str, text: &str) -> Vec<String> {
        complaints(&[Source { path: path.to_owned(), text: text.to_owned() }])
    }

    #[test]
    fn unsafe_has_its_places() {
        let text = "//! A.\nfn f() { unsafe { g() } }\n";
        assert_eq!(complaints_of("jit/src/a.rs", text), Vec::<String>::new());
        assert_eq!(complaints_of("ptx/src/a.rs", text), ["ptx/src/a.rs:2: `unsafe` does not stand here"]);
        assert_eq!(
            complaints_of("ptx/src/a.rs", "//! unsafe {\n// unsafe {\nlet s = \"unsafe {\";"),
            Vec::<String>::new()
        );
    }

    #[test]
    fn wide_comments() {
        let long = format!("//! A.\n// {}\n// | {} |  |\n", "a".repeat(WIDEST), "a".repeat(WIDEST));
        assert_eq!(complaints_of("ptx/src/a.rs", &long), ["ptx/src/a.rs:2: a comment over 110 columns"]);
    }

    #[test]
    fn long_files_and_files_without_a_head() {
        assert_eq!(complaints_of("ptx/src/a.rs", "fn f() {}\n").len(), 1);
        let long = format!("//! A.\n{}", "\n".repeat(LONGEST));
        assert_eq!(complaints_of("ptx/src/a.rs", &long), ["ptx/src/a.rs: 801 lines, 800 at most"]);
    }
}
