//! Functions that hipRAND lacks or answers otherwise.

use forward::put;

const SUCCESS: u32 = 0;
/// `CURAND_STATUS_OUT_OF_RANGE`
const OUT_OF_RANGE: u32 = 104;

/// Version: major, minor, patch.
const VERSION: [i32; 3] = [10, 4, 0];

/// `curandStatus_t curandGetVersion(int *version)`
///
/// # Safety
/// The pointer is null or leads to an `int`.
pub(crate) unsafe extern "C" fn version(to: *mut i32) -> u32 {
    let [major, minor, patch] = VERSION;
    // SAFETY: as the caller says.
    if unsafe { put(to, major * 1000 + minor * 100 + patch) } { SUCCESS } else { OUT_OF_RANGE }
}

/// `curandStatus_t curandGetProperty(libraryPropertyType type, int *value)`
///
/// # Safety
/// The pointer is null or leads to an `int`.
pub(crate) unsafe extern "C" fn property(which: u32, to: *mut i32) -> u32 {
    let Some(&part) = VERSION.get(which as usize) else { return OUT_OF_RANGE };
    // SAFETY: as the caller says.
    if unsafe { put(to, part) } { SUCCESS } else { OUT_OF_RANGE }
}
