//! The HIP runtime on a software device or a GPU, for Rust programs.
//!
//! A program declares its kernels, makes a context current, allocates, copies and launches, as on a GPU:
//!
//! ```
//! use hip_runtime::{Advise, Context, Device, DeviceBuffer, kernels, launch};
//!
//! kernels! {
//!     // SAFETY: the kernel adds `n` values of `a` and `b` to `c`.
//!     unsafe mod vector = "../../testdata/cuda/driver_vector_add/kernels/vector_add.ptx" {
//!         safe fn vector_add(a: &[f32; n], b: &[f32; n], c: &mut [f32; n], n: i32);
//!     }
//! }
//!
//! # fn main() -> Result<(), hip_runtime::Error> {
//! let _context = Context::primary(Device::get(0)?)?;
//! let a = DeviceBuffer::from_slice(&[1.0f32, 2.0, 3.0])?;
//! let b = DeviceBuffer::from_slice(&[10.0f32, 20.0, 30.0])?;
//! let mut c = DeviceBuffer::<f32>::new(3)?;
//! launch!(vector::vector_add<<<1, 32>>>(&a, &b, &mut c, 3))?;
//! assert_eq!(c.to_vec()?, [11.0, 22.0, 33.0]);
//! # Ok(()) }
//! ```
//!
//! * [`Device`], [`Context`], [`Stream`], [`Event`], [`DeviceBuffer`], [`Module`], [`Function`]: owning
//!   values. [`kernels!`] gives kernels types, [`launch!`] launches them. docs/guides/rust.md says what is
//!   safe, and why.
//! * [`api`]: each call as a function on handles, one file for each group of HIP's documentation. The C
//!   library consists of these.
//! * [`sys`]: the functions of the C library as Rust declarations, for translated programs.
//! * [`Error`]: reason of a failure, with facts; [`Status`]: the code that C callers receive.
//!
//! The modelled front end (`device`) decides what runs when; the compiler (`jit`) determines what a kernel
//! computes; this crate combines them with threads and memory. A fault of a kernel poisons its context, never
//! the process.

pub mod api;
mod attributes;
mod backend;
mod bug;
mod check;
mod choice;
pub mod config;
mod cuda;
mod device_runtime;
mod error;
mod exec;
mod exit;
pub mod fault;
pub mod graph;
pub mod handle;
pub mod host;
pub mod kernels;
pub mod launch;
mod memory;
mod module;
pub mod object;
mod objects;
mod owned;
pub mod profile;
pub mod registry;
mod software;
mod state;
mod status;
mod store;
mod sync;
pub mod trace;
pub mod types;

pub use choice::{Backend, become_driver};
pub use cuda_driver::Resource as DriverResource;
pub use error::Error;
pub use hip_sys as sys;
#[cfg(feature = "bytemuck")]
pub use launch::Pod;
pub use launch::{Cluster, Cooperative, Dim3, KernelArg};
pub use macros::{Plain, kernels, launch};
pub use object::SmResource;
pub use owned::{
    Advise, Array, Context, Device, DeviceBuffer, DevicePtr, DeviceSlice, DeviceSliceMut, Done, Edge, Event,
    Function, Graph, HostBuffer, Image, Input, IpcHandle, LaunchConfig, Lend, LendMut, Library,
    LibraryKernel, Linker, Location, Managed, ManagedBuffer, MemoryPool, Mipmaps, Module, Pinned,
    PinnedBuffer, Recording, Region, RegionMut, Sampling, Shared, Stream, Surface, Texel, Texture,
    VirtualBuffer,
};
pub use state::backend;
pub use status::Status;
pub use types::Plain;
