//! How many blocks of a kernel an SM holds (CUDA driver API, "Occupancy").

use crate::dispatch::GridSpec;
use crate::sm::Room;
use crate::{SmSet, Spec};

/// Blocks of this size that fit on one empty SM; 0 if a single one does not.
pub fn blocks_per_sm(spec: &Spec, threads: u32, registers: u32, shared_bytes: u32) -> u32 {
    if threads == 0 || threads > spec.threads_per_block || shared_bytes > spec.shared_per_block_optin {
        return 0;
    }
    let grid = GridSpec { threads, registers, shared_bytes, ..GridSpec::new(1, threads) };
    Room::whole(spec).fits(&Room::of_block(spec, &grid))
}

/// Blocks of this size that can be resident at once on a set of SMs.
pub fn resident_blocks(spec: &Spec, sms: &SmSet, threads: u32, registers: u32, shared_bytes: u32) -> u64 {
    u64::from(blocks_per_sm(spec, threads, registers, shared_bytes)) * u64::from(sms.len())
}

/// The smallest block size, a multiple of the warp, that reaches the best occupancy, and the blocks that fill
/// the device with it (`cuOccupancyMaxPotentialBlockSize`). `limit` bounds the block size, 0 for no bound.
pub fn best_block_size(
    spec: &Spec,
    registers: u32,
    shared_of: impl Fn(u32) -> u32,
    limit: u32,
) -> (u32, u32) {
    let most = if limit == 0 { spec.threads_per_block } else { limit.min(spec.threads_per_block) };
    let mut best = (0, 0, 0);
    // From large to small, as the documented algorithm: of equals the larger block wins.
    let sizes = std::iter::once(most).chain((1..most.div_ceil(32)).rev().map(|warps| warps * 32));
    for threads in sizes.filter(|&threads| threads > 0) {
        let blocks = blocks_per_sm(spec, threads, registers, shared_of(threads));
        if blocks * threads > best.0 {
            best = (blocks * threads, threads, blocks * spec.sms);
        }
    }
    (best.1, best.2)
}
