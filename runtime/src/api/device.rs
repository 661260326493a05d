//! Devices (HIP: "Device Management").

use crate::attributes;
use crate::state::{current, process, thread};
use crate::{Error, api};
use device::Spec;

/// Number of devices; 0 is not an error.
///
/// # Errors
/// Those of the runtime's start.
pub fn count() -> Result<usize, Error> {
    Ok(process()?.devices().len())
}

/// Checks an ordinal (`hipDeviceGet`).
///
/// # Errors
/// `BadOrdinal`, `NoDevice`.
pub fn get(ordinal: i32) -> Result<i32, Error> {
    process()?.device(ordinal.into()).map(|_| ordinal)
}

/// Properties of a device.
///
/// # Errors
/// `BadOrdinal`, `NoDevice`.
pub fn spec(ordinal: i32) -> Result<&'static Spec, Error> {
    Ok(process()?.device(ordinal.into())?.spec)
}

/// A device's name.
///
/// # Errors
/// `BadOrdinal`, `NoDevice`.
pub fn name(ordinal: i32) -> Result<&'static str, Error> {
    Ok(&spec(ordinal)?.name)
}

/// A device's memory in bytes.
///
/// # Errors
/// `BadOrdinal`, `NoDevice`.
pub fn total_memory(ordinal: i32) -> Result<u64, Error> {
    Ok(spec(ordinal)?.memory_bytes)
}

/// The value of a `hipDeviceAttribute_t`; values that do not fit are `i32::MAX`.
///
/// # Errors
/// `UnknownEnumerator`; `BadOrdinal`, `NoDevice`.
pub fn attribute(id: i32, ordinal: i32) -> Result<i32, Error> {
    attributes::row(id)?;
    process()?.device(ordinal.into())?.backend.attribute(id)
}

/// UUID of a device: derived from its number and name, the same in every run.
///
/// # Errors
/// `BadOrdinal`, `NoDevice`.
pub fn uuid(ordinal: i32) -> Result<[u8; 16], Error> {
    Ok(process()?.device(ordinal.into())?.backend.uuid())
}

/// A device's address on the PCI bus, as `0000:00:06.0`.
///
/// # Errors
/// `BadOrdinal`, `NoDevice`.
pub fn pci_bus_id(ordinal: i32) -> Result<String, Error> {
    let part = |id| attribute(id, ordinal);
    Ok(format!("{:04x}:{:02x}:{:02x}.0", part(69)?, part(67)?, part(68)?))
}

/// Sets a device, whose primary context becomes current on the calling thread (`hipSetDevice`).
///
/// # Errors
/// `BadOrdinal`, `NoDevice`.
pub fn set(ordinal: i32) -> Result<(), Error> {
    let device = process()?.device(ordinal.into())?;
    let has_stack = thread(|t| {
        t.device = device.ordinal;
        t.is_implicit |= t.stack.is_empty();
        !t.stack.is_empty()
    });
    if has_stack {
        let primary = crate::state::primary(device, true)?;
        thread(|t| {
            t.stack.pop();
            t.stack.push(primary.id);
        });
    }
    Ok(())
}

/// The ordinal of the calling thread's device.
///
/// # Errors
/// `NoDevice`; `ContextDestroyed`.
pub fn current_ordinal() -> Result<i32, Error> {
    if thread(|t| t.stack.is_empty()) {
        let ordinal = thread(|t| t.device) as i32;
        return get(ordinal);
    }
    Ok(current()?.device as i32)
}

/// Waits for everything on the current device (`hipDeviceSynchronize`).
///
/// # Errors
/// `Fault`.
pub fn synchronize() -> Result<(), Error> {
    api::context::synchronize()
}

/// Ends the current device's primary context after its work; the next use makes a new one (`hipDeviceReset`).
///
/// # Errors
/// `NoDevice`; `WaitsInHostFunction`.
pub fn reset() -> Result<(), Error> {
    let process = process()?;
    let top = thread(|t| t.stack.last().copied());
    let ordinal = match top.and_then(|id| process.get(id).ok()) {
        Some(context) => context.device,
        None => thread(|t| t.device),
    };
    let device = process.device(ordinal as i64)?;
    device.backend.may_wait()?;
    let gone = device.primary.lock().context.take();
    if let Some(context) = gone {
        api::context::end(process, &context);
        thread(|t| t.stack.retain(|&id| id != context.id));
    }
    Ok(())
}

/// Returns whether a device can access another's memory. A device is not a peer of itself.
///
/// # Errors
/// `BadOrdinal`, `NoDevice`.
pub fn can_access_peer(ordinal: i32, peer: i32) -> Result<bool, Error> {
    Ok(get(ordinal)? != get(peer)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_attribute_has_a_value() {
        let rows: Vec<_> = attributes::rows().collect();
        assert!(rows.len() > 100 && rows.is_sorted_by(|a, b| a.0 < b.0));
        for (id, name, _) in rows {
            attribute(id, 0).unwrap_or_else(|e| panic!("{name}: {e}"));
        }
        assert_eq!(attribute(63, 0).ok(), Some(132), "SMs of an H200");
        assert!(matches!(attribute(64, 0), Err(Error::UnknownEnumerator { got: 64, .. })));
    }
}
