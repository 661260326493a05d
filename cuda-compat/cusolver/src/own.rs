//! Functions that hipSOLVER lacks.

use crate::numbers;
use forward::{Pointer, Version};

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

/// Defines functions of cuSOLVER's sparse part: HIP's take the base of indices instead of a description.
macro_rules! sparse {
    ($($symbol:ident = $hip:ident($tolerance:ty);)*) => {$(
        /// cuSOLVER's function of this name.
        ///
        /// # Safety
        /// The handle and the description are HIP's; arrays are the device's, or what C requires.
        pub(crate) unsafe extern "C" fn $symbol(
            handle: Pointer,
            n: i32,
            nnz: i32,
            description: Pointer,
            values: Pointer,
            offsets: Pointer,
            indices: Pointer,
            b: Pointer,
            tolerance: $tolerance,
            reorder: i32,
            x: Pointer,
            singular: Pointer,
        ) -> u32 {
            unsafe extern "C" {
                fn hipsparseGetMatIndexBase(description: Pointer) -> u32;
                fn $hip(
                    handle: Pointer,
                    n: i32,
                    nnz: i32,
                    base: u32,
                    values: Pointer,
                    offsets: Pointer,
                    indices: Pointer,
                    b: Pointer,
                    tolerance: $tolerance,
                    reorder: i32,
                    x: Pointer,
                    singular: Pointer,
                ) -> u32;
            }
            // SAFETY: as the caller says; a description that is none has base zero.
            unsafe {
                let base = hipsparseGetMatIndexBase(description);
                let code =
                    $hip(handle, n, nnz, base, values, offsets, indices, b, tolerance, reorder, x, singular);
                numbers::STATUS.cuda(code)
            }
        }
    )*};
}
sparse! {
    Ccsrlsvchol = hipsolverExtSpCcsrlsvchol(f32);
    CcsrlsvcholHost = hipsolverExtSpCcsrlsvcholHost(f32);
    CcsrlsvluHost = hipsolverExtSpCcsrlsvluHost(f32);
    Ccsrlsvqr = hipsolverExtSpCcsrlsvqr(f32);
    CcsrlsvqrHost = hipsolverExtSpCcsrlsvqrHost(f32);
    Dcsrlsvchol = hipsolverExtSpDcsrlsvchol(f64);
    DcsrlsvcholHost = hipsolverExtSpDcsrlsvcholHost(f64);
    DcsrlsvluHost = hipsolverExtSpDcsrlsvluHost(f64);
    Dcsrlsvqr = hipsolverExtSpDcsrlsvqr(f64);
    DcsrlsvqrHost = hipsolverExtSpDcsrlsvqrHost(f64);
    Scsrlsvchol = hipsolverExtSpScsrlsvchol(f32);
    ScsrlsvcholHost = hipsolverExtSpScsrlsvcholHost(f32);
    ScsrlsvluHost = hipsolverExtSpScsrlsvluHost(f32);
    Scsrlsvqr = hipsolverExtSpScsrlsvqr(f32);
    ScsrlsvqrHost = hipsolverExtSpScsrlsvqrHost(f32);
    Zcsrlsvchol = hipsolverExtSpZcsrlsvchol(f64);
    ZcsrlsvcholHost = hipsolverExtSpZcsrlsvcholHost(f64);
    ZcsrlsvluHost = hipsolverExtSpZcsrlsvluHost(f64);
    Zcsrlsvqr = hipsolverExtSpZcsrlsvqr(f64);
    ZcsrlsvqrHost = hipsolverExtSpZcsrlsvqrHost(f64);
}
