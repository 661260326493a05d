//! Functions that answer with a value, or otherwise than hipSPARSE.

use forward::{Pointer, put};
use std::ffi::{CStr, c_char};

const SUCCESS: u32 = 0;
/// `CUSPARSE_STATUS_INVALID_VALUE`
const INVALID_VALUE: u32 = 3;

/// Version: major, minor, patch.
const VERSION: [i32; 3] = [12, 6, 0];

/// `cusparseStatus_t cusparseGetVersion(cusparseHandle_t handle, int *version)`
///
/// # Safety
/// The second pointer is null or leads to an `int`.
pub(crate) unsafe extern "C" fn version(_handle: Pointer, to: *mut i32) -> u32 {
    let [major, minor, patch] = VERSION;
    // SAFETY: as the caller says.
    if unsafe { put(to, major * 1000 + minor * 100 + patch) } { SUCCESS } else { INVALID_VALUE }
}

/// `cusparseStatus_t cusparseGetProperty(libraryPropertyType type, int *value)`
///
/// # Safety
/// The pointer is null or leads to an `int`.
pub(crate) unsafe extern "C" fn property(which: u32, to: *mut i32) -> u32 {
    let Some(&part) = VERSION.get(which as usize) else { return INVALID_VALUE };
    // SAFETY: as the caller says.
    if unsafe { put(to, part) } { SUCCESS } else { INVALID_VALUE }
}

/// Names of statuses by number.
const NAMES: [&CStr; 12] = [
    c"CUSPARSE_STATUS_SUCCESS",
    c"CUSPARSE_STATUS_NOT_INITIALIZED",
    c"CUSPARSE_STATUS_ALLOC_FAILED",
    c"CUSPARSE_STATUS_INVALID_VALUE",
    c"CUSPARSE_STATUS_ARCH_MISMATCH",
    c"CUSPARSE_STATUS_MAPPING_ERROR",
    c"CUSPARSE_STATUS_EXECUTION_FAILED",
    c"CUSPARSE_STATUS_INTERNAL_ERROR",
    c"CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED",
    c"CUSPARSE_STATUS_ZERO_PIVOT",
    c"CUSPARSE_STATUS_NOT_SUPPORTED",
    c"CUSPARSE_STATUS_INSUFFICIENT_RESOURCES",
];

/// `const char *cusparseGetErrorName(cusparseStatus_t status)`, and `cusparseGetErrorString`
pub(crate) extern "C" fn error_name(status: u32) -> *const c_char {
    NAMES.get(status as usize).unwrap_or(&c"unknown status").as_ptr()
}

/// Functions that HIP's library answers.
macro_rules! answers {
    ($($name:ident = $hip:ident;)*) => {$(
        /// CUDA's function of this purpose.
        pub(crate) extern "C" fn $name(description: Pointer) -> u32 {
            unsafe extern "C" {
                fn $hip(description: Pointer) -> u32;
            }
            // SAFETY: a handle, which is not followed.
            unsafe { $hip(description) }
        }
    )*};
}
answers! {
    kind = hipsparseGetMatType;
    fill = hipsparseGetMatFillMode;
    diagonal = hipsparseGetMatDiagType;
    base = hipsparseGetMatIndexBase;
}
