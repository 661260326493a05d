//! `libcublas.so.12` and `.13`: cuBLAS' names of the functions of `libhipblas.so.3`, for untranslated
//! programs.
//!
//! `forward` is generated from the tables of both; one library serves both releases, with the symbol versions
//! of each.

#![expect(unsafe_code, reason = "pointers of C pass through here")]
#![expect(non_snake_case, reason = "functions have CUDA's names")]

mod first;
mod forward;
mod numbers;
mod own;
mod session;
