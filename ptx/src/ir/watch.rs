//! Steps of asynchronous copies, for who [watches](crate::interp::watch) a kernel: the copies themselves are
//! ordinary loads and stores beside them. They do nothing, and stand only in kernels that were [lowered to be
//! watched](crate::Module::watched).

use super::types::Type;

/// One step of a thread's asynchronous copies. Addresses are generic ones.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum AsyncStep {
    /// `i64 to, i32 bytes →`: `cp.async`, which belongs to the group that the thread ends next.
    Copy,
    /// `→`: `cp.async.commit_group`.
    Commit,
    /// `i32 groups →`: all groups but so many of the newest have come; all copies if it is `u32::MAX`.
    Wait,
    /// `→`: `cp.async.mbarrier.arrive`: who waits for the object waits for all copies of the thread.
    Arrive,
    /// `i64 to, i32 bytes, i64 object →`: a bulk copy into shared memory, whose end the mbarrier object
    /// tells.
    Bulk,
}

impl AsyncStep {
    /// The types it takes.
    pub const fn takes(self) -> &'static [Type] {
        use Type::{I32, I64};
        match self {
            AsyncStep::Copy => &[I64, I32],
            AsyncStep::Commit | AsyncStep::Arrive => &[],
            AsyncStep::Wait => &[I32],
            AsyncStep::Bulk => &[I64, I32, I64],
        }
    }
}
