//! Occupancy: the number of blocks of a kernel that an SM holds (CUDA driver API, "Occupancy").

use crate::grid::GridSpec;
use crate::sm::Room;
use crate::{SmSet, Spec, partition};

/// Returns how many blocks of a size fit on one empty SM; 0 if a single one does not.
pub fn blocks_per_sm(spec: &Spec, threads: u32, registers: u32, shared_bytes: u32) -> u32 {
    if threads == 0 || threads > spec.threads_per_block || shared_bytes > spec.shared_per_block_optin {
        return 0;
    }
    let grid = GridSpec { threads, registers, shared_bytes, ..GridSpec::new(1, threads) };
    Room::whole(spec).fits(&Room::of_block(spec, &grid))
}

/// Returns the maximum threads of a block with `registers` registers in each thread, in whole warps; the
/// device's maximum if unknown (0).
pub fn threads_with(spec: &Spec, registers: u32) -> u32 {
    let warps = (1..=spec.threads_per_block / 32).rev();
    let mut sizes = warps.map(|warps| warps * 32);
    sizes.find(|&threads| spec.registers_of_block(threads, registers) <= spec.regs_per_sm).unwrap_or(0)
}

/// Returns how many blocks of a size can be resident at once on a set of SMs.
pub fn resident_blocks(spec: &Spec, sms: &SmSet, threads: u32, registers: u32, shared_bytes: u32) -> u64 {
    u64::from(blocks_per_sm(spec, threads, registers, shared_bytes)) * u64::from(sms.len())
}

/// Returns how many clusters of `cluster` blocks of a size can be resident at once on a set of SMs
/// (`cuOccupancyMaxActiveClusters`). A cluster lies in one GPC, or on a pair of SMs that belong to none, each
/// block on a different SM (observed on an H200).
pub fn active_clusters(
    spec: &Spec,
    sms: &SmSet,
    cluster: u32,
    threads: u32,
    registers: u32,
    shared_bytes: u32,
) -> u64 {
    let domains: Vec<Vec<u16>> = partition::units(spec, sms, &SmSet::default());
    clusters_in(spec, &domains, cluster, threads, (registers, shared_bytes))
}

/// Returns [`active_clusters`] on SMs where each cluster must lie in one [unit](partition::units).
pub fn clusters_in(
    spec: &Spec,
    units: &[Vec<u16>],
    cluster: u32,
    threads: u32,
    (registers, shared_bytes): (u32, u32),
) -> u64 {
    if blocks_per_sm(spec, threads, registers, shared_bytes) == 0 {
        return 0;
    }
    let grid =
        GridSpec { threads, registers, shared_bytes, cluster: cluster.max(1), ..GridSpec::new(1, threads) };
    // Clusters of one block are counted as such.
    let of_clusters = GridSpec { cluster: grid.cluster.max(2), ..grid.clone() };
    let per_sm = Room::whole(spec).fits(&Room::of_block(spec, &of_clusters));
    let counts = units.iter().map(|unit| unit.len() as u64);
    counts.map(|count| clusters_of(count, grid.cluster, per_sm)).sum()
}

/// Returns how many clusters fit on `sms` empty SMs of one domain that each hold `per_sm` blocks.
fn clusters_of(sms: u64, cluster: u32, per_sm: u32) -> u64 {
    if sms < u64::from(cluster) { 0 } else { sms * u64::from(per_sm) / u64::from(cluster.max(1)) }
}

/// Returns how many clusters fit on the empty SMs of a set that each hold `per_sm` blocks.
pub(crate) fn clusters_on(domains: &[Vec<u16>], sms: &SmSet, cluster: u32, per_sm: u32) -> u64 {
    let of_domain = |domain: &Vec<u16>| {
        let count = domain.iter().filter(|&&sm| sms.contains(sm)).count() as u64;
        clusters_of(count, cluster, per_sm)
    };
    domains.iter().map(of_domain).sum()
}

/// Returns the dynamic shared memory of a block, bytes, with which `blocks` of them share an SM
/// (`cuOccupancyAvailableDynamicSMemPerBlock`); `None` if an SM does not hold as many blocks. The system's
/// reserve for each block is not subtracted, as on an H200.
pub fn dynamic_shared(
    spec: &Spec,
    blocks: u32,
    threads: u32,
    registers: u32,
    static_bytes: u32,
) -> Option<u32> {
    if blocks == 0 || blocks_per_sm(spec, threads, registers, 0) < blocks {
        return None;
    }
    let each = spec.shared_per_sm / blocks;
    (each - each % spec.shared_granularity.max(1)).checked_sub(static_bytes)
}

/// Returns the largest block size, a multiple of the warp, with the best occupancy, and the number of blocks
/// that fill `sms` SMs with it (`cuOccupancyMaxPotentialBlockSize`). `limit` bounds the block size, 0 for no
/// bound.
pub fn best_block_size(
    spec: &Spec,
    sms: u32,
    registers: u32,
    shared_of: impl Fn(u32) -> u32,
    limit: u32,
) -> (u32, u32) {
    let most = if limit == 0 { spec.threads_per_block } else { limit.min(spec.threads_per_block) };
    let mut best = (0, 0, 0);
    // From large to small, as in the documented algorithm: of equal ones the larger block wins.
    let sizes = std::iter::once(most).chain((1..most.div_ceil(32)).rev().map(|warps| warps * 32));
    for threads in sizes.filter(|&threads| threads > 0) {
        let blocks = blocks_per_sm(spec, threads, registers, shared_of(threads));
        if blocks * threads > best.0 {
            best = (blocks * threads, threads, blocks * sms);
        }
    }
    (best.1, best.2)
}
