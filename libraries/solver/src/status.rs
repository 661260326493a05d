//! Statuses of calls.

/// `hipsolverStatus_t`
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
    /// The place of a handle is null.
    HandleIsNull = 9,
    /// An argument is none of its enumeration's values.
    InvalidEnum = 10,
    /// A pivot counts as zero.
    ZeroPivot = 12,
}

work::status!(Status {
    null_result: InvalidValue,
    not_supported: NotSupported,
    out_of_memory: AllocFailed,
    other: ExecutionFailed,
});
