//! Plain values that several layers use: kinds, extents, shapes.

mod array;
mod copy;
mod launch;
mod managed;
mod memory;
pub(crate) mod plain;
mod resource;
mod texture;
mod word;

pub use array::ArrayDesc;
pub use copy::{Direction, Extent, Pattern, Pitch, Pointer};
pub use launch::LaunchShape;
pub use managed::{Advice, Advise, Location};
pub use memory::{ATTACH_HOST, AllocationKind, READ_WRITE};
pub(crate) use memory::{ATTACH_SINGLE, Facts, Request};
pub use plain::Plain;
pub use resource::{BACKFILL, SmResource};
pub use texture::{Resource, TextureDesc};
pub use word::{Comparison, MemOp};
