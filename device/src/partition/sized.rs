//! Partition of SMs into groups of individually requested sizes (CUDA driver API 13, "Green Contexts":
//! `cuDevSmResourceSplit`).
//!
//! Based on documentation alone: the recording driver, of CUDA 13.0, lacks the call.

use super::{Split, SplitError, gpcs_of};
use crate::{SmSet, Spec};

/// A group requested from [`split_into`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wanted {
    /// Number of SMs, even; 0 for as many as possible.
    pub sms: u32,
    /// SMs that must share one GPC; 0 for the device's default.
    pub coscheduled: u32,
    /// Preferred number of SMs taken from one GPC, a multiple of `coscheduled`; 0 for no more than that. A
    /// hint that devices follow from compute capability 10.0 on.
    pub preferred: u32,
    /// `true` if SMs beyond the co-scheduled ones may come from any GPC.
    pub backfill: bool,
}

/// Returns the default number of SMs that share one GPC (CUDA driver API: 8 since compute capability 9.0, 2
/// before).
pub fn default_coscheduled(spec: &Spec) -> u32 {
    if spec.capability.0 >= 9 { 8 } else { 2 }
}

/// Returns the maximum number of SMs that can be required to share one GPC (CUDA driver API: 32 since compute
/// capability 9.0, 2 before).
fn most_coscheduled(spec: &Spec) -> u32 {
    if spec.capability.0 >= 9 { 32 } else { 2 }
}

/// Splits `input` into groups of given sizes, one after the other (`cuDevSmResourceSplit`). With `dry`, the
/// groups are only measured: one without a fixed size may be empty.
///
/// # Errors
/// See [`SplitError`]: sizes are even, and multiples of the co-scheduled size unless a group may be
/// backfilled; a group has at least its co-scheduled size.
pub fn split_into(spec: &Spec, input: &SmSet, wanted: &[Wanted], dry: bool) -> Result<Split, SplitError> {
    if wanted.is_empty() {
        return Err(SplitError::InvalidValue);
    }
    let (mut left, mut groups) = (input.clone(), Vec::new());
    for ask in wanted {
        let group = take(spec, &left, ask, dry)?;
        left = left.iter().filter(|&sm| !group.contains(sm)).collect();
        groups.push(group);
    }
    // A group requested by size holds clusters as its GPCs do.
    let begins = vec![SmSet::default(); groups.len()];
    Ok(Split { groups, begins, remaining: left })
}

/// Takes one group from the remaining SMs.
fn take(spec: &Spec, left: &SmSet, ask: &Wanted, dry: bool) -> Result<SmSet, SplitError> {
    let unit = if ask.coscheduled == 0 { default_coscheduled(spec) } else { ask.coscheduled };
    let preferred = if ask.preferred == 0 { unit } else { ask.preferred };
    let uneven = !ask.sms.is_multiple_of(2)
        || !unit.is_multiple_of(2)
        || !preferred.is_multiple_of(unit)
        || !ask.backfill && !ask.sms.is_multiple_of(unit);
    if uneven || unit > most_coscheduled(spec) {
        return Err(SplitError::InvalidValue);
    }
    let wanted = if ask.sms == 0 { left.len() } else { ask.sms } as usize;
    let mut gpcs: Vec<Vec<u16>> = gpcs_of(spec, left).into_iter().map(Vec::from).collect();
    let mut group: Vec<u16> = Vec::with_capacity(wanted);
    if spec.capability.0 >= 10 && preferred > unit {
        take_units(&mut gpcs, preferred as usize, wanted, &mut group);
    }
    take_units(&mut gpcs, unit as usize, wanted, &mut group);
    // A backfilled group also has its co-scheduled SMs.
    let enough = group.len() >= unit as usize;
    if ask.backfill && (enough || dry) {
        let taken: SmSet = group.iter().copied().collect();
        group.extend(left.iter().filter(|&sm| !taken.contains(sm)).take(wanted.saturating_sub(group.len())));
    }
    let short = match ask.sms {
        0 => !enough && !dry,
        _ => !enough || group.len() < wanted,
    };
    if short {
        return Err(SplitError::InvalidConfiguration { wanted: ask.sms, have: left.len() });
    }
    Ok(group.into_iter().collect())
}

/// Takes units of SMs from the GPCs in round-robin order, as long as they fit the requested size.
fn take_units(gpcs: &mut [Vec<u16>], unit: usize, wanted: usize, group: &mut Vec<u16>) {
    while group.len() + unit <= wanted {
        let before = group.len();
        for gpc in gpcs.iter_mut().filter(|gpc| gpc.len() >= unit) {
            if group.len() + unit <= wanted {
                group.extend(gpc.drain(..unit));
            }
        }
        if group.len() == before {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(sms: u32, coscheduled: u32, backfill: bool) -> Wanted {
        Wanted { sms, coscheduled, preferred: 0, backfill }
    }

    /// Returns the groups' sizes; asserts that groups and remainder partition the SMs.
    fn sizes(spec: &Spec, asked: &[Wanted], dry: bool) -> Result<Vec<u32>, SplitError> {
        let split = split_into(spec, &SmSet::first(spec.sms), asked, dry)?;
        assert_eq!(split.groups.iter().map(SmSet::len).sum::<u32>() + split.remaining.len(), spec.sms);
        for (n, group) in split.groups.iter().enumerate() {
            assert!(split.groups[n + 1..].iter().all(|other| !group.overlaps(other)));
        }
        Ok(split.groups.iter().map(SmSet::len).collect())
    }

    const SHORT: fn(u32, u32) -> Result<Vec<u32>, SplitError> =
        |wanted, have| Err(SplitError::InvalidConfiguration { wanted, have });

    #[test]
    fn groups_of_given_sizes() {
        let spec = Spec::h200();
        let sizes = |asked: &[Wanted]| sizes(&spec, asked, false);
        assert_eq!(sizes(&[ask(16, 0, false), ask(64, 8, false)]), Ok(vec![16, 64]));
        assert_eq!(sizes(&[ask(0, 8, false)]), Ok(vec![120]), "whole units of eight of one GPC");
        assert_eq!(sizes(&[ask(0, 2, false)]), Ok(vec![132]));
        assert_eq!(sizes(&[ask(130, 8, true)]), Ok(vec![130]));
        assert_eq!(
            sizes(&[ask(8, 4, false), ask(0, 2, true)]),
            Ok(vec![8, 124]),
            "the documents' third example"
        );
        assert_eq!(sizes(&[ask(10, 2, false)]), Ok(vec![10]), "the second");
        assert_eq!(sizes(&[ask(12, 8, false)]), Err(SplitError::InvalidValue));
        assert_eq!(sizes(&[ask(7, 2, false)]), Err(SplitError::InvalidValue));
        assert_eq!(sizes(&[ask(8, 64, false)]), Err(SplitError::InvalidValue));
        assert_eq!(sizes(&[]), Err(SplitError::InvalidValue));
        assert_eq!(sizes(&[ask(128, 8, false)]), SHORT(128, 132));
        assert_eq!(sizes(&[ask(132, 2, false), ask(2, 2, false)]), SHORT(2, 0));
        assert_eq!(sizes(&[ask(4, 8, true)]), SHORT(4, 132), "fewer than are co-scheduled");
        let preferred = Wanted { preferred: 12, ..ask(16, 8, false) };
        assert_eq!(sizes(&[preferred]), Err(SplitError::InvalidValue), "no multiple");
    }

    #[test]
    fn a_dry_run_may_find_nothing() {
        let spec = Spec::h200();
        let asked = [ask(0, 8, false), ask(0, 16, false)];
        assert_eq!(sizes(&spec, &asked, true), Ok(vec![120, 0]));
        assert_eq!(sizes(&spec, &asked, false), SHORT(0, 12));
        assert_eq!(
            sizes(&spec, &[ask(128, 8, false)], true),
            SHORT(128, 132),
            "what is asked for must be there"
        );
        assert_eq!(sizes(&spec, &[ask(120, 8, false), ask(0, 8, true)], true), Ok(vec![120, 12]));
    }

    /// Older devices co-schedule pairs only (CUDA driver API); Blackwell follows the hint.
    #[test]
    fn what_is_co_scheduled_depends_on_the_device() {
        let named = |part: &str| {
            let name = Spec::names().find(|name| name.contains(part)).unwrap_or_else(|| panic!("no {part}"));
            Spec::named(name).expect("a name of the table")
        };
        for part in ["P100", "V100-SXM2-32GB", "A100-SXM4-80GB"] {
            let spec = named(part);
            assert_eq!(default_coscheduled(&spec), 2, "{part}");
            assert_eq!(
                sizes(&spec, &[ask(10, 0, false), ask(0, 0, false)], false),
                Ok(vec![10, spec.sms - 10])
            );
            assert_eq!(sizes(&spec, &[ask(8, 4, false)], false), Err(SplitError::InvalidValue), "{part}");
        }
        let blackwell = named("B200");
        let hinted = Wanted { preferred: 16, ..ask(32, 8, false) };
        let whole = SmSet::first(blackwell.sms);
        let of_gpcs = |wanted: &Wanted| {
            let split = split_into(&blackwell, &whole, &[*wanted], false).expect("a group");
            gpcs_of(&blackwell, &split.groups[0])
                .iter()
                .map(|gpc| gpc.len())
                .filter(|&n| n > 0)
                .collect::<Vec<_>>()
        };
        assert_eq!(of_gpcs(&hinted), [16, 16]);
        assert_eq!(of_gpcs(&Wanted { preferred: 0, ..hinted }), [8, 8, 8, 8]);
        let spec = Spec::h200();
        let same = |wanted: Wanted| split_into(&spec, &SmSet::first(132), &[wanted], false);
        assert_eq!(same(hinted), same(Wanted { preferred: 0, ..hinted }), "a Hopper does not");
    }
}
