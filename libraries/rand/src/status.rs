//! Statuses of calls.

use work::Failure;

/// `hiprandStatus_t`
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u32)]
pub enum Status {
    /// Success.
    Success = 0,
    /// The handle names no generator.
    NotInitialized = 101,
    /// Not enough memory.
    AllocationFailed = 102,
    /// The generator is not of the type that the call needs.
    TypeError = 103,
    /// An argument is out of range.
    OutOfRange = 104,
    /// Normal numbers come in pairs, and their count is odd.
    LengthNotMultiple = 105,
    /// The work was not carried out.
    LaunchFailure = 201,
    /// There is no device.
    InitializationFailed = 203,
    /// A mistake of this library.
    InternalError = 999,
    /// The library lacks this.
    NotImplemented = 1000,
}

impl work::Status for Status {
    const SUCCESS: Status = Status::Success;
    const INTERNAL_ERROR: Status = Status::InternalError;
    const NULL_RESULT: Status = Status::OutOfRange;
}

impl From<Failure> for Status {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::OutOfMemory => Status::AllocationFailed,
            Failure::NotSupported => Status::NotImplemented,
            Failure::Other(_) => Status::LaunchFailure,
        }
    }
}
