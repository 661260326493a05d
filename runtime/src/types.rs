//! Values that several layers name: kinds, extents, shapes. Nothing here does anything.

mod memory;

pub use memory::{ATTACH_HOST, AllocationKind};
