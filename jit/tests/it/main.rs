//! Compiled kernels compared with a GPU's results, and faults that come back as values.

#![expect(unsafe_code, reason = "a test looks into device memory")]

// A file shared with the tests of that crate refers to it by its full name.
extern crate ptx as hip_ptx;

mod ahead;
mod allocated;
mod blocks;
mod cache;
mod confinement;
mod cost;
mod damage;
mod double_runs;
mod exchanges;
mod faults;
mod fields;
mod golden;
mod groups;
mod halves;
mod host;
mod hostile;
mod indexed;
mod joined;
mod mma;
mod narrow;
mod narrower;
mod neighbours;
mod outcome;
mod planes;
mod programs;
mod random;
mod reach;
mod rows;
mod scatter;
mod short;
mod small;
mod streamed;
mod strides;
mod sweep;
mod tensor;
#[path = "../../../ptx/tests/it/tensor_map.rs"]
mod tensor_map;
mod texture;
#[path = "../../../ptx/tests/it/texture_object.rs"]
mod texture_object;
mod tiles;
mod together;
mod turns;
mod unit;
mod vectors;
mod warps;
mod wgmma;
mod windows;
