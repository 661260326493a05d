//! The front end in virtual time: against what was measured on an H200, and laws that hold for any program.

use device::GridSpec;
use proptest::prelude::ProptestConfig;

mod blocked;
mod destroyed;
mod given_up;
mod held;
mod launches;
mod laws;
mod meetings;
mod recorded;
mod script;

/// How many cases a property is tried with: what `PROPTEST_CASES` says, or a few.
#[expect(clippy::disallowed_methods, reason = "a test's own setting")]
fn cases(few: u32) -> ProptestConfig {
    if std::env::var_os("PROPTEST_CASES").is_some() {
        ProptestConfig::default()
    } else {
        ProptestConfig::with_cases(few)
    }
}

fn grid(blocks: u64, threads: u32) -> GridSpec {
    GridSpec::new(blocks, threads)
}
