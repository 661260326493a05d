//! Tests of `libhipblas` through its C functions, on the software device.

#![expect(unsafe_code, reason = "functions of C are called")]

// The core, which the library loads at run time; here it is linked in.
use amdhip64 as _;

mod accuracy;
#[path = "../../../tests/accuracy.rs"]
mod accuracy_table;
mod device;
mod errors;
mod level1;
mod level2;
mod level3;
mod order;
mod reference;
mod reflections;
#[path = "../../../tests/shared.rs"]
mod shared;
mod typed;
mod xt;
