//! Statuses of calls.

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

work::status!(Status {
    null_result: OutOfRange,
    not_supported: NotImplemented,
    out_of_memory: AllocationFailed,
    other: LaunchFailure,
});
