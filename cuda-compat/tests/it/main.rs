//! CUDA's names, exported and called.

mod answers;
mod contexts;
mod green;
mod libraries;
mod nvml;
mod occupancy;
mod programs;
mod runtime;
mod signatures;
mod symbols;
