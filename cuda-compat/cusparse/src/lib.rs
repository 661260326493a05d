//! `libcusparse.so.12`: cuSPARSE's names of the functions of `libhipsparse.so.4`, for untranslated programs.
//!
//! `forward` is generated from the tables of both.

#![expect(unsafe_code, reason = "pointers of C pass through here")]
#![expect(non_snake_case, reason = "functions have CUDA's names")]

mod forward;
mod own;
