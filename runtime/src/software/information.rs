//! Attributes of devices.

use super::device::Device;
use crate::Error;
use crate::attributes::{field, row};

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
