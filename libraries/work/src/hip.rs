//! Functions of `libamdhip64` that libraries call.

use hip_sys::hipError_t;
use std::ffi::{c_char, c_void};

/// `hipExtWork_t`
pub(crate) type WorkFunction = extern "C" fn(*mut c_void);

/// `hipExtCondition_t`
pub(crate) type ConditionFunction = extern "C" fn(*mut c_void) -> i32;

unsafe extern "C" {
    pub(crate) fn hipExtLaunchWork(
        stream: *mut c_void,
        name: *const c_char,
        work: WorkFunction,
        data: *mut c_void,
        release: WorkFunction,
    ) -> hipError_t;
    pub(crate) fn hipExtLaunchWait(
        stream: *mut c_void,
        name: *const c_char,
        condition: ConditionFunction,
        data: *mut c_void,
        release: WorkFunction,
    ) -> hipError_t;
    pub(crate) fn hipExtHoldMemory(
        pointer: *const c_void,
        bytes: usize,
        alignment: usize,
        write: i32,
    ) -> hipError_t;
    pub(crate) fn hipExtFailWork() -> hipError_t;
    pub(crate) fn hipExtDriverPlace(space: *mut i64, file: *mut *const c_char) -> hipError_t;
    pub(crate) fn hipExtDriverCall(
        stream: *mut c_void,
        function: extern "C" fn(*mut c_void, *mut c_void, i32),
        data: *mut c_void,
    ) -> hipError_t;
    pub(crate) fn hipExtDriverLaunch(
        stream: *mut c_void,
        name: *const c_char,
        work: extern "C" fn(*mut c_void, *mut c_void, i32) -> i32,
        data: *mut c_void,
        release: WorkFunction,
    ) -> hipError_t;
    pub(crate) fn hipPeekAtLastError() -> hipError_t;
    pub(crate) fn hipGetLastError() -> hipError_t;
    pub(crate) fn hipStreamSynchronize(stream: *mut c_void) -> hipError_t;
    pub(crate) fn hipStreamGetDevice(stream: *mut c_void, device: *mut i32) -> hipError_t;
    pub(crate) fn hipStreamIsCapturing(stream: *mut c_void, status: *mut u32) -> hipError_t;
    fn hipGetDevice(device: *mut i32) -> hipError_t;
    fn hipSetDevice(device: i32) -> hipError_t;
    fn hipGetDeviceCount(count: *mut i32) -> hipError_t;
    fn hipMalloc(to: *mut *mut c_void, bytes: usize) -> hipError_t;
    fn hipFree(pointer: *mut c_void) -> hipError_t;
    fn hipMemcpy(to: *mut c_void, from: *const c_void, bytes: usize, kind: u32) -> hipError_t;
    fn hipMemcpy2D(
        to: *mut c_void,
        to_pitch: usize,
        from: *const c_void,
        from_pitch: usize,
        width: usize,
        height: usize,
        kind: u32,
    ) -> hipError_t;
    fn hipMemcpy2DAsync(
        to: *mut c_void,
        to_pitch: usize,
        from: *const c_void,
        from_pitch: usize,
        width: usize,
        height: usize,
        kind: u32,
        stream: *mut c_void,
    ) -> hipError_t;
}

/// `hipMemcpyDefault`: the addresses tell the direction.
const DEFAULT: u32 = 4;

/// Returns the ordinal of the calling thread's device.
///
/// # Errors
/// There is none.
pub fn current_device() -> Result<i32, hipError_t> {
    let mut device = 0;
    // SAFETY: a local's address.
    match unsafe { hipGetDevice(&raw mut device) } {
        hipError_t::hipSuccess => Ok(device),
        code => Err(code),
    }
}

/// Returns the number of devices; 0 if there is no runtime.
pub fn device_count() -> i32 {
    let mut count = 0;
    // SAFETY: a local's address.
    match unsafe { hipGetDeviceCount(&raw mut count) } {
        hipError_t::hipSuccess => count,
        _ => 0,
    }
}

/// Calls a function with a device as the calling thread's.
///
/// # Errors
/// Those of `hipSetDevice`.
pub fn on_device<R>(device: i32, call: impl FnOnce() -> R) -> Result<R, hipError_t> {
    let before = current_device()?;
    if device == before {
        return Ok(call());
    }
    let set = |device| {
        // SAFETY: takes a number.
        match unsafe { hipSetDevice(device) } {
            hipError_t::hipSuccess => Ok(()),
            code => Err(code),
        }
    };
    set(device)?;
    let made = call();
    set(before)?;
    Ok(made)
}

/// Allocates device memory.
///
/// # Errors
/// Those of `hipMalloc`.
pub fn allocate(bytes: usize) -> Result<*mut c_void, hipError_t> {
    let mut made = std::ptr::null_mut();
    // SAFETY: a local's address.
    match unsafe { hipMalloc(&raw mut made, bytes) } {
        hipError_t::hipSuccess => Ok(made),
        code => Err(code),
    }
}

/// Frees device memory.
///
/// # Errors
/// Those of `hipFree`.
#[expect(clippy::not_unsafe_ptr_arg_deref, reason = "the runtime looks the address up")]
pub fn free(pointer: *mut c_void) -> Result<(), hipError_t> {
    // SAFETY: the runtime checks the address.
    match unsafe { hipFree(pointer) } {
        hipError_t::hipSuccess => Ok(()),
        code => Err(code),
    }
}

/// Copies bytes from and to memory of the host or the device, after earlier work of the default stream.
///
/// # Errors
/// Those of `hipMemcpy`.
#[expect(clippy::not_unsafe_ptr_arg_deref, reason = "the runtime looks addresses up; the others are C's")]
pub fn copy(to: *mut c_void, from: *mut c_void, bytes: usize) -> Result<(), hipError_t> {
    // SAFETY: the runtime checks the device's side; the program's own memory is as its caller says.
    match unsafe { hipMemcpy(to, from, bytes, DEFAULT) } {
        hipError_t::hipSuccess => Ok(()),
        code => Err(code),
    }
}

/// Rows of bytes at equal distances, as copies between host and device take them.
#[derive(Clone, Copy, Debug)]
pub struct Rows {
    /// First byte.
    pub first: *mut c_void,
    /// Bytes from row to row.
    pub pitch: usize,
}

/// Copies `height` rows of `width` bytes; on a stream without waiting, or at once.
///
/// # Errors
/// Those of `hipMemcpy2D`.
pub fn copy_rows(
    to: Rows,
    from: Rows,
    width: usize,
    height: usize,
    stream: Option<*mut c_void>,
) -> Result<(), hipError_t> {
    // SAFETY: the runtime checks the device's side; the program's own memory is as its caller says.
    let code = unsafe {
        match stream {
            None => hipMemcpy2D(to.first, to.pitch, from.first, from.pitch, width, height, DEFAULT),
            Some(stream) => {
                hipMemcpy2DAsync(to.first, to.pitch, from.first, from.pitch, width, height, DEFAULT, stream)
            }
        }
    };
    if code == hipError_t::hipSuccess { Ok(()) } else { Err(code) }
}
