//! Parts of a GPU's SMs, and green contexts of them. Only the driver knows which SMs a part has.

use super::context::Context;
use super::device::Device;
use crate::Error;
use crate::backend::Described;
use crate::sync::Arc;
use crate::types::{BACKFILL, SmResource};
use cuda_driver::{Handle, Resource};
use device::SmSet;
use device::partition::Wanted;
use hip_sys::{hipDevSmResourceGroupParams as Group, zeroed};

/// Part of a GPU that a green context has.
#[derive(Debug)]
pub(super) struct Green {
    /// `CUgreenCtx`
    pub(super) handle: Handle,
    pub(super) primary: Arc<Context>,
    /// Number of its SMs.
    pub(super) sms: u32,
}

/// Returns what the driver has of a resource.
fn driver_form(resource: &SmResource) -> Result<Resource, Error> {
    let why = "it is none of CUDA's driver";
    resource.driver.as_deref().copied().ok_or(Error::ResourceConfiguration { why })
}

impl Device {
    /// Returns the driver's resource as the runtime's.
    fn resource(&self, own: Resource) -> SmResource {
        SmResource::of_driver(self.ordinal as u32, own)
    }

    /// Returns all SMs.
    ///
    /// # Errors
    /// The driver's.
    pub(super) fn all_sms(&self) -> Result<SmResource, Error> {
        Ok(self.resource(self.driver.device_resource(self.number)?))
    }

    /// Returns the SMs of a green context.
    ///
    /// # Errors
    /// The driver's.
    pub(super) fn sms_of(&self, green: &Green) -> Result<SmResource, Error> {
        Ok(self.resource(self.driver.green_resource(green.handle)?))
    }

    /// Splits SMs into groups of one size.
    ///
    /// # Errors
    /// The driver's.
    pub(super) fn split_evenly(
        &self,
        input: &SmResource,
        groups: Option<u32>,
        flags: u32,
        min_count: u32,
    ) -> Result<(Vec<SmResource>, SmResource), Error> {
        let input = driver_form(input)?;
        let (parts, rest) = self.driver.split_resource(&input, groups, flags, min_count)?;
        Ok((parts.into_iter().map(|part| self.resource(part)).collect(), self.resource(rest)))
    }

    /// Splits SMs into groups of given sizes. Of a `dry` split only the sizes count.
    ///
    /// # Errors
    /// The driver's.
    pub(super) fn split_by_sizes(
        &self,
        input: &SmResource,
        wanted: &[Wanted],
        dry: bool,
    ) -> Result<(Vec<SmResource>, SmResource), Error> {
        let own = driver_form(input)?;
        let group = |ask: &Wanted| Group {
            smCount: ask.sms,
            coscheduledSmCount: ask.coscheduled,
            preferredCoscheduledSmCount: ask.preferred,
            flags: if ask.backfill { BACKFILL } else { 0 },
            ..zeroed()
        };
        let mut groups: Vec<Group> = wanted.iter().map(group).collect();
        if dry {
            self.driver.sizes_of_split(&own, &mut groups)?;
            let sized = |group: &Group| SmResource {
                sms: SmSet::first(group.smCount),
                driver: None,
                ..input.clone()
            };
            return Ok((groups.iter().map(sized).collect(), input.clone()));
        }
        let (parts, rest) = self.driver.split_resource_into(&own, &mut groups)?;
        Ok((parts.into_iter().map(|part| self.resource(part)).collect(), self.resource(rest)))
    }

    /// Makes a descriptor of parts.
    ///
    /// # Errors
    /// The driver's.
    pub(super) fn describe_parts(&self, parts: &[SmResource]) -> Result<Described, Error> {
        let own: Vec<Resource> = parts.iter().map(driver_form).collect::<Result<_, Error>>()?;
        let word = self.driver.describe_resources(&own)?.0;
        let sms = SmSet::first(own.iter().map(Resource::sms).sum());
        let why = "there is no resource";
        let first = parts.first().ok_or(Error::ResourceConfiguration { why })?;
        Ok(Described { sms: SmResource { sms, ..first.clone() }, word })
    }
}
