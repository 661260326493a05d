//! Rust's view of the objects: values that own what they name and give it back when they go.
//!
//! Everything they do is a call of [`api`](crate::api). What cannot be given back (because its context is
//! gone) is gone already.

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
