//! Functions that hipBLAS lacks or has in another form.

use crate::numbers;
pub(crate) use crate::session as first;
use forward::{Pointer, Version, put};
use std::ffi::c_char;

const SUCCESS: u32 = 0;
/// `CUBLAS_STATUS_INVALID_VALUE`
const INVALID_VALUE: u32 = 7;

const VERSION: Version = Version { parts: [13, 0, 0], major: 10000, refused: INVALID_VALUE };

unsafe extern "C" {
    fn hipblasSetMathMode(handle: Pointer, mode: u32) -> u32;
    fn hipblasGetMathMode(handle: Pointer, mode: *mut u32) -> u32;
}

/// `cublasStatus_t cublasGetVersion_v2(cublasHandle_t handle, int *version)`
///
/// # Safety
/// The second pointer is null or leads to an `int`.
pub(crate) unsafe extern "C" fn version(_handle: Pointer, to: *mut i32) -> u32 {
    // SAFETY: as the caller says.
    unsafe { VERSION.write(to) }
}

/// `cublasStatus_t cublasGetProperty(libraryPropertyType type, int *value)`
///
/// # Safety
/// The pointer is null or leads to an `int`.
pub(crate) unsafe extern "C" fn property(which: u32, to: *mut i32) -> u32 {
    // SAFETY: as the caller says.
    unsafe { VERSION.write_part(which, to) }
}

/// `size_t cublasGetCudartVersion(void)`
pub(crate) extern "C" fn runtime_version() -> usize {
    13000
}

/// `const char *cublasGetStatusName(cublasStatus_t status)`, and `cublasGetStatusString`
pub(crate) extern "C" fn status_name(status: u32) -> *const c_char {
    numbers::STATUS.name(status).unwrap_or(c"unknown status".as_ptr())
}

/// `CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION`, which may be added to the others. Sums are never in
/// reduced precision.
const DISALLOW_REDUCED: u32 = 16;

/// `cublasStatus_t cublasSetMathMode(cublasHandle_t handle, cublasMath_t mode)`
pub(crate) extern "C" fn set_math_mode(handle: Pointer, mode: u32) -> u32 {
    let bare = if mode == DISALLOW_REDUCED { mode } else { mode & !DISALLOW_REDUCED };
    // SAFETY: takes no address.
    numbers::STATUS.cuda(unsafe { hipblasSetMathMode(handle, numbers::MATH.hip(bare)) })
}

/// `cublasStatus_t cublasGetMathMode(cublasHandle_t handle, cublasMath_t *mode)`
///
/// # Safety
/// The second pointer is null or leads to a number.
pub(crate) unsafe extern "C" fn math_mode(handle: Pointer, to: *mut u32) -> u32 {
    let mut mode = 0;
    // SAFETY: a local's address.
    let status = unsafe { hipblasGetMathMode(handle, &raw mut mode) };
    // SAFETY: as the caller says.
    if status == SUCCESS && !unsafe { put(to, numbers::MATH.cuda(mode)) } {
        return INVALID_VALUE;
    }
    numbers::STATUS.cuda(status)
}

/// `cublasStatus_t cublasLoggerConfigure(int logIsOn, int logToStdOut, int logToStdErr, const char
/// *logFileName)`; nothing is logged.
pub(crate) extern "C" fn configure_log(_on: i32, _out: i32, _err: i32, _file: Pointer) -> u32 {
    SUCCESS
}

/// `cublasStatus_t cublasSetLoggerCallback(cublasLogCallback userCallback)`
pub(crate) extern "C" fn set_log(_call: Pointer) -> u32 {
    SUCCESS
}
