//! Limits of what is unpacked.

/// No image is unpacked to more than this many bytes.
pub const MAX_UNPACKED: u64 = 1 << 30;
