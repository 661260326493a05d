//! Requests of a thread to textures and surfaces; [`crate::texture`] defines their meaning.

use super::op::AtomOp;
use super::types::{Scalar, Type};
use crate::texture::Shape;

/// Source of the level of detail.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Lod {
    /// The largest level; the sampler's bias and bounds apply.
    Base,
    /// An operand: a float, or with integer coordinates an integer.
    Level,
    /// The coordinates' derivatives, along two directions.
    Gradient,
}

/// Parameters of `tex` and `tld4`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Sample {
    /// Shape of the texture; decides the coordinates.
    pub shape: Shape,
    /// Coordinates are texel indices, two's complement; else floats.
    pub integer: bool,
    /// Source of the level of detail.
    pub lod: Lod,
    /// `tld4`: component that is gathered from the four texels of a filter.
    pub gather: Option<u8>,
    /// Offsets in texels are added to the coordinates.
    pub offset: bool,
    /// A reference value for depth comparison is given.
    pub compare: bool,
    /// Results are binary16, in the low 16 bits.
    pub half: bool,
}

impl Sample {
    /// Returns the number of 32-bit operands after the handles: layer, coordinates, level or two gradients,
    /// offsets, reference value.
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

/// Queried property of a texture or surface.
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

/// Kind of handle that `istypep` tests for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[expect(missing_docs, reason = "the PTX names say it")]
pub enum Reference {
    Texture,
    Sampler,
    Surface,
}

/// Treatment of a surface access outside the surface.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Bound {
    /// Faults.
    Trap,
    /// Accesses the nearest texel at the edge.
    Clamp,
    /// Reads zero, writes nothing.
    Zero,
}

/// Kind of a surface access.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Access {
    /// `suld.b`
    Load,
    /// `sust.b`
    Store,
    /// `sust.p`: the value is converted to the surface's format.
    Format,
    /// `sured.b`
    Reduce(AtomOp),
    /// `sured.p`: addressed by texel.
    ReduceTexel(AtomOp),
}

/// Parameters of `suld`, `sust` and `sured`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Surface {
    /// Shape of the surface; decides the coordinates.
    pub shape: Shape,
    /// Kind of access.
    pub access: Access,
    /// Type of an element.
    pub ty: Scalar,
    /// Number of elements: 1, 2 or 4.
    pub lanes: u8,
    /// Treatment of coordinates outside the surface.
    pub bound: Bound,
}

impl Surface {
    /// Returns the number of 32-bit coordinates. The layer comes first. x counts bytes, or texels for
    /// accesses that use the surface's format.
    pub const fn coordinates(&self) -> usize {
        self.shape.dimensions() + if self.shape.is_layered() { 1 } else { 0 }
    }

    /// Returns the register type of an element.
    pub const fn element(&self) -> Type {
        if self.ty.bytes() == 8 { Type::I64 } else { Type::I32 }
    }
}

/// A request to a texture or surface. Handles are `i64`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Texture {
    /// `texture, sampler, n × i32 → 4 × i32`: see [`Sample::words`]. A sampler handle equal to the texture's
    /// selects the texture's own sampler.
    Sample(Sample),
    /// `handle (, i32 level) → i32`
    Query {
        /// Queried property.
        query: Query,
        /// `true` with a mipmap level.
        level: bool,
        /// `true` for a surface.
        surface: bool,
    },
    /// `handle → i32`: `istypep`, 1 or 0.
    Is(Reference),
    /// `surface, n × i32 coordinates, elements → elements`: loads return the elements, other accesses take
    /// them.
    Surface(Surface),
}

impl Texture {
    /// Largest number of operands of a request.
    pub const OPERANDS: usize = 16;

    /// Returns the operand types.
    pub fn operand_types(&self) -> Vec<Type> {
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

    /// Returns the result types.
    pub fn result_types(&self) -> Vec<Type> {
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
