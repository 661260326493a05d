//! The front end in virtual time: compared with measurements on an H200, and invariants for any program.

use device::GridSpec;
use proptest::prelude::ProptestConfig;

mod blocked;
mod dependences;
mod destroyed;
mod given_up;
mod held;
mod launches;
mod laws;
mod recorded;
mod script;

/// Returns the number of cases for a property: `PROPTEST_CASES`, or `few`.
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
