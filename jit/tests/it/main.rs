//! Compiled kernels against what a GPU answered, and faults that come back as values.

#![expect(unsafe_code, reason = "a test looks into device memory")]

// A file that is shared with the tests of that crate calls it by its full name.
extern crate ptx as hip_ptx;

mod allocated;
mod apiece;
mod beyond;
mod blocks;
mod cache;
mod confinement;
mod cost;
mod damage;
mod faults;
mod golden;
mod groups;
mod host;
mod hostile;
mod mma;
mod programs;
mod random;
mod rows;
mod short;
mod small;
mod sweep;
mod tensor;
#[path = "../../../ptx/tests/it/tensor_map.rs"]
mod tensor_map;
mod texture;
#[path = "../../../ptx/tests/it/texture_object.rs"]
mod texture_object;
mod vectors;
mod warps;
mod wgmma;
