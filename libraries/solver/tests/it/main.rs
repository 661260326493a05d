//! Tests of `libhipsolver` through its C functions: what decompositions are defined by, in double precision.

#![expect(unsafe_code, reason = "functions of C are called")]

// The core, which the library loads at run time; here it is linked in.
use amdhip64 as _;

mod accuracy;
#[path = "../../../tests/accuracy.rs"]
mod accuracy_table;
mod calls;
mod condensed;
mod eigen;
mod generic;
mod lu;
mod refactor;
#[path = "../../../tests/shared.rs"]
mod shared;
mod sparse;
mod systems;
