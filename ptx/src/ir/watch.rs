//! Steps of asynchronous copies, reported to a [`Watch`](crate::interp::watch). The copies themselves are
//! ordinary loads and stores beside them. The steps have no other effect, and occur only in kernels [lowered
//! for watching](crate::Module::watched).

use super::types::Type;

/// One step of a thread's asynchronous copies. Addresses are generic.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum AsyncStep {
    /// `i64 to, i32 bytes →`: `cp.async`; the copy joins the group that the thread commits next.
    Copy,
    /// `→`: `cp.async.commit_group`.
    Commit,
    /// `i32 groups →`: waits until at most this many of the newest groups are pending; `u32::MAX` waits for
    /// all copies, committed or not.
    Wait,
    /// `→`: `cp.async.mbarrier.arrive`: a wait for the mbarrier object then also waits for all copies of the
    /// thread.
    Arrive,
    /// `i64 to, i32 bytes, i64 object →`: bulk copy into shared memory, whose completion the mbarrier object
    /// signals.
    Bulk,
}

impl AsyncStep {
    /// Returns the operand types.
    pub const fn operand_types(self) -> &'static [Type] {
        use Type::{I32, I64};
        match self {
            AsyncStep::Copy => &[I64, I32],
            AsyncStep::Commit | AsyncStep::Arrive => &[],
            AsyncStep::Wait => &[I32],
            AsyncStep::Bulk => &[I64, I32, I64],
        }
    }
}
