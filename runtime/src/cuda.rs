//! GPUs: the [interface](crate::backend) over CUDA's driver.
//!
//! A handle's object holds the driver's handle, and a call is the driver's call in the object's context. What
//! HIP asks about addresses is kept beside, because the driver knows neither handles of contexts nor flags.

mod array;
mod context;
mod contexts;
mod copies;
mod device;
mod device_runtime;
mod devices;
mod event;
mod failure;
mod index;
mod kernel;
mod later;
mod link;
mod managed;
mod memory;
mod module;
mod partitions;
mod pool;
mod recording;
mod start;
mod stream;
mod texture;
mod virtual_memory;
mod words;

pub(crate) use start::start;
