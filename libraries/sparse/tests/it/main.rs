//! Tests of `libhipsparse` through its C functions, against sums in double precision.

#![expect(unsafe_code, reason = "functions of C are called")]

// The core, which the library loads at run time; here it is linked in.
use amdhip64 as _;

mod accuracy;
#[path = "../../../tests/accuracy.rs"]
mod accuracy_table;
mod blocks;
mod device;
mod first;
mod formats;
mod generic;
#[path = "../../../tests/shared.rs"]
mod shared;
mod solve;
