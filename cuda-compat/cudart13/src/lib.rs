//! `libcudart.so.13`: CUDA's runtime API on the software device, for untranslated programs.
//!
//! A thin layer over the C functions of `capi`: `forward` is generated from `api/runtime.tsv`, and functions
//! that differ from HIP are in crate `cudart`. The core is in `libamdhip64.so.7`, which all CUDA and HIP
//! libraries of a process share.

#![expect(unsafe_code, reason = "pointers of C pass through here")]
#![expect(non_snake_case, reason = "functions have CUDA's names")]

mod forward;
mod own;
