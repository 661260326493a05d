//! Plain values that several layers use: kinds, extents, shapes.

mod array;
mod launch;
mod memory;
mod word;

pub use array::ArrayDesc;
pub use launch::LaunchShape;
pub use memory::{ATTACH_HOST, AllocationKind};
pub use word::{Comparison, MemOp};
