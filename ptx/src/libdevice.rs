//! CUDA's math library for device code, under the names that compilers leave unresolved (`__nv_sinf`; NVIDIA,
//! "libdevice User's Guide"), without NVIDIA's library.
//!
//! There are two kinds of functions. A function of a few instructions is PTX text of our own, in
//! `library.tsv`; it is appended to a module that declares but does not define it. Any other function is an
//! operation of the IR, [`Math`]. All engines compute it with the same code, or with the same sequence of
//! operations ([`single`]). Results are deterministic and equal on every machine. They are within the errors
//! that CUDA documents, but for four functions (`testdata/ptx/math`), and not bit-identical to NVIDIA's.
//!
//! A GPU has no such operations. For it, these functions are PTX, too: `math.ptx`, compiled by clang from the
//! C sources in `gpu`, within the same errors.

mod library;
mod math;
pub mod single;
mod special;

pub(crate) use library::{Target, completed};
pub use math::{Math, MathType};
