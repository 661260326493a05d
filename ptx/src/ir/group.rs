//! Matrix multiply-accumulate of a warpgroup (`wgmma.mma_async`), as one warp of it sees it.
//!
//! Of the 64 rows of A and D a warp has the sixteen that its place among the four says, so that nothing
//! passes between warps: what they share lies in shared memory. An operation of a warp is therefore enough,
//! and it is carried out when it is issued. That is allowed: A and B may not change before the wait, and D
//! may not be looked at.

use super::mma::Mma;
use super::types::Type;

/// Warps of a warpgroup.
pub const WARPS: usize = 4;
/// Rows of A and D that a warp has.
pub const ROWS: usize = 16;

/// `D = A × B + C`, with B, and A or not, in shared memory.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct GroupMma {
    /// The multiplication of one warp: 16 rows; C and D have one type.
    pub mma: Mma,
    /// A is in registers; else a descriptor says where.
    pub a_in_registers: bool,
    /// Columns of A are contiguous in shared memory; else rows.
    pub a_transposed: bool,
    /// Rows of B are contiguous in shared memory; else columns.
    pub b_transposed: bool,
    /// Elements of A are negated.
    pub negate_a: bool,
    /// Elements of B are negated.
    pub negate_b: bool,
}

impl GroupMma {
    /// Arguments that hold A: registers, or a descriptor.
    pub const fn a_arguments(&self) -> usize {
        if self.a_in_registers { self.mma.registers()[0] } else { 1 }
    }

    /// Registers of C and of D.
    pub const fn sums(&self) -> usize {
        self.mma.registers()[3]
    }

    /// The types it takes: A, the descriptor of B, C, whether C is added, metadata, the mask.
    pub fn takes(&self) -> Vec<Type> {
        let a = if self.a_in_registers { Type::I32 } else { Type::I64 };
        let mut types = vec![a; self.a_arguments()];
        types.push(Type::I64);
        types.resize(types.len() + self.sums(), Mma::register(self.mma.d));
        types.push(Type::Pred);
        types.resize(types.len() + if self.mma.sparse.is_some() { 2 } else { 1 }, Type::I32);
        types
    }

    /// The types it gives: D.
    pub fn gives(&self) -> Vec<Type> {
        vec![Mma::register(self.mma.d); self.sums()]
    }
}
