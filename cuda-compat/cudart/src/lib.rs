//! What `libcudart.so.12` and `libcudart.so.13` share: how functions are made and exported, CUDA's error
//! numbers, and the calls whose structures or meaning are CUDA's own.
//!
//! Nothing here keeps a device: every call ends in a C function of `capi`, whose library all front doors of a
//! process share.

#![expect(unsafe_code, reason = "pointers of C pass through here")]
#![expect(non_snake_case, reason = "functions have CUDA's names")]

// Tests are programs of their own; the libraries get the core from the one that is loaded.
#[cfg(test)]
use amdhip64 as _;

mod attributes;
pub mod entry;
mod forward;
pub mod own;
mod result;
