//! The functions that CUDA's math library gives device code, under the names that compilers leave unresolved
//! (`__nv_sinf`; NVIDIA, "libdevice User's Guide"): all of them, without that library.
//!
//! Two kinds. What a few instructions make is PTX of our own, in `library.tsv`: it is added to the text of a
//! module that declares it and nobody defines it. What takes mathematics is an operation of the IR, [`Math`],
//! that every engine computes with the same code or, of [`single`], by the same operations. Results are
//! deterministic and the same on every machine; they are within the errors that CUDA documents and not
//! NVIDIA's bits.

mod library;
mod math;
pub mod single;
mod special;

pub(crate) use library::completed;
pub use math::{Math, MathType};
