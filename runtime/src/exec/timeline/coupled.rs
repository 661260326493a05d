//! Cost of blocks that spin on words written by others, from the [recorded](crate::exec::spin_wait) waits.

use super::BLOCK_CYCLES;
use crate::exec::spin_wait::{Cause, GridSync, Source};
use crate::sync::Arc;
use std::collections::BTreeMap;
use timeline::{self as sim, Cost, Coupled, Point};

/// Position in a block's duration at which its thread has executed `at` cycles.
pub(super) fn place(at: u64) -> u64 {
    at.saturating_add(BLOCK_CYCLES / 2)
}

/// Adds spin-waits to the cost `base`. `point` returns the point of an origin on the timeline, or `None` if
/// that is complete.
pub(super) fn cost(
    base: Cost,
    blocks: u64,
    waits: GridSync,
    point: impl Fn(Source) -> Option<Point>,
) -> Cost {
    let cycles: Arc<[u32]> = match &base {
        Cost::Each(cycles) => [u32::try_from(*cycles).unwrap_or(u32::MAX)].into(),
        Cost::List(list) => Arc::clone(list),
        // Grids that wait for their own launches have their waits as steps of work already.
        Cost::Work(_) | Cost::Coupled(_) | Cost::Endless | Cost::Unknown => return base,
    };
    let mut causes: Vec<sim::Cause> = Vec::new();
    let mut numbers: BTreeMap<(usize, bool), u32> = BTreeMap::new();
    let mut number_of = |cause: &Cause| {
        // Threads that read a word between the same two writes share its origins.
        let key = (cause.sources.as_ptr().addr(), cause.host);
        *numbers.entry(key).or_insert_with(|| {
            let points = cause.sources.iter().filter_map(|&source| point(source)).collect();
            causes.push(sim::Cause { points, host: cause.host });
            (causes.len() - 1) as u32
        })
    };
    let mut places: Vec<sim::WaitPoint> = waits
        .waited
        .iter()
        .filter(|waited| waited.block < blocks)
        .map(|waited| sim::WaitPoint {
            block: waited.block,
            at: place(waited.at),
            cause: number_of(&waited.cause),
        })
        .collect();
    places.sort_by_key(|met| (met.block, met.at));
    Cost::Coupled(Arc::new(Coupled { cycles, met: places, causes }))
}
