//! Parameters of textures.

use ptx::texture::Format;

/// Resource that a texture reads; `A` and `M` stand for arrays and mipmapped arrays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Resource<A, M> {
    /// An array.
    Array(A),
    /// An array with levels.
    Mipmapped(M),
    /// Texels one after the other, which integers index.
    Linear {
        /// Of the first.
        address: u64,
        /// Of a channel.
        format: Format,
        /// Of a texel: 1, 2 or 4.
        channels: u32,
        /// All of them.
        bytes: u64,
    },
    /// Rows of texels.
    Rows {
        /// Of the first.
        address: u64,
        /// Of a channel.
        format: Format,
        /// Of a texel: 1, 2 or 4.
        channels: u32,
        /// Texels of a row.
        width: u64,
        /// Rows.
        height: u64,
        /// Bytes from row to row.
        pitch: u64,
    },
}

/// Sampling parameters, as in the driver API.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct TextureDesc {
    /// Beyond the edges: 0 wrap, 1 clamp, 2 mirror, 3 border.
    pub address_modes: [u32; 3],
    /// Between texels: 0 the nearest, 1 a weighted sum.
    pub filter: u32,
    /// 1 integers stay integers, 2 normalised coordinates, 16 sRGB, 64 seamless cubes.
    pub flags: u32,
    /// Largest ratio.
    pub anisotropy: u32,
    /// Between levels, as `filter`.
    pub level_filter: u32,
    /// Added to the level of detail.
    pub bias: f32,
    /// Lowest and highest level of detail.
    pub levels: [f32; 2],
    /// Red, green, blue, alpha.
    pub border: [f32; 4],
}
