//! One GPU: its profile, as the driver tells it.

use super::memory::Memory;
use super::recording::Recording;
use crate::Error;
use crate::attributes::{field, row, rows};
use cuda_driver::{Driver, attribute_of};
use device::{Managed, Spec};
use std::fmt;

/// GPU.
pub(super) struct Device {
    pub(super) ordinal: usize,
    /// `CUdevice`
    pub(super) number: i32,
    pub(super) spec: Spec,
    pub(super) driver: &'static Driver,
    /// Memory of all devices.
    pub(super) memory: &'static Memory,
    /// Trace and report, if the settings ask for one.
    pub(super) recording: Option<Recording>,
}

impl fmt::Debug for Device {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Device({})", self.ordinal)
    }
}

/// Attributes that no name of HIP's stands for.
mod number {
    /// `CU_DEVICE_ATTRIBUTE_RESERVED_SHARED_MEMORY_PER_BLOCK`
    pub(super) const RESERVED_SHARED: u32 = 111;
}

/// Returns the profile of a device.
///
/// # Errors
/// The driver's.
pub(super) fn spec(driver: &Driver, device: i32) -> Result<Spec, Error> {
    let by_number = |number: u32| -> Result<u32, Error> {
        let mut value = 0;
        driver.cuDeviceGetAttribute(&mut value, number, device)?;
        Ok(value.unsigned_abs())
    };
    let of = |name: &'static str| -> Result<u32, Error> {
        by_number(attribute_of(name).ok_or_else(|| crate::bug::bug!("no number for an attribute's name"))?)
    };
    let mut memory_bytes = 0;
    driver.cuDeviceTotalMem_v2(&mut memory_bytes, device)?;
    let capability =
        (of("hipDeviceAttributeComputeCapabilityMajor")?, of("hipDeviceAttributeComputeCapabilityMinor")?);
    let flag = |name| of(name).map(|value| value != 0);
    Ok(Spec {
        name: driver.device_name(device)?,
        capability,
        sms: of("hipDeviceAttributeMultiprocessorCount")?,
        threads_per_sm: of("hipDeviceAttributeMaxThreadsPerMultiProcessor")?,
        blocks_per_sm: of("hipDeviceAttributeMaxBlocksPerMultiProcessor")?,
        regs_per_sm: of("hipDeviceAttributeMaxRegistersPerMultiprocessor")?,
        shared_per_sm: of("hipDeviceAttributeMaxSharedMemoryPerMultiprocessor")?,
        shared_per_block: of("hipDeviceAttributeMaxSharedMemoryPerBlock")?,
        shared_per_block_optin: of("hipDeviceAttributeSharedMemPerBlockOptin")?,
        reserved_shared: by_number(number::RESERVED_SHARED)?,
        regs_per_block: of("hipDeviceAttributeMaxRegistersPerBlock")?,
        threads_per_block: of("hipDeviceAttributeMaxThreadsPerBlock")?,
        resident_grids: 128,
        memory_bytes: memory_bytes as u64,
        clock_khz: of("hipDeviceAttributeClockRate")?,
        memory_clock_khz: of("hipDeviceAttributeMemoryClockRate")?,
        bus_bits: of("hipDeviceAttributeMemoryBusWidth")?,
        l2_bytes: of("hipDeviceAttributeL2CacheSize")?,
        copy_engines: of("hipDeviceAttributeAsyncEngineCount")?,
        shared_granularity: 128,
        sub_partitions: 4,
        green_min: 8,
        green_align: 8,
        // The driver does not tell them.
        gpcs: Vec::new(),
        managed: Managed {
            concurrent: flag("hipDeviceAttributeConcurrentManagedAccess")?,
            pageable: flag("hipDeviceAttributePageableMemoryAccess")?,
            tables: flag("hipDeviceAttributePageableMemoryAccessUsesHostPageTables")?,
            from_host: flag("hipDeviceAttributeDirectManagedMemAccessFromHost")?,
        },
    })
}

impl Device {
    /// Returns the value of a `hipDeviceAttribute_t`: the driver's, or the table's constant where CUDA has no
    /// such attribute.
    ///
    /// # Errors
    /// `UnknownEnumerator`; the driver's.
    pub(super) fn find_attribute(&self, id: i32) -> Result<i32, Error> {
        let constant = row(id)?;
        let name = rows().find(|(row, ..)| *row == id).map(|(_, name, _)| name);
        if let Some(number) = name.and_then(attribute_of) {
            let mut value = 0;
            self.driver.cuDeviceGetAttribute(&mut value, number, self.number)?;
            return Ok(value);
        }
        let number = field(&self.spec, constant).or_else(|| constant.parse().ok());
        number
            .map(|number: i64| i32::try_from(number).unwrap_or(i32::MAX))
            .ok_or_else(|| crate::bug::bug!("attribute table"))
    }
}
