//! Devices: number, handles, names and identities.

use crate::system::need;
use crate::{Code, INVALID_ARGUMENT, NOT_FOUND, Pointer, SUCCESS, UNKNOWN, put, put_text};
use std::ffi::{CStr, c_char};
use std::fmt::Write as _;

unsafe extern "C" {
    fn hipGetDeviceCount(count: *mut i32) -> Code;
    fn hipDeviceGetName(name: *mut c_char, length: i32, device: i32) -> Code;
    fn hipDeviceGetUuid(uuid: *mut [u8; 16], device: i32) -> Code;
    fn hipDeviceGetAttribute(value: *mut i32, attribute: u32, device: i32) -> Code;
    fn hipDeviceComputeCapability(major: *mut i32, minor: *mut i32, device: i32) -> Code;
}

/// The values of `hipDeviceAttribute_t` that are used.
#[derive(Clone, Copy)]
pub(crate) enum Attribute {
    Ecc = 0,
    Clock = 5,
    BusWidth = 59,
    MemoryClock = 60,
    Sms = 63,
    PciBus = 67,
    PciDevice = 68,
    PciDomain = 69,
}

/// Returns the number of devices that the process sees. Having none is not an error.
pub(crate) fn count() -> u32 {
    let mut count = 0;
    // SAFETY: a local's address.
    unsafe { hipGetDeviceCount(&raw mut count) };
    count.max(0).unsigned_abs()
}

/// Returns the device of a handle, which is the ordinal plus one, as a pointer.
pub(crate) fn ordinal_of(handle: Pointer) -> Result<i32, Code> {
    let ordinal = handle.addr().checked_sub(1).filter(|&ordinal| ordinal < count() as usize);
    ordinal.and_then(|ordinal| i32::try_from(ordinal).ok()).ok_or(INVALID_ARGUMENT)
}

/// Returns from a function before the start, or without a device.
macro_rules! device {
    ($handle:expr) => {{
        $crate::system::need!();
        match $crate::device::ordinal_of($handle) {
            Ok(device) => device,
            Err(code) => return code,
        }
    }};
}
pub(crate) use device;

/// Returns an attribute of a device.
pub(crate) fn attribute(device: i32, which: Attribute) -> i32 {
    let mut value = 0;
    // SAFETY: a local's address. What cannot be said stays zero.
    unsafe { hipDeviceGetAttribute(&raw mut value, which as u32, device) };
    value
}

/// Returns the compute capability.
pub(crate) fn capability(device: i32) -> (i32, i32) {
    let (mut major, mut minor) = (0, 0);
    // SAFETY: locals' addresses.
    unsafe { hipDeviceComputeCapability(&raw mut major, &raw mut minor, device) };
    (major, minor)
}

/// Returns the UUID: `GPU-` and 16 bytes as hexadecimal digits in five groups.
fn uuid(device: i32) -> Result<String, Code> {
    let mut bytes = [0; 16];
    // SAFETY: a local's address.
    if unsafe { hipDeviceGetUuid(&raw mut bytes, device) } != SUCCESS {
        return Err(UNKNOWN);
    }
    let mut text = String::from("GPU");
    for (at, byte) in bytes.iter().enumerate() {
        let dash = if [0, 4, 6, 8, 10].contains(&at) { "-" } else { "" };
        let _ = write!(text, "{dash}{byte:02x}");
    }
    Ok(text)
}

/// Returns a device's PCI address: domain, bus, device.
pub(crate) fn place(device: i32) -> [u32; 3] {
    let places = [Attribute::PciDomain, Attribute::PciBus, Attribute::PciDevice];
    places.map(|which| attribute(device, which).unsigned_abs())
}

/// `nvmlReturn_t nvmlDeviceGetCount_v2(unsigned int *deviceCount)`
///
/// # Safety
/// The pointer is null or leads to a number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetCount_v2(to: *mut u32) -> Code {
    need!();
    // SAFETY: as the caller says.
    unsafe { put(to, count()) }
}

/// `nvmlReturn_t nvmlDeviceGetCount(unsigned int *deviceCount)`
///
/// # Safety
/// The pointer is null or leads to a number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetCount(to: *mut u32) -> Code {
    // SAFETY: as the caller says.
    unsafe { nvmlDeviceGetCount_v2(to) }
}

/// `nvmlReturn_t nvmlDeviceGetHandleByIndex_v2(unsigned int index, nvmlDevice_t *device)`
///
/// # Safety
/// The pointer is null or leads to a handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetHandleByIndex_v2(index: u32, to: *mut Pointer) -> Code {
    need!();
    if index >= count() {
        return INVALID_ARGUMENT;
    }
    // SAFETY: as the caller says.
    unsafe { put(to, std::ptr::without_provenance_mut(index as usize + 1)) }
}

/// `nvmlReturn_t nvmlDeviceGetHandleByIndex(unsigned int index, nvmlDevice_t *device)`
///
/// # Safety
/// The pointer is null or leads to a handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetHandleByIndex(index: u32, to: *mut Pointer) -> Code {
    // SAFETY: as the caller says.
    unsafe { nvmlDeviceGetHandleByIndex_v2(index, to) }
}

/// Returns the first device that meets a condition.
///
/// # Safety
/// `to` is null or leads to a handle.
unsafe fn first(to: *mut Pointer, so: impl Fn(i32) -> bool) -> Code {
    match (0..count()).find(|&ordinal| i32::try_from(ordinal).is_ok_and(&so)) {
        // SAFETY: as the caller says.
        Some(ordinal) => unsafe { put(to, std::ptr::without_provenance_mut(ordinal as usize + 1)) },
        None => NOT_FOUND,
    }
}

/// `nvmlReturn_t nvmlDeviceGetHandleByUUID(const char *uuid, nvmlDevice_t *device)`
///
/// # Safety
/// The text is null or ends in a zero; the pointer is null or leads to a handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetHandleByUUID(text: *const c_char, to: *mut Pointer) -> Code {
    need!();
    if text.is_null() {
        return INVALID_ARGUMENT;
    }
    // SAFETY: as the caller says.
    unsafe {
        let text = CStr::from_ptr(text).to_string_lossy();
        first(to, |device| uuid(device).is_ok_and(|own| own == text))
    }
}

/// `nvmlReturn_t nvmlDeviceGetHandleByPciBusId_v2(const char *pciBusId, nvmlDevice_t *device)`:
/// `domain:bus:device.function`.
///
/// # Safety
/// The text is null or ends in a zero; the pointer is null or leads to a handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetHandleByPciBusId_v2(text: *const c_char, to: *mut Pointer) -> Code {
    need!();
    if text.is_null() {
        return INVALID_ARGUMENT;
    }
    // SAFETY: as the caller says.
    let text = unsafe { CStr::from_ptr(text) }.to_string_lossy();
    let parts: Vec<u32> =
        text.split([':', '.']).filter_map(|part| u32::from_str_radix(part, 16).ok()).collect();
    // Without a domain, it is the first.
    let wanted = match parts.as_slice() {
        [domain, bus, device, _] => [*domain, *bus, *device],
        [bus, device, _] => [0, *bus, *device],
        _ => return INVALID_ARGUMENT,
    };
    // SAFETY: as the caller says.
    unsafe { first(to, |device| place(device) == wanted) }
}

/// `nvmlReturn_t nvmlDeviceGetName(nvmlDevice_t device, char *name, unsigned int length)`
///
/// # Safety
/// The pointer is null or has `length` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetName(handle: Pointer, to: *mut c_char, length: u32) -> Code {
    let device = device!(handle);
    let mut name = [0; 256];
    // SAFETY: a local of that length, which the callee ends with a zero.
    unsafe {
        if hipDeviceGetName(name.as_mut_ptr(), name.len() as i32, device) != SUCCESS {
            return UNKNOWN;
        }
        put_text(to, length, &CStr::from_ptr(name.as_ptr()).to_string_lossy())
    }
}

/// `nvmlReturn_t nvmlDeviceGetUUID(nvmlDevice_t device, char *uuid, unsigned int length)`
///
/// # Safety
/// The pointer is null or has `length` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetUUID(handle: Pointer, to: *mut c_char, length: u32) -> Code {
    let device = device!(handle);
    match uuid(device) {
        // SAFETY: as the caller says.
        Ok(text) => unsafe { put_text(to, length, &text) },
        Err(code) => code,
    }
}

/// `nvmlReturn_t nvmlDeviceGetIndex(nvmlDevice_t device, unsigned int *index)`
///
/// # Safety
/// The pointer is null or leads to a number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetIndex(handle: Pointer, to: *mut u32) -> Code {
    let device = device!(handle);
    // SAFETY: as the caller says.
    unsafe { put(to, device.unsigned_abs()) }
}

/// `nvmlReturn_t nvmlDeviceGetMinorNumber(nvmlDevice_t device, unsigned int *minorNumber)`
///
/// # Safety
/// The pointer is null or leads to a number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetMinorNumber(handle: Pointer, to: *mut u32) -> Code {
    // SAFETY: as the caller says.
    unsafe { nvmlDeviceGetIndex(handle, to) }
}
