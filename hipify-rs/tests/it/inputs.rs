//! Small sources `tests/inputs/<rule>/<name>.cu`, one aspect each, with their translations in
//! `<name>.cu.snap`.
//!
//! The file name may contain options: `<name>.ggl.cu` is translated with `--kernel-launch ggl`. For each
//! input, translation is idempotent, only the tokens named by edits change, and a text that parses still
//! does.

use hipify_rs::report::{Reason, Report};
use hipify_rs::{KernelLaunch, Options, Release, Target, WarpMasks, parse, translate};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// Returns the directory of the inputs.
pub(crate) fn directory() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/inputs")
}

/// Returns the options for some words.
pub(crate) fn options<'a>(words: impl IntoIterator<Item = &'a str>) -> Options {
    let mut options = Options::default();
    for word in words {
        match word {
            "ggl" => options.kernel_launch = KernelLaunch::Ggl,
            "roc" => options.target = Target::Roc,
            "miopen" => options.target = Target::Miopen,
            "roc-miopen" => options.target = Target::RocMiopen,
            "hip6" => options.release = Release::Hip6,
            "widen" => options.warp_masks = WarpMasks::Widen,
            "drop" => options.warp_masks = WarpMasks::Drop,
            "strings" => options.strings = true,
            "excluded" => options.skip = Some(Default::default()),
            other => panic!("unknown option `{other}` of a test input"),
        }
    }
    options
}

/// Returns the options in a file name, between its dots.
pub(crate) fn file_options(path: &Path) -> Options {
    let name = path.file_name().and_then(|n| n.to_str()).expect("a name in UTF-8");
    let mut parts: Vec<_> = name.split('.').skip(1).collect();
    parts.pop();
    options(parts)
}

/// Returns all inputs, in order.
pub(crate) fn sources() -> Vec<PathBuf> {
    let walk = walkdir::WalkDir::new(directory()).sort_by_file_name();
    // Rust and build files have tests of their own.
    let walk = walk
        .into_iter()
        .filter_entry(|e| e.depth() != 1 || !["build", "rust"].iter().any(|f| e.file_name() == *f));
    let files = walk.map(|entry| entry.expect("a readable directory").into_path());
    files
        .filter(|path| path.is_file() && path.extension().is_some_and(|e| e != "snap" && e != "new"))
        .collect()
}

/// Makes carriage returns, the byte order mark and invalid UTF-8 visible in a snapshot.
pub(crate) fn visible(text: &[u8]) -> String {
    let mut out = String::new();
    for chunk in text.utf8_chunks() {
        out.push_str(&chunk.valid().replace('\r', "␍").replace('\u{feff}', "<BOM>"));
        chunk.invalid().iter().for_each(|byte| {
            let _ = write!(out, "<{byte:02x}>");
        });
    }
    out
}

#[test]
fn inputs_match_their_snapshots() {
    let sources = sources();
    assert!(!sources.is_empty());
    for path in sources {
        let text = std::fs::read(&path).expect("a readable input");
        let options = file_options(&path);
        let done = translate(&text, &options);
        let shown = path.strip_prefix(directory()).expect("an input").display().to_string();
        assert!(done.report.notes.iter().all(|n| n.reason != Reason::Internal), "{shown}");
        let again = translate(&done.text, &options);
        assert_eq!(visible(&again.text), visible(&done.text), "{shown}: not idempotent");
        let parses = |text: &[u8]| parse::errors(text) == Some(0);
        assert!(parses(&done.text) || !parses(&text), "{shown}: the source parses, but not its translation");
        snapshot(&path, &format!("{}{}", notes(&done.report), visible(&done.text)));
    }
}

/// Formats the notes of a report, one per line.
pub(crate) fn notes(report: &Report) -> String {
    report.notes.iter().map(|n| format!("// {}:{}: {}\n", n.line, n.column, n.text)).collect()
}

/// Compares a text with the snapshot next to an input.
pub(crate) fn snapshot(path: &Path, text: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(path.parent().expect("a directory"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    let name = path.file_name().and_then(|n| n.to_str()).expect("a name in UTF-8");
    settings.bind(|| insta::assert_snapshot!(name, text));
}
