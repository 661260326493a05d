//! Device structures and answers that HIP lacks.

use super::put;
use crate::entry::{Code, Pointer, need, of_hip};
use crate::result::{INVALID_VALUE, NOT_SUPPORTED, SUCCESS};

/// `CUdevprop`: 14 numbers of a device, by their `CUdevice_attribute`.
const PROPERTIES: [u32; 14] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14];

/// `CUresult cuDeviceGetProperties(CUdevprop *prop, CUdevice dev)`
///
/// # Safety
/// The pointer is null or leads to the structure.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuDeviceGetProperties(to: *mut [i32; 14], device: u32) -> Code {
    need!(init);
    if to.is_null() {
        return INVALID_VALUE;
    }
    let mut values = [0; 14];
    for (value, attribute) in values.iter_mut().zip(PROPERTIES) {
        // SAFETY: a local's address.
        let code = unsafe { cudart::own::cudaDeviceGetAttribute(value, attribute, device) };
        if code != SUCCESS {
            return of_hip(code);
        }
    }
    // SAFETY: not null, and the caller's.
    unsafe { put(to, values) }
}

/// Fails unless a device exists.
fn check(device: u32) -> Code {
    let mut value = 0;
    // SAFETY: a local's address.
    of_hip(unsafe { cudart::own::cudaDeviceGetAttribute(&raw mut value, PROPERTIES[0], device) })
}

/// `CUresult cuDeviceGetLuid(char *luid, unsigned int *deviceNodeMask, CUdevice dev)`: LUIDs exist on Windows
/// only.
#[unsafe(no_mangle)]
pub extern "C" fn cuDeviceGetLuid(_: Pointer, _: Pointer, device: u32) -> Code {
    need!(init);
    match check(device) {
        SUCCESS => NOT_SUPPORTED,
        code => code,
    }
}

/// `CUresult cuDeviceGetExecAffinitySupport(int *pi, CUexecAffinityType type, CUdevice dev)`: 0 for every
/// type, as on an H200 without MPS.
///
/// # Safety
/// The pointer is null or leads to an `int`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuDeviceGetExecAffinitySupport(to: *mut i32, _kind: u32, device: u32) -> Code {
    need!(init);
    match check(device) {
        // SAFETY: as the caller says.
        SUCCESS => unsafe { put(to, 0) },
        code => code,
    }
}

/// Returns the component size of a `CUarray_format` in bytes.
fn component(format: u32) -> Option<u64> {
    match format {
        0x01 | 0x08 => Some(1),
        0x02 | 0x09 | 0x10 => Some(2),
        0x03 | 0x0a | 0x20 => Some(4),
        _ => None,
    }
}

/// `CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LINEAR_WIDTH`, for elements of 16 bytes.
const LINEAR_WIDTH: u32 = 69;

/// `CUresult cuDeviceGetTexture1DLinearMaxWidth(size_t *maxWidthInElements, CUarray_format format, unsigned
/// numChannels, CUdevice dev)`: the limit is higher for smaller elements, up to four times (an H200).
///
/// # Safety
/// The pointer is null or leads to a size.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuDeviceGetTexture1DLinearMaxWidth(
    to: *mut u64,
    format: u32,
    channels: u32,
    device: u32,
) -> Code {
    need!(init);
    let Some(bytes) = component(format) else { return INVALID_VALUE };
    if ![1, 2, 4].contains(&channels) {
        return INVALID_VALUE;
    }
    let mut most = 0;
    // SAFETY: a local's address.
    match of_hip(unsafe { cudart::own::cudaDeviceGetAttribute(&raw mut most, LINEAR_WIDTH, device) }) {
        SUCCESS => {
            let times = (16 / (bytes * u64::from(channels))).min(4);
            // SAFETY: as the caller says.
            unsafe { put(to, u64::from(most.unsigned_abs()) * times) }
        }
        code => code,
    }
}
