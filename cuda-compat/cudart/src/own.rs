//! Functions that differ from HIP in numbers, structures or meaning.

mod attribute;
mod edge;
mod lookup;
mod node;
mod properties;
mod registration;

pub use attribute::*;
pub use edge::*;
pub use lookup::*;
pub use node::*;
pub use properties::*;
pub use registration::*;

use crate::entry::{self, Code, Pointer, fail, of_hip, put};
use crate::result::{
    self, INVALID_DEVICE, INVALID_DEVICE_FUNCTION, INVALID_RESOURCE_HANDLE, INVALID_VALUE, SUCCESS,
};
use std::ffi::{CStr, c_char};

unsafe extern "C" {
    fn hipGetErrorString(code: Code) -> *const c_char;
    fn hipGetDeviceCount(count: *mut i32) -> Code;
    fn hipKernelNameRefByPtr(host: Pointer, stream: Pointer) -> *const c_char;
    fn hipGetFuncBySymbol(function: *mut Pointer, host: Pointer) -> Code;
}

/// Reads through a pointer that C passed.
///
/// # Safety
/// The pointer is null or leads to a `T` of the caller's.
unsafe fn get<T: Copy>(from: *const T) -> Option<T> {
    // SAFETY: not null, and the caller's.
    (!from.is_null()).then(|| unsafe { from.read_unaligned() })
}

/// `const char *cudaGetErrorName(cudaError_t error)`
pub extern "C" fn cudaGetErrorName(error: Code) -> *const c_char {
    result::name(error).map_or(c"unrecognized error code".as_ptr(), CStr::as_ptr)
}

/// `const char *cudaGetErrorString(cudaError_t error)`: HIP's text where HIP has the error, else its name.
pub extern "C" fn cudaGetErrorString(error: Code) -> *const c_char {
    let Some(name) = result::name(error) else { return c"unrecognized error code".as_ptr() };
    // SAFETY: takes any number, and answers a constant.
    let (of, unknown) = unsafe { (hipGetErrorString(error), hipGetErrorString(Code::MAX)) };
    let known = error == result::UNKNOWN || of_hip(error) == error && !of.is_null() && of != unknown;
    if known { of } else { name.as_ptr() }
}

/// `cudaError_t cudaGetLastError(void)`
pub extern "C" fn cudaGetLastError() -> Code {
    entry::take_last()
}

/// `cudaError_t cudaPeekAtLastError(void)`
pub extern "C" fn cudaPeekAtLastError() -> Code {
    entry::last()
}

/// `struct cudaChannelFormatDesc`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct ChannelDesc {
    bits: [i32; 4],
    kind: u32,
}

/// `struct cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, enum cudaChannelFormatKind
/// f)`
pub extern "C" fn cudaCreateChannelDesc(x: i32, y: i32, z: i32, w: i32, kind: u32) -> ChannelDesc {
    ChannelDesc { bits: [x, y, z, w], kind }
}

/// `cudaError_t cudaCtxResetPersistingL2Cache(void)`: does nothing, since no cache is simulated that keeps
/// lines.
pub extern "C" fn cudaCtxResetPersistingL2Cache() -> Code {
    SUCCESS
}

/// `cudaError_t cudaSetDoubleForDevice(double *d)`: does nothing, as in CUDA since devices support `double`.
pub extern "C" fn cudaSetDoubleForDevice(_: *mut f64) -> Code {
    SUCCESS
}

/// `cudaError_t cudaSetDoubleForHost(double *d)`: does nothing, as in CUDA since devices support `double`.
pub extern "C" fn cudaSetDoubleForHost(_: *mut f64) -> Code {
    SUCCESS
}

/// `cudaError_t cudaInitDevice(int device, unsigned int deviceFlags, unsigned int flags)`: devices need no
/// initialisation. The device flags are those that its context has or gets.
pub extern "C" fn cudaInitDevice(device: i32, _: u32, _: u32) -> Code {
    let mut count = 0;
    // SAFETY: a local's address.
    match of_hip(unsafe { hipGetDeviceCount(&raw mut count) }) {
        SUCCESS if !(0..count).contains(&device) => fail(INVALID_DEVICE),
        code => code,
    }
}

/// `cudaError_t cudaFuncGetName(const char **name, const void *func)`
///
/// # Safety
/// The first pointer is null or leads to a pointer.
pub unsafe extern "C" fn cudaFuncGetName(name: *mut *const c_char, host: Pointer) -> Code {
    if name.is_null() {
        return fail(INVALID_VALUE);
    }
    let mut function = std::ptr::null_mut();
    // SAFETY: a local's address; the host function is looked up, not called.
    match of_hip(unsafe { hipGetFuncBySymbol(&raw mut function, host) }) {
        // SAFETY: as above, and as the caller says.
        SUCCESS => unsafe { put(name, hipKernelNameRefByPtr(host, std::ptr::null_mut())) },
        // A pointer that is not a kernel is an invalid handle, as on an H200.
        INVALID_DEVICE_FUNCTION => fail(INVALID_RESOURCE_HANDLE),
        code => code,
    }
}
