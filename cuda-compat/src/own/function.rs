//! Calls about kernels and modules that HIP lacks.

use super::put;
use crate::entry::Code;

/// `CU_MODULE_EAGER_LOADING`
const EAGER: u32 = 1;

/// `CUresult cuModuleGetLoadingMode(CUmoduleLoadingMode *mode)`: all of a module is there once it is loaded.
///
/// # Safety
/// The pointer is null or leads to an enumerator.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuModuleGetLoadingMode(mode: *mut u32) -> Code {
    // SAFETY: as the caller says.
    unsafe { put(mode, EAGER) }
}
