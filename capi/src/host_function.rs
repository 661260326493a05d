//! Kernels by their host functions: launches and attributes (HIP: "Execution Control").

use crate::entry::{In, Out, entry_points};
use crate::library::launched;
use crate::module::launch;
use crate::types::{Function, Stream, own};
use hip_sys::{dim3, hipFuncAttributes};
use runtime::Error;
use runtime::api::module::{self, FunctionAttribute as Attribute, LaunchShape};
use runtime::registry;
use std::ffi::c_void;

/// Width of a user-space address in bits (x86-64).
const HOST_ADDRESS_BITS: u32 = 47;

/// Returns the kernel of a host function, or the kernel of a handle: CUDA's calls accept both, and a handle
/// is never a valid address of host code.
pub(crate) fn kernel_of_host_function(host: *const c_void) -> Result<Function, Error> {
    if host.is_null() {
        return Err(Error::UnregisteredKernel { host: 0 });
    }
    if host as u64 >> HOST_ADDRESS_BITS != 0 {
        return launched(Function::of_word(host as u64)).map(Function::of);
    }
    registry::function(host as u64).map(Function::of)
}

/// Checks that the argument is a host function, not a handle.
fn own_kernel(host: *const c_void) -> Result<(), Error> {
    match host as u64 >> HOST_ADDRESS_BITS {
        0 => kernel_of_host_function(host).map(drop),
        _ => Err(Error::UnregisteredKernel { host: host as u64 }),
    }
}

/// Checks a preferred split of cache and shared memory (`hipFuncCache_t`).
pub(crate) fn cache(config: i32) -> Result<(), Error> {
    match config {
        0..=3 => Ok(()),
        _ => Err(Error::UnknownEnumerator { what: "cache configuration", got: config.into() }),
    }
}

/// Checks a preferred width of shared-memory banks (`hipSharedMemConfig`).
pub(crate) fn banks(config: i32) -> Result<(), Error> {
    match config {
        0..=2 => Ok(()),
        _ => Err(Error::UnknownEnumerator { what: "shared memory configuration", got: config.into() }),
    }
}

fn start(
    host: *const c_void,
    grid: dim3,
    block: dim3,
    params: In<u64>,
    shared_bytes: usize,
    stream: Stream,
    cooperative: bool,
) -> Result<(), Error> {
    let shared_bytes = u32::try_from(shared_bytes).map_err(|_| Error::OutOfRange {
        what: "sharedMemBytes",
        got: shared_bytes as u64,
        min: 0,
        max: u32::MAX.into(),
    })?;
    let shape =
        LaunchShape { grid: grid.into(), block: block.into(), shared_bytes, cooperative, cluster: None };
    launch(kernel_of_host_function(host)?, shape, stream, params, In::nothing())
}

entry_points! {
    /// Launches the kernel of a host function.
    fn hipLaunchKernel(host: *const c_void, grid: dim3, block: dim3, args: In<u64>, shared: usize, stream: Stream) {
        start(host, grid, block, args, shared, stream, false)?;
    }
    /// Same as `hipLaunchKernel`, with the thread's own default stream.
    fn hipLaunchKernel_spt(host: *const c_void, grid: dim3, block: dim3, args: In<u64>, shared: usize, stream: Stream) {
        start(host, grid, block, args, shared, own(stream), false)?;
    }
    /// Launches a kernel with all blocks resident at once.
    fn hipLaunchCooperativeKernel(
        host: *const c_void,
        grid: dim3,
        block: dim3,
        args: In<u64>,
        shared: u32,
        stream: Stream,
    ) {
        start(host, grid, block, args, shared as usize, stream, true)?;
    }
    /// Same as `hipLaunchCooperativeKernel`, with the thread's own default stream.
    fn hipLaunchCooperativeKernel_spt(
        host: *const c_void,
        grid: dim3,
        block: dim3,
        args: In<u64>,
        shared: u32,
        stream: Stream,
    ) {
        start(host, grid, block, args, shared as usize, own(stream), true)?;
    }
    /// The kernel of a host function.
    fn hipGetFuncBySymbol(out: Out<Function>, host: *const c_void) {
        let out = out.wanted("functionPtr")?;
        out.set(kernel_of_host_function(host)?);
    }
    /// All attributes of a kernel.
    fn hipFuncGetAttributes(out: Out<hipFuncAttributes>, host: *const c_void) {
        let out = out.wanted("attr")?;
        let function = kernel_of_host_function(host)?.id()?;
        let get = |attribute| module::attribute(function, attribute);
        let bytes = |attribute| get(attribute).map(|value| usize::try_from(value).unwrap_or(0));
        out.set(hipFuncAttributes {
            binaryVersion: get(Attribute::BinaryVersion)?,
            cacheModeCA: get(Attribute::CacheModeCa)?,
            constSizeBytes: bytes(Attribute::ConstBytes)?,
            localSizeBytes: bytes(Attribute::LocalBytes)?,
            maxDynamicSharedSizeBytes: get(Attribute::MaxDynamicShared)?,
            maxThreadsPerBlock: get(Attribute::MaxThreadsPerBlock)?,
            numRegs: get(Attribute::Registers)?,
            preferredShmemCarveout: get(Attribute::Carveout)?,
            ptxVersion: get(Attribute::PtxVersion)?,
            sharedSizeBytes: bytes(Attribute::SharedBytes)?,
        });
    }
    /// Sets an attribute of a kernel.
    fn hipFuncSetAttribute(host: *const c_void, attribute: i32, value: i32) {
        module::set_attribute(kernel_of_host_function(host)?.id()?, Attribute::from_code(attribute)?, value)?;
    }
    /// Sets the preferred split of cache and shared memory: checked, but without effect on a software device.
    fn hipFuncSetCacheConfig(host: *const c_void, config: i32) {
        own_kernel(host)?;
        cache(config)?;
    }
    /// Sets the preferred width of shared-memory banks: checked, but without effect on a software device.
    fn hipFuncSetSharedMemConfig(host: *const c_void, config: i32) {
        banks(config)?;
        kernel_of_host_function(host)?;
    }
}
