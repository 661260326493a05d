//! The HIP runtime on a software device, for Rust programs.
//!
//! A program makes a context current, loads PTX, allocates, copies and launches, as on a GPU:
//!
//! ```no_run
//! use hip_runtime::{Context, Device, DeviceBuffer, Module, launch};
//!
//! # fn main() -> Result<(), hip_runtime::Error> {
//! let _context = Context::primary(Device::get(0)?)?;
//! let module = Module::load("vector_add.ptx")?;
//! let a = DeviceBuffer::from_slice(&[1.0f32, 2.0, 3.0])?;
//! let b = DeviceBuffer::from_slice(&[10.0f32, 20.0, 30.0])?;
//! let c = DeviceBuffer::<f32>::new(3)?;
//! launch!(module.vector_add<<<1, 32>>>(a.ptr(), b.ptr(), c.ptr(), 3))?;
//! assert_eq!(c.to_vec()?, [11.0, 22.0, 33.0]);
//! # Ok(()) }
//! ```
//!
//! * [`Device`], [`Context`], [`Stream`], [`Event`], [`DeviceBuffer`], [`Module`], [`Function`]: values that
//!   own what they name. [`launch!`] launches.
//! * [`api`]: every call as a function on handles, one file for each group of HIP's documentation. The C
//!   library is made of these.
//! * [`sys`]: the C library's functions as Rust declares them, for programs that were translated.
//! * [`Error`] says what went wrong, with the facts; [`Status`] is what C sees of it.
//!
//! What runs when is decided by the modelled front end (`device`), what a kernel computes by the compiler
//! (`jit`); this crate brings them together with threads and memory. A kernel's fault spoils its context,
//! never the process.

pub mod api;
mod bug;
mod check;
pub mod config;
mod device_runtime;
mod error;
mod exec;
mod exit;
pub mod fault;
pub mod graph;
pub mod handle;
pub mod launch;
pub mod memory;
mod module;
pub mod object;
mod objects;
mod owned;
pub mod registry;
mod state;
mod status;
mod store;
mod submit;
mod sync;
pub mod trace;
mod types;

pub use error::Error;
pub use hip_sys as sys;
pub use launch::{Dim3, KernelArg};
pub use macros::launch;
pub use memory::Plain;
pub use object::SmResource;
pub use owned::{Context, Device, DeviceBuffer, DevicePtr, Event, Function, LaunchConfig, Module, Stream};
pub use status::Status;
