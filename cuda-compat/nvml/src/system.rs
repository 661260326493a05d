//! The library itself: initialisation, versions and error texts.

use crate::{Code, INVALID_ARGUMENT, SUCCESS, UNINITIALIZED, put, put_text};
use std::ffi::c_char;
use std::sync::atomic::{AtomicU32, Ordering};

/// Number of initialisations without a matching shutdown.
static STARTED: AtomicU32 = AtomicU32::new(0);

/// Fails before the initialisation.
pub(crate) fn started() -> Result<(), Code> {
    if STARTED.load(Ordering::Acquire) > 0 { Ok(()) } else { Err(UNINITIALIZED) }
}

/// Returns from a function before the initialisation.
macro_rules! need {
    () => {
        if let Err(code) = $crate::system::started() {
            return code;
        }
    };
}
pub(crate) use need;

/// `nvmlReturn_t nvmlInit_v2(void)`
#[unsafe(no_mangle)]
pub extern "C" fn nvmlInit_v2() -> Code {
    STARTED.fetch_add(1, Ordering::AcqRel);
    SUCCESS
}

/// `nvmlReturn_t nvmlInit(void)`
#[unsafe(no_mangle)]
pub extern "C" fn nvmlInit() -> Code {
    nvmlInit_v2()
}

/// `nvmlReturn_t nvmlInitWithFlags(unsigned int flags)`
#[unsafe(no_mangle)]
pub extern "C" fn nvmlInitWithFlags(_: u32) -> Code {
    nvmlInit_v2()
}

/// `nvmlReturn_t nvmlShutdown(void)`
#[unsafe(no_mangle)]
pub extern "C" fn nvmlShutdown() -> Code {
    let one_less = |count: u32| count.checked_sub(1);
    match STARTED.fetch_update(Ordering::AcqRel, Ordering::Acquire, one_less) {
        Ok(_) => SUCCESS,
        Err(_) => UNINITIALIZED,
    }
}

/// Texts of `nvmlErrorString` for 0, 1, …
const TEXTS: [&std::ffi::CStr; 31] = [
    c"Success",
    c"Uninitialized",
    c"Invalid Argument",
    c"Not Supported",
    c"Insufficient Permissions",
    c"Already Initialized",
    c"Not Found",
    c"Insufficient Size",
    c"Insufficient External Power",
    c"Driver Not Loaded",
    c"Timeout",
    c"Interrupt Request Issue",
    c"NVML Shared Library Not Found",
    c"Function Not Found",
    c"Corrupted infoROM",
    c"GPU is lost",
    c"GPU requires reset",
    c"GPU access blocked by the operating system",
    c"Driver/library version mismatch",
    c"In use by another client",
    c"Insufficient Memory",
    c"No data",
    c"vGPU ECC not supported",
    c"Insufficient Resources",
    c"Invalid Frequency",
    c"Argument version mismatch",
    c"Requested functionality has been deprecated",
    c"System is not in ready state",
    c"No supported GPUs were found",
    c"Resource not in correct state to perform requested operation",
    c"Reset type is not supported for given device",
];

/// `const char *nvmlErrorString(nvmlReturn_t result)`
#[unsafe(no_mangle)]
pub extern "C" fn nvmlErrorString(code: Code) -> *const c_char {
    TEXTS.get(code as usize).map_or(c"Unknown Error".as_ptr(), |text| text.as_ptr())
}

/// Version of the driver that is imitated, of CUDA 13.0. NVIDIA released none that ends in zero.
const DRIVER: &str = "580.0";
const LIBRARY: &str = "13.580.0";
const CUDA: i32 = 13_000;

/// `nvmlReturn_t nvmlSystemGetDriverVersion(char *version, unsigned int length)`
///
/// # Safety
/// The pointer is null or has `length` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlSystemGetDriverVersion(to: *mut c_char, length: u32) -> Code {
    need!();
    // SAFETY: as the caller says.
    unsafe { put_text(to, length, DRIVER) }
}

/// `nvmlReturn_t nvmlSystemGetNVMLVersion(char *version, unsigned int length)`
///
/// # Safety
/// The pointer is null or has `length` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlSystemGetNVMLVersion(to: *mut c_char, length: u32) -> Code {
    need!();
    // SAFETY: as the caller says.
    unsafe { put_text(to, length, LIBRARY) }
}

/// `nvmlReturn_t nvmlSystemGetCudaDriverVersion(int *cudaDriverVersion)`
///
/// # Safety
/// The pointer is null or leads to an `int`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlSystemGetCudaDriverVersion(to: *mut i32) -> Code {
    // SAFETY: as the caller says.
    unsafe { nvmlSystemGetCudaDriverVersion_v2(to) }
}

/// `nvmlReturn_t nvmlSystemGetCudaDriverVersion_v2(int *cudaDriverVersion)`
///
/// # Safety
/// The pointer is null or leads to an `int`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlSystemGetCudaDriverVersion_v2(to: *mut i32) -> Code {
    // SAFETY: as the caller says.
    unsafe { put(to, CUDA) }
}

/// `nvmlReturn_t nvmlSystemGetProcessName(unsigned int pid, char *name, unsigned int length)`: only this
/// process is known.
///
/// # Safety
/// The pointer is null or has `length` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlSystemGetProcessName(pid: u32, to: *mut c_char, length: u32) -> Code {
    need!();
    if pid != std::process::id() || length == 0 {
        return INVALID_ARGUMENT;
    }
    let name = std::env::args_os().next().unwrap_or_default().to_string_lossy().into_owned();
    // SAFETY: as the caller says.
    unsafe { put_text(to, length, &name) }
}

/// Defines functions that count what a software device does not have.
macro_rules! none_of {
    ($($name:ident;)*) => {$(
        /// Reports none.
        ///
        /// # Safety
        /// The pointer is null or leads to a number.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(to: *mut u32) -> Code {
            need!();
            // SAFETY: as the caller says.
            unsafe { put(to, 0) }
        }
    )*};
}

none_of! {
    nvmlGetExcludedDeviceCount;
    nvmlUnitGetCount;
}
