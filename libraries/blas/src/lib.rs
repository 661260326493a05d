//! `libhipblas.so`: BLAS on the memory of the software device.
//!
//! Every function of C is a line of `exports`, which is written from `api/functions.tsv`: it names the
//! function here that checks the arguments and submits the work. Products of matrices are those of the crate
//! `gemm`; levels 1 and 2 are loops. A missing function is not exported.

#![expect(unsafe_code, reason = "pointers of C pass through here")]
#![expect(clippy::too_many_arguments, reason = "functions take what BLAS has them take")]
#![expect(non_snake_case, reason = "functions bear their names in C")]

mod call;
mod constructions;
mod entry;
mod ex;
mod exports;
mod grouped;
mod handle;
mod level1;
mod level2;
mod level3;
mod modes;
mod packed;
mod reflections;
mod rotation;
mod solve;
mod status;
mod transfer;
mod typed;
mod xt;

pub use exports::*;
pub use modes::{hipblasExtGetCudartVersion, hipblasStatusToString};
pub use status::Status;
