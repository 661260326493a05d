//! Work in the order of a stream.

use crate::hip::{
    hipExtLaunchWait, hipExtLaunchWork, hipGetLastError, hipPeekAtLastError, hipStreamGetDevice,
    hipStreamIsCapturing, hipStreamSynchronize,
};
use crate::memory::{Memory, Refused};
use hip_sys::hipError_t;
use std::ffi::{CStr, c_void};

/// `hipStream_t`, which the runtime checks at each use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stream(*mut c_void);

// SAFETY: a handle, which is never followed here.
unsafe impl Send for Stream {}
// SAFETY: as above.
unsafe impl Sync for Stream {}

/// Failure of a call of the runtime.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Failure {
    /// The device has no memory that the host reaches: a GPU.
    NotSupported,
    /// Not enough memory.
    OutOfMemory,
    /// Any other code.
    Other(hipError_t),
}

impl From<hipError_t> for Failure {
    fn from(code: hipError_t) -> Self {
        match code {
            hipError_t::hipErrorNotSupported => Failure::NotSupported,
            hipError_t::hipErrorOutOfMemory => Failure::OutOfMemory,
            code => Failure::Other(code),
        }
    }
}

fn outcome(code: hipError_t) -> Result<(), Failure> {
    if code == hipError_t::hipSuccess { Ok(()) } else { Err(code.into()) }
}

impl Stream {
    /// The legacy default stream.
    pub const DEFAULT: Stream = Stream(std::ptr::null_mut());

    /// Stream of a handle.
    pub const fn from_handle(handle: *mut c_void) -> Stream {
        Stream(handle)
    }

    /// The handle.
    pub const fn handle(self) -> *mut c_void {
        self.0
    }

    /// Waits for the stream's work.
    ///
    /// # Errors
    /// Those of `hipStreamSynchronize`, the context's among them.
    pub fn synchronize(self) -> Result<(), Failure> {
        // SAFETY: the runtime checks the handle.
        outcome(unsafe { hipStreamSynchronize(self.0) })
    }

    /// Waits for the stream's work, if the stream was not destroyed. A failure is not left as the thread's
    /// last error, which a program would take for one of its own calls.
    pub fn finish(self) {
        // SAFETY: takes no address.
        let before = unsafe { hipPeekAtLastError() };
        if self.synchronize().is_err() && before == hipError_t::hipSuccess {
            // SAFETY: as above.
            unsafe { hipGetLastError() };
        }
    }

    /// Whether calls are captured in a graph.
    pub fn is_capturing(self) -> bool {
        let mut status = 0;
        // SAFETY: the runtime checks the handle; the place is a local's.
        let code = unsafe { hipStreamIsCapturing(self.0, &raw mut status) };
        code == hipError_t::hipSuccess && status != 0
    }

    /// Ordinal of the stream's device.
    ///
    /// # Errors
    /// Those of `hipStreamGetDevice`.
    pub fn device(self) -> Result<i32, Failure> {
        let mut device = 0;
        // SAFETY: the runtime checks the handle; the place is a local's.
        outcome(unsafe { hipStreamGetDevice(self.0, &raw mut device) })?;
        Ok(device)
    }
}

/// Work of one call.
type Work = Box<dyn Fn(&Memory) -> Result<(), Refused> + Send + Sync>;

/// Runs the work that C hands back. A panic would be a mistake of ours: it is reported, and the results are
/// missing.
extern "C" fn run(data: *mut c_void) {
    // SAFETY: `launch` passed a boxed work, which lives until `release`.
    let work = unsafe { &*data.cast::<Work>() };
    let _ = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| work(&Memory::of_this_work())));
}

extern "C" fn release(data: *mut c_void) {
    // SAFETY: as for `run`; the runtime releases a work once.
    drop(unsafe { Box::from_raw(data.cast::<Work>()) });
}

/// Carries out work after the stream's earlier work; later work waits for it. In a graph it runs at each
/// launch. `name` is the called function's, for messages.
///
/// # Errors
/// Those of `hipExtLaunchWork`.
pub fn launch(
    stream: Stream,
    name: &CStr,
    work: impl Fn(&Memory) -> Result<(), Refused> + Send + Sync + 'static,
) -> Result<(), Failure> {
    let work: Work = Box::new(work);
    let data = Box::into_raw(Box::new(work)).cast::<c_void>();
    // SAFETY: `run` and `release` take what is passed here, which the runtime releases even if the call
    // fails.
    outcome(unsafe { hipExtLaunchWork(stream.0, name.as_ptr(), run, data, release) })
}

/// Condition of one wait.
type Condition = Box<dyn Fn() -> bool + Send + Sync>;

/// Asks the condition that C hands back. A panic would be a mistake of ours: it is reported, and ends the
/// wait.
extern "C" fn ask(data: *mut c_void) -> i32 {
    // SAFETY: `launch_wait` passed a boxed condition, which lives until `release_condition`.
    let condition = unsafe { &*data.cast::<Condition>() };
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(condition)).unwrap_or(true).into()
}

extern "C" fn release_condition(data: *mut c_void) {
    // SAFETY: as for `ask`; the runtime releases a condition once.
    drop(unsafe { Box::from_raw(data.cast::<Condition>()) });
}

/// Has later work of a stream wait for a condition, which threads of the device ask until it has held once.
/// It must return at once, and make no call of the runtime. In a graph each launch waits.
///
/// # Errors
/// Those of `hipExtLaunchWait`.
pub fn launch_wait(
    stream: Stream,
    name: &CStr,
    condition: impl Fn() -> bool + Send + Sync + 'static,
) -> Result<(), Failure> {
    let condition: Condition = Box::new(condition);
    let data = Box::into_raw(Box::new(condition)).cast::<c_void>();
    // SAFETY: `ask` and `release_condition` take what is passed here, which the runtime releases even if the
    // call fails.
    outcome(unsafe { hipExtLaunchWait(stream.0, name.as_ptr(), ask, data, release_condition) })
}
