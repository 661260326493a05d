//! Launches with attributes, and AMD's with events (HIP: "Module Management"; CUDA: `cuLaunchKernelEx`).

use crate::entry::{In, entry_points};
use crate::host_function::behind;
use crate::module::launch;
use crate::types::{Dim3, Event, Function, LaunchAttribute, LaunchConfig, RuntimeLaunchConfig, Stream};
use runtime::Error;
use runtime::api::module::LaunchShape;
use runtime::api::{StreamRef, event};
use std::ffi::c_void;

// `hipLaunchAttributeID`
const COOPERATIVE: u32 = 2;
const CLUSTER_DIMENSION: u32 = 4;
/// Those that only say what would be good for speed or order of memory, and those that ask to be ignored: nothing, access
/// policy, synchronization policy, cluster scheduling, priority, domains, prefetch. CUDA's 6, that a kernel may start before
/// the one ahead of it is done, is a permission that need not be made use of.
const HINTS: [u32; 9] = [0, 1, 3, 5, 6, 8, 9, 10, 1024];

/// Whether attributes ask for a cooperative launch, and for which clusters.
fn asked(attributes: In<LaunchAttribute>, count: u32) -> Result<(bool, Option<[u32; 3]>), Error> {
    let count = count as usize;
    if count > 0 && attributes.is_null() {
        return Err(Error::Null { what: "attrs" });
    }
    let (mut cooperative, mut cluster) = (false, None);
    for attribute in attributes.array(count)? {
        // An `int`, or three of them.
        let [x, y, z] = [0, 1, 2].map(|n| attribute.value[n]);
        match attribute.id {
            COOPERATIVE => cooperative = x != 0,
            CLUSTER_DIMENSION => cluster = Some([x, y, z]),
            id if HINTS.contains(&id) => {}
            id => return Err(Error::UnknownEnumerator { what: "launch attribute", got: id.into() }),
        }
    }
    Ok((cooperative, cluster))
}

/// The shape that a configuration of the runtime API means.
pub(crate) fn shape(config: &RuntimeLaunchConfig) -> Result<LaunchShape, Error> {
    let (cooperative, cluster) = asked(config.attributes, config.attribute_count)?;
    let shared_bytes = bytes(config.shared_bytes)?;
    Ok(LaunchShape { grid: config.grid, block: config.block, shared_bytes, cooperative, cluster })
}

fn bytes(shared: u64) -> Result<u32, Error> {
    let max = u32::MAX.into();
    u32::try_from(shared).map_err(|_| Error::OutOfRange { what: "sharedMemBytes", got: shared, min: 0, max })
}

/// A launch between two events, either of which may be none.
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
    // Both are looked at before anything is done.
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

/// `hipExtAnyOrderLaunch`: a permission that need not be made use of.
const ANY_ORDER: u32 = 1;

fn check_flags(flags: u32) -> Result<(), Error> {
    if flags & !ANY_ORDER == 0 {
        return Ok(());
    }
    Err(Error::BadFlags { what: "a launch", got: flags.into() })
}

/// The shape of a launch whose grid is given in threads.
fn of_threads(threads: [u32; 3], block: [u32; 3], shared: u64) -> Result<LaunchShape, Error> {
    let grid = blocks(threads, block)?;
    Ok(LaunchShape { grid, block, shared_bytes: bytes(shared)?, cooperative: false, cluster: None })
}

/// Blocks of a grid that is given in threads: whole ones, as PTX has them.
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
    /// Launches a kernel as a structure says.
    fn hipDrvLaunchKernelEx(config: In<LaunchConfig>, function: Function, params: In<u64>, extra: In<u64>) {
        let config = config.read("config")?;
        let (cooperative, cluster) = asked(config.attributes, config.attribute_count)?;
        let shape = LaunchShape {
            grid: config.grid,
            block: config.block,
            shared_bytes: config.shared_bytes,
            cooperative,
            cluster,
        };
        launch(function, shape, config.stream, params, extra)?;
    }
    /// Launches the kernel behind a host function as a structure says.
    fn hipLaunchKernelExC(config: In<RuntimeLaunchConfig>, host: *const c_void, args: In<u64>) {
        let config = config.read("config")?;
        launch(behind(host)?, shape(&config)?, config.stream, args, In::nothing())?;
    }
    /// Launches the kernel behind a host function between two events.
    fn hipExtLaunchKernel(
        host: *const c_void,
        grid: Dim3,
        block: Dim3,
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
        let function = behind(host)?;
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
    /// As `hipExtModuleLaunchKernel` without flags (deprecated name).
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
