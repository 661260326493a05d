//! Statuses of calls.

use std::ffi::{CStr, c_char};

/// `hipblasStatus_t`
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u32)]
pub enum Status {
    /// Success.
    Success = 0,
    /// The handle names no object.
    NotInitialized = 1,
    /// Not enough memory.
    AllocFailed = 2,
    /// An argument is invalid.
    InvalidValue = 3,
    /// Memory could not be copied.
    MappingError = 4,
    /// The work was not carried out.
    ExecutionFailed = 5,
    /// A mistake of this library.
    InternalError = 6,
    /// The library lacks this.
    NotSupported = 7,
    /// The place of a handle is null.
    HandleIsNull = 9,
    /// An argument is none of its enumeration's values.
    InvalidEnum = 10,
}

work::status!(Status {
    null_result: InvalidValue,
    not_supported: NotSupported,
    out_of_memory: AllocFailed,
    other: ExecutionFailed,
});

/// Names by number, as in HIP's enumeration.
const NAMES: [&CStr; 12] = [
    c"HIPBLAS_STATUS_SUCCESS",
    c"HIPBLAS_STATUS_NOT_INITIALIZED",
    c"HIPBLAS_STATUS_ALLOC_FAILED",
    c"HIPBLAS_STATUS_INVALID_VALUE",
    c"HIPBLAS_STATUS_MAPPING_ERROR",
    c"HIPBLAS_STATUS_EXECUTION_FAILED",
    c"HIPBLAS_STATUS_INTERNAL_ERROR",
    c"HIPBLAS_STATUS_NOT_SUPPORTED",
    c"HIPBLAS_STATUS_ARCH_MISMATCH",
    c"HIPBLAS_STATUS_HANDLE_IS_NULLPTR",
    c"HIPBLAS_STATUS_INVALID_ENUM",
    c"HIPBLAS_STATUS_UNKNOWN",
];

/// Returns the name of a status, which lives as long as the library.
pub(crate) fn name(code: u32) -> *const c_char {
    NAMES.get(code as usize).unwrap_or(&c"Undefined hipblasStatus_t value").as_ptr()
}
