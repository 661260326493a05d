//! Kinds of memory.

/// Managed memory is the host's alone, until it is attached to something else (`hipMemAttachHost`).
pub const ATTACH_HOST: u32 = 2;

/// What kind of memory an allocation is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AllocationKind {
    /// Memory of the device.
    Device,
    /// A module's variable: device memory that only its module frees.
    Variable,
    /// Managed memory, with the flags of its making (attach global 1, attach host 2).
    Managed(u32),
    /// Page-locked host memory, with the flags of its making.
    Pinned(u32),
    /// Memory of the device out of the pool with this handle's word.
    Pooled(u64),
    /// Physical memory of the device that the program mapped at addresses it reserved.
    Mapped,
    /// Memory of another process.
    Opened,
    /// Memory of the program's that it registered, with the flags it gave. It lies outside the window.
    Registered(u32),
}
