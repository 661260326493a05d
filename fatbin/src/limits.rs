//! Limits of unpacked sizes.

/// Maximum unpacked size of an image, bytes.
pub const MAX_UNPACKED: u64 = 1 << 30;
