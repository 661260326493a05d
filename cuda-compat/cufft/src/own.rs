//! Functions that hipFFT has in another form: CUDA's plans are numbers of 32 bits.

use forward::{Pointer, Version, put};

const SUCCESS: u32 = 0;
/// `CUFFT_INVALID_PLAN`
const INVALID_PLAN: u32 = 1;
/// `CUFFT_INVALID_VALUE`
const INVALID_VALUE: u32 = 4;

const VERSION: Version = Version { parts: [12, 0, 0], major: 1000, refused: INVALID_VALUE };

/// HIP's handle of a plan.
pub(crate) fn handle(plan: i32) -> Pointer {
    std::ptr::without_provenance_mut(plan.cast_unsigned() as usize)
}

/// `cufftResult cufftGetVersion(int *version)`
///
/// # Safety
/// The pointer is null or leads to an `int`.
pub(crate) unsafe extern "C" fn version(to: *mut i32) -> u32 {
    // SAFETY: as the caller says.
    unsafe { VERSION.write(to) }
}

/// `cufftResult cufftGetProperty(libraryPropertyType type, int *value)`
///
/// # Safety
/// The pointer is null or leads to an `int`.
pub(crate) unsafe extern "C" fn property(which: u32, to: *mut i32) -> u32 {
    // SAFETY: as the caller says.
    unsafe { VERSION.write_part(which, to) }
}

/// Functions that create a plan.
macro_rules! creates {
    ($($name:ident($($arg:ident: $ty:ty),*) = $hip:ident;)*) => {$(
        /// CUDA's function of this purpose.
        ///
        /// # Safety
        /// Pointers are null or lead where cuFFT says.
        pub(crate) unsafe extern "C" fn $name(to: *mut i32 $(, $arg: $ty)*) -> u32 {
            unsafe extern "C" {
                fn $hip(to: *mut Pointer $(, $arg: $ty)*) -> u32;
                fn hipfftDestroy(plan: Pointer) -> u32;
            }
            if to.is_null() {
                return INVALID_PLAN;
            }
            let mut plan = std::ptr::null_mut();
            // SAFETY: a local's address; the others as the caller says.
            let status = unsafe { $hip(&raw mut plan $(, $arg)*) };
            if status != SUCCESS {
                return status;
            }
            let Ok(number) = u32::try_from(plan.addr()) else {
                // SAFETY: made above. Sixty-seven million plans were made before.
                unsafe { hipfftDestroy(plan) };
                return INVALID_PLAN;
            };
            // SAFETY: not null.
            unsafe { put(to, number.cast_signed()) };
            SUCCESS
        }
    )*};
}
creates! {
    create() = hipfftCreate;
    plan_1d(nx: i32, kind: u32, batch: i32) = hipfftPlan1d;
    plan_2d(nx: i32, ny: i32, kind: u32) = hipfftPlan2d;
    plan_3d(nx: i32, ny: i32, nz: i32, kind: u32) = hipfftPlan3d;
    plan_many(
        rank: i32, n: Pointer, inembed: Pointer, istride: i32, idist: i32, onembed: Pointer, ostride: i32, odist: i32,
        kind: u32, batch: i32
    ) = hipfftPlanMany;
}
