//! Common code of `libcudart.so.12` and `libcudart.so.13`: export of functions, CUDA's error numbers, and the
//! functions that differ from HIP in structures or meaning.
//!
//! This crate holds no device state. Every call ends in a C function of `capi`, in the library that all CUDA
//! and HIP libraries of a process share.

#![expect(unsafe_code, reason = "pointers of C pass through here")]
#![expect(non_snake_case, reason = "functions have CUDA's names")]

// Tests are separate programs. The libraries use the core that is already loaded.
#[cfg(test)]
use amdhip64 as _;

mod attributes;
pub mod entry;
mod forward;
pub mod own;
mod result;
