//! Compiled kernels against what a GPU answered, and faults that come back as values.

#![expect(unsafe_code, reason = "a test looks into device memory")]

mod cache;
mod damage;
mod faults;
mod golden;
mod host;
mod mma;
mod random;
mod rows;
mod small;
mod vectors;
