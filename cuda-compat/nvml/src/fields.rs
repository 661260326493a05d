//! Values by number: `nvmlDeviceGetFieldValues`. Each has a code of its own; what a software device does not
//! have (sensors, counters of errors and links) is not supported.

use crate::device::{Attribute, attribute, device};
use crate::{Code, INVALID_ARGUMENT, NOT_SUPPORTED, Pointer, SUCCESS};
use std::time::{SystemTime, UNIX_EPOCH};

/// `nvmlFieldValue_t`; the value is a union of eight bytes.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct FieldValue {
    field: u32,
    scope: u32,
    /// Time of the answer, microseconds since 1970.
    time: i64,
    latency: i64,
    kind: u32,
    code: Code,
    value: u64,
}

/// `NVML_VALUE_TYPE_UNSIGNED_INT`
const UNSIGNED: u32 = 1;

/// Returns a value of a device by `NVML_FI_DEV_…`.
fn value(device: i32, field: u32) -> Option<u32> {
    match field {
        // ECC_CURRENT, ECC_PENDING
        1 | 2 => Some(attribute(device, Attribute::Ecc).unsigned_abs()),
        _ => None,
    }
}

/// `nvmlReturn_t nvmlDeviceGetFieldValues(nvmlDevice_t device, int valuesCount, nvmlFieldValue_t *values)`
///
/// # Safety
/// The pointer is null or leads to `count` structures.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetFieldValues(handle: Pointer, count: i32, to: *mut FieldValue) -> Code {
    let device = device!(handle);
    let Some(count) = usize::try_from(count).ok().filter(|&count| count > 0 && !to.is_null()) else {
        return INVALID_ARGUMENT;
    };
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_micros();
    for n in 0..count {
        // SAFETY: the caller has as many.
        let mut entry = unsafe { to.add(n).read_unaligned() };
        let found = value(device, entry.field);
        (entry.time, entry.latency) = (i64::try_from(now).unwrap_or(i64::MAX), 0);
        (entry.kind, entry.value) = (UNSIGNED, found.unwrap_or(0).into());
        entry.code = if found.is_some() { SUCCESS } else { NOT_SUPPORTED };
        // SAFETY: as above.
        unsafe { to.add(n).write_unaligned(entry) };
    }
    SUCCESS
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_structure_has_nvmls_size() {
        assert_eq!(size_of::<super::FieldValue>(), 40);
    }
}
