//! Splitting SMs into groups for green contexts (CUDA driver API, "Green Contexts": `cuDevSmResourceSplitByCount`).
//!
//! Group sizes and counts reproduce what an H200 answered; which SMs make a group follows the GPCs: an SM pair
//! (TPC) number runs over the GPCs first, so that a GPC's SMs are spread over the numbers.

use crate::{SmSet, Spec};

/// Smaller groups, that need not be schedulable as a cluster.
pub const IGNORE_COSCHEDULING: u32 = 1;
/// Groups that hold the largest clusters.
pub const MAX_POTENTIAL_CLUSTER_SIZE: u32 = 2;

/// Why a split was refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SplitError {
    /// Both flags at once, or no group at all was asked for.
    InvalidValue,
    /// More SMs were asked for than there are.
    InvalidConfiguration {
        /// Asked for.
        wanted: u32,
        /// There are.
        have: u32,
    },
}

/// The outcome of a split.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Split {
    /// The groups, all of one size.
    pub groups: Vec<SmSet>,
    /// What is left over.
    pub remaining: SmSet,
}

/// The least group size of a device, and what sizes are a multiple of, without flags.
pub fn granularity(spec: &Spec) -> (u32, u32) {
    (spec.green_min.max(1), spec.green_align.max(1))
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
    let (min, align) = match (ignore, spec.capability.0 >= 7) {
        (true, true) => (2, 2),
        (true, false) => (1, 1),
        (false, _) => granularity(spec),
    };
    let size = min_count.next_multiple_of(align).max(min).min(have);
    let order = order(spec, input);
    let mut most = have / size;
    if !ignore && spec.capability.0 >= 9 {
        // Every group needs a whole unit of eight SMs of one GPC.
        most = most.min(units(spec, input).max(1));
    }
    let count = groups.map_or(most, |wanted| wanted.min(most));
    let (size, count) = (size as usize, count as usize);
    Ok(Split {
        groups: order.chunks(size).take(count).map(|group| group.iter().copied().collect()).collect(),
        remaining: order[size * count..].iter().copied().collect(),
    })
}

/// The GPCs' SMs by number: pair `n` of each GPC in turn, then pair `n + 1`; singletons last.
fn gpcs(spec: &Spec) -> Vec<Vec<u16>> {
    let mut all: Vec<Vec<u16>> = spec.gpcs.iter().map(|_| Vec::new()).collect();
    let mut next = 0;
    let most = spec.gpcs.iter().max().copied().unwrap_or(0);
    for slot in (0..most).step_by(2) {
        for (gpc, &size) in all.iter_mut().zip(&spec.gpcs) {
            let take = size.saturating_sub(slot).min(2) as u16;
            gpc.extend(next..next + take);
            next += take;
        }
    }
    all
}

/// How many units of eight co-schedulable SMs the input holds.
fn units(spec: &Spec, input: &SmSet) -> u32 {
    gpcs(spec).iter().map(|gpc| gpc.iter().filter(|&&sm| input.contains(sm)).count() as u32 / 8).sum()
}

/// The order groups take SMs in: units of eight of every GPC, first units first, then what is left.
fn order(spec: &Spec, input: &SmSet) -> Vec<u16> {
    let gpcs: Vec<Vec<u16>> = gpcs(spec)
        .into_iter()
        .map(|gpc| gpc.into_iter().filter(|&sm| input.contains(sm)).collect())
        .collect();
    let mut order: Vec<u16> = Vec::with_capacity(input.len() as usize);
    let rounds = gpcs.iter().map(|gpc| gpc.len() / 8).max().unwrap_or(0);
    for round in 0..rounds {
        order.extend(gpcs.iter().filter_map(|gpc| gpc.get(round * 8..round * 8 + 8)).flatten());
    }
    let taken: SmSet = order.iter().copied().collect();
    order.extend(input.iter().filter(|&sm| !taken.contains(sm)));
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sizes(flags: u32, min_count: u32, groups: Option<u32>) -> Option<(usize, u32, u32)> {
        let spec = Spec::h200();
        let split = split(&spec, &SmSet::first(spec.sms), groups, flags, min_count).ok()?;
        Some((split.groups.len(), split.groups.first().map_or(0, SmSet::len), split.remaining.len()))
    }

    #[test]
    fn sizes_are_an_h200s() {
        // Recorded: (minimum, groups, SMs of each, left over), without flags.
        let recorded = [
            (0, 15, 8, 12),
            (8, 15, 8, 12),
            (9, 8, 16, 4),
            (16, 8, 16, 4),
            (17, 5, 24, 12),
            (24, 5, 24, 12),
            (32, 4, 32, 4),
            (40, 3, 40, 12),
            (44, 2, 48, 36),
            (64, 2, 64, 4),
            (65, 1, 72, 60),
            (120, 1, 120, 12),
            (128, 1, 128, 4),
            (129, 1, 132, 0),
            (132, 1, 132, 0),
        ];
        for (min, groups, each, left) in recorded {
            assert_eq!(sizes(0, min, None), Some((groups, each, left)), "minimum {min}");
        }
        let ignoring = [
            (0, 66, 2, 0),
            (3, 33, 4, 0),
            (6, 22, 6, 0),
            (8, 16, 8, 4),
            (9, 13, 10, 2),
            (17, 7, 18, 6),
            (131, 1, 132, 0),
        ];
        for (min, groups, each, left) in ignoring {
            assert_eq!(
                sizes(IGNORE_COSCHEDULING, min, None),
                Some((groups, each, left)),
                "minimum {min}, ignoring"
            );
        }
        assert_eq!(sizes(0, 11, Some(6)), Some((6, 16, 36)));
        assert_eq!(sizes(0, 1, Some(2)), Some((2, 8, 116)));
        assert_eq!(sizes(0, 133, None), None);
        assert_eq!(sizes(3, 8, None), None);
    }

    #[test]
    fn groups_of_eight_are_an_h200s() {
        let spec = Spec::h200();
        let split = split(&spec, &SmSet::first(132), None, 0, 8).expect("a split");
        let first: Vec<u16> = split.groups[0].iter().collect();
        assert_eq!(first, [0, 1, 16, 17, 32, 33, 48, 49]);
        let ninth: Vec<u16> = split.groups[8].iter().collect();
        assert_eq!(ninth, [64, 65, 78, 79, 92, 93, 106, 107]);
        assert_eq!(split.remaining.iter().collect::<Vec<_>>(), (120..132).collect::<Vec<u16>>());
    }
}
