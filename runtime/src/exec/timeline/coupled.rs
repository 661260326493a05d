//! How long blocks run that wait for others, from what was [noted](crate::exec::meeting) while they ran.

use super::BLOCK_CYCLES;
use crate::exec::meeting::{Cause, Met, Source};
use crate::sync::Arc;
use std::collections::BTreeMap;
use timeline::{self as sim, Cost, Coupled, Point};

/// Where in a block's life its thread is after so many cycles of its own.
pub(super) fn place(at: u64) -> u64 {
    at.saturating_add(BLOCK_CYCLES / 2)
}

/// What blocks cost that cost this much without the waits; `point` says what a source is on the timeline, if
/// it is not over there.
pub(super) fn cost(base: Cost, blocks: u64, met: Met, point: impl Fn(Source) -> Option<Point>) -> Cost {
    let cycles: Arc<[u32]> = match &base {
        Cost::Each(cycles) => [u32::try_from(*cycles).unwrap_or(u32::MAX)].into(),
        Cost::List(list) => Arc::clone(list),
        // What waits for grids that it launched does so step by step.
        Cost::Work(_) | Cost::Coupled(_) | Cost::Endless | Cost::Unknown => return base,
    };
    let mut causes: Vec<sim::Cause> = Vec::new();
    let mut numbers: BTreeMap<(usize, bool), u32> = BTreeMap::new();
    let mut number_of = |cause: &Cause| {
        // Threads that read a word between two writes share what it came from.
        let key = (cause.sources.as_ptr().addr(), cause.host);
        *numbers.entry(key).or_insert_with(|| {
            let points = cause.sources.iter().filter_map(|&source| point(source)).collect();
            causes.push(sim::Cause { points, host: cause.host });
            (causes.len() - 1) as u32
        })
    };
    let mut places: Vec<sim::Met> = met
        .waited
        .iter()
        .filter(|waited| waited.block < blocks)
        .map(|waited| sim::Met { block: waited.block, at: place(waited.at), cause: number_of(&waited.cause) })
        .collect();
    places.sort_by_key(|met| (met.block, met.at));
    Cost::Coupled(Arc::new(Coupled { cycles, met: places, causes }))
}
