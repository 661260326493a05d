//! Functions that hipSOLVER lacks.

use forward::Version;

/// `CUSOLVER_STATUS_INVALID_VALUE`
const INVALID_VALUE: u32 = 3;

const VERSION: Version = Version { parts: [12, 0, 0], major: 1000, refused: INVALID_VALUE };

/// `cusolverStatus_t cusolverGetVersion(int *version)`
///
/// # Safety
/// The pointer is null or leads to an `int`.
pub(crate) unsafe extern "C" fn version(to: *mut i32) -> u32 {
    // SAFETY: as the caller says.
    unsafe { VERSION.write(to) }
}

/// `cusolverStatus_t cusolverGetProperty(libraryPropertyType type, int *value)`
///
/// # Safety
/// The pointer is null or leads to an `int`.
pub(crate) unsafe extern "C" fn property(which: u32, to: *mut i32) -> u32 {
    // SAFETY: as the caller says.
    unsafe { VERSION.write_part(which, to) }
}
