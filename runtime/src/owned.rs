//! Owning values for Rust programs: each destroys its object on drop.
//!
//! Their methods call [`api`](crate::api). Errors on drop are ignored: the object was destroyed with its
//! context. What is safe, and why, is in docs/guides/rust.md.

mod array;
mod buffer;
mod context;
mod done;
mod edges;
mod event;
mod graph;
mod host;
mod library;
mod memory;
mod mipmaps;
mod module;
mod pool;
mod share;
pub(crate) mod slice;
mod storage;
mod stream;
mod texture;
mod transfer;
mod virtual_memory;

pub use array::{Array, Region, RegionMut, Texel};
pub use buffer::{DeviceBuffer, DevicePtr};
pub use context::{Context, Device};
pub use done::Done;
pub use event::Event;
pub use graph::{Graph, Recording};
pub use host::{Advise, HostBuffer, Location, Managed, ManagedBuffer, Pinned, PinnedBuffer, Shared};
pub use library::{Input, Library, LibraryKernel, Linker};
pub use mipmaps::Mipmaps;
pub use module::{Function, LaunchConfig, Module};
pub use pool::MemoryPool;
pub use share::IpcHandle;
pub use slice::{DeviceSlice, DeviceSliceMut, Lend, LendMut};
pub(crate) use storage::{Loan, submit, submit_or_record};
pub use stream::Stream;
pub use texture::{Edge, Image, Sampling, Surface, Texture};
pub use virtual_memory::VirtualBuffer;
