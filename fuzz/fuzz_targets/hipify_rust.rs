//! Any text is translated as Rust without harm, and translated twice is the same as once.
//! Seeds: hipify-rs/tests/inputs/rust.

#![no_main]

use hipify_rs::report::Reason;
use hipify_rs::{Options, rust};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let options = Options::default();
    let once = rust::translate(bytes, &options);
    assert!(once.report.notes.iter().all(|n| n.reason != Reason::Internal), "{:?}", once.report.notes);
    assert!(rust::translate(&once.text, &options).text == once.text, "twice is not once");
});
