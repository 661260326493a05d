//! Properties of a device: memory, use, PCI address, clocks, modes.

use crate::device::{Attribute, attribute, capability, device, place};
use crate::{
    Code, FUNCTION_NOT_FOUND, INSUFFICIENT_SIZE, INVALID_ARGUMENT, NOT_SUPPORTED, Pointer, SUCCESS, UNKNOWN,
    put,
};
use std::ffi::c_char;
use std::fmt::Write as _;

unsafe extern "C" {
    fn hipDeviceTotalMem(bytes: *mut u64, device: i32) -> Code;
    fn hipMemGetInfo(free: *mut u64, total: *mut u64) -> Code;
    fn hipDevicePrimaryCtxGetState(device: i32, flags: *mut u32, active: *mut i32) -> Code;
    fn hipCtxGetCurrent(context: *mut Pointer) -> Code;
    fn hipCtxSetCurrent(context: Pointer) -> Code;
    fn hipSetDevice(device: i32) -> Code;
}

/// Returns a device's memory in bytes, and the part that this process uses, if it has initialised the device.
/// Does not initialise an unused one.
fn usage(device: i32) -> Option<(u64, Option<u64>)> {
    let (mut all, mut free, mut total) = (0, 0, 0);
    let (mut flags, mut active, mut before) = (0, 0, std::ptr::null_mut());
    // SAFETY: locals' addresses; the thread's context is its own again.
    unsafe {
        if hipDeviceTotalMem(&raw mut all, device) != SUCCESS {
            return None;
        }
        hipDevicePrimaryCtxGetState(device, &raw mut flags, &raw mut active);
        let is_used = active != 0 && hipCtxGetCurrent(&raw mut before) == SUCCESS;
        if !is_used || hipSetDevice(device) != SUCCESS {
            return Some((all, None));
        }
        let code = hipMemGetInfo(&raw mut free, &raw mut total);
        hipCtxSetCurrent(before);
        Some((all, (code == SUCCESS).then(|| total.saturating_sub(free))))
    }
}

/// Returns a device's memory in bytes: the total, and the part that this process uses.
fn memory(device: i32) -> Option<(u64, u64)> {
    usage(device).map(|(total, used)| (total, used.unwrap_or(0)))
}

/// `nvmlMemory_t`: total, free, used.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Memory {
    total: u64,
    free: u64,
    used: u64,
}

/// `nvmlReturn_t nvmlDeviceGetMemoryInfo(nvmlDevice_t device, nvmlMemory_t *memory)`
///
/// # Safety
/// The pointer is null or leads to the structure.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetMemoryInfo(handle: Pointer, to: *mut Memory) -> Code {
    let device = device!(handle);
    let Some((total, used)) = memory(device) else { return UNKNOWN };
    // SAFETY: as the caller says.
    unsafe { put(to, Memory { total, free: total - used, used }) }
}

/// `nvmlMemory_v2_t`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct MemoryV2 {
    version: u32,
    total: u64,
    reserved: u64,
    free: u64,
    used: u64,
}

/// Version of `nvmlMemory_v2_t`: the structure's size, and 2.
const MEMORY_V2: u32 = size_of::<MemoryV2>() as u32 | 2 << 24;

/// `nvmlReturn_t nvmlDeviceGetMemoryInfo_v2(nvmlDevice_t device, nvmlMemory_v2_t *memory)`
///
/// # Safety
/// The pointer is null or leads to the structure with its version set.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetMemoryInfo_v2(handle: Pointer, to: *mut MemoryV2) -> Code {
    let device = device!(handle);
    if to.is_null() {
        return INVALID_ARGUMENT;
    }
    // SAFETY: not null, and the caller's.
    if unsafe { (&raw const (*to).version).read_unaligned() } != MEMORY_V2 {
        return FUNCTION_NOT_FOUND;
    }
    let Some((total, used)) = memory(device) else { return UNKNOWN };
    // SAFETY: as above.
    unsafe { put(to, MemoryV2 { version: MEMORY_V2, total, reserved: 0, free: total - used, used }) }
}

/// `nvmlReturn_t nvmlDeviceGetUtilizationRates(nvmlDevice_t device, nvmlUtilization_t *utilization)`: always
/// zero, since there is no SM or memory bus to be busy.
///
/// # Safety
/// The pointer is null or leads to two numbers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetUtilizationRates(handle: Pointer, to: *mut [u32; 2]) -> Code {
    device!(handle);
    // SAFETY: as the caller says.
    unsafe { put(to, [0, 0]) }
}

/// `nvmlPciInfo_t`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct PciInfo {
    legacy: [u8; 16],
    domain: u32,
    bus: u32,
    device: u32,
    id: u32,
    subsystem: u32,
    text: [u8; 32],
}

/// Returns a text as a field that keeps a zero at its end.
fn field<const SIZE: usize>(text: &str) -> [u8; SIZE] {
    let mut field = [0; SIZE];
    let count = text.len().min(SIZE - 1);
    field[..count].copy_from_slice(&text.as_bytes()[..count]);
    field
}

/// `nvmlReturn_t nvmlDeviceGetPciInfo_v3(nvmlDevice_t device, nvmlPciInfo_t *pci)`: profiles have no board
/// identities.
///
/// # Safety
/// The pointer is null or leads to the structure.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetPciInfo_v3(handle: Pointer, to: *mut PciInfo) -> Code {
    let [domain, bus, device] = place(device!(handle));
    let (mut short, mut long) = (String::new(), String::new());
    let _ = write!(short, "{domain:04X}:{bus:02X}:{device:02X}.0");
    let _ = write!(long, "{domain:08X}:{bus:02X}:{device:02X}.0");
    let info =
        PciInfo { legacy: field(&short), domain, bus, device, id: 0, subsystem: 0, text: field(&long) };
    // SAFETY: as the caller says.
    unsafe { put(to, info) }
}

/// `nvmlReturn_t nvmlDeviceGetPciInfo(nvmlDevice_t device, nvmlPciInfo_t *pci)`: its first version ends
/// before the longer text.
///
/// # Safety
/// The pointer is null or leads to the first version's structure.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetPciInfo(handle: Pointer, to: Pointer) -> Code {
    let none = PciInfo { legacy: [0; 16], domain: 0, bus: 0, device: 0, id: 0, subsystem: 0, text: [0; 32] };
    let mut info = none;
    // SAFETY: a local's address.
    let code = unsafe { nvmlDeviceGetPciInfo_v3(handle, &raw mut info) };
    if code != SUCCESS || to.is_null() {
        return if code == SUCCESS { INVALID_ARGUMENT } else { code };
    }
    // SAFETY: not null, and the caller's.
    unsafe { std::ptr::copy_nonoverlapping((&raw const info).cast::<u8>(), to.cast(), FIRST_PCI_INFO) };
    SUCCESS
}

/// Size of the first version of `nvmlPciInfo_t` in bytes: up to the subsystem, and four reserved words.
const FIRST_PCI_INFO: usize = 36;

/// `nvmlReturn_t nvmlDeviceGetCudaComputeCapability(nvmlDevice_t device, int *major, int *minor)`
///
/// # Safety
/// The pointers are null or lead to numbers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetCudaComputeCapability(
    handle: Pointer,
    major: *mut i32,
    minor: *mut i32,
) -> Code {
    let (of_major, of_minor) = capability(device!(handle));
    if major.is_null() || minor.is_null() {
        return INVALID_ARGUMENT;
    }
    // SAFETY: not null, and the caller's.
    unsafe {
        put(major, of_major);
        put(minor, of_minor)
    }
}

/// Returns the `nvmlDeviceArchitecture_t` of a compute capability, or all ones for one without a number in
/// NVML.
fn architecture(capability: (i32, i32)) -> u32 {
    match capability {
        (3, _) => 2,
        (5, _) => 3,
        (6, _) => 4,
        (7, 0..=4) => 5,
        (7, _) => 6,
        (8, 9) => 8,
        (8, _) => 7,
        (9, _) => 9,
        (10.., _) => 10,
        _ => u32::MAX,
    }
}

/// Defines functions that return one number.
macro_rules! numbers {
    ($($(#[$meta:meta])* fn $name:ident($device:ident) = $value:expr;)*) => {$(
        $(#[$meta])*
        ///
        /// # Safety
        /// The pointer is null or leads to a number.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(handle: Pointer, to: *mut u32) -> Code {
            let $device = device!(handle);
            // SAFETY: as the caller says.
            unsafe { put(to, $value) }
        }
    )*};
}

numbers! {
    /// `nvmlDeviceGetArchitecture`
    fn nvmlDeviceGetArchitecture(device) = architecture(capability(device));
    /// `nvmlDeviceGetBrand`: `NVML_BRAND_NVIDIA`.
    fn nvmlDeviceGetBrand(_device) = 14;
    /// `nvmlDeviceGetComputeMode`: any number of contexts is allowed.
    fn nvmlDeviceGetComputeMode(_device) = 0;
    /// `nvmlDeviceGetPersistenceMode`: nothing is ever unloaded.
    fn nvmlDeviceGetPersistenceMode(_device) = 1;
    /// `nvmlDeviceGetMemoryBusWidth`, in bits.
    fn nvmlDeviceGetMemoryBusWidth(device) = attribute(device, Attribute::BusWidth).unsigned_abs();
    /// `nvmlDeviceGetAccountingMode`: off.
    fn nvmlDeviceGetAccountingMode(_device) = 0;
    /// `nvmlDeviceGetDisplayActive`: no display is attached.
    fn nvmlDeviceGetDisplayActive(_device) = 0;
    /// `nvmlDeviceGetDisplayMode`: no display is attached.
    fn nvmlDeviceGetDisplayMode(_device) = 0;
    /// `nvmlDeviceGetMaxMigDeviceCount`: none.
    fn nvmlDeviceGetMaxMigDeviceCount(_device) = 0;
    /// `nvmlDeviceGetMultiGpuBoard`: each device is alone on its board.
    fn nvmlDeviceGetMultiGpuBoard(_device) = 0;
    /// `nvmlDeviceGetNumFans`: none.
    fn nvmlDeviceGetNumFans(_device) = 0;
    /// `nvmlDeviceGetVirtualizationMode`: none.
    fn nvmlDeviceGetVirtualizationMode(_device) = 0;
    /// `nvmlDeviceIsMigDeviceHandle`: no handle is one.
    fn nvmlDeviceIsMigDeviceHandle(_device) = 0;
    /// `nvmlDeviceGetNumGpuCores`: 128 per SM since Hopper, as on an H200, and 64 or 128 before.
    fn nvmlDeviceGetNumGpuCores(device) = attribute(device, Attribute::Sms).unsigned_abs() * cores(capability(device));
}

/// Returns the number of cores per SM for 32-bit floats.
fn cores(capability: (i32, i32)) -> u32 {
    match capability {
        (3, _) => 192,
        (6, 0) | (7, _) | (8, 0) => 64,
        _ => 128,
    }
}

/// Returns the frequency of a clock in megahertz: graphics, SM, memory or video.
fn clock(device: i32, kind: u32) -> Option<u32> {
    let which = match kind {
        0 | 1 | 3 => Attribute::Clock,
        2 => Attribute::MemoryClock,
        _ => return None,
    };
    Some(attribute(device, which).unsigned_abs() / 1000)
}

/// `nvmlReturn_t nvmlDeviceGetMaxClockInfo(nvmlDevice_t device, nvmlClockType_t type, unsigned int *clock)`
///
/// # Safety
/// The pointer is null or leads to a number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetMaxClockInfo(handle: Pointer, kind: u32, to: *mut u32) -> Code {
    match clock(device!(handle), kind) {
        // SAFETY: as the caller says.
        Some(clock) => unsafe { put(to, clock) },
        None => INVALID_ARGUMENT,
    }
}

/// Defines functions about other frequencies of a clock, which are always the maximum.
macro_rules! clocks {
    ($($name:ident;)*) => {$(
        /// Returns the maximum.
        ///
        /// # Safety
        /// The pointer is null or leads to a number.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(handle: Pointer, kind: u32, to: *mut u32) -> Code {
            // SAFETY: as the caller says.
            unsafe { nvmlDeviceGetMaxClockInfo(handle, kind, to) }
        }
    )*};
}

clocks! {
    nvmlDeviceGetApplicationsClock;
    nvmlDeviceGetClockInfo;
    nvmlDeviceGetDefaultApplicationsClock;
    nvmlDeviceGetMaxCustomerBoostClock;
}

/// `nvmlReturn_t nvmlDeviceGetClock(nvmlDevice_t device, nvmlClockType_t clockType, nvmlClockId_t clockId,
/// unsigned int *clockMHz)`: the maximum, whichever value is wanted.
///
/// # Safety
/// The pointer is null or leads to a number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetClock(handle: Pointer, kind: u32, _: u32, to: *mut u32) -> Code {
    // SAFETY: as the caller says.
    unsafe { nvmlDeviceGetMaxClockInfo(handle, kind, to) }
}

/// `nvmlReturn_t nvmlDeviceGetP2PStatus(nvmlDevice_t device1, nvmlDevice_t device2, nvmlGpuP2PCapsIndex_t
/// p2pIndex, nvmlGpuP2PStatus_t *p2pStatus)`: all devices reach each other.
///
/// # Safety
/// The pointer is null or leads to a number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetP2PStatus(one: Pointer, other: Pointer, _: u32, to: *mut u32) -> Code {
    device!(one);
    device!(other);
    // SAFETY: as the caller says.
    unsafe { put(to, 0) }
}

/// `nvmlReturn_t nvmlDeviceOnSameBoard(nvmlDevice_t device1, nvmlDevice_t device2, int *onSameBoard)`
///
/// # Safety
/// The pointer is null or leads to a number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceOnSameBoard(one: Pointer, other: Pointer, to: *mut u32) -> Code {
    let [one, other] = [device!(one), device!(other)];
    // SAFETY: as the caller says.
    unsafe { put(to, u32::from(one == other)) }
}

/// Writes a mode now and after a restart, which are the same.
///
/// # Safety
/// The pointers are null or lead to numbers.
unsafe fn modes(now: *mut u32, later: *mut u32, mode: u32) -> Code {
    if now.is_null() || later.is_null() {
        return INVALID_ARGUMENT;
    }
    // SAFETY: not null, and the caller's.
    unsafe {
        put(now, mode);
        put(later, mode)
    }
}

/// `nvmlReturn_t nvmlDeviceGetMigMode(nvmlDevice_t device, unsigned int *currentMode, unsigned int
/// *pendingMode)`: off.
///
/// # Safety
/// The pointers are null or lead to numbers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetMigMode(handle: Pointer, now: *mut u32, later: *mut u32) -> Code {
    device!(handle);
    // SAFETY: as the caller says.
    unsafe { modes(now, later, 0) }
}

/// `nvmlReturn_t nvmlDeviceGetEccMode(nvmlDevice_t device, nvmlEnableState_t *current, nvmlEnableState_t
/// *pending)`
///
/// # Safety
/// The pointers are null or lead to numbers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetEccMode(handle: Pointer, now: *mut u32, later: *mut u32) -> Code {
    let device = device!(handle);
    // SAFETY: as the caller says.
    unsafe { modes(now, later, attribute(device, Attribute::Ecc).unsigned_abs()) }
}

/// Process that uses a device, in the first version of `nvmlProcessInfo_t`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Process {
    pid: u32,
    used: u64,
}

/// `nvmlProcessInfo_t` since its second version.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct ProcessV2 {
    process: Process,
    /// Instances of a partitioned device; all ones without partitions.
    instances: [u32; 2],
}

/// Returns this process with its memory, if it uses a device. Other processes are not known.
fn own_process(device: i32) -> Option<Process> {
    let (_, used) = usage(device)?;
    Some(Process { pid: std::process::id(), used: used? })
}

/// Writes a list of none or one to an array of `count` elements, and its length to `count`.
///
/// # Safety
/// The pointers are null, or lead to a number and to as many elements.
unsafe fn list<T>(count: *mut u32, to: *mut T, found: Option<T>) -> Code {
    if count.is_null() {
        return INVALID_ARGUMENT;
    }
    // SAFETY: not null, and the caller's.
    let room = unsafe { count.read_unaligned() };
    // SAFETY: as above.
    unsafe { put(count, u32::from(found.is_some())) };
    match found {
        None => SUCCESS,
        Some(_) if room == 0 => INSUFFICIENT_SIZE,
        // SAFETY: there is room for one.
        Some(process) => unsafe { put(to, process) },
    }
}

/// Defines functions that list the processes which compute on a device.
macro_rules! computing {
    ($($name:ident: $kind:ty = $make:expr;)*) => {$(
        /// Reports this process, if it uses the device.
        ///
        /// # Safety
        /// The pointers are null, or lead to a number and to as many elements.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(handle: Pointer, count: *mut u32, to: *mut $kind) -> Code {
            let found = own_process(device!(handle)).map($make);
            // SAFETY: as the caller says.
            unsafe { list(count, to, found) }
        }
    )*};
}

computing! {
    nvmlDeviceGetComputeRunningProcesses: Process = |process| process;
    nvmlDeviceGetComputeRunningProcesses_v2: ProcessV2 = ProcessV2::new;
    nvmlDeviceGetComputeRunningProcesses_v3: ProcessV2 = ProcessV2::new;
}

impl ProcessV2 {
    fn new(process: Process) -> ProcessV2 {
        ProcessV2 { process, instances: [u32::MAX; 2] }
    }
}

/// Defines functions that list processes which a software device does not have.
macro_rules! no_processes {
    ($($name:ident;)*) => {$(
        /// Reports no process.
        ///
        /// # Safety
        /// The first pointer is null or leads to a number.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(handle: Pointer, count: *mut u32, _: Pointer) -> Code {
            device!(handle);
            // SAFETY: as the caller says.
            unsafe { put(count, 0) }
        }
    )*};
}

no_processes! {
    nvmlDeviceGetGraphicsRunningProcesses;
    nvmlDeviceGetGraphicsRunningProcesses_v2;
    nvmlDeviceGetGraphicsRunningProcesses_v3;
    nvmlDeviceGetMPSComputeRunningProcesses;
    nvmlDeviceGetMPSComputeRunningProcesses_v2;
    nvmlDeviceGetMPSComputeRunningProcesses_v3;
}

/// Defines functions about the reasons for reduced clocks, of which there are none.
macro_rules! no_reasons {
    ($($name:ident;)*) => {$(
        /// Reports that clocks are never reduced.
        ///
        /// # Safety
        /// The pointer is null or leads to a number.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(handle: Pointer, to: *mut u64) -> Code {
            device!(handle);
            // SAFETY: as the caller says.
            unsafe { put(to, 0) }
        }
    )*};
}

no_reasons! {
    nvmlDeviceGetCurrentClocksThrottleReasons;
    nvmlDeviceGetSupportedClocksThrottleReasons;
    nvmlDeviceGetCurrentClocksEventReasons;
    nvmlDeviceGetSupportedClocksEventReasons;
}

/// Defines functions about features that a software device does not have.
macro_rules! lacking {
    ($($name:ident($($argument:ty),*);)*) => {$(
        /// Not available on a software device.
        #[unsafe(no_mangle)]
        pub extern "C" fn $name(handle: Pointer $(, _: $argument)*) -> Code {
            device!(handle);
            NOT_SUPPORTED
        }
    )*};
}

lacking! {
    nvmlDeviceGetTemperature(u32, *mut u32);
    nvmlDeviceGetPowerUsage(*mut u32);
    nvmlDeviceGetEnforcedPowerLimit(*mut u32);
    nvmlDeviceGetPowerManagementLimit(*mut u32);
    nvmlDeviceGetTemperatureThreshold(u32, *mut u32);
    nvmlDeviceGetCurrPcieLinkGeneration(*mut u32);
    nvmlDeviceGetCurrPcieLinkWidth(*mut u32);
    nvmlDeviceGetMaxPcieLinkGeneration(*mut u32);
    nvmlDeviceGetMaxPcieLinkWidth(*mut u32);
    nvmlDeviceGetFanSpeed(*mut u32);
    nvmlDeviceGetPerformanceState(*mut u32);
    nvmlDeviceGetSerial(*mut c_char, u32);
    nvmlDeviceGetVbiosVersion(*mut c_char, u32);
    nvmlDeviceGetNvLinkState(u32, *mut u32);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn structures_have_nvml_s_sizes() {
        assert_eq!((size_of::<Memory>(), size_of::<MemoryV2>(), size_of::<PciInfo>()), (24, 40, 68));
        assert_eq!((size_of::<Process>(), size_of::<ProcessV2>()), (16, 24));
        assert_eq!(MEMORY_V2, 0x0200_0028);
        assert_eq!([(9, 0), (8, 0), (8, 9), (7, 5), (10, 0)].map(architecture), [9, 7, 8, 6, 10]);
    }
}
