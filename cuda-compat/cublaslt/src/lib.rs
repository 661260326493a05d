//! `libcublasLt.so.12` and `.13`: cuBLASLt's names of the functions of `libhipblaslt.so.1`, for untranslated
//! programs.
//!
//! `forward` is generated from the tables of both; one library serves both releases, with the symbol versions
//! of each.

#![expect(unsafe_code, reason = "pointers of C pass through here")]
#![expect(non_snake_case, reason = "functions have CUDA's names")]

mod forward;
mod numbers;
mod own;
