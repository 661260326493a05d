//! Textures and surfaces: what `tex`, `tld4`, `txq`, `suld`, `sust`, `sured` and `suq` mean, for every
//! engine.
//!
//! An [`Object`] describes memory that holds texels and how it is read; a [`Table`] gives objects the handles
//! that kernels know them by. Fractions, weights and roundings are those of an NVIDIA H200, found from its
//! answers (`testdata/gpu/texture`) and bit for bit the same. Nothing here holds memory: it is read and
//! written through [`Texels`], at addresses that lie within the object's image, whatever the coordinates are.

mod address;
mod cube;
mod filter;
mod format;
mod level;
mod query;
mod sample;
mod srgb;
mod surface;
mod table;

pub use format::Format;
pub use query::query;
pub use sample::sample;
pub use surface::surface;
pub use table::{EMPTY, Recent, Table};

use crate::ir::Texture;
use std::sync::Arc;

/// Memory that holds texels, by device address.
pub trait Texels {
    /// Fills `bytes` from `address`; `false` if any of it is not device-visible.
    fn load(&mut self, address: u64, bytes: &mut [u8]) -> bool;
    /// Stores `bytes` at `address`; `false` if any of it is not device-visible.
    fn store(&mut self, address: u64, bytes: &[u8]) -> bool;
    /// Combines a 4- or 8-byte word with another, at once for all threads; `false` as above.
    fn combine(&mut self, address: u64, op: crate::ir::AtomOp, ty: crate::ir::Scalar, with: u64) -> bool;
}

/// Why an access stops a kernel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Broken {
    /// No such handle, memory that is gone, or a place outside the surface of a form that traps.
    Illegal {
        /// The address, or the handle.
        address: u64,
        /// It was a store.
        write: bool,
    },
    /// A surface's byte coordinate is no multiple of the access's size.
    Misaligned {
        /// The byte coordinate.
        address: u64,
        /// The size.
        bytes: u32,
    },
}

/// How an image's texels are arranged, and which coordinates name one.
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
    /// Six faces.
    Cube,
    /// Six faces a layer.
    Cubes,
}

impl Shape {
    /// The shape that PTX calls so, without its dot.
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

    /// Coordinates beside the layer.
    pub const fn dimensions(self) -> usize {
        match self {
            Shape::D1 | Shape::Layers1 => 1,
            Shape::D2 | Shape::Layers2 => 2,
            Shape::D3 | Shape::Cube | Shape::Cubes => 3,
        }
    }

    /// Dimensions that texels are filtered in.
    pub const fn filtered(self) -> usize {
        if self.is_cube() { 2 } else { self.dimensions() }
    }

    /// Coordinates begin with a layer.
    pub const fn is_layered(self) -> bool {
        matches!(self, Shape::Layers1 | Shape::Layers2 | Shape::Cubes)
    }

    /// Faces of cubes.
    pub const fn is_cube(self) -> bool {
        matches!(self, Shape::Cube | Shape::Cubes)
    }
}

/// A level of detail of an image, in memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Level {
    /// Of the first texel.
    pub address: u64,
    /// Texels in a row, rows, and slices (depth; layers; faces). None is zero.
    pub size: [u32; 3],
    /// Bytes from row to row, and from slice to slice.
    pub pitch: [u64; 2],
}

/// Texels in memory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Image {
    /// How they are arranged.
    pub shape: Shape,
    /// What a channel is.
    pub format: Format,
    /// Channels of a texel: 1, 2 or 4.
    pub channels: u8,
    /// It is plain memory, which integers index and which has no filter.
    pub linear: bool,
    /// The largest first; at least one.
    pub levels: Vec<Level>,
}

impl Image {
    /// An image whose rows, slices and levels follow each other from an address on, and how many bytes it
    /// takes. A dimension of zero counts as one; the third is depth, layers, or six for each cube, and
    /// shrinks from level to level only as depth.
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

    /// Bytes of a texel.
    pub fn texel_bytes(&self) -> u32 {
        self.format.bytes() * u32::from(self.channels)
    }
}

/// What lies beyond the edge.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Edge {
    /// The image again.
    Wrap,
    /// The texel at the edge.
    #[default]
    Clamp,
    /// The image again, every other time mirrored.
    Mirror,
    /// The border's colour.
    Border,
}

/// How a texture's texels become what a kernel reads.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Sampler {
    /// Beyond the edge, by dimension.
    pub edges: [Edge; 3],
    /// Between texels: a weighted sum; else the texel that the point lies in.
    pub linear: bool,
    /// Between levels: a weighted sum.
    pub linear_levels: bool,
    /// Coordinates run from 0 to 1.
    pub normalized: bool,
    /// Integers stay integers; else they become numbers in [0, 1] or [-1, 1].
    pub integers: bool,
    /// Unsigned bytes are sRGB.
    pub srgb: bool,
    /// Filters of a cube go on over its edges.
    pub seamless: bool,
    /// Added to the level of detail, and its bounds, in 256ths.
    pub bias: i32,
    /// Lowest level of detail.
    pub lowest: i32,
    /// Highest level of detail.
    pub highest: i32,
    /// Largest ratio of anisotropy.
    pub anisotropy: u32,
    /// The border's colour, floats' bits.
    pub border: [u32; 4],
}

impl Sampler {
    /// With this bias and these bounds of the level of detail, which are cut off after eight bits.
    #[must_use]
    pub fn with_levels(self, bias: f32, lowest: f32, highest: f32) -> Sampler {
        let fixed = |v: f32| (v * 256.0).clamp(-1e6, 1e6) as i32;
        Sampler { bias: fixed(bias), lowest: fixed(lowest), highest: fixed(highest), ..self }
    }
}

/// What a handle names.
#[derive(Clone, PartialEq, Debug)]
pub enum Object {
    /// For `tex`, `tld4`, `txq`.
    Texture(Image, Sampler),
    /// For `suld`, `sust`, `sured`, `suq`.
    Surface(Image),
}

impl Object {
    /// The texels.
    pub fn image(&self) -> &Image {
        let (Object::Texture(image, _) | Object::Surface(image)) = self;
        image
    }
}

/// Objects that handles name, as a block of threads looks them up.
#[derive(Debug)]
pub struct Objects<'a> {
    /// All of them.
    pub table: &'a Table,
    /// Results of the block's earlier lookups.
    pub recent: &'a mut Recent,
}

/// Carries out a request whose operands are `words`; what it gives comes back, what it does not give is zero.
///
/// # Errors
/// See [`Broken`].
pub fn carry_out<T: Texels + ?Sized>(
    objects: Objects<'_>,
    request: &Texture,
    words: &[u64],
    memory: &mut T,
) -> Result<[u64; 4], Broken> {
    let (&handle, rest) = words.split_first().unwrap_or((&0, &[]));
    let object = objects.table.get_recent(handle, objects.recent)?;
    let word = |n: usize| rest.get(n).map_or(0, |&w| w as u32);
    let one = |v: u32| [u64::from(v), 0, 0, 0];
    // An H200 reads zeros where a handle names nothing, or an object of the other kind.
    let nothing = Ok([0; 4]);
    match (request, object) {
        (Texture::Sample(op), Some(Object::Texture(image, own))) => {
            let sampler = if word(0) == handle as u32 {
                None
            } else {
                objects.table.get(rest.first().copied().unwrap_or(handle))?
            };
            let sampler = sampler_of(sampler.as_ref(), own);
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

/// The sampler that a second handle names, or the texture's own.
fn sampler_of<'a>(second: Option<&'a Arc<Object>>, own: &'a Sampler) -> &'a Sampler {
    match second.map(Arc::as_ref) {
        Some(Object::Texture(_, sampler)) => sampler,
        _ => own,
    }
}
