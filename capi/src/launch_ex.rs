//! Launches with attributes, and AMD's with events (HIP: "Module Management"; CUDA: `cuLaunchKernelEx`).

use crate::entry::{In, entry_points};
use crate::host_function::kernel_of_host_function;
use crate::module::launch;
use crate::types::{Event, Function, Stream};
use hip_sys::{
    HIP_LAUNCH_CONFIG_st, dim3, hipLaunchAttribute, hipLaunchAttributeID as Id, hipLaunchConfig_st,
};
use runtime::Error;
use runtime::api::module::LaunchShape;
use runtime::api::{StreamRef, event};
use std::ffi::c_void;

/// CUDA's attribute that lets a kernel start before the previous one is done: a permission.
const PROGRAMMATIC_SERIALIZATION: Id = Id(6);
/// CUDA's attribute for a shape of clusters that is better than the required one, where there is room for it.
const PREFERRED_CLUSTER: Id = Id(11);
/// CUDA's attribute for the part of an SM's memory that becomes shared memory.
const SHARED_MEMORY_CARVEOUT: Id = Id(14);

/// Attributes that are only hints for speed or memory order, and the one that is to be ignored.
const HINTS: [Id; 11] = [
    Id::hipLaunchAttributeIgnore,
    Id::hipLaunchAttributeAccessPolicyWindow,
    Id::hipLaunchAttributeSynchronizationPolicy,
    Id::hipLaunchAttributeClusterSchedulingPolicyPreference,
    PROGRAMMATIC_SERIALIZATION,
    PREFERRED_CLUSTER,
    SHARED_MEMORY_CARVEOUT,
    Id::hipLaunchAttributePriority,
    Id::hipLaunchAttributeMemSyncDomainMap,
    Id::hipLaunchAttributeMemSyncDomain,
    Id::hipLaunchAttributeExtDynDataPrefetch,
];

/// Attributes of a launch that have an effect.
struct Wanted {
    cooperative: bool,
    cluster: Option<[u32; 3]>,
}

/// Reads the attributes of a launch.
fn wanted(attributes: *const hipLaunchAttribute, count: u32) -> Result<Wanted, Error> {
    let attributes = In::<hipLaunchAttribute>::at(attributes as u64);
    let count = count as usize;
    if count > 0 && attributes.is_null() {
        return Err(Error::Null { what: "attrs" });
    }
    let mut wanted = Wanted { cooperative: false, cluster: None };
    for attribute in attributes.array(count)? {
        // SAFETY: any bytes are values of both members.
        let (value, cooperative) = unsafe {
            let value = attribute.__bindgen_anon_1.val;
            (value.clusterDim, value.cooperative)
        };
        match attribute.id {
            Id::hipLaunchAttributeCooperative => wanted.cooperative = cooperative != 0,
            Id::hipLaunchAttributeClusterDimension => wanted.cluster = Some([value.x, value.y, value.z]),
            id if HINTS.contains(&id) => {}
            Id(got) => return Err(Error::UnknownEnumerator { what: "launch attribute", got: got.into() }),
        }
    }
    Ok(wanted)
}

/// Returns the shape for a launch configuration of the runtime API.
pub(crate) fn shape(config: &hipLaunchConfig_st) -> Result<LaunchShape, Error> {
    let Wanted { cooperative, cluster } = wanted(config.attrs, config.numAttrs)?;
    let shared_bytes = bytes(config.dynamicSmemBytes as u64)?;
    let (grid, block) = (config.gridDim.into(), config.blockDim.into());
    Ok(LaunchShape { grid, block, shared_bytes, cooperative, cluster })
}

/// Returns the shape for a launch configuration of the driver API.
pub(crate) fn driver_shape(config: &HIP_LAUNCH_CONFIG_st) -> Result<LaunchShape, Error> {
    let Wanted { cooperative, cluster } = wanted(config.attrs, config.numAttrs)?;
    Ok(LaunchShape {
        grid: [config.gridDimX, config.gridDimY, config.gridDimZ],
        block: [config.blockDimX, config.blockDimY, config.blockDimZ],
        shared_bytes: config.sharedMemBytes,
        cooperative,
        cluster,
    })
}

fn bytes(shared: u64) -> Result<u32, Error> {
    let max = u32::MAX.into();
    u32::try_from(shared).map_err(|_| Error::OutOfRange { what: "sharedMemBytes", got: shared, min: 0, max })
}

/// Launches between two events, either of which may be null.
fn between(
    start: Event,
    stop: Event,
    on: Stream,
    launch: impl FnOnce() -> Result<(), Error>,
) -> Result<(), Error> {
    let on = StreamRef::from_word(on.word())?;
    let record = |event: Event| match event.word() {
        0 => Ok(()),
        _ => event::record(event.id()?, on),
    };
    // Check both before any other effect.
    for event in [start, stop].into_iter().filter(|event| event.word() != 0) {
        event::query(event.id()?).or_else(|error| match error {
            Error::NotReady => Ok(()),
            other => Err(other),
        })?;
    }
    record(start)?;
    launch()?;
    record(stop)
}

fn check_flags(flags: u32) -> Result<(), Error> {
    // Launching in any order is a permission, and ignored here.
    if flags & !hip_sys::hipExtAnyOrderLaunch == 0 {
        return Ok(());
    }
    Err(Error::BadFlags { what: "a launch", got: flags.into() })
}

/// Returns the shape of a launch with its grid given in threads.
fn of_threads(threads: [u32; 3], block: [u32; 3], shared: u64) -> Result<LaunchShape, Error> {
    let grid = blocks(threads, block)?;
    Ok(LaunchShape { grid, block, shared_bytes: bytes(shared)?, cooperative: false, cluster: None })
}

/// Returns the blocks of a grid given in threads: PTX requires whole blocks.
fn blocks(threads: [u32; 3], block: [u32; 3]) -> Result<[u32; 3], Error> {
    const WHAT: [&str; 3] = ["globalWorkSizeX", "globalWorkSizeY", "globalWorkSizeZ"];
    let mut grid = [0; 3];
    for axis in 0..3 {
        let (all, each) = (threads[axis], block[axis]);
        if each == 0 || !all.is_multiple_of(each) {
            return Err(Error::Unaligned { what: WHAT[axis], address: all.into(), align: each.into() });
        }
        grid[axis] = all / each;
    }
    Ok(grid)
}

entry_points! {
    /// Launches a kernel with a configuration structure.
    fn hipDrvLaunchKernelEx(config: In<HIP_LAUNCH_CONFIG_st>, function: Function, params: In<u64>, extra: In<u64>) {
        let config = config.read("config")?;
        launch(function, driver_shape(&config)?, Stream::of_c(config.hStream), params, extra)?;
    }
    /// Launches the kernel of a host function with a configuration structure.
    fn hipLaunchKernelExC(config: In<hipLaunchConfig_st>, host: *const c_void, args: In<u64>) {
        let config = config.read("config")?;
        launch(kernel_of_host_function(host)?, shape(&config)?, Stream::of_c(config.stream), args, In::nothing())?;
    }
    /// Launches the kernel of a host function between two events.
    fn hipExtLaunchKernel(
        host: *const c_void,
        grid: dim3,
        block: dim3,
        args: In<u64>,
        shared: u64,
        stream: Stream,
        start: Event,
        stop: Event,
        flags: i32,
    ) {
        check_flags(flags as u32)?;
        let (grid, block) = (grid.into(), block.into());
        let shape = LaunchShape { grid, block, shared_bytes: bytes(shared)?, cooperative: false, cluster: None };
        let function = kernel_of_host_function(host)?;
        between(start, stop, stream, || launch(function, shape, stream, args, In::nothing()))?;
    }
    /// Launches a kernel between two events; its grid is given in threads.
    fn hipExtModuleLaunchKernel(
        function: Function,
        threads_x: u32,
        threads_y: u32,
        threads_z: u32,
        block_x: u32,
        block_y: u32,
        block_z: u32,
        shared: u64,
        stream: Stream,
        params: In<u64>,
        extra: In<u64>,
        start: Event,
        stop: Event,
        flags: u32,
    ) {
        check_flags(flags)?;
        let shape = of_threads([threads_x, threads_y, threads_z], [block_x, block_y, block_z], shared)?;
        between(start, stop, stream, || launch(function, shape, stream, params, extra))?;
    }
    /// Same as `hipExtModuleLaunchKernel` without flags (deprecated name).
    fn hipHccModuleLaunchKernel(
        function: Function,
        threads_x: u32,
        threads_y: u32,
        threads_z: u32,
        block_x: u32,
        block_y: u32,
        block_z: u32,
        shared: u64,
        stream: Stream,
        params: In<u64>,
        extra: In<u64>,
        start: Event,
        stop: Event,
    ) {
        let shape = of_threads([threads_x, threads_y, threads_z], [block_x, block_y, block_z], shared)?;
        between(start, stop, stream, || launch(function, shape, stream, params, extra))?;
    }
}
