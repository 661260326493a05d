//! Owning values for Rust programs: each destroys its object on drop.
//!
//! Their methods call [`api`](crate::api). Errors on drop are ignored: the object was destroyed with its
//! context.

mod buffer;
mod context;
mod event;
mod module;
mod stream;

pub use buffer::{DeviceBuffer, DevicePtr};
pub use context::{Context, Device};
pub use event::Event;
pub use module::{Function, LaunchConfig, Module};
pub use stream::Stream;
