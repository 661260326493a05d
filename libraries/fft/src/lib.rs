//! `libhipfft.so`: Fourier transforms on the memory of the software device.
//!
//! Every function of C is a line of `exports`, which is written from `api/functions.tsv`. Transforms along
//! one axis are those of the crates `rustfft` and `realfft`. Callbacks of kernels are refused: the transforms
//! run on the host.

#![expect(unsafe_code, reason = "pointers of C pass through here")]
#![expect(non_snake_case, reason = "functions bear their names in C")]

mod execute;
mod exports;
mod layout;
mod plans;
mod sizes;
mod status;
mod transform;

pub use exports::*;
pub use status::Status;
