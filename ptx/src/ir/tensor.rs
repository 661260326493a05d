//! Copies of boxes by tensor maps; what they mean is in [`crate::tensor`].

use super::op::AtomOp;
use super::types::Type;

/// Which way a box goes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Move {
    /// From global to shared memory.
    Load,
    /// From shared to global memory.
    Store,
    /// From shared memory, combined with what is in global memory.
    Reduce(AtomOp),
}

/// `i64 map, i64 shared, rank × i32 coordinates, (im2col loads: rank - 2 × i32 offsets) → i32`: a box is
/// copied; how many bytes that counts. Addresses are generic ones.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Tensor {
    /// Dimensions: 1 to 5.
    pub rank: u8,
    /// The map is one of columns.
    pub im2col: bool,
    /// Which way.
    pub moves: Move,
}

impl Tensor {
    /// Most operands.
    pub const OPERANDS: usize = 2 + 5 + 3;

    /// Offsets it takes.
    pub fn offsets(&self) -> usize {
        if self.im2col && self.moves == Move::Load { usize::from(self.rank).saturating_sub(2) } else { 0 }
    }

    /// The types it takes.
    pub fn takes(&self) -> Vec<Type> {
        let mut types = vec![Type::I64; 2];
        types.resize(2 + usize::from(self.rank) + self.offsets(), Type::I32);
        types
    }
}
