//! Kinds and flag bits of entries, and the compilers' names of their targets.

/// Bits of [`Entry::flags`](super::Entry::flags).
pub mod flag {
    /// 64-bit addresses.
    pub const BITS_64: u64 = 0x1;
    /// Compiled with debug information.
    pub const DEBUG: u64 = 0x2;
    /// The host runs Linux.
    pub const LINUX: u64 = 0x10;
    /// The payload is a raw LZ4 block.
    pub const LZ4: u64 = 0x2000;
    /// The payload is a zstd frame.
    pub const ZSTD: u64 = 0x8000;
    /// For exactly this architecture (`sm_90a`).
    pub const ARCH_SPECIFIC: u64 = 0x10_0000;
    /// For this architecture's family (`sm_100f`).
    pub const FAMILY_SPECIFIC: u64 = 0x20_0000;
    /// The options record refers to attributes of the machine code instead.
    pub const ATTRIBUTES: u64 = 0x100_0000;
}

/// Kind of an entry's payload.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EntryKind {
    /// PTX text.
    Ptx,
    /// Machine code of one architecture, as ELF.
    Cubin,
    /// NVVM bitcode for link-time optimisation.
    LtoIr,
    /// Several images compressed together (CUDA 13).
    Group,
    /// An unknown number; the payload stays opaque.
    Other(u16),
}

impl EntryKind {
    pub(crate) fn from_number(number: u16) -> Self {
        match number {
            1 => EntryKind::Ptx,
            2 => EntryKind::Cubin,
            8 => EntryKind::LtoIr,
            0x100 => EntryKind::Group,
            other => EntryKind::Other(other),
        }
    }

    /// Returns the number in the entry's header.
    pub fn number(self) -> u16 {
        match self {
            EntryKind::Ptx => 1,
            EntryKind::Cubin => 2,
            EntryKind::LtoIr => 8,
            EntryKind::Group => 0x100,
            EntryKind::Other(other) => other,
        }
    }

    /// Returns the name in error messages.
    pub fn name(self) -> &'static str {
        match self {
            EntryKind::Ptx => "ptx",
            EntryKind::Cubin => "cubin",
            EntryKind::LtoIr => "lto-ir",
            EntryKind::Group => "group",
            EntryKind::Other(_) => "unknown entry",
        }
    }

    /// Returns the architecture as compilers name it.
    pub(crate) fn target(self, arch: u32, flags: u64) -> String {
        let prefix = if self == EntryKind::Ptx { "compute" } else { "sm" };
        let suffix = match flags {
            f if f & flag::ARCH_SPECIFIC != 0 => "a",
            f if f & flag::FAMILY_SPECIFIC != 0 => "f",
            _ => "",
        };
        format!("{prefix}_{arch}{suffix}")
    }
}

/// Returns the name of the packing in the flags.
pub(crate) fn packing(flags: u64) -> Option<&'static str> {
    match flags {
        f if f & flag::LZ4 != 0 => Some("lz4"),
        f if f & flag::ZSTD != 0 => Some("zstd"),
        _ => None,
    }
}
