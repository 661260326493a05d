//! Calls about kernels that HIP has for host functions only.

use super::put;
use crate::entry::{Code, of_hip};
use crate::result::{INVALID_HANDLE, SUCCESS, UNKNOWN};
use runtime::api::module::{self, FunctionAttribute};
use runtime::handle::Id;
use std::panic::catch_unwind;

/// `CUresult cuFuncSetAttribute(CUfunction hfunc, CUfunction_attribute attrib, int value)`
#[unsafe(no_mangle)]
pub extern "C" fn cuFuncSetAttribute(function: u64, attribute: i32, value: i32) -> Code {
    let call = || {
        let Some(id) = Id::from_word(function) else { return INVALID_HANDLE };
        let set =
            FunctionAttribute::from_code(attribute).and_then(|which| module::set_attribute(id, which, value));
        set.map_or_else(|error| of_hip(error.status().code()), |()| SUCCESS)
    };
    catch_unwind(call).unwrap_or(UNKNOWN)
}

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
