//! The software device: the [interface](crate::backend) over the engine that runs kernels on the host.
//!
//! Arguments become operations of the front end here. Handles, captures and current contexts stand above.

pub(crate) mod array;
pub(crate) mod conditions;
pub(crate) mod context;
mod contexts;
mod copies;
pub(crate) mod desk;
pub(crate) mod device;
mod devices;
pub(crate) mod event;
pub(crate) mod executables;
mod information;
pub(crate) mod kernel;
mod kernels;
pub(crate) mod launch;
pub(crate) mod limits;
mod link;
mod memory;
pub(crate) mod module;
mod occupancy;
mod partitions;
pub(crate) mod pool;
mod sampling;
mod shape;
mod share;
mod start;
pub(crate) mod stream;
mod textures;
mod virtual_memory;
pub(crate) mod words;
mod work;

pub(crate) use start::start;
