//! Managed memory that not all may use.

use device::StreamId;

/// Who alone may use managed memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum User {
    /// The host.
    Host,
    /// The host, and kernels in a stream of a device.
    Stream(usize, StreamId),
}

/// Managed memory that is attached to somebody.
pub(super) struct Attached {
    pub(super) end: u64,
    pub(super) to: User,
}
