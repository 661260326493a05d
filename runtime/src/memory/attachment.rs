//! Managed memory that is attached to the host or to one stream (`hipStreamAttachMemAsync`).

use device::StreamId;

/// Exclusive user of managed memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum User {
    /// The host.
    Host,
    /// The host, and kernels in one stream of a device.
    Stream(usize, StreamId),
}

/// Attached managed memory.
pub(super) struct Attached {
    pub(super) end: u64,
    pub(super) to: User,
}
