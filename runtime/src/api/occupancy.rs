//! Numbers of resident blocks (HIP: "Occupancy").

use crate::Error;
use crate::api::module::LaunchShape;
use crate::api::stream::{self, StreamRef};
use crate::handle::Id;
use crate::object::FunctionObject;
use crate::state::{process, usable};

/// Blocks of a kernel that an SM holds at once.
///
/// # Errors
/// `OutOfRange` for a block of no threads; errors of the handle.
pub fn blocks_per_sm(id: Id<FunctionObject>, threads: u32, dynamic_shared: u64) -> Result<u32, Error> {
    process()?.get(id)?.backend.blocks_per_sm(threads, dynamic_shared)
}

/// The block size that reaches the best occupancy, and the blocks that fill the current context's SMs with
/// it: (threads, blocks). `dynamic_shared` tells the dynamic shared memory of a block of so many threads; a
/// `limit` of 0 is none.
///
/// # Errors
/// Errors of the handle.
pub fn best_block_size(
    id: Id<FunctionObject>,
    dynamic_shared: impl Fn(u32) -> u64,
    limit: u32,
) -> Result<(u32, u32), Error> {
    let function = process()?.get(id)?;
    function.backend.best_block_size(&*usable()?.backend, &dynamic_shared, limit)
}

/// Number of SMs of the current context.
///
/// # Errors
/// `ContextDestroyed`, `NoDevice`.
pub fn sms() -> Result<u32, Error> {
    let context = usable()?;
    Ok(context.sms().map_or(context.on.spec.sms, |own| own.sms.len()))
}

/// Number of resident clusters of a kernel on the SMs of a stream; 0 for a shape without clusters
/// (`hipOccupancyMaxActiveClusters`).
///
/// # Errors
/// `OutOfRange`, `BadCluster`; errors of the handles.
pub fn active_clusters(id: Id<FunctionObject>, shape: &LaunchShape, stream: StreamRef) -> Result<u64, Error> {
    let function = process()?.get(id)?;
    function.backend.active_clusters(&*stream::resolve(stream)?.context.backend, shape)
}

/// Maximum number of blocks in a cluster of a kernel on the SMs of a stream
/// (`hipOccupancyMaxPotentialClusterSize`).
///
/// # Errors
/// `OutOfRange`; errors of the handles.
pub fn largest_cluster(id: Id<FunctionObject>, shape: &LaunchShape, stream: StreamRef) -> Result<u32, Error> {
    let function = process()?.get(id)?;
    function.backend.largest_cluster(&*stream::resolve(stream)?.context.backend, shape)
}

/// Maximum dynamic shared memory of a block, bytes, such that `blocks` blocks fit on an SM
/// (`hipOccupancyAvailableDynamicSMemPerBlock`).
///
/// # Errors
/// `OutOfRange` where not even blocks without any fit; errors of the handle.
pub fn dynamic_shared(id: Id<FunctionObject>, blocks: u32, threads: u32) -> Result<u64, Error> {
    process()?.get(id)?.backend.free_shared(blocks, threads)
}
