//! Owning values for Rust programs: each destroys its object on drop.
//!
//! Their methods call [`api`](crate::api). Errors on drop are ignored: the object was destroyed with its
//! context. What is safe, and why, is in docs/guides/rust.md.

mod buffer;
mod context;
mod event;
mod module;
pub(crate) mod slice;
mod storage;
mod stream;

pub use buffer::{DeviceBuffer, DevicePtr};
pub use context::{Context, Device};
pub use event::Event;
pub use module::{Function, LaunchConfig, Module};
pub use slice::{DeviceSlice, DeviceSliceMut, Lend, LendMut};
pub(crate) use storage::{Loan, submit};
pub use stream::Stream;
