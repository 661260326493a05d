//! Functions of kernels and modules that HIP lacks.

use super::put;
use crate::entry::{Code, Pointer, need, of_hip};
use crate::result::SUCCESS;

unsafe extern "C" {
    fn hipKernelGetName(name: *mut Pointer, function: Pointer) -> Code;
}

/// `CU_MODULE_EAGER_LOADING`
const EAGER: u32 = 1;

/// `CUresult cuModuleGetLoadingMode(CUmoduleLoadingMode *mode)`: eager, since a loaded module is complete.
///
/// # Safety
/// The pointer is null or leads to an enumerator.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuModuleGetLoadingMode(mode: *mut u32) -> Code {
    need!(init);
    // SAFETY: as the caller says.
    unsafe { put(mode, EAGER) }
}

/// `CUresult cuFuncLoad(CUfunction function)`: succeeds for every valid function, which is loaded already.
#[unsafe(no_mangle)]
pub extern "C" fn cuFuncLoad(function: Pointer) -> Code {
    need!(init);
    let mut name = std::ptr::null_mut();
    // SAFETY: a local's address: asked in order to learn whether the handle is one.
    of_hip(unsafe { hipKernelGetName(&raw mut name, function) })
}

/// `CU_FUNCTION_LOADING_STATE_LOADED`
const LOADED: u32 = 1;

/// `CUresult cuFuncIsLoaded(CUfunctionLoadingState *state, CUfunction function)`
///
/// # Safety
/// The pointer is null or leads to an enumerator.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuFuncIsLoaded(state: *mut u32, function: Pointer) -> Code {
    match cuFuncLoad(function) {
        // SAFETY: as the caller says.
        SUCCESS => unsafe { put(state, LOADED) },
        code => code,
    }
}
