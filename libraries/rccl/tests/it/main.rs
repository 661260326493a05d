//! Tests of `librccl` by C programs, on four software devices.

#![expect(unsafe_code, reason = "a library is looked for")]

// The core, which the library loads at run time: cargo builds it for this.
use amdhip64 as _;

mod processes;
mod program;

use program::Program;

#[test]
fn the_first_program_of_the_documentation() {
    assert_eq!(Program::new("first").output(), "sums of 1000 elements\n");
}

#[test]
fn all_collectives_types_and_operators() {
    assert_eq!(Program::new("collectives").output(), "all types and operators\n");
}

#[test]
fn the_program_for_any_number_of_devices() {
    assert_eq!(Program::new("devices").output(), "all operations\n");
}

#[test]
fn a_thread_for_each_rank() {
    assert_eq!(Program::new("threads").output(), "threads\n");
}

#[test]
fn ranks_that_disagree_about_a_size() {
    let said = Program::new("sizes").set("HIP_RCCL_TIMEOUT", "1").output();
    assert_eq!(said, "2 ranks failed: their counts or types differ\n");
}

#[test]
fn refused_calls_and_failed_ranks() {
    let said = Program::new("errors").set("HIP_RCCL_TIMEOUT", "0.5").output();
    assert_eq!(said, include_str!("../programs/errors.txt"));
}
