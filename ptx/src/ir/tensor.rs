//! Copies of boxes of tensors through tensor maps; [`crate::tensor`] defines their meaning.

use super::op::AtomOp;
use super::types::Type;

/// Direction of a copy.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Move {
    /// From global to shared memory.
    Load,
    /// From shared to global memory.
    Store,
    /// From shared memory, combined with the contents of global memory.
    Reduce(AtomOp),
}

/// `i64 map, i64 shared, rank × i32 coordinates, (im2col loads: rank - 2 × i32 offsets) → i32`: copies a box;
/// the result is the number of bytes that count for the mbarrier. Addresses are generic.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Tensor {
    /// Number of dimensions: 1 to 5.
    pub rank: u8,
    /// `true` for an im2col map; `false` for a tiled one.
    pub im2col: bool,
    /// Direction.
    pub moves: Move,
}

impl Tensor {
    /// Largest number of operands.
    pub const OPERANDS: usize = 2 + 5 + 3;

    /// Returns the number of im2col offsets among the operands.
    pub fn offsets(&self) -> usize {
        if self.im2col && self.moves == Move::Load { usize::from(self.rank).saturating_sub(2) } else { 0 }
    }

    /// Returns the operand types.
    pub fn operand_types(&self) -> Vec<Type> {
        let mut types = vec![Type::I64; 2];
        types.resize(2 + usize::from(self.rank) + self.offsets(), Type::I32);
        types
    }
}
