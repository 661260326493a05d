//! Tensor maps and the copies of boxes that they describe: `cp.async.bulk.tensor`,
//! `cp.reduce.async.bulk.tensor`.
//!
//! A [`Map`] says how a tensor lies in global memory and what a box of it is; [`encode`] makes one as the
//! driver's functions do, with their checks. [`carry_out`] copies a box, for every engine: which bytes go
//! where was found from an NVIDIA H200's answers (`testdata/gpu/tensor`) and is the same byte for byte, what
//! stops a kernel included. Nothing here holds memory: it is read and written through [`Places`].

mod copy;
mod elements;
pub mod encode;
mod map;
mod pieces;
mod walk;

pub use copy::{Broken, Places, carry_out};
pub use elements::Element;
pub use map::{BYTES, Field, Fill, Im2col, Interleave, Map, RANKS, Swizzle};
pub use pieces::{Asked, Pieces};
