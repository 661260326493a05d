//! Vectors of a strip: the layout of a type in them, and the storage of a value's parts.

use cranelift_codegen::ir::{
    Endianness, MemFlagsData, StackSlot, StackSlotData, StackSlotKind, Type as ClType, Value as Cl, types,
};
use cranelift_frontend::Variable;
use ptx::ir::Type;

/// Storage of a part of a value.
#[derive(Clone, Copy, Debug)]
pub(super) enum Cell {
    Register(Variable),
    Memory(StackSlot, ClType),
}

/// Storage of one value.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Held {
    pub(super) base: Option<Cell>,
    pub(super) flag: Option<Cell>,
    pub(super) chunks: [Option<Cell>; MOST],
    /// `true` if a widened value's lanes are also in `chunks`, because the region found it in the frame.
    pub(super) from_frame: bool,
    /// Contents of `chunks`, valid while the block that wrote them is being emitted.
    pub(super) fresh: Option<(u32, Chunks)>,
}

/// Layout of a strip of one type in vectors.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Layout {
    /// The type of one vector.
    pub(super) vector: ClType,
    /// Number of vectors.
    pub(super) count: usize,
    /// Lanes in each vector.
    pub(super) lanes: u32,
}

/// Returns the layout of a type in vectors of at most some bytes. A predicate is all zeros or ones in 32
/// bits; 16 bits are zero-extended to 32. Values of 64 bits have twice as many vectors as those of 32.
pub(super) fn layout(width: u32, most_bytes: u32, ty: Type) -> Layout {
    let vectors = [
        (64, [types::I32X16, types::F32X16, types::I64X8, types::F64X8]),
        (32, [types::I32X8, types::F32X8, types::I64X4, types::F64X4]),
        (16, [types::I32X4, types::F32X4, types::I64X2, types::F64X2]),
    ];
    let fits = |bytes: u32| bytes <= most_bytes && (4 * width).is_multiple_of(bytes);
    let [.., (_, narrowest)] = vectors;
    let [ints, singles, longs, doubles] = vectors.into_iter().find(|v| fits(v.0)).map_or(narrowest, |v| v.1);
    let vector = match ty {
        Type::Pred | Type::I16 | Type::I32 => ints,
        Type::F32 => singles,
        Type::I64 | Type::I128 => longs,
        Type::F64 => doubles,
    };
    let lanes = vector.lane_count();
    Layout { vector, count: (width / lanes) as usize, lanes }
}

impl Layout {
    /// Returns the place of a vector among those of a strip, bytes.
    pub(super) fn place(self, n: usize) -> i32 {
        (n as u32 * self.vector.bytes()) as i32
    }

    /// Returns log2 of the size of a lane, bytes.
    pub(super) fn lane_shift(self) -> u32 {
        self.vector.lane_type().bytes().trailing_zeros()
    }
}

/// Maximum number of vectors of a strip.
pub(super) const MOST: usize = 8;

/// Vectors of 32-bit lanes of the widest strip; the first `count` of its layout are valid.
pub(super) type Masks = [Cl; 4];

/// The vectors of a strip; the first `count` of its layout are valid.
pub(super) type Chunks = [Cl; MOST];

/// Returns a slot of a number of bytes, aligned as the widest vectors.
pub(super) fn slot_of(bytes: u32) -> StackSlotData {
    StackSlotData::new(StackSlotKind::ExplicitSlot, bytes, 6)
}

/// Returns the byte order for bitcasts between vector types.
pub(super) fn little() -> MemFlagsData {
    MemFlagsData::new().with_endianness(Endianness::Little)
}

/// The argument that an edge passes to a parameter.
#[derive(Clone, Copy)]
pub(super) enum Copied {
    Scalar(Cl),
    Vectors(Chunks),
}
