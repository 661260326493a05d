//! Memory pools.

use crate::handle::Id;
use crate::memory::range::Allocation;
use crate::objects::kinds;
use crate::sync::{Arc, Mutex};
use device::OpId;

kinds! {
    PoolObject = 24, "memory pool";
}

/// A memory pool.
#[derive(Debug)]
pub struct PoolObject {
    pub(crate) id: Id<PoolObject>,
    /// Ordinal of its device.
    pub(crate) device: usize,
    /// Kinds of handles it can be exported as, a mask.
    pub(crate) handle_types: u32,
    /// Most bytes, 0 for all there are.
    pub(crate) max_bytes: u64,
    /// Process and handle of the pool that it stands for, if it is another process's.
    pub(crate) exporter: Option<(u32, u64)>,
    pub(crate) counts: Mutex<Counts>,
}

/// What a pool counts.
#[derive(Debug)]
pub(crate) struct Counts {
    /// Which reuse is allowed, by attribute 1 to 3.
    pub(crate) reuse: [bool; 3],
    pub(crate) threshold: u64,
    pub(crate) used: u64,
    pub(crate) used_high: u64,
    pub(crate) reserved: u64,
    pub(crate) reserved_high: u64,
    /// Operations that free memory, by device, until they are seen to be done.
    pub(crate) frees: Vec<(usize, OpId)>,
    /// What they free, for the streams that freed it to have again.
    pub(crate) parked: Vec<Parked>,
}

/// An allocation whose end stands in a stream. Whoever takes it out of its place, the stream or the next to
/// allocate, has it.
pub(crate) struct Parked {
    pub(crate) place: Arc<Mutex<Option<Arc<Allocation>>>>,
    /// The device and stream that it was freed in.
    pub(crate) stream: (usize, device::StreamId),
    /// Where in the stream.
    pub(crate) end: OpId,
}

impl std::fmt::Debug for Parked {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Parked").field("stream", &self.stream).finish_non_exhaustive()
    }
}
