//! `tests/inputs/<rule>/<name>.cu`: small sources that each show one thing, with what becomes of them in
//! `<name>.cu.snap`.
//!
//! Options stand in the file's name: `<name>.ggl.cu` is translated with `--kernel-launch ggl`. Whatever the
//! text, translating it twice is translating it once, nothing but the named tokens changes, and a text that
//! parses still does.

use hipify_rs::report::{Reason, Report};
use hipify_rs::{KernelLaunch, Options, Release, Target, WarpMasks, parse, translate};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// Where the inputs are.
pub(crate) fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/inputs")
}

/// The options that some words ask for.
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
            other => panic!("`{other}` is no option of a test input"),
        }
    }
    options
}

/// The options that the parts of a file name between its dots ask for.
pub(crate) fn options_of(path: &Path) -> Options {
    let name = path.file_name().and_then(|n| n.to_str()).expect("a name in UTF-8");
    let mut parts: Vec<_> = name.split('.').skip(1).collect();
    parts.pop();
    options(parts)
}

/// All of them, in order.
pub(crate) fn sources() -> Vec<PathBuf> {
    let walk = walkdir::WalkDir::new(folder()).sort_by_file_name();
    // Rust and build files have tests of their own.
    let walk = walk
        .into_iter()
        .filter_entry(|e| e.depth() != 1 || !["build", "rust"].iter().any(|f| e.file_name() == *f));
    let files = walk.map(|entry| entry.expect("a readable folder").into_path());
    files
        .filter(|path| path.is_file() && path.extension().is_some_and(|e| e != "snap" && e != "new"))
        .collect()
}

/// The text as it can stand in a snapshot: carriage returns, the byte order mark and bytes that are no UTF-8
/// are shown.
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
fn every_input_becomes_what_its_snapshot_shows() {
    let sources = sources();
    assert!(!sources.is_empty());
    for path in sources {
        let text = std::fs::read(&path).expect("a readable input");
        let options = options_of(&path);
        let done = translate(&text, &options);
        let shown = path.strip_prefix(folder()).expect("below the folder").display().to_string();
        assert!(done.report.notes.iter().all(|n| n.reason != Reason::Internal), "{shown}");
        let again = translate(&done.text, &options);
        assert_eq!(visible(&again.text), visible(&done.text), "{shown}: twice is once");
        let parses = |text: &[u8]| parse::errors(text) == Some(0);
        assert!(parses(&done.text) || !parses(&text), "{shown}: parsed before, and does no more");
        snapshot(&path, &format!("{}{}", notes(&done.report), visible(&done.text)));
    }
}

/// The notes of a report, one line each.
pub(crate) fn notes(report: &Report) -> String {
    report.notes.iter().map(|n| format!("// {}:{}: {}\n", n.line, n.column, n.text)).collect()
}

/// Compares a text with the snapshot beside an input.
pub(crate) fn snapshot(path: &Path, text: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(path.parent().expect("a folder"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    let name = path.file_name().and_then(|n| n.to_str()).expect("a name in UTF-8");
    settings.bind(|| insta::assert_snapshot!(name, text));
}
