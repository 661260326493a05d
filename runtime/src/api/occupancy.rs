//! How many blocks fit (HIP: "Occupancy").

use crate::Error;
use crate::api::module::LaunchShape;
use crate::handle::Id;
use crate::object::FunctionObject;
use crate::state::process;
use ptx::exec::Geometry;

/// Blocks of a kernel that an SM holds at once.
///
/// # Errors
/// `OutOfRange` for a block of no threads; what is wrong with the handle.
pub fn blocks_per_sm(id: Id<FunctionObject>, threads: u32, dynamic_shared: u64) -> Result<u32, Error> {
    if threads == 0 {
        return Err(Error::OutOfRange { what: "block size", got: 0, min: 1, max: 1024 });
    }
    let process = process()?;
    let function = process.get(id)?;
    let shared = u64::from(function.code()?.shared_bytes).saturating_add(dynamic_shared);
    let Ok(shared) = u32::try_from(shared) else { return Ok(0) };
    Ok(device::occupancy::blocks_per_sm(&process.device_of(&function.context).spec, threads, 0, shared))
}

/// The block size that reaches the best occupancy, and the blocks that fill the device with it: (threads, blocks).
/// `dynamic_shared` tells the dynamic shared memory of a block of so many threads; a `limit` of 0 is none.
///
/// # Errors
/// What is wrong with the handle.
pub fn best_block_size(
    id: Id<FunctionObject>,
    dynamic_shared: impl Fn(u32) -> u64,
    limit: u32,
) -> Result<(u32, u32), Error> {
    let process = process()?;
    let function = process.get(id)?;
    let fixed = u64::from(function.code()?.shared_bytes);
    let shared = |threads| u32::try_from(fixed.saturating_add(dynamic_shared(threads))).unwrap_or(u32::MAX);
    Ok(device::occupancy::best_block_size(&process.device_of(&function.context).spec, 0, shared, limit))
}

/// How many clusters of a kernel the device holds at once, 0 for a shape without clusters (`hipOccupancyMaxActiveClusters`).
///
/// # Errors
/// `OutOfRange`, `BadCluster`; what is wrong with the handle.
pub fn active_clusters(id: Id<FunctionObject>, shape: &LaunchShape) -> Result<u64, Error> {
    let process = process()?;
    let function = process.get(id)?;
    let spec = &process.device_of(&function.context).spec;
    let threads = threads(shape)?;
    let code = function.code()?;
    let geometry = Geometry { cluster: shape.cluster, ..Geometry::new(shape.grid, shape.block) };
    let geometry = geometry
        .for_kernel(&code.attributes, function.most_in_cluster(spec))
        .map_err(|why| Error::BadCluster { kernel: function.name.clone(), why })?;
    if shape.cluster.is_none() && code.attributes.cluster.is_none() {
        return Ok(0);
    }
    let shared = code.shared_bytes.saturating_add(shape.shared_bytes);
    let sms = device::SmSet::first(spec.sms);
    Ok(device::occupancy::active_clusters(spec, &sms, geometry.cluster_blocks(), threads, 0, shared))
}

fn threads(shape: &LaunchShape) -> Result<u32, Error> {
    let threads = shape.block.into_iter().map(u64::from).product::<u64>();
    match u32::try_from(threads) {
        Ok(threads) if threads > 0 => Ok(threads),
        _ => Err(Error::OutOfRange { what: "block size", got: threads, min: 1, max: 1024 }),
    }
}

/// The most blocks a cluster of a kernel may have (`hipOccupancyMaxPotentialClusterSize`).
///
/// # Errors
/// `OutOfRange`; what is wrong with the handle.
pub fn largest_cluster(id: Id<FunctionObject>, shape: &LaunchShape) -> Result<u32, Error> {
    let process = process()?;
    let function = process.get(id)?;
    let spec = &process.device_of(&function.context).spec;
    let (threads, shared) =
        (threads(shape)?, function.code()?.shared_bytes.saturating_add(shape.shared_bytes));
    let sms = device::SmSet::first(spec.sms);
    let fits =
        |cluster: &u32| device::occupancy::active_clusters(spec, &sms, *cluster, threads, 0, shared) > 0;
    let most = function.most_in_cluster(spec);
    Ok((0..=most.ilog2()).rev().map(|power| 1 << power).find(fits).unwrap_or(0))
}

/// The most dynamic shared memory of a block, bytes, with which so many blocks fit on an SM
/// (`hipOccupancyAvailableDynamicSMemPerBlock`).
///
/// # Errors
/// `OutOfRange` where not even blocks without any fit; what is wrong with the handle.
pub fn dynamic_shared(id: Id<FunctionObject>, blocks: u32, threads: u32) -> Result<u64, Error> {
    let process = process()?;
    let function = process.get(id)?;
    let spec = &process.device_of(&function.context).spec;
    let code = function.code()?;
    let most = device::occupancy::blocks_per_sm(spec, threads, 0, code.shared_bytes);
    let none = Error::OutOfRange { what: "blocks of an SM", got: blocks.into(), min: 1, max: most.into() };
    let free = device::occupancy::dynamic_shared(spec, blocks, threads, code.shared_bytes).ok_or(none)?;
    Ok(free.min(function.max_dynamic_shared(spec, &code)).into())
}
