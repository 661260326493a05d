//! CUDA's names, exported and called.

mod libraries;
mod nvml;
mod programs;
mod runtime;
mod symbols;
