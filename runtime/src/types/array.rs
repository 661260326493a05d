//! Description of arrays.

use ptx::texture::Format;

/// Extent, format and flags of an array.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ArrayDesc {
    /// Texels a row.
    pub width: u64,
    /// Rows; 0 for one dimension.
    pub height: u64,
    /// Slices, layers or faces; 0 for fewer dimensions.
    pub depth: u64,
    /// Format of a channel.
    pub format: Format,
    /// Channels a texel: 1, 2 or 4.
    pub channels: u32,
    /// Flags, see [`flag`](crate::api::array::flag).
    pub flags: u32,
}
