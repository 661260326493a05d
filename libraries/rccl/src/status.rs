//! Statuses of calls.

use std::ffi::CStr;

/// `ncclResult_t`
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u32)]
pub enum Status {
    /// Success.
    Success = 0,
    /// The runtime refused a call.
    UnhandledCudaError = 1,
    /// The system refused a call, or a library is missing.
    SystemError = 2,
    /// A mistake of this library.
    InternalError = 3,
    /// An argument is invalid.
    InvalidArgument = 4,
    /// The call is invalid here.
    InvalidUsage = 5,
    /// Another rank failed, or vanished.
    RemoteError = 6,
    /// The call goes on in the background.
    InProgress = 7,
}

work::status!(Status {
    null_result: InvalidArgument,
    not_supported: InvalidUsage,
    out_of_memory: UnhandledCudaError,
    other: UnhandledCudaError,
});

impl Status {
    /// Text of a code (`ncclGetErrorString`).
    pub(crate) const fn text(code: u32) -> &'static CStr {
        match code {
            0 => c"no error",
            1 => c"unhandled device error (ncclGetLastError has details)",
            2 => c"unhandled system error (ncclGetLastError has details)",
            3 => c"internal error",
            4 => c"invalid argument (ncclGetLastError has details)",
            5 => c"invalid usage (ncclGetLastError has details)",
            6 => c"remote process exited or there was a network error",
            7 => c"the operation is in progress",
            _ => c"unknown result code",
        }
    }
}
