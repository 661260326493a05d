//! Descriptions of arrays.

use ptx::texture::Format;

/// Sides, format and flags of an array.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ArrayDesc {
    /// Texels of a row.
    pub width: u64,
    /// Rows; 0 for one dimension.
    pub height: u64,
    /// Slices, layers or faces; 0 for fewer dimensions.
    pub depth: u64,
    /// Of a channel.
    pub format: Format,
    /// Channels of a texel: 1, 2 or 4.
    pub channels: u32,
    /// See [`flag`](crate::api::array::flag).
    pub flags: u32,
}
