//! Attributes of devices.

use super::device::Device;
use crate::Error;
use crate::attributes::row;
use device::Spec;

/// `hipDeviceAttributePciDeviceId`
const PCI_DEVICE: i32 = 68;

impl Device {
    /// Returns the value of a `hipDeviceAttribute_t`; values that do not fit are `i32::MAX`.
    ///
    /// # Errors
    /// `UnknownEnumerator`.
    pub(crate) fn find_attribute(&self, id: i32) -> Result<i32, Error> {
        let value = row(id)?;
        let number = match id {
            // Each has a place of its own on the bus.
            PCI_DEVICE => value.parse().ok().map(|first: i64| first + i64::from(self.physical)),
            _ => None,
        };
        let number = number.or_else(|| field(&self.spec, value)).or_else(|| value.parse().ok());
        number
            .map(|n: i64| i32::try_from(n).unwrap_or(i32::MAX))
            .ok_or_else(|| crate::bug::bug!("attribute table"))
    }
}

fn field(spec: &Spec, name: &str) -> Option<i64> {
    Some(match name {
        "sms" => spec.sms.into(),
        "multicast" => i64::from(spec.capability >= (9, 0)),
        "major" => spec.capability.0.into(),
        "minor" => spec.capability.1.into(),
        "threads_per_sm" => spec.threads_per_sm.into(),
        "blocks_per_sm" => spec.blocks_per_sm.into(),
        "regs_per_sm" => spec.regs_per_sm.into(),
        "regs_per_block" => spec.regs_per_block.into(),
        "shared_per_sm" => spec.shared_per_sm.into(),
        "shared_per_block" => spec.shared_per_block.into(),
        "shared_per_block_optin" => spec.shared_per_block_optin.into(),
        "reserved_shared" => spec.reserved_shared.into(),
        "threads_per_block" => spec.threads_per_block.into(),
        "clock_khz" => spec.clock_khz.into(),
        "memory_clock_khz" => spec.memory_clock_khz.into(),
        "bus_bits" => spec.bus_bits.into(),
        "l2_bytes" => spec.l2_bytes.into(),
        "copy_engines" => spec.copy_engines.into(),
        "concurrent_managed" => spec.managed.concurrent.into(),
        "managed_from_host" => spec.managed.from_host.into(),
        "pageable" => spec.managed.pageable.into(),
        "pageable_by_tables" => spec.managed.tables.into(),
        "total_memory" => i64::try_from(spec.memory_bytes).unwrap_or(i64::MAX),
        _ => return None,
    })
}
