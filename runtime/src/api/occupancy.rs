//! How many blocks fit (HIP: "Occupancy").

use crate::Error;
use crate::handle::Id;
use crate::object::FunctionObject;
use crate::state::process;

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
