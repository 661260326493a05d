//! How many blocks of a kernel an SM holds (CUDA driver API, "Occupancy").

use crate::grid::GridSpec;
use crate::sm::Room;
use crate::{SmSet, Spec, partition};

/// Blocks of this size that fit on one empty SM; 0 if a single one does not.
pub fn blocks_per_sm(spec: &Spec, threads: u32, registers: u32, shared_bytes: u32) -> u32 {
    if threads == 0 || threads > spec.threads_per_block || shared_bytes > spec.shared_per_block_optin {
        return 0;
    }
    let grid = GridSpec { threads, registers, shared_bytes, ..GridSpec::new(1, threads) };
    Room::whole(spec).fits(&Room::of_block(spec, &grid))
}

/// Most threads of a block of which each takes so many registers, whole warps; all that a block may have
/// where those are unknown (0).
pub fn threads_with(spec: &Spec, registers: u32) -> u32 {
    let warps = (1..=spec.threads_per_block / 32).rev();
    let mut sizes = warps.map(|warps| warps * 32);
    sizes.find(|&threads| spec.registers_of_block(threads, registers) <= spec.regs_per_sm).unwrap_or(0)
}

/// Blocks of this size that can be resident at once on a set of SMs.
pub fn resident_blocks(spec: &Spec, sms: &SmSet, threads: u32, registers: u32, shared_bytes: u32) -> u64 {
    u64::from(blocks_per_sm(spec, threads, registers, shared_bytes)) * u64::from(sms.len())
}

/// How many clusters of `cluster` blocks of this size are resident at once on a set of SMs
/// (`cuOccupancyMaxActiveClusters`). A cluster lies in one GPC, or on a pair of SMs that belong to none, each
/// block on an SM of its own (what an H200 counts and does).
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

/// As [`active_clusters`], on SMs of which each cluster has to lie in one of some [units](partition::units).
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

/// How many clusters fit on so many empty SMs that can have one, each of which holds `per_sm` blocks.
fn clusters_of(sms: u64, cluster: u32, per_sm: u32) -> u64 {
    if sms < u64::from(cluster) { 0 } else { sms * u64::from(per_sm) / u64::from(cluster.max(1)) }
}

/// How many clusters fit on empty SMs of a set, each of which holds `per_sm` blocks.
pub(crate) fn clusters_on(domains: &[Vec<u16>], sms: &SmSet, cluster: u32, per_sm: u32) -> u64 {
    let of_domain = |domain: &Vec<u16>| {
        let count = domain.iter().filter(|&&sm| sms.contains(sm)).count() as u64;
        clusters_of(count, cluster, per_sm)
    };
    domains.iter().map(of_domain).sum()
}

/// The dynamic shared memory of a block, bytes, with which `blocks` of them share an SM's
/// (`cuOccupancyAvailableDynamicSMemPerBlock`); `None` if an SM does not hold so many at all. What the system
/// reserves of each block is not taken off, as an H200 has it.
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

/// The largest block size, a multiple of the warp, that reaches the best occupancy, and the blocks that fill
/// so many SMs with it (`cuOccupancyMaxPotentialBlockSize`). `limit` bounds the block size, 0 for no bound.
pub fn best_block_size(
    spec: &Spec,
    sms: u32,
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
            best = (blocks * threads, threads, blocks * sms);
        }
    }
    (best.1, best.2)
}
