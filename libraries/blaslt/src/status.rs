//! Statuses of calls.

use work::Failure;

/// `hipblasStatus_t`
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u32)]
pub enum Status {
    /// Success.
    Success = 0,
    /// The handle names no object.
    NotInitialized = 1,
    /// Not enough memory.
    AllocFailed = 2,
    /// An argument is invalid.
    InvalidValue = 3,
    /// The work was not carried out.
    ExecutionFailed = 5,
    /// A mistake of this library.
    InternalError = 6,
    /// The library lacks this.
    NotSupported = 7,
}

impl work::Status for Status {
    const SUCCESS: Status = Status::Success;
    const INTERNAL_ERROR: Status = Status::InternalError;
    const NULL_RESULT: Status = Status::InvalidValue;
}

impl From<Failure> for Status {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::NotSupported => Status::NotSupported,
            Failure::OutOfMemory => Status::AllocFailed,
            Failure::Other(_) => Status::ExecutionFailed,
        }
    }
}
