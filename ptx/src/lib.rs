//! PTX: text → syntax tree → typed IR → passes, and the interpreter that says what the IR means.
//!
//! This crate reads no file, clock or environment and knows nothing of code generation: the JIT and the
//! interpreter both start from [`ir`].

pub mod analysis;
pub mod exec;
pub mod ir;
