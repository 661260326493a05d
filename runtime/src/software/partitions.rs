//! Parts of a device's SMs: splits, and parts that are joined again.

use super::device::Device;
use crate::Error;
use crate::sync::{Ordering, fixed};
use crate::types::{BACKFILL, SmResource};
use device::partition::Wanted;
use device::{SmSet, partition};

/// Returns a unique number for a split.
fn next_split() -> u32 {
    static SPLITS: fixed::AtomicU32 = fixed::AtomicU32::new(1);
    SPLITS.fetch_add(1, Ordering::Relaxed)
}

impl Device {
    /// Returns all SMs.
    pub(super) fn all_sms(&self) -> SmResource {
        let (min, align) = partition::granularity(&self.spec);
        SmResource {
            device: self.ordinal as u32,
            sms: SmSet::first(self.spec.sms),
            begins: SmSet::default(),
            min,
            align,
            flags: 0,
            coscheduled: 0,
            split: 0,
            driver: None,
        }
    }

    /// Splits SMs into groups of one size.
    ///
    /// # Errors
    /// `Split`.
    pub(super) fn split_evenly(
        &self,
        input: &SmResource,
        groups: Option<u32>,
        flags: u32,
        min_count: u32,
    ) -> Result<(Vec<SmResource>, SmResource), Error> {
        let spec = &self.spec;
        // What a green context has that was made regardless of co-scheduling is split so (observed on an
        // H200).
        let apart = input.align < partition::granularity(spec).1;
        let flags = match apart {
            true if flags & partition::IGNORE_COSCHEDULING == 0 => partition::IGNORE_COSCHEDULING,
            _ => flags,
        };
        let outcome = partition::split(spec, &input.sms, groups, flags, min_count)?;
        let split = next_split();
        // Answers of a green context about its parts follow the split that made it (observed on an H200).
        let ((min, align), flags) = (partition::least(spec, flags), 0);
        let part = |(sms, mut begins): (SmSet, SmSet)| {
            begins.extend_from(&input.begins.shared_with(&sms));
            SmResource { sms, begins, min, align, flags, coscheduled: 0, split, ..input.clone() }
        };
        let groups = outcome.groups.into_iter().zip(outcome.begins).map(part).collect();
        Ok((groups, part((outcome.remaining, SmSet::default()))))
    }

    /// Splits SMs into groups of given sizes.
    ///
    /// # Errors
    /// `Split`.
    pub(super) fn split_by_sizes(
        &self,
        input: &SmResource,
        wanted: &[Wanted],
        dry: bool,
    ) -> Result<(Vec<SmResource>, SmResource), Error> {
        let spec = &self.spec;
        let outcome = partition::split_into(spec, &input.sms, wanted, dry)?;
        let split = next_split();
        let part = |sms: SmSet, coscheduled, flags| {
            let begins = input.begins.shared_with(&sms);
            SmResource { sms, begins, flags, coscheduled, split, ..input.clone() }
        };
        let group = |(sms, ask): (SmSet, &Wanted)| {
            let coscheduled =
                if ask.coscheduled == 0 { partition::default_coscheduled(spec) } else { ask.coscheduled };
            part(sms, coscheduled, if ask.backfill { BACKFILL } else { 0 })
        };
        let groups = outcome.groups.into_iter().zip(wanted).map(group).collect();
        // The remainder has no structure.
        Ok((groups, part(outcome.remaining, 0, 0)))
    }

    /// Joins parts of one split.
    ///
    /// # Errors
    /// `ResourceConfiguration` for others.
    pub(super) fn join_parts(&self, parts: &[SmResource]) -> Result<SmResource, Error> {
        let refuse = |why| Err(Error::ResourceConfiguration { why });
        let Some((first, rest)) = parts.split_first() else { return refuse("there is no resource") };
        let mut all = first.clone();
        for other in rest {
            if other.split != all.split {
                return refuse("the resources are of different splits");
            }
            if other.coscheduled != all.coscheduled {
                return refuse("the resources are co-scheduled differently");
            }
            self.join(&mut all, other);
        }
        if all.sms.is_empty() {
            return refuse("the resources hold no SM");
        }
        Ok(all)
    }

    /// Adds a part to another of the same split.
    fn join(&self, all: &mut SmResource, other: &SmResource) {
        // Units of two parts are two, also in one GPC.
        let first = |part: &SmResource| -> SmSet {
            partition::units(&self.spec, &part.sms, &part.begins)
                .iter()
                .filter_map(|unit| unit.first().copied())
                .collect()
        };
        let begins = [first(all), first(other)];
        all.sms.extend_from(&other.sms);
        begins.iter().for_each(|begins| all.begins.extend_from(begins));
    }
}
