//! Implementation of the API: one file for each group of HIP's documentation, one function for each call.
//! Those that write or free memory by its address, and those that launch kernels, are unsafe.
//!
//! Functions take Rust types and return `Result<_, Error>`. C stays outside: pointers arrive as
//! [`Pointer`](crate::types::Pointer)s, handles as [`Id`](crate::handle::Id)s, `NULL` streams as
//! [`StreamRef`].

pub mod array;
pub mod capture;
pub mod context;
pub mod device;
pub mod event;
pub mod executable;
pub mod graph;
pub mod green;
mod image_file;
pub mod init;
pub mod ipc;
pub mod library;
pub mod link;
pub mod managed;
pub mod memory;
pub mod module;
pub mod multicast;
pub mod native;
pub mod occupancy;
pub mod peer;
pub mod pool;
pub mod queue;
pub mod rtc;
pub mod stateful_launch;
pub mod stream;
pub mod stream_memory;
pub mod tensor;
pub mod texture;
pub mod texture_reference;
pub mod virtual_memory;

pub use stream::StreamRef;
