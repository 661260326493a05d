//! Splitting SMs into groups of sizes that are asked for, one by one (CUDA driver API, "Green Contexts":
//! `cuDevSmResourceSplit`).

use super::{Split, SplitError, gpcs_of, granularity};
use crate::{SmSet, Spec};

/// A group that [`split_into`] is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wanted {
    /// SMs, an even number; 0 for as many as there are.
    pub sms: u32,
    /// SMs that must be of one GPC each; 0 for the device's own.
    pub coscheduled: u32,
    /// What cannot be of one GPC may be any SMs.
    pub backfill: bool,
}

/// Most SMs that can be asked to be of one GPC (CUDA driver API: 32 since compute capability 9.0, 2 before).
fn most_coscheduled(spec: &Spec) -> u32 {
    if spec.capability.0 >= 9 { 32 } else { 2 }
}

/// Splits `input` into groups of given sizes, one after the other (`cuDevSmResourceSplit`).
///
/// # Errors
/// See [`SplitError`]: sizes are even, multiples of what is co-scheduled unless a group may be filled up.
pub fn split_into(spec: &Spec, input: &SmSet, wanted: &[Wanted]) -> Result<Split, SplitError> {
    if wanted.is_empty() {
        return Err(SplitError::InvalidValue);
    }
    let (mut left, mut groups) = (input.clone(), Vec::new());
    for ask in wanted {
        let group = take(spec, &left, ask)?;
        left = left.iter().filter(|&sm| !group.contains(sm)).collect();
        groups.push(group);
    }
    Ok(Split { groups, remaining: left })
}

/// One group out of what is left.
fn take(spec: &Spec, left: &SmSet, ask: &Wanted) -> Result<SmSet, SplitError> {
    let unit = if ask.coscheduled == 0 { granularity(spec).1 } else { ask.coscheduled };
    let uneven = !ask.sms.is_multiple_of(2)
        || !unit.is_multiple_of(2)
        || !ask.backfill && !ask.sms.is_multiple_of(unit);
    if uneven || unit > most_coscheduled(spec).max(granularity(spec).1) {
        return Err(SplitError::InvalidValue);
    }
    let short = SplitError::InvalidConfiguration { wanted: ask.sms, have: left.len() };
    let wanted = if ask.sms == 0 { left.len() } else { ask.sms } as usize;
    let gpcs: Vec<Vec<u16>> = gpcs_of(spec, left).into_iter().map(Vec::from).collect();
    let unit = unit as usize;
    let rounds = gpcs.iter().map(|gpc| gpc.len() / unit).max().unwrap_or(0);
    let mut group: Vec<u16> = Vec::with_capacity(wanted);
    for round in 0..rounds {
        for whole in gpcs.iter().filter_map(|gpc| gpc.get(round * unit..(round + 1) * unit)) {
            if group.len() + unit <= wanted {
                group.extend(whole);
            }
        }
    }
    if ask.backfill {
        let taken: SmSet = group.iter().copied().collect();
        group.extend(left.iter().filter(|&sm| !taken.contains(sm)).take(wanted - group.len()));
    }
    match group.len() {
        0 => Err(short),
        count if ask.sms != 0 && count < wanted => Err(short),
        _ => Ok(group.into_iter().collect()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_of_given_sizes() {
        let spec = Spec::h200();
        let all = SmSet::first(spec.sms);
        let ask = |sms, coscheduled, backfill| Wanted { sms, coscheduled, backfill };
        let sizes = |asked: &[Wanted]| {
            let split = split_into(&spec, &all, asked)?;
            assert_eq!(split.groups.iter().map(SmSet::len).sum::<u32>() + split.remaining.len(), spec.sms);
            for (n, group) in split.groups.iter().enumerate() {
                assert!(split.groups[n + 1..].iter().all(|other| !group.overlaps(other)));
            }
            Ok(split.groups.iter().map(SmSet::len).collect::<Vec<_>>())
        };
        assert_eq!(sizes(&[ask(16, 0, false), ask(64, 8, false)]), Ok(vec![16, 64]));
        assert_eq!(sizes(&[ask(0, 8, false)]), Ok(vec![120]), "whole units of eight of one GPC");
        assert_eq!(sizes(&[ask(0, 2, false)]), Ok(vec![132]));
        assert_eq!(sizes(&[ask(130, 8, true)]), Ok(vec![130]));
        assert_eq!(sizes(&[ask(12, 8, false)]), Err(SplitError::InvalidValue));
        assert_eq!(sizes(&[ask(7, 2, false)]), Err(SplitError::InvalidValue));
        assert_eq!(sizes(&[ask(8, 64, false)]), Err(SplitError::InvalidValue));
        assert_eq!(sizes(&[]), Err(SplitError::InvalidValue));
        let short = |wanted, have| Err(SplitError::InvalidConfiguration { wanted, have });
        assert_eq!(sizes(&[ask(128, 8, false)]), short(128, 132));
        assert_eq!(sizes(&[ask(132, 2, false), ask(2, 2, false)]), short(2, 0));
    }
}
