//! Kinds of memory, and facts about allocations.

/// Flag: only the host may access the managed memory, until it is attached otherwise (`hipMemAttachHost`).
pub const ATTACH_HOST: u32 = 2;

/// Flag: only one stream may access the managed memory (`hipMemAttachSingle`).
pub(crate) const ATTACH_SINGLE: u32 = 4;

/// Kind of memory of an allocation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AllocationKind {
    /// Device memory.
    Device,
    /// Variable of a module: device memory that only its module frees.
    Variable,
    /// Managed memory, with its flags (attach global 1, attach host 2).
    Managed(u32),
    /// Page-locked host memory, with its flags.
    Pinned(u32),
    /// Device memory of the pool with this handle, as a word.
    Pooled(u64),
    /// Physical device memory mapped at reserved addresses.
    Mapped,
    /// Memory of another process.
    Opened,
    /// Host memory registered by the program, with its flags; it is outside of the window.
    Registered(u32),
}

/// Allocation request.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Request {
    /// Bytes, at least 1.
    pub(crate) bytes: u64,
    pub(crate) kind: AllocationKind,
    pub(crate) device: usize,
    /// Handle of the owning context, as a word.
    pub(crate) owner: u64,
}

/// Facts about an allocation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Facts {
    pub(crate) kind: AllocationKind,
    pub(crate) base: u64,
    /// Requested bytes.
    pub(crate) bytes: u64,
    /// Ordinal of the device.
    pub(crate) device: usize,
    /// Handle of the owning context, as a word.
    pub(crate) owner: u64,
    pub(crate) serial: u64,
    pub(crate) sync_memops: bool,
}

/// Access of a device to all of a pool's memory (`hipMemAccessFlagsProtReadWrite`).
pub const READ_WRITE: u32 = 3;
