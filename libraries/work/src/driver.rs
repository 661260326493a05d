//! CUDA's driver on a GPU, for libraries that pass calls on to NVIDIA's.

use crate::Pointer;
use crate::hip::{hipExtDriverCall, hipExtDriverLaunch, hipExtDriverPlace};
use crate::stream::Stream;
use hip_sys::hipError_t;
use std::ffi::{CStr, c_char, c_void};

/// Place of CUDA's driver.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DriverPlace {
    /// Namespace of the dynamic linker; 0 is the program's.
    pub space: i64,
    /// File that it was loaded from.
    pub file: &'static CStr,
}

/// Returns the place of CUDA's driver.
///
/// # Errors
/// `hipErrorNotSupported` on the software device; those of the start.
pub fn driver_place() -> Result<DriverPlace, hipError_t> {
    let (mut space, mut file) = (0, std::ptr::null::<c_char>());
    // SAFETY: addresses of locals.
    match unsafe { hipExtDriverPlace(&raw mut space, &raw mut file) } {
        // SAFETY: a text that stays for the life of the process.
        hipError_t::hipSuccess => Ok(DriverPlace { space, file: unsafe { CStr::from_ptr(file) } }),
        code => Err(code),
    }
}

/// A call on its way through C, and its result.
struct Passed<F, R> {
    call: Option<F>,
    result: Option<R>,
}

extern "C" fn pass<F: FnOnce(Pointer, i32) -> R, R>(data: *mut c_void, stream: *mut c_void, device: i32) {
    // SAFETY: `on_driver` passes a `Passed` of these types, which outlives the call.
    let passed = unsafe { &mut *data.cast::<Passed<F, R>>() };
    if let Some(call) = passed.call.take() {
        passed.result = Some(call(stream, device));
    }
}

/// Calls a function with CUDA's handle of a stream and the driver's number of the thread's device. Its
/// context is current in the driver meanwhile. The function must not panic.
///
/// # Errors
/// Those of `hipExtDriverCall`.
pub fn on_driver<F: FnOnce(Pointer, i32) -> R, R>(stream: Stream, call: F) -> Result<R, hipError_t> {
    let mut passed = Passed { call: Some(call), result: None };
    // SAFETY: the function is called at most once, before the call returns, with what is passed here.
    let code = unsafe { hipExtDriverCall(stream.handle(), pass::<F, R>, (&raw mut passed).cast()) };
    match (code, passed.result) {
        (hipError_t::hipSuccess, Some(result)) => Ok(result),
        (hipError_t::hipSuccess, None) => Err(hipError_t::hipErrorUnknown),
        (code, _) => Err(code),
    }
}

/// Work on the driver: a function of the driver's stream.
type Work = Box<dyn Fn(Pointer) -> i32 + Send + Sync>;

extern "C" fn run(data: *mut c_void, stream: *mut c_void, _device: i32) -> i32 {
    // SAFETY: `launch_on_driver` passed a boxed work, which lives until `release`.
    let work = unsafe { &*data.cast::<Work>() };
    work(stream)
}

extern "C" fn release(data: *mut c_void) {
    // SAFETY: as for `run`; the runtime releases a work once.
    drop(unsafe { Box::from_raw(data.cast::<Work>()) });
}

/// Calls a function with CUDA's handle of a stream; while the stream captures, at each launch of the graph
/// instead. It returns 0, or a code that fails the call, and must not panic. `name` is the called function's,
/// for messages.
///
/// # Errors
/// Those of `hipExtDriverLaunch`.
pub fn launch_on_driver(
    stream: Stream,
    name: &CStr,
    work: impl Fn(Pointer) -> i32 + Send + Sync + 'static,
) -> Result<(), hipError_t> {
    let work: Work = Box::new(work);
    let data = Box::into_raw(Box::new(work)).cast::<c_void>();
    // SAFETY: `run` and `release` take what is passed here, which the runtime releases even if the call
    // fails.
    match unsafe { hipExtDriverLaunch(stream.handle(), name.as_ptr(), run, data, release) } {
        hipError_t::hipSuccess => Ok(()),
        code => Err(code),
    }
}
