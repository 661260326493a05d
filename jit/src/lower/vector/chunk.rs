//! Vectors of a strip: how a type lies in them, and where a value's parts are.

use cranelift_codegen::ir::{Endianness, MemFlagsData, StackSlot, Type as ClType, Value as Cl, types};
use cranelift_frontend::Variable;
use ptx::ir::Type;

/// Where a part of a value is.
#[derive(Clone, Copy, Debug)]
pub(super) enum Cell {
    Register(Variable),
    Memory(StackSlot, ClType),
}

/// Where one value is.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Held {
    pub(super) base: Option<Cell>,
    pub(super) flag: Option<Cell>,
    pub(super) chunks: [Option<Cell>; MOST],
    /// A widened value's lanes are also in `chunks`: the region found it in the frame.
    pub(super) taken: bool,
    /// What `chunks` hold, while the block that wrote them goes on.
    pub(super) fresh: Option<(u32, Chunks)>,
}

/// How a strip of one type lies in vectors.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Layout {
    /// The type of one vector.
    pub(super) vector: ClType,
    /// How many there are.
    pub(super) count: usize,
    /// Lanes in each.
    pub(super) lanes: u32,
}

/// A predicate is all zeros or ones in 32 bits; 16 bits lie in 32 with zeros above.
pub(super) fn layout(width: u32, ty: Type) -> Layout {
    let (vector, lanes) = match ty {
        Type::Pred | Type::I16 | Type::I32 => (types::I32X4, 4),
        Type::F32 => (types::F32X4, 4),
        Type::I64 | Type::I128 => (types::I64X2, 2),
        Type::F64 => (types::F64X2, 2),
    };
    Layout { vector, count: (width / lanes) as usize, lanes }
}

/// Vectors that the widest strip takes.
pub(super) const MOST: usize = 8;

/// Vectors of 32-bit lanes that the widest strip takes; the first `width / 4` mean something.
pub(super) type Masks = [Cl; 4];

/// The vectors of a strip; the first `count` of its layout mean something.
pub(super) type Chunks = [Cl; MOST];

/// How the bytes of vectors correspond.
pub(super) fn little() -> MemFlagsData {
    MemFlagsData::new().with_endianness(Endianness::Little)
}

/// What an edge passes to a parameter.
#[derive(Clone, Copy)]
pub(super) enum Copied {
    Scalar(Cl),
    Vectors(Chunks),
}
