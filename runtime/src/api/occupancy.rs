//! How many blocks fit (HIP: "Occupancy").

use crate::Error;
use crate::api::module::LaunchShape;
use crate::api::stream::{self, StreamRef};
use crate::handle::Id;
use crate::object::{ContextObject, FunctionObject};
use crate::state::{process, usable};
use device::partition;
use ptx::exec::Geometry;

/// Blocks of a kernel that an SM holds at once.
///
/// # Errors
/// `OutOfRange` for a block of no threads; what is wrong with the handle.
pub fn blocks_per_sm(id: Id<FunctionObject>, threads: u32, dynamic_shared: u64) -> Result<u32, Error> {
    process()?.get(id)?.blocks_per_sm(threads, dynamic_shared)
}

/// The block size that reaches the best occupancy, and the blocks that fill the current context's SMs with
/// it: (threads, blocks). `dynamic_shared` tells the dynamic shared memory of a block of so many threads; a
/// `limit` of 0 is none.
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
    let spec = &function.context.on.spec;
    let most = function.max_threads(spec);
    let limit = if limit == 0 { most } else { limit.min(most) };
    let sms = units_of(&function, &*usable()?, spec).iter().map(|unit| unit.len() as u32).sum();
    Ok(device::occupancy::best_block_size(spec, sms, function.registers(), shared, limit))
}

/// The SMs of a context, in units that hold clusters: what there is of the device for a kernel in it.
fn units_of(function: &FunctionObject, context: &ContextObject, spec: &device::Spec) -> Vec<Vec<u16>> {
    match context.sms().filter(|_| context.device == function.context.device) {
        Some(own) => partition::units(spec, &own.sms, &own.begins),
        None => spec.cluster_domains(),
    }
}

/// How many SMs kernels have in the current context.
///
/// # Errors
/// `ContextDestroyed`, `NoDevice`.
pub fn sms() -> Result<u32, Error> {
    let context = usable()?;
    Ok(context.sms().map_or(context.on.spec.sms, |own| own.sms.len()))
}

/// How many clusters of a kernel the SMs of a stream hold at once, 0 for a shape without clusters
/// (`hipOccupancyMaxActiveClusters`).
///
/// # Errors
/// `OutOfRange`, `BadCluster`; what is wrong with the handles.
pub fn active_clusters(id: Id<FunctionObject>, shape: &LaunchShape, stream: StreamRef) -> Result<u64, Error> {
    let process = process()?;
    let function = process.get(id)?;
    let spec = &function.context.on.spec;
    let units = units_of(&function, &stream::resolve(stream)?.context, spec);
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
    let room = (function.registers(), shared);
    Ok(device::occupancy::clusters_in(spec, &units, geometry.cluster_blocks(), threads, room))
}

fn threads(shape: &LaunchShape) -> Result<u32, Error> {
    let threads = shape.block.into_iter().map(u64::from).product::<u64>();
    match u32::try_from(threads) {
        Ok(threads) if threads > 0 => Ok(threads),
        _ => Err(Error::OutOfRange { what: "block size", got: threads, min: 1, max: 1024 }),
    }
}

/// The most blocks a cluster of a kernel may have on the SMs of a stream
/// (`hipOccupancyMaxPotentialClusterSize`).
///
/// # Errors
/// `OutOfRange`; what is wrong with the handles.
pub fn largest_cluster(id: Id<FunctionObject>, shape: &LaunchShape, stream: StreamRef) -> Result<u32, Error> {
    let process = process()?;
    let function = process.get(id)?;
    let spec = &function.context.on.spec;
    let (threads, shared) =
        (threads(shape)?, function.code()?.shared_bytes.saturating_add(shape.shared_bytes));
    let units = units_of(&function, &stream::resolve(stream)?.context, spec);
    let registers = function.registers();
    let fits = |&cluster: &u32| {
        device::occupancy::clusters_in(spec, &units, cluster, threads, (registers, shared)) > 0
    };
    Ok((1..=function.most_in_cluster(spec)).rev().find(fits).unwrap_or(0))
}

/// The most dynamic shared memory of a block, bytes, with which so many blocks fit on an SM
/// (`hipOccupancyAvailableDynamicSMemPerBlock`).
///
/// # Errors
/// `OutOfRange` where not even blocks without any fit; what is wrong with the handle.
pub fn dynamic_shared(id: Id<FunctionObject>, blocks: u32, threads: u32) -> Result<u64, Error> {
    let process = process()?;
    let function = process.get(id)?;
    let spec = &function.context.on.spec;
    let code = function.code()?;
    let registers = function.registers();
    let most = device::occupancy::blocks_per_sm(spec, threads, registers, code.shared_bytes);
    let none = Error::OutOfRange { what: "blocks of an SM", got: blocks.into(), min: 1, max: most.into() };
    let free = device::occupancy::dynamic_shared(spec, blocks, threads, registers, code.shared_bytes);
    let free = free.ok_or(none)?;
    Ok(free.min(function.max_dynamic_shared(spec, &code)).into())
}
