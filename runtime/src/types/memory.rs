//! Kinds of memory.

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
