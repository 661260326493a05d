//! Functions that hipSOLVER lacks.

use forward::put;

const SUCCESS: u32 = 0;
/// `CUSOLVER_STATUS_INVALID_VALUE`
const INVALID_VALUE: u32 = 3;

/// Version: major, minor, patch.
const VERSION: [i32; 3] = [12, 0, 0];

/// `cusolverStatus_t cusolverGetVersion(int *version)`
///
/// # Safety
/// The pointer is null or leads to an `int`.
pub(crate) unsafe extern "C" fn version(to: *mut i32) -> u32 {
    let [major, minor, patch] = VERSION;
    // SAFETY: as the caller says.
    if unsafe { put(to, major * 1000 + minor * 100 + patch) } { SUCCESS } else { INVALID_VALUE }
}

/// `cusolverStatus_t cusolverGetProperty(libraryPropertyType type, int *value)`
///
/// # Safety
/// The pointer is null or leads to an `int`.
pub(crate) unsafe extern "C" fn property(which: u32, to: *mut i32) -> u32 {
    let Some(&part) = VERSION.get(which as usize) else { return INVALID_VALUE };
    // SAFETY: as the caller says.
    if unsafe { put(to, part) } { SUCCESS } else { INVALID_VALUE }
}
