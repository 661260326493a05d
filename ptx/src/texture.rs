//! Textures and surfaces: semantics of `tex`, `tld4`, `txq`, `suld`, `sust`, `sured` and `suq` for all
//! engines.
//!
//! An [`Object`] describes memory that holds texels, and how it is read. A [`Table`] maps the handles of
//! kernels to objects. Fractions, weights and roundings are bit-identical to an H200
//! (`testdata/gpu/texture`). This module holds no memory. It accesses memory through [`Texels`], at addresses
//! inside the object's image, whatever the coordinates are.

mod address;
mod cube;
mod filter;
mod format;
mod lanes;
mod level;
mod query;
mod sample;
mod srgb;
mod surface;
mod table;

pub use format::Format;
pub use lanes::sample_lanes;
pub use query::query;
pub use sample::sample;
pub use surface::surface;
pub use table::{EMPTY, Recent, Table};

use crate::ir::Texture;
use std::sync::Arc;

/// Number of lanes of [`sample_lanes`].
pub const LANES: usize = 16;

/// A word of each lane.
pub type Words = [u32; LANES];

/// Number of words that place a common fetch: three coordinates, or a layer and two.
pub const COORDINATES: usize = 3;

/// Memory that holds texels, by device address.
pub trait Texels {
    /// Reads `bytes` from `address`; returns `false` if any of it is not device-visible.
    fn load(&mut self, address: u64, bytes: &mut [u8]) -> bool;
    /// Reads texels of 1, 2, 4, 8 or 16 bytes, as zero-extended words: the first, second, third and fourth
    /// of each texel. Returns `false` if any of it is not device-visible.
    fn gather(&mut self, addresses: &[u64; LANES], bytes: u32, to: &mut [Words; 4]) -> bool {
        (0..LANES).all(|lane| {
            let mut texel = [0; 16];
            let is_there = self.load(addresses[lane], &mut texel[..bytes as usize]);
            for (row, word) in to.iter_mut().zip(texel.as_chunks().0) {
                row[lane] = u32::from_le_bytes(*word);
            }
            is_there
        })
    }
    /// Stores `bytes` at `address`; returns `false` if any of it is not device-visible.
    fn store(&mut self, address: u64, bytes: &[u8]) -> bool;
    /// Combines a 4- or 8-byte word with another, atomically. Returns `false` if it is not device-visible.
    fn combine(&mut self, address: u64, op: crate::ir::AtomOp, ty: crate::ir::Scalar, with: u64) -> bool;
}

/// Fault of an access.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AccessFault {
    /// Invalid handle, freed memory, or a position outside the surface in a form that traps.
    Illegal {
        /// Address, or the handle.
        address: u64,
        /// `true` for a store.
        write: bool,
    },
    /// The byte coordinate of a surface access is not a multiple of its size.
    Misaligned {
        /// Byte coordinate.
        address: u64,
        /// Size of the access.
        bytes: u32,
    },
}

/// Arrangement of an image's texels, which decides the coordinates.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[expect(missing_docs, reason = "the PTX names say it")]
pub enum Shape {
    D1,
    D2,
    D3,
    /// `.a1d`: layers of rows.
    Layers1,
    /// `.a2d`: layers of rectangles.
    Layers2,
    /// A cube: six faces.
    Cube,
    /// Layers of cubes.
    Cubes,
}

impl Shape {
    /// Returns the shape with this PTX name, without the dot.
    pub fn from_name(name: &str) -> Option<Shape> {
        Some(match name {
            "1d" => Shape::D1,
            "2d" => Shape::D2,
            "3d" => Shape::D3,
            "a1d" => Shape::Layers1,
            "a2d" => Shape::Layers2,
            "cube" => Shape::Cube,
            "acube" => Shape::Cubes,
            _ => return None,
        })
    }

    /// Returns the number of coordinates besides the layer.
    pub const fn dimensions(self) -> usize {
        match self {
            Shape::D1 | Shape::Layers1 => 1,
            Shape::D2 | Shape::Layers2 => 2,
            Shape::D3 | Shape::Cube | Shape::Cubes => 3,
        }
    }

    /// Returns the number of dimensions in which texels are filtered.
    pub const fn filtered(self) -> usize {
        if self.is_cube() { 2 } else { self.dimensions() }
    }

    /// Returns whether the coordinates begin with a layer.
    pub const fn is_layered(self) -> bool {
        matches!(self, Shape::Layers1 | Shape::Layers2 | Shape::Cubes)
    }

    /// Returns whether the image consists of cube faces.
    pub const fn is_cube(self) -> bool {
        matches!(self, Shape::Cube | Shape::Cubes)
    }
}

/// Level of detail of an image in memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Level {
    /// Address of the first texel.
    pub address: u64,
    /// Texels in a row, rows, and slices (depth, layers or faces). None is zero.
    pub size: [u32; 3],
    /// Bytes between rows, and between slices.
    pub pitch: [u64; 2],
}

/// Texels in memory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Image {
    /// Arrangement of the texels.
    pub shape: Shape,
    /// Type of a channel.
    pub format: Format,
    /// Number of channels of a texel: 1, 2 or 4.
    pub channels: u8,
    /// Linear memory, which is indexed by integers and not filtered.
    pub linear: bool,
    /// Levels, the largest first; at least one.
    pub levels: Vec<Level>,
}

impl Image {
    /// Returns an image with contiguous rows, slices and levels, and its size in bytes. A dimension of zero
    /// counts as one. The third is depth, layers, or six for each cube; only depth shrinks from level to
    /// level.
    pub fn packed(
        shape: Shape,
        format: Format,
        channels: u8,
        size: [u32; 3],
        levels: u32,
        address: u64,
    ) -> (Image, u64) {
        let mut image = Image { shape, format, channels, linear: false, levels: Vec::new() };
        let mut end = 0u64;
        for n in 0..levels.clamp(1, 32) {
            let shrunk = |side: u32| (side >> n).max(1);
            let depth = if shape == Shape::D3 { shrunk(size[2]) } else { size[2].max(1) };
            let size = [shrunk(size[0]), shrunk(size[1]), depth];
            let row = u64::from(size[0]) * u64::from(image.texel_bytes());
            let slice = row * u64::from(size[1]);
            image.levels.push(Level { address: address + end, size, pitch: [row, slice] });
            end = (end + slice * u64::from(depth)).next_multiple_of(512);
        }
        (image, end)
    }

    /// Returns the size of a texel in bytes.
    pub fn texel_bytes(&self) -> u32 {
        self.format.bytes() * u32::from(self.channels)
    }
}

/// Treatment of coordinates outside the image.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Edge {
    /// The image repeats.
    Wrap,
    /// The texel at the edge.
    #[default]
    Clamp,
    /// The image repeats, every other copy mirrored.
    Mirror,
    /// The border's colour.
    Border,
}

/// Conversion of a texture's texels to the values that a kernel reads.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Sampler {
    /// Treatment outside the image, by dimension.
    pub edges: [Edge; 3],
    /// Linear filter between texels; else the nearest texel.
    pub linear: bool,
    /// Linear filter between levels.
    pub linear_levels: bool,
    /// Coordinates range from 0 to 1.
    pub normalized: bool,
    /// Integers are returned as integers; else as numbers in [0, 1] or [-1, 1].
    pub integers: bool,
    /// Unsigned bytes are in sRGB.
    pub srgb: bool,
    /// Filters of a cube continue across its edges.
    pub seamless: bool,
    /// Bias of the level of detail, in 256ths.
    pub bias: i32,
    /// Lowest level of detail, in 256ths.
    pub lowest: i32,
    /// Highest level of detail, in 256ths.
    pub highest: i32,
    /// Largest anisotropy ratio.
    pub anisotropy: u32,
    /// The border's colour, floats' bits.
    pub border: [u32; 4],
}

impl Sampler {
    /// Sets bias and bounds of the level of detail, truncated to eight fraction bits.
    #[must_use]
    pub fn with_levels(self, bias: f32, lowest: f32, highest: f32) -> Sampler {
        let fixed = |v: f32| (v * 256.0).clamp(-1e6, 1e6) as i32;
        Sampler { bias: fixed(bias), lowest: fixed(lowest), highest: fixed(highest), ..self }
    }
}

/// Object that a handle refers to.
#[derive(Clone, PartialEq, Debug)]
pub enum Object {
    /// For `tex`, `tld4`, `txq`.
    Texture(Image, Sampler),
    /// For `suld`, `sust`, `sured`, `suq`.
    Surface(Image),
}

impl Object {
    /// Returns the texels.
    pub fn image(&self) -> &Image {
        let (Object::Texture(image, _) | Object::Surface(image)) = self;
        image
    }
}

/// Objects by handle, with a cache of a block's lookups.
#[derive(Debug)]
pub struct Objects<'a> {
    /// All objects.
    pub table: &'a Table,
    /// Results of the block's earlier lookups.
    pub recent: &'a mut Recent,
}

/// Executes a request with operands `words`. Returns its results; unused words are zero.
///
/// # Errors
/// See [`AccessFault`].
pub fn carry_out<T: Texels + ?Sized>(
    objects: Objects<'_>,
    request: &Texture,
    words: &[u64],
    memory: &mut T,
) -> Result<[u64; 4], AccessFault> {
    let (&handle, rest) = words.split_first().unwrap_or((&0, &[]));
    let object = objects.table.get_recent(handle, objects.recent)?;
    let word = |n: usize| rest.get(n).map_or(0, |&w| w as u32);
    let one = |v: u32| [u64::from(v), 0, 0, 0];
    // An H200 reads zeros for an unused handle and for an object of the other kind.
    let nothing = Ok([0; 4]);
    match (request, object) {
        (Texture::Sample(op), Some(Object::Texture(image, own))) => {
            let other = other_sampler(objects.table, [handle, rest.first().copied().unwrap_or(handle)])?;
            let sampler = selected_sampler(other.as_ref(), own);
            let mut operands = [0; Texture::OPERANDS];
            for (n, operand) in operands.iter_mut().enumerate().take(op.words()) {
                *operand = word(n + 1);
            }
            Ok(sample((image, sampler), op, &operands, memory)?.map(u64::from))
        }
        (&Texture::Query { query: question, surface, level }, Some(object)) => {
            let level = if level { word(0) } else { 0 };
            Ok(one(query(object, question, level, surface)))
        }
        (Texture::Is(kind), Some(object)) => {
            let is = match kind {
                crate::ir::texture::Reference::Surface => matches!(object, Object::Surface(_)),
                _ => matches!(object, Object::Texture(..)),
            };
            Ok(one(is.into()))
        }
        (Texture::Surface(op), Some(Object::Surface(image))) => surface(image, op, rest, memory),
        _ => nothing,
    }
}

/// Returns the object of a sampler's handle that is not the texture's.
fn other_sampler(table: &Table, [handle, second]: [u64; 2]) -> Result<Option<Arc<Object>>, AccessFault> {
    if second as u32 == handle as u32 { Ok(None) } else { table.get(second) }
}

/// Returns the sampler that a second handle refers to, or the texture's own.
fn selected_sampler<'a>(second: Option<&'a Arc<Object>>, own: &'a Sampler) -> &'a Sampler {
    match second.map(Arc::as_ref) {
        Some(Object::Texture(_, sampler)) => sampler,
        _ => own,
    }
}
