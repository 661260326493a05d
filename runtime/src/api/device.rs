//! Devices (HIP: "Device Management").

use crate::exec::engine::may_wait;
use crate::state::{current, process, thread};
use crate::{Error, api};
use device::Spec;

/// `hipDeviceAttributePciDeviceId`
const PCI_DEVICE: i32 = 68;

/// `id`, `name`, `value`: see the table's head.
const ATTRIBUTES: &str = include_str!("attributes.tsv");

/// How many devices there are; 0 is no error here.
///
/// # Errors
/// Those of the runtime's start.
pub fn count() -> Result<usize, Error> {
    Ok(process()?.devices.len())
}

/// Checks an ordinal (`hipDeviceGet`).
///
/// # Errors
/// `BadOrdinal`, `NoDevice`.
pub fn get(ordinal: i32) -> Result<i32, Error> {
    process()?.device(ordinal.into()).map(|_| ordinal)
}

/// What a device has.
///
/// # Errors
/// `BadOrdinal`, `NoDevice`.
pub fn spec(ordinal: i32) -> Result<&'static Spec, Error> {
    Ok(&process()?.device(ordinal.into())?.spec)
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
    let unknown = Error::UnknownEnumerator { what: "device attribute", got: id.into() };
    let value = attribute_rows().find(|(row, ..)| *row == id).map(|(.., value)| value).ok_or(unknown)?;
    let device = process()?.device(ordinal.into())?;
    let spec = &device.spec;
    let number = match id {
        // Each has a place of its own on the bus.
        PCI_DEVICE => value.parse().ok().map(|first: i64| first + i64::from(device.physical)),
        _ => None,
    };
    let number = number.or_else(|| field(spec, value)).or_else(|| value.parse().ok());
    number
        .map(|n: i64| i32::try_from(n).unwrap_or(i32::MAX))
        .ok_or_else(|| crate::bug::bug!("attribute table"))
}

/// The attributes that are known: number, name, value as the table has it.
fn attribute_rows() -> impl Iterator<Item = (i32, &'static str, &'static str)> {
    ATTRIBUTES.lines().filter(|line| !line.starts_with('#')).skip(1).filter_map(|line| {
        let mut fields = line.split('\t');
        Some((fields.next()?.parse().ok()?, fields.next()?, fields.next()?))
    })
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

/// A device's UUID: made of its number and name, the same on every run.
///
/// # Errors
/// `BadOrdinal`, `NoDevice`.
pub fn uuid(ordinal: i32) -> Result<[u8; 16], Error> {
    let mut bytes = *b"hip-soft\0\0\0\0\0\0\0\0";
    let hash = name(ordinal)?
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    let physical = process()?.device(ordinal.into())?.physical;
    bytes[8..].copy_from_slice(&(hash ^ u64::from(physical)).to_be_bytes());
    Ok(bytes)
}

/// A device's address on the PCI bus, as `0000:00:06.0`.
///
/// # Errors
/// `BadOrdinal`, `NoDevice`.
pub fn pci_bus_id(ordinal: i32) -> Result<String, Error> {
    let part = |id| attribute(id, ordinal);
    Ok(format!("{:04x}:{:02x}:{:02x}.0", part(69)?, part(67)?, part(68)?))
}

/// Makes a device's primary context the calling thread's (`hipSetDevice`).
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
    may_wait()?;
    let process = process()?;
    let top = thread(|t| t.stack.last().copied());
    let ordinal = match top.and_then(|id| process.get(id).ok()) {
        Some(context) => context.device,
        None => thread(|t| t.device),
    };
    let device = process.device(ordinal as i64)?;
    let gone = device.primary.lock().context.take();
    if let Some(context) = gone {
        api::context::end(process, &context);
        thread(|t| t.stack.retain(|&id| id != context.id));
    }
    Ok(())
}

/// Whether a device can reach another's memory. A device is no peer of itself.
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
        let rows: Vec<_> = attribute_rows().collect();
        assert!(rows.len() > 100 && rows.is_sorted_by(|a, b| a.0 < b.0));
        for (id, name, _) in rows {
            attribute(id, 0).unwrap_or_else(|e| panic!("{name}: {e}"));
        }
        assert_eq!(attribute(63, 0).ok(), Some(132), "SMs of an H200");
        assert!(matches!(attribute(64, 0), Err(Error::UnknownEnumerator { got: 64, .. })));
    }
}
