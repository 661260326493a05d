//! Kernels: launches, attributes, occupancy.

use super::context::{Queue, gpu_context};
use super::module::Module;
use crate::Error;
use crate::attributes::FunctionAttribute;
use crate::backend;
use crate::sync::{Arc, OnceLock};
use crate::types::LaunchShape;
use cuda_driver::{Driver, Failure, Handle, LaunchAttributes, Shape};
use ptx::demangle::Readable;
use std::any::Any;

/// Kernel of a GPU.
#[derive(Debug)]
pub(super) struct Kernel {
    /// Module that it is of, which stays loaded.
    module: Arc<Module>,
    /// `CUfunction`
    handle: Handle,
    name: String,
    /// Name as its source has it, once it was asked for.
    readable: OnceLock<Arc<str>>,
    /// Offset and size of each parameter.
    parameters: Vec<(u32, u32)>,
    bytes: u32,
}

/// A GPU's own kernel.
///
/// # Errors
/// `Bug` for another device's.
pub(super) fn gpu_kernel(kernel: &dyn backend::Kernel) -> Result<&Kernel, Error> {
    let kernel: &dyn Any = kernel;
    kernel.downcast_ref().ok_or_else(|| crate::bug::bug!("a kernel of another kind of device"))
}

fn driver_shape(shape: &LaunchShape) -> Shape {
    Shape {
        grid: shape.grid,
        block: shape.block,
        shared_bytes: shape.shared_bytes,
        attributes: LaunchAttributes { cooperative: shape.cooperative, cluster: shape.cluster },
    }
}

impl Kernel {
    /// A kernel of a module.
    ///
    /// # Errors
    /// The driver's.
    pub(super) fn new(module: Arc<Module>, handle: Handle, name: &str) -> Result<Kernel, Error> {
        let parameters = module.context.call(|driver| driver.parameters_of(handle))?;
        let bytes = parameters.iter().map(|(offset, size)| offset + size).max().unwrap_or(0);
        let (name, readable) = (name.to_owned(), OnceLock::new());
        Ok(Kernel { module, handle, name, readable, parameters, bytes })
    }

    /// Returns its name as its source has it.
    pub(super) fn readable(&self) -> &Arc<str> {
        self.readable.get_or_init(|| Readable(&self.name).to_string().into())
    }

    fn call<T>(&self, call: impl FnOnce(&'static Driver) -> Result<T, Failure>) -> Result<T, Error> {
        self.module.context.call(call)
    }

    /// Launches it; a parameter block that is too short is filled up with zeros.
    ///
    /// # Errors
    /// The driver's.
    pub(super) fn launch(&self, shape: &LaunchShape, parameters: &[u8], stream: &Queue) -> Result<(), Error> {
        let shape = driver_shape(shape);
        let bytes = self.bytes as usize;
        if parameters.len() >= bytes {
            return stream.call(|driver, on| driver.launch(self.handle, &shape, &parameters[..bytes], on));
        }
        let mut whole = parameters.to_vec();
        whole.resize(bytes, 0);
        stream.call(|driver, on| driver.launch(self.handle, &shape, &whole, on))
    }

    /// Blocks of so many threads that an SM holds at once.
    fn resident(&self, threads: u32, dynamic_shared: u64) -> Result<u32, Error> {
        let mut blocks = 0;
        let shared = usize::try_from(dynamic_shared).unwrap_or(usize::MAX);
        self.call(|driver| {
            driver.cuOccupancyMaxActiveBlocksPerMultiprocessor(
                &mut blocks,
                self.handle,
                threads as i32,
                shared,
            )
        })?;
        Ok(blocks.unsigned_abs())
    }
}

impl backend::Kernel for Kernel {
    fn parameters(&self) -> &[(u32, u32)] {
        &self.parameters
    }

    fn parameter_bytes(&self) -> u32 {
        self.bytes
    }

    fn check(&self, shape: &LaunchShape) -> Result<(), Error> {
        let limit = self.attribute(FunctionAttribute::MaxThreadsPerBlock)?.unsigned_abs();
        let threads = shape.block.into_iter().map(u64::from).product::<u64>();
        if threads == 0 || threads > limit.into() {
            let what = "the number of threads of a block";
            return Err(Error::BadDimension { what, got: threads, limit: limit.into() });
        }
        const GRID: [(&str, u32); 3] =
            [("gridDim.x", 0x7fff_ffff), ("gridDim.y", 65_535), ("gridDim.z", 65_535)];
        for ((what, limit), got) in GRID.into_iter().zip(shape.grid) {
            if got == 0 || got > limit {
                return Err(Error::BadDimension { what, got: got.into(), limit: limit.into() });
            }
        }
        let shared = self.attribute(FunctionAttribute::MaxDynamicShared)?.unsigned_abs();
        if shape.shared_bytes > shared {
            let (kernel, wanted) = (self.name.clone(), shape.shared_bytes.into());
            return Err(Error::SharedTooLarge { kernel, wanted, limit: shared.into() });
        }
        Ok(())
    }

    fn attribute(&self, attribute: FunctionAttribute) -> Result<i32, Error> {
        let mut value = 0;
        self.call(|driver| driver.cuFuncGetAttribute(&mut value, attribute.code() as u32, self.handle))?;
        Ok(value)
    }

    fn set_attribute(&self, attribute: FunctionAttribute, value: i32) -> Result<(), Error> {
        self.call(|driver| driver.cuFuncSetAttribute(self.handle, attribute.code() as u32, value))
    }

    fn blocks_per_sm(&self, threads: u32, dynamic_shared: u64) -> Result<u32, Error> {
        if threads == 0 {
            return Err(Error::OutOfRange { what: "block size", got: 0, min: 1, max: 1024 });
        }
        self.resident(threads, dynamic_shared)
    }

    fn best_block_size(
        &self,
        context: &dyn backend::Context,
        dynamic_shared: &dyn Fn(u32) -> u64,
        limit: u32,
    ) -> Result<(u32, u32), Error> {
        /// Threads of a warp, by which block sizes differ.
        const WARP: u32 = 32;
        let sms = gpu_context(context)?.sm_count();
        let most = self.attribute(FunctionAttribute::MaxThreadsPerBlock)?.unsigned_abs();
        let most = if limit == 0 { most } else { limit.min(most) };
        // The largest block of those that fill most of an SM, as CUDA's calculator has it.
        let mut best = (0, 0);
        let mut size = most.next_multiple_of(WARP);
        while size > 0 {
            let threads = size.min(most);
            let blocks = self.resident(threads, dynamic_shared(threads))?;
            if threads * blocks > best.0 * best.1 {
                best = (threads, blocks);
            }
            size -= WARP;
        }
        Ok((best.0, best.1 * sms))
    }

    fn active_clusters(&self, context: &dyn backend::Context, shape: &LaunchShape) -> Result<u64, Error> {
        let shape = driver_shape(shape);
        let count = gpu_context(context)?.call(|driver| driver.active_clusters(self.handle, &shape))?;
        Ok(count.unsigned_abs().into())
    }

    fn largest_cluster(&self, context: &dyn backend::Context, shape: &LaunchShape) -> Result<u32, Error> {
        let shape = driver_shape(shape);
        let context = gpu_context(context)?;
        context.call(|driver| driver.largest_cluster(self.handle, &shape)).map(i32::unsigned_abs)
    }

    fn launches_graphs(&self) -> bool {
        false
    }

    fn free_shared(&self, blocks: u32, threads: u32) -> Result<u64, Error> {
        let mut bytes = 0;
        self.call(|driver| {
            driver.cuOccupancyAvailableDynamicSMemPerBlock(
                &mut bytes,
                self.handle,
                blocks as i32,
                threads as i32,
            )
        })?;
        Ok(bytes as u64)
    }
}
