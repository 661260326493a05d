//! What a thread asks of textures and surfaces; what it means is in [`crate::texture`].

use super::op::AtomOp;
use super::types::{Scalar, Type};
use crate::texture::Shape;

/// Where the level of detail comes from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Lod {
    /// The largest level; the sampler's bias and bounds apply.
    Base,
    /// An operand: a float, or with integer coordinates an integer.
    Level,
    /// The coordinates' derivatives, along two directions.
    Gradient,
}

/// `tex`, `tld4`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Sample {
    /// Of the texture, and what the coordinates are.
    pub shape: Shape,
    /// Coordinates are indices of texels, two's complement.
    pub integer: bool,
    /// The level of detail.
    pub lod: Lod,
    /// `tld4`: this component of the four texels that would be filtered.
    pub gather: Option<u8>,
    /// Texels are added to the coordinates.
    pub offset: bool,
    /// A value to compare with is given.
    pub compare: bool,
    /// Results are halves, in the low 16 bits.
    pub half: bool,
}

impl Sample {
    /// 32-bit operands after the handles: layer, coordinates, level or two gradients, offsets, value to
    /// compare with.
    pub const fn words(&self) -> usize {
        let n = self.shape.dimensions();
        let flat = self.shape.filtered();
        let lod = match self.lod {
            Lod::Base => 0,
            Lod::Level => 1,
            Lod::Gradient => 2 * n,
        };
        let layer = if self.shape.is_layered() { 1 } else { 0 };
        layer + n + lod + if self.offset { flat } else { 0 } + if self.compare { 1 } else { 0 }
    }
}

/// What is asked of a texture or surface itself.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[expect(missing_docs, reason = "the PTX names say it")]
pub enum Query {
    Width,
    Height,
    Depth,
    ChannelDataType,
    ChannelOrder,
    NormalizedCoords,
    ArraySize,
    NumMipmapLevels,
    NumSamples,
    MemoryLayout,
    FilterMode,
    AddressMode(u8),
    ForceUnnormalized,
}

/// What `istypep` asks for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[expect(missing_docs, reason = "the PTX names say it")]
pub enum Reference {
    Texture,
    Sampler,
    Surface,
}

/// What a surface access does beyond the edge.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Bound {
    /// Stops the kernel.
    Trap,
    /// Goes to the edge.
    Clamp,
    /// Reads zero, writes nothing.
    Zero,
}

/// What is done at a place of a surface.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Access {
    /// `suld.b`
    Load,
    /// `sust.b`
    Store,
    /// `sust.p`: the value becomes the surface's format.
    Format,
    /// `sured.b`
    Reduce(AtomOp),
    /// `sured.p`: by texel.
    ReduceTexel(AtomOp),
}

/// `suld`, `sust`, `sured`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Surface {
    /// Of the surface, and what the coordinates are.
    pub shape: Shape,
    /// What is done.
    pub access: Access,
    /// Of an element.
    pub ty: Scalar,
    /// Elements: 1, 2 or 4.
    pub lanes: u8,
    /// Beyond the edge.
    pub bound: Bound,
}

impl Surface {
    /// 32-bit coordinates: the layer first, then bytes along x (texels where the surface's format counts).
    pub const fn coordinates(&self) -> usize {
        self.shape.dimensions() + if self.shape.is_layered() { 1 } else { 0 }
    }

    /// What an element is in a register.
    pub const fn element(&self) -> Type {
        if self.ty.bytes() == 8 { Type::I64 } else { Type::I32 }
    }
}

/// A request. Handles are `i64`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Texture {
    /// `texture, sampler, n × i32 → 4 × i32`: see [`Sample::words`]; a sampler equal to the texture is the
    /// texture's own.
    Sample(Sample),
    /// `handle (, i32 level) → i32`
    Query {
        /// The question.
        query: Query,
        /// A level is given.
        level: bool,
        /// Of a surface.
        surface: bool,
    },
    /// `handle → i32`: `istypep`, 1 or 0.
    Is(Reference),
    /// `surface, n × i32 coordinates, elements → elements`: a load gives them, others take them.
    Surface(Surface),
}

impl Texture {
    /// Most operands of a request.
    pub const OPERANDS: usize = 16;

    /// The types it takes.
    pub fn takes(&self) -> Vec<Type> {
        let mut types = vec![Type::I64];
        match self {
            Texture::Sample(sample) => {
                types.push(Type::I64);
                types.resize(2 + sample.words(), Type::I32);
            }
            Texture::Query { level, .. } => types.resize(1 + usize::from(*level), Type::I32),
            Texture::Is(_) => {}
            Texture::Surface(surface) => {
                types.resize(1 + surface.coordinates(), Type::I32);
                let elements = if surface.access == Access::Load { 0 } else { usize::from(surface.lanes) };
                types.resize(types.len() + elements, surface.element());
            }
        }
        types
    }

    /// The types it gives.
    pub fn gives(&self) -> Vec<Type> {
        match self {
            Texture::Sample(_) => vec![Type::I32; 4],
            Texture::Query { .. } | Texture::Is(_) => vec![Type::I32],
            Texture::Surface(surface) if surface.access == Access::Load => {
                vec![surface.element(); usize::from(surface.lanes)]
            }
            Texture::Surface(_) => Vec::new(),
        }
    }
}
