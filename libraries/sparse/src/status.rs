//! Statuses of calls.

use std::ffi::{CStr, c_char};

/// `hipsparseStatus_t`
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
    /// The work was not carried out.
    ExecutionFailed = 6,
    /// A mistake of this library.
    InternalError = 7,
    /// The function takes no matrices of this type.
    MatrixTypeNotSupported = 8,
    /// A matrix has a zero on its diagonal.
    ZeroPivot = 9,
    /// The library lacks this.
    NotSupported = 10,
}

work::status!(Status {
    null_result: InvalidValue,
    not_supported: NotSupported,
    out_of_memory: AllocFailed,
    other: ExecutionFailed,
});

/// Names by number.
const NAMES: [&CStr; 12] = [
    c"HIPSPARSE_STATUS_SUCCESS",
    c"HIPSPARSE_STATUS_NOT_INITIALIZED",
    c"HIPSPARSE_STATUS_ALLOC_FAILED",
    c"HIPSPARSE_STATUS_INVALID_VALUE",
    c"HIPSPARSE_STATUS_ARCH_MISMATCH",
    c"HIPSPARSE_STATUS_MAPPING_ERROR",
    c"HIPSPARSE_STATUS_EXECUTION_FAILED",
    c"HIPSPARSE_STATUS_INTERNAL_ERROR",
    c"HIPSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED",
    c"HIPSPARSE_STATUS_ZERO_PIVOT",
    c"HIPSPARSE_STATUS_NOT_SUPPORTED",
    c"HIPSPARSE_STATUS_INSUFFICIENT_RESOURCES",
];

/// Returns the name of a status, which lives as long as the library.
pub(crate) fn name(code: u32) -> *const c_char {
    NAMES.get(code as usize).unwrap_or(&c"unknown hipsparseStatus_t").as_ptr()
}
