//! Ends, sizes and patterns of copies and fills.
#![expect(unsafe_code, reason = "a caller vouches for a pointer to host memory")]

/// Address given by a program: in device-visible memory or, if a caller vouched for that, anywhere in the
/// process.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pointer {
    address: u64,
    /// Set by [`Pointer::host`].
    may_be_host: bool,
}

impl Pointer {
    /// Creates a device address. Copies check it against the allocations.
    ///
    /// # Safety
    /// While an operation writes through it, nothing else uses the memory; while one reads, nothing writes.
    pub const unsafe fn device(address: u64) -> Self {
        Pointer::on_device(address)
    }

    /// Creates a device address for work that its caller keeps apart from other work on the memory.
    pub(crate) const fn on_device(address: u64) -> Self {
        Pointer { address, may_be_host: false }
    }

    /// Creates a pointer that may refer to host memory.
    ///
    /// # Safety
    /// If it is not in device-visible memory, the memory that an operation accesses through it must be valid
    /// for that access until the operation is complete.
    pub unsafe fn host(pointer: *const std::ffi::c_void) -> Self {
        Pointer { address: pointer.expose_provenance() as u64, may_be_host: true }
    }

    /// Address as a number.
    pub const fn address(self) -> u64 {
        self.address
    }

    /// Appends bytes at a distance, which an operation through this pointer has just written. A pointer for
    /// which no caller vouched has none.
    pub(crate) fn read_copied(self, distance: u64, bytes: u64, into: &mut Vec<u8>) {
        if self.may_be_host {
            let start = std::ptr::with_exposed_provenance::<u8>((self.address + distance) as usize);
            // SAFETY: the caller of `host` vouched for the memory, in which the operation has written these
            // bytes; whoever waits for the operation waits for this, too.
            into.extend_from_slice(unsafe { std::slice::from_raw_parts(start, bytes as usize) });
        }
    }

    /// Returns whether a caller vouched for it as a host pointer.
    pub(crate) const fn may_be_host(self) -> bool {
        self.may_be_host
    }
}

/// Box of bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Extent {
    /// Bytes a row.
    pub width: u64,
    /// Rows a slice.
    pub height: u64,
    /// Number of slices.
    pub depth: u64,
}

impl Extent {
    /// Creates a box of one row.
    pub const fn row(bytes: u64) -> Self {
        Extent { width: bytes, height: 1, depth: 1 }
    }

    /// Number of bytes.
    pub const fn bytes(self) -> u64 {
        self.width.saturating_mul(self.height).saturating_mul(self.depth)
    }

    /// Returns whether it is empty.
    pub const fn is_empty(self) -> bool {
        self.width == 0 || self.height == 0 || self.depth == 0
    }
}

/// Distances between rows and between slices, bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Pitch {
    /// Row pitch; ignored for a box of one row.
    pub row: u64,
    /// Slice pitch; ignored for a box of one slice.
    pub slice: u64,
}

/// Direction of a copy, as stated by the caller.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    /// Derived from the addresses.
    Any,
    /// From host memory to the device.
    ToDevice,
    /// From the device to host memory.
    ToHost,
    /// Within device-visible memory.
    OnDevice,
}

/// Fill value of 1, 2 or 4 bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pattern {
    /// Bytes.
    D8(u8),
    /// 16-bit value; addresses are multiples of 2.
    D16(u16),
    /// 32-bit value; addresses are multiples of 4.
    D32(u32),
}

impl Pattern {
    /// Size of a value, bytes.
    pub const fn size(self) -> u64 {
        match self {
            Pattern::D8(_) => 1,
            Pattern::D16(_) => 2,
            Pattern::D32(_) => 4,
        }
    }
}
