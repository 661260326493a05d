//! Matrix multiply-accumulate of a warpgroup (`wgmma.mma_async`), seen from one of its warps.
//!
//! Each of the four warps computes 16 of the 64 rows of A and D, and all shared operands are in shared
//! memory. Warps therefore exchange nothing, and an operation of one warp suffices. It is executed when it is
//! issued. PTX allows that: A and B may not change before the wait, and D may not be read before it.

use super::mma::Mma;
use super::types::Type;

/// Warps of a warpgroup.
pub const WARPS: usize = 4;
/// Rows of A and D that a warp computes.
pub const ROWS: usize = 16;

/// `D = A × B + C`; B is in shared memory, A in shared memory or registers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct GroupMma {
    /// The multiplication of one warp: 16 rows; C and D have one type.
    pub mma: Mma,
    /// A is in registers; else a descriptor gives its place in shared memory.
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
    /// Returns the number of arguments that hold A: registers, or one descriptor.
    pub const fn a_arguments(&self) -> usize {
        if self.a_in_registers { self.mma.registers()[0] } else { 1 }
    }

    /// Returns the registers of C and of D.
    pub const fn sums(&self) -> usize {
        self.mma.registers()[3]
    }

    /// Returns the operand types: A, the descriptor of B, C, a predicate that adds C, metadata, the mask.
    pub fn operand_types(&self) -> Vec<Type> {
        let a = if self.a_in_registers { Type::I32 } else { Type::I64 };
        let mut types = vec![a; self.a_arguments()];
        types.push(Type::I64);
        types.resize(types.len() + self.sums(), Mma::register(self.mma.d));
        types.push(Type::Pred);
        types.resize(types.len() + if self.mma.sparse.is_some() { 2 } else { 1 }, Type::I32);
        types
    }

    /// Returns the result types: D.
    pub fn result_types(&self) -> Vec<Type> {
        vec![Mma::register(self.mma.d); self.sums()]
    }
}
