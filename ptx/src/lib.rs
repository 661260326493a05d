//! PTX: text → syntax tree → typed IR → passes, and the reference interpreter, which defines the meaning of
//! the IR.
//!
//! This crate reads no file, clock or environment variable and generates no code. The JIT and the interpreter
//! both start from [`ir`].

pub mod analysis;
mod ast;
pub mod demangle;
pub mod diag;
pub mod exec;
pub mod interp;
pub mod ir;
mod lex;
pub mod libdevice;
pub mod link;
mod lower;
pub mod module;
mod parse;
pub mod pass;
pub mod sfu;
pub mod source;
pub mod standstill;
pub mod system;
pub mod tensor;
pub mod texture;

pub use diag::{Diagnostic, Diagnostics};
pub use module::Module;

/// Pragma of kernels for devices of AMD, which `hipcc --offload-arch=gfx…` writes. There, lanes of a warp see
/// each other's accesses of shared memory in program order, and shared variables are aligned by their size.
/// NVIDIA's assembler ignores pragmas in functions that it does not know.
pub const FOR_AMD: &str = "hip for amd";
