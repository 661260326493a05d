//! Plain values that several layers use: kinds, extents, shapes.

mod array;
mod launch;
mod memory;
mod resource;
mod word;

pub use array::ArrayDesc;
pub use launch::LaunchShape;
pub(crate) use memory::ATTACH_SINGLE;
pub use memory::{ATTACH_HOST, AllocationKind};
pub use resource::SmResource;
pub use word::{Comparison, MemOp};
