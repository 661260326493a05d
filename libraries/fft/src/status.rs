//! Statuses of calls.

/// `hipfftResult`
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u32)]
pub enum Status {
    /// Success.
    Success = 0,
    /// The handle names no plan.
    InvalidPlan = 1,
    /// Not enough memory.
    AllocFailed = 2,
    /// The type of the transform is unknown, or not that of the plan.
    InvalidType = 3,
    /// An argument is invalid.
    InvalidValue = 4,
    /// A mistake of this library.
    InternalError = 5,
    /// The work was not carried out.
    ExecFailed = 6,
    /// There is no device.
    SetupFailed = 7,
    /// A size is not positive, or too large.
    InvalidSize = 8,
    /// The library lacks this.
    NotImplemented = 14,
}

work::status!(Status {
    null_result: InvalidValue,
    not_supported: NotImplemented,
    out_of_memory: AllocFailed,
    other: ExecFailed,
});
