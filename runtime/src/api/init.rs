//! Initialisation and version (HIP: "Initialization and Version", "Error Handling").

use crate::state::{process, thread};
use crate::{Error, Status};

/// The version of the HIP API that is followed: 7.15.
pub const RUNTIME_VERSION: i32 = 7 * 10_000_000 + 15 * 100_000;

/// The version of the CUDA driver whose behaviour is followed, as `cuDriverGetVersion` tells it.
pub const DRIVER_VERSION: i32 = 13_000;

/// Starts the runtime (`hipInit`).
///
/// # Errors
/// Flags other than 0; no visible device; what the system refuses.
pub fn init(flags: u32) -> Result<(), Error> {
    if flags != 0 {
        return Err(Error::BadFlags { what: "hipInit", got: u64::from(flags) });
    }
    if process()?.devices().is_empty() { Err(Error::NoDevice) } else { Ok(()) }
}

/// Records the status of a call by this thread. Success and "not ready" never hide an earlier error (HIP 7).
#[inline]
pub fn note(status: Status) {
    if !matches!(status, Status::Success | Status::NotReady) {
        thread(|t| {
            t.error_before = t.last_error;
            t.last_error = Some(status);
        });
    }
}

/// Removes the last error of the thread if it is `code`, and restores the error before it. For callers that
/// are not runtime API, which have no last error.
pub fn forget(code: u32) {
    thread(|t| {
        if t.last_error.is_some_and(|status| status.code() == code) {
            t.last_error = t.error_before.take();
        }
    });
}

/// Returns and clears the thread's last error (`hipGetLastError`).
pub fn take_last_error() -> Status {
    thread(|t| t.last_error.take()).unwrap_or(Status::Success)
}

/// Returns the thread's last error (`hipPeekAtLastError`).
pub fn last_error() -> Status {
    thread(|t| t.last_error).unwrap_or(Status::Success)
}
