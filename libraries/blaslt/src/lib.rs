//! `libhipblaslt.so`: products of matrices with epilogues, in the memory of the software device.
//!
//! Every function of C is a line of `exports`, which is written from `api/functions.tsv`. Products are those
//! of `dense`, which BLAS uses, too.

#![expect(unsafe_code, reason = "pointers of C pass through here")]
#![expect(clippy::too_many_arguments, reason = "functions take what C has them take")]
#![expect(non_snake_case, reason = "functions bear their names in C")]

mod descriptors;
mod epilogue;
mod exports;
mod matmul;
mod status;
mod transform;

pub use exports::*;
pub use status::Status;
