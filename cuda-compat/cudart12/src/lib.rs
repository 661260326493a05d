//! `libcudart.so.12`: CUDA's runtime API on the software device, for programs that nobody translated.
//!
//! A thin layer over the C functions of `capi`: `forward` is written from `api/runtime.tsv`, and what CUDA
//! does in its own way stands in crate `cudart`. The core is in `libamdhip64.so.7`, which all front doors of
//! a process share.

#![expect(unsafe_code, reason = "pointers of C pass through here")]
#![expect(non_snake_case, reason = "functions have CUDA's names")]

mod forward;
mod own;
