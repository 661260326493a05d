//! Functions that hipRAND lacks or answers otherwise.

use forward::Version;

/// `CURAND_STATUS_OUT_OF_RANGE`
const OUT_OF_RANGE: u32 = 104;

const VERSION: Version = Version { parts: [10, 4, 0], major: 1000, refused: OUT_OF_RANGE };

/// `curandStatus_t curandGetVersion(int *version)`
///
/// # Safety
/// The pointer is null or leads to an `int`.
pub(crate) unsafe extern "C" fn version(to: *mut i32) -> u32 {
    // SAFETY: as the caller says.
    unsafe { VERSION.write(to) }
}

/// `curandStatus_t curandGetProperty(libraryPropertyType type, int *value)`
///
/// # Safety
/// The pointer is null or leads to an `int`.
pub(crate) unsafe extern "C" fn property(which: u32, to: *mut i32) -> u32 {
    // SAFETY: as the caller says.
    unsafe { VERSION.write_part(which, to) }
}
