//! Computations with dense matrices that libraries share: products by the crate `gemm`, triangular systems,
//! LU and QR decompositions. Operands are views of held memory.

#![expect(unsafe_code, reason = "the engine takes pointers")]

pub mod engine;
pub mod lu;
pub mod panel;
pub mod qr;
mod shape;
pub mod triangular;

pub use shape::{Transpose, Triangle};
