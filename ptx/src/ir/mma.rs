//! Matrix multiply-accumulate of a warp: parameters of the operation, and the distribution of elements among
//! lanes.
//!
//! A fragment is a matrix spread over the registers of 32 lanes, in the layout of the PTX ISA ("Matrix
//! Fragments for mma"). Lowering builds `wmma` operations from these, since an H200 lays out their fragments
//! like those of `mma`. The arithmetic is defined in [`crate::interp::mma`].

use super::op::Round;
use super::types::{Scalar, Type};

/// `D = A × B + C`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Mma {
    /// Rows of A, C and D.
    pub m: u16,
    /// Columns of B, C and D.
    pub n: u16,
    /// Columns of A and rows of B.
    pub k: u16,
    /// Type of elements of A.
    pub a: Scalar,
    /// Type of elements of B.
    pub b: Scalar,
    /// Type of elements of C: `F16`, `F32`, `F64` or `S32`.
    pub c: Scalar,
    /// Type of elements of D; differs from `c` only with [`Mma::quads`].
    pub d: Scalar,
    /// Rounding of `F64`; sums of other floats are rounded like on hardware.
    pub round: Round,
    /// `.satfinite`: `S32` sums are clamped.
    pub saturate: bool,
    /// `.and.popc` of `B1`; else `.xor.popc`.
    pub and: bool,
    /// A holds only the elements that the metadata selects.
    pub sparse: Option<Sparse>,
    /// `m8n8k4` of `F16`: each quad pair (lanes `4q..4q+4` and `16+4q..16+4q+4`) multiplies its own matrices.
    pub quads: Option<Quads>,
}

/// Structured sparsity: two of each group of four elements in a row of A are stored. For `Tf32` it is one of
/// two, for `S4` and `U4` two of four pairs. Metadata has four bits for each group.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Sparse {
    /// Selects the lanes of each four that hold the metadata.
    pub selector: u8,
}

/// Distribution of the matrices of quad pairs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Quads {
    /// Lanes hold columns of A; else rows.
    pub a_columns: bool,
    /// Lanes hold rows of B; else columns.
    pub b_rows: bool,
}

/// Position of an element in a matrix.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Position {
    /// Row.
    pub row: usize,
    /// Column.
    pub column: usize,
}

/// Returns the elements in one register of a fragment.
const fn per_register(s: Scalar) -> usize {
    let bits = s.bits() as usize;
    if bits >= 32 { 1 } else { 32 / bits }
}

impl Mma {
    /// Returns the elements of A, of B, and of C or D that each lane holds.
    const fn elements(&self) -> [usize; 3] {
        let (m, n, k) = (self.m as usize, self.n as usize, self.k as usize);
        if self.quads.is_some() {
            return [4, 4, 8];
        }
        let a = if self.sparse.is_some() { m * k / 64 } else { m * k / 32 };
        [a, k * n / 32, m * n / 32]
    }

    /// Returns the registers of A, B, C and D.
    pub const fn registers(&self) -> [usize; 4] {
        let [a, b, c] = self.elements();
        [
            a / per_register(self.a),
            b / per_register(self.b),
            c / per_register(self.c),
            c / per_register(self.d),
        ]
    }

    /// Returns the type of the registers that hold elements of `s`.
    pub const fn register(s: Scalar) -> Type {
        match s {
            Scalar::F32 => Type::F32,
            Scalar::F64 => Type::F64,
            _ => Type::I32,
        }
    }

    /// Returns the groups in a row of a sparse A; the metadata selects the stored elements of each group.
    pub const fn groups(&self) -> usize {
        let of = match self.a.bits() {
            32 => 2,
            4 => 8,
            _ => 4,
        };
        self.k as usize / of
    }

    /// Returns the number of lanes of each four that hold metadata.
    pub const fn metadata_lanes(&self) -> usize {
        self.groups() / 4
    }

    /// Returns the number of stored elements in a row of A.
    pub const fn stored(&self) -> usize {
        if self.sparse.is_some() { self.k as usize / 2 } else { self.k as usize }
    }

    /// Returns the position of element `x` of a lane's part of A (of a sparse A: among the stored elements).
    pub const fn a_position(&self, lane: usize, x: usize) -> Position {
        let (group, four) = (lane / 4, lane % 4);
        if let Some(Quads { a_columns, .. }) = self.quads {
            let upper = lane / 16 * 4;
            return if a_columns {
                Position { row: x + upper, column: four }
            } else {
                Position { row: four + upper, column: x }
            };
        }
        let each = per_register(self.a);
        let (register, part) = (x / each, x % each);
        // Registers enumerate the halves of 16 rows first, then the columns.
        let halves = self.m as usize / 8;
        let column = register / halves * 4 * each + four * each + part;
        Position { row: group + register % halves * 8, column }
    }

    /// Returns the position of element `x` of a lane's part of B.
    pub const fn b_position(&self, lane: usize, x: usize) -> Position {
        let (group, four) = (lane / 4, lane % 4);
        if let Some(Quads { b_rows, .. }) = self.quads {
            let upper = lane / 16 * 4;
            return if b_rows {
                Position { row: four, column: x + upper }
            } else {
                Position { row: x, column: four + upper }
            };
        }
        let each = per_register(self.b);
        Position { row: x / each * 4 * each + four * each + x % each, column: group }
    }

    /// Returns the position of element `x`, of type `s`, of a lane's part of C or D.
    pub const fn c_position(&self, s: Scalar, lane: usize, x: usize) -> Position {
        if self.quads.is_none() {
            // Groups of eight columns, each with both halves of 16 rows.
            let halves = self.m as usize / 8;
            let (eight, half) = (x / 2 / halves, x / 2 % halves);
            return Position { row: lane / 4 + half * 8, column: eight * 8 + lane % 4 * 2 + x % 2 };
        }
        let upper = lane / 16 * 4;
        match s {
            Scalar::F16 => Position { row: lane % 4 + upper, column: x },
            _ => Position { row: (lane & 1) + (x & 2) + upper, column: (x & 4) + (lane & 2) + (x & 1) },
        }
    }

    /// Returns the groups of lanes that multiply one pair of matrices each.
    pub fn lane_groups(&self) -> Vec<Vec<usize>> {
        match self.quads {
            None => vec![(0..32).collect()],
            Some(_) => (0..4).map(|q| (4 * q..4 * q + 4).chain(4 * q + 16..4 * q + 20).collect()).collect(),
        }
    }
}
