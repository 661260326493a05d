//! Any text is translated without harm, and translated twice is the same as once.
//! Seeds: testdata/cuda and hipify-rs/rules.

#![no_main]

use hipify_rs::report::Reason;
use hipify_rs::{KernelLaunch, Options, translate};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    for kernel_launch in [KernelLaunch::Keep, KernelLaunch::Ggl] {
        let options = Options { kernel_launch, ..Options::default() };
        let once = translate(bytes, &options);
        assert!(once.report.notes.iter().all(|n| n.reason != Reason::Internal), "{:?}", once.report.notes);
        assert!(translate(&once.text, &options).text == once.text, "twice is not once");
    }
});
