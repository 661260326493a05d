//! Any text is translated as a build file without harm, and translated twice is the same as once. The first
//! byte says which kind of build file it is.
//! Seeds: hipify-rs/tests/inputs/build.

#![no_main]

use hipify_rs::report::Reason;
use hipify_rs::{Options, build};
use libfuzzer_sys::fuzz_target;

const NAMES: [&str; 6] = ["CMakeLists.txt", "Makefile", "Cargo.toml", "meson.build", "setup.py", "run.sh"];

fuzz_target!(|bytes: &[u8]| {
    let Some((&kind, text)) = bytes.split_first() else { return };
    let name = NAMES[usize::from(kind) % NAMES.len()];
    let options = Options::default();
    let once = build::translate(name, text, &options);
    assert!(once.report.notes.iter().all(|n| n.reason != Reason::Internal), "{:?}", once.report.notes);
    assert!(build::translate(name, &once.text, &options).text == once.text, "{name}: twice is not once");
});
