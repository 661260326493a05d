//! CUDA's names, exported and called.

mod libraries;
mod programs;
mod runtime;
mod symbols;
