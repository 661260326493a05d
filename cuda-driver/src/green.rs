//! Parts of a device's SMs.
#![expect(unsafe_code, reason = "the driver is a C library")]

use crate::{Driver, Failure, Handle};
use hip_sys::hipDevSmResourceGroupParams;

/// `CUdevResource` of SMs: the kind, private words, four facts, and room for more.
#[repr(C, align(8))]
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Resource {
    head: [u32; 24],
    facts: [u32; 4],
    rest: [u32; 8],
}

const _: () = assert!(size_of::<Resource>() == 144, "as CUDA's structure");

/// `CU_DEV_RESOURCE_TYPE_SM`
const SM: u32 = 1;

impl Resource {
    /// Resource of these words; what links it to others is left out.
    pub fn from_words(words: [u32; 34]) -> Resource {
        let mut resource = Resource::default();
        resource.head.copy_from_slice(&words[..24]);
        resource.facts.copy_from_slice(&words[24..28]);
        resource.rest[..6].copy_from_slice(&words[28..]);
        resource
    }

    /// Returns its words, without what links it to others.
    pub fn words(&self) -> [u32; 34] {
        let all = self.head.iter().chain(&self.facts).chain(&self.rest);
        let mut words = [0; 34];
        words.iter_mut().zip(all).for_each(|(to, from)| *to = *from);
        words
    }

    /// Number of its SMs.
    pub fn sms(&self) -> u32 {
        self.facts[0]
    }

    /// Least SMs of a part; 0 where the driver does not tell it.
    pub fn least_sms(&self) -> u32 {
        self.facts[1]
    }

    /// Parts are multiples of this; 0 where the driver does not tell it.
    pub fn alignment(&self) -> u32 {
        self.facts[2]
    }

    /// Flags.
    pub fn flags(&self) -> u32 {
        self.facts[3]
    }
}

impl Driver {
    /// Returns all SMs of a device.
    ///
    /// # Errors
    /// The driver's.
    pub fn device_resource(&self, device: i32) -> Result<Resource, Failure> {
        let mut resource = Resource::default();
        self.cuDeviceGetDevResource(device, &mut resource, SM)?;
        Ok(resource)
    }

    /// Returns the SMs of a green context.
    ///
    /// # Errors
    /// The driver's.
    pub fn green_resource(&self, green: Handle) -> Result<Resource, Failure> {
        let mut resource = Resource::default();
        self.cuGreenCtxGetDevResource(green, &mut resource, SM)?;
        Ok(resource)
    }

    /// Splits SMs into groups of at least so many, at most `groups` of them, and the rest.
    ///
    /// # Errors
    /// The driver's.
    pub fn split_resource(
        &self,
        input: &Resource,
        groups: Option<u32>,
        flags: u32,
        least: u32,
    ) -> Result<(Vec<Resource>, Resource), Failure> {
        let (mut count, none) = (0, std::ptr::null_mut());
        // SAFETY: addresses of locals; without a place for groups, only their number is asked for.
        unsafe { self.cuDevSmResourceSplitByCount(none, &raw mut count, input, none, flags, least)? };
        let mut count = groups.map_or(count, |most| most.min(count));
        let mut parts = vec![Resource::default(); count as usize];
        let mut rest = Resource::default();
        let to = parts.as_mut_ptr();
        // SAFETY: room for as many groups.
        unsafe {
            self.cuDevSmResourceSplitByCount(to, &raw mut count, input, &raw mut rest, flags, least)?;
        }
        parts.truncate(count as usize);
        Ok((parts, rest))
    }

    /// Splits SMs into groups of given sizes, and the rest; the driver fills in what the groups leave open.
    ///
    /// # Errors
    /// The driver's.
    pub fn split_resource_into(
        &self,
        input: &Resource,
        groups: &mut [hipDevSmResourceGroupParams],
    ) -> Result<(Vec<Resource>, Resource), Failure> {
        let mut parts = vec![Resource::default(); groups.len()];
        let mut rest = Resource::default();
        let (count, asked) = (groups.len() as u32, groups.as_mut_ptr());
        // SAFETY: as many groups, and room for as many parts.
        unsafe {
            self.cuDevSmResourceSplit(parts.as_mut_ptr(), count, input, &raw mut rest, 0, asked)?;
        }
        Ok((parts, rest))
    }

    /// Fills in the sizes that a split leaves open, without splitting.
    ///
    /// # Errors
    /// The driver's.
    pub fn sizes_of_split(
        &self,
        input: &Resource,
        groups: &mut [hipDevSmResourceGroupParams],
    ) -> Result<(), Failure> {
        let (count, none) = (groups.len() as u32, std::ptr::null_mut());
        // SAFETY: as many groups, and no place for parts.
        unsafe { self.cuDevSmResourceSplit(none, count, input, none, 0, groups.as_mut_ptr()) }
    }

    /// Makes a descriptor of resources, which lives as long as the process.
    ///
    /// # Errors
    /// The driver's.
    pub fn describe_resources(&self, resources: &[Resource]) -> Result<Handle, Failure> {
        let mut own = resources.to_vec();
        let mut descriptor = Handle::default();
        // SAFETY: as many resources.
        unsafe {
            self.cuDevResourceGenerateDesc(&raw mut descriptor, own.as_mut_ptr(), own.len() as u32)?;
        }
        Ok(descriptor)
    }
}
