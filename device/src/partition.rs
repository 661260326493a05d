//! Partition of SMs into groups for green contexts (CUDA driver API, "Green Contexts":
//! `cuDevSmResourceSplitByCount`).
//!
//! Group sizes, counts and members were observed on an H200 (`testdata/schedule`). SMs are numbered by pairs
//! (TPCs): pair `n` of every GPC, then pair `n + 1`, so that a GPC's SMs are spread over the numbers; TPCs
//! outside whole GPCs come last.
//!
//! A split distributes units of co-schedulable SMs, largest first: as many of each size to every group as all
//! groups can have, then the next smaller size. Groups get units in round-robin order, and units are taken
//! from the GPCs in round-robin order.
//!
//! No cluster of a group is larger than its largest unit, and capacity is counted by units, although a GPC
//! does run a smaller cluster across them. The remainder has no such bounds within a GPC.

mod sized;

pub use sized::{Wanted, default_coscheduled, split_into};

use crate::{SmSet, Spec};
use std::collections::VecDeque;

/// Flag for smaller groups that need not be schedulable as a cluster.
pub const IGNORE_COSCHEDULING: u32 = 1;
/// Flag for groups that hold the largest clusters.
pub const MAX_POTENTIAL_CLUSTER_SIZE: u32 = 2;

/// Reason for which a split was rejected.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SplitError {
    /// Both flags at once, or zero groups.
    #[error("no groups are requested, or the flags exclude each other")]
    InvalidValue,
    /// More SMs were requested than exist.
    #[error("groups of {wanted} SMs cannot be formed out of {have}")]
    InvalidConfiguration {
        /// Requested.
        wanted: u32,
        /// Available.
        have: u32,
    },
}

/// Result of a split.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Split {
    /// The groups, all of one size.
    pub groups: Vec<SmSet>,
    /// First SMs of each group's [units]; empty for a group that is the whole input.
    pub begins: Vec<SmSet>,
    /// SMs left over.
    pub remaining: SmSet,
}

/// Returns the minimum group size of a device and the multiple of sizes, without flags.
pub fn granularity(spec: &Spec) -> (u32, u32) {
    (spec.green_min.max(1), spec.green_align.max(1))
}

/// Returns the same with a split's flags.
pub fn least(spec: &Spec, flags: u32) -> (u32, u32) {
    match (flags & IGNORE_COSCHEDULING != 0, spec.capability.0 >= 7) {
        (true, true) => (2, 2),
        (true, false) => (1, 1),
        (false, _) => granularity(spec),
    }
}

/// Splits `input` into at most `groups` groups of at least `min_count` SMs, as many as possible for `None`.
///
/// # Errors
/// See [`SplitError`].
pub fn split(
    spec: &Spec,
    input: &SmSet,
    groups: Option<u32>,
    flags: u32,
    min_count: u32,
) -> Result<Split, SplitError> {
    let both = IGNORE_COSCHEDULING | MAX_POTENTIAL_CLUSTER_SIZE;
    let have = input.len();
    if flags & both == both || groups == Some(0) {
        return Err(SplitError::InvalidValue);
    }
    if min_count > have || have == 0 {
        return Err(SplitError::InvalidConfiguration { wanted: min_count, have });
    }
    let ignore = flags & IGNORE_COSCHEDULING != 0;
    let (min, align) = least(spec, flags);
    let size = min_count.next_multiple_of(align).max(min).min(have);
    let mut most = have / size;
    if !ignore && spec.capability.0 >= 9 {
        // Every group needs a whole unit of eight SMs of one GPC.
        most = most.min(eights(spec, input).max(1));
    }
    let count = groups.map_or(most, |wanted| wanted.min(most));
    let levels = match flags & both {
        IGNORE_COSCHEDULING => &[][..],
        MAX_POTENTIAL_CLUSTER_SIZE => &[16, 8, 4],
        _ => &[8, 4],
    };
    let mut split = deal(gpcs_of(spec, input), size as usize, count as usize, levels);
    if split.remaining.is_empty()
        && let [only] = &mut split.begins[..]
    {
        *only = SmSet::default();
    }
    Ok(split)
}

/// Returns the units of a set of SMs, given the first SM of each: all in one GPC, or a pair outside GPCs.
/// Without first SMs, each GPC's SMs are one unit.
pub fn units(spec: &Spec, sms: &SmSet, begins: &SmSet) -> Vec<Vec<u16>> {
    let mut units: Vec<Vec<u16>> = Vec::new();
    for gpc in spec.cluster_domains() {
        let mut first = true;
        for sm in gpc.into_iter().filter(|&sm| sms.contains(sm)) {
            match units.last_mut() {
                Some(unit) if !first && !begins.contains(sm) => unit.push(sm),
                _ => units.push(vec![sm]),
            }
            first = false;
        }
    }
    units
}

/// Size of a unit; a larger set of SMs may span units of a GPC.
const UNIT: usize = 8;

/// Distributes units of `levels` SMs, then pairs, to `count` groups of `size` SMs.
fn deal(mut gpcs: Vec<VecDeque<u16>>, size: usize, count: usize, levels: &[usize]) -> Split {
    let mut groups = vec![SmSet::default(); count];
    let mut begins = groups.clone();
    // For each GPC: the group of its last unit, the SMs which that group got since another group got some,
    // and the size of the first of those units.
    let mut last: Vec<Option<(usize, usize, usize)>> = vec![None; gpcs.len()];
    let mut lacks = size;
    // The last two levels: on a device that allows odd sizes, a group may end with a single SM.
    for &unit in levels.iter().chain(&[2, 1]) {
        let there: usize = gpcs.iter().map(|gpc| gpc.len() / unit).sum();
        let each = (there / count.max(1)).min(lacks / unit);
        lacks -= each * unit;
        let mut turn = (0..count).cycle().take(each * count);
        let mut left = each * count;
        while left > 0 {
            for (gpc, last) in gpcs.iter_mut().zip(&mut last).filter(|(gpc, _)| gpc.len() >= unit) {
                let Some(group) = turn.next() else { break };
                let (had, first) = match *last {
                    Some((before, had, first)) if before == group => (had, first),
                    _ => (0, unit),
                };
                // SMs that follow several units belong to the last one.
                if let Some(&sm) = gpc.front()
                    && had <= first.min(UNIT)
                {
                    begins[group].insert(sm);
                }
                *last = Some((group, had + unit, first));
                groups[group].extend_from(&gpc.drain(..unit).collect());
                left -= 1;
            }
        }
    }
    Split { groups, begins, remaining: gpcs.into_iter().flatten().collect() }
}

/// Returns how many units of eight co-schedulable SMs the input holds.
fn eights(spec: &Spec, input: &SmSet) -> u32 {
    gpcs_of(spec, input).iter().map(|gpc| gpc.len() as u32 / 8).sum()
}

/// Returns the input's SMs by GPC; each pair outside GPCs is a GPC of its own.
fn gpcs_of(spec: &Spec, input: &SmSet) -> Vec<VecDeque<u16>> {
    let (gpcs, rest) = spec.topology();
    let pairs = rest.chunks(2).map(<[u16]>::to_vec);
    let of_input = |gpc: Vec<u16>| gpc.into_iter().filter(|&sm| input.contains(sm)).collect();
    gpcs.into_iter().chain(pairs).map(of_input).collect()
}
