//! Tensor maps and the copies of boxes that they describe: `cp.async.bulk.tensor`,
//! `cp.reduce.async.bulk.tensor`.
//!
//! A [`Map`] describes the layout of a tensor in global memory and of its boxes. [`encode`] creates a map
//! with the checks of the driver's functions. [`carry_out`] copies a box, for all engines. The bytes copied
//! and the faults are those of an H200 (`testdata/gpu/tensor`), byte for byte. This module holds no memory;
//! it accesses memory through [`BoxMemory`].

mod copy;
mod elements;
pub mod encode;
mod map;
mod pieces;
mod walk;

pub use copy::{BoxMemory, CopyFault, carry_out};
pub use elements::Element;
pub use map::{BYTES, Field, Fill, Im2col, Interleave, Map, RANKS, Swizzle};
pub use pieces::{Filtered, FilteredMemory};
