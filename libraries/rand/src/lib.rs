//! `libhiprand.so`: random numbers in the memory of the software device.
//!
//! Every function of C is a line of `exports`, which is written from `api/functions.tsv`. The generators are
//! those of `hiprand_kernel.h`, and give the numbers of CUDA's library, as far as `testdata/gpu/rand` has
//! recorded them.

#![expect(unsafe_code, reason = "pointers of C pass through here")]

mod exports;
mod generate;
mod generators;
mod lanes;
mod mrg32k3a;
mod mt19937;
mod philox;
mod sobol;
mod source;
mod status;
mod xorwow;

pub use exports::*;
pub use status::Status;
