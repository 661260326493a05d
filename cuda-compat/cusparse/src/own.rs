//! Functions that answer with a value, or otherwise than hipSPARSE.

use forward::{Pointer, Version};
use std::ffi::{CStr, c_char};

/// `CUSPARSE_STATUS_INVALID_VALUE`
const INVALID_VALUE: u32 = 3;

const VERSION: Version = Version { parts: [12, 6, 0], major: 1000, refused: INVALID_VALUE };

/// `cusparseStatus_t cusparseGetVersion(cusparseHandle_t handle, int *version)`
///
/// # Safety
/// The second pointer is null or leads to an `int`.
pub(crate) unsafe extern "C" fn version(_handle: Pointer, to: *mut i32) -> u32 {
    // SAFETY: as the caller says.
    unsafe { VERSION.write(to) }
}

/// `cusparseStatus_t cusparseGetProperty(libraryPropertyType type, int *value)`
///
/// # Safety
/// The pointer is null or leads to an `int`.
pub(crate) unsafe extern "C" fn property(which: u32, to: *mut i32) -> u32 {
    // SAFETY: as the caller says.
    unsafe { VERSION.write_part(which, to) }
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
