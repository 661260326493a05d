//! Tests exports and calls of CUDA's names.

mod adopt;
mod answers;
mod backend;
mod collectives;
mod compare;
mod compilers;
mod contexts;
mod green;
mod host_libraries;
mod libraries;
mod nvml;
mod occupancy;
mod programs;
mod ptxas;
mod runtime;
mod rust_api;
mod sanitizer;
mod signatures;
mod smi;
mod symbols;
