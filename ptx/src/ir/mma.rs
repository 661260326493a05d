//! Matrix multiply-accumulate of a warp: which operation it is, and which lane holds which elements.
//!
//! A fragment is a matrix spread over the registers of 32 lanes. Places are those of the PTX ISA ("Matrix
//! Fragments for mma"); `wmma` operations are made of these by lowering, since an H200 lays their fragments
//! out as those of `mma` too. What the operation *computes* is said by [`crate::interp::mma`], never here.

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
    /// Elements of A.
    pub a: Scalar,
    /// Elements of B.
    pub b: Scalar,
    /// Elements of C: `F16`, `F32`, `F64` or `S32`.
    pub c: Scalar,
    /// Elements of D; other than `c` only where [`Mma::quads`] says that quad pairs multiply.
    pub d: Scalar,
    /// Rounding of `F64`; sums of other floats are rounded as the hardware does it.
    pub round: Round,
    /// `.satfinite`: `S32` sums are clamped.
    pub saturate: bool,
    /// `.and.popc` of `B1`; else `.xor.popc`.
    pub and: bool,
    /// A holds only those elements that the metadata names.
    pub sparse: Option<Sparse>,
    /// `m8n8k4` of `F16`: each quad pair (lanes `4q..4q+4` and `16+4q..16+4q+4`) multiplies matrices of its
    /// own.
    pub quads: Option<Quads>,
}

/// Structured sparsity: of each group of four elements (two of `Tf32`, four pairs of `S4` and `U4`) in a row
/// of A two (one) are there. Metadata has four bits a group.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Sparse {
    /// Which lanes of each four hold the metadata.
    pub selector: u8,
}

/// How the matrices of quad pairs are spread.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Quads {
    /// Lanes hold columns of A; else rows.
    pub a_columns: bool,
    /// Lanes hold rows of B; else columns.
    pub b_rows: bool,
}

/// A place in a matrix.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct At {
    /// Row.
    pub row: usize,
    /// Column.
    pub column: usize,
}

/// Elements of a scalar in one register of a fragment.
const fn per_register(s: Scalar) -> usize {
    let bits = s.bits() as usize;
    if bits >= 32 { 1 } else { 32 / bits }
}

impl Mma {
    /// Elements of A, B, and C or D that each lane holds.
    const fn elements(&self) -> [usize; 3] {
        let (m, n, k) = (self.m as usize, self.n as usize, self.k as usize);
        if self.quads.is_some() {
            return [4, 4, 8];
        }
        let a = if self.sparse.is_some() { m * k / 64 } else { m * k / 32 };
        [a, k * n / 32, m * n / 32]
    }

    /// Registers of A, B, C and D.
    pub const fn registers(&self) -> [usize; 4] {
        let [a, b, c] = self.elements();
        [
            a / per_register(self.a),
            b / per_register(self.b),
            c / per_register(self.c),
            c / per_register(self.d),
        ]
    }

    /// The type of the registers that hold elements of `s`.
    pub const fn register(s: Scalar) -> Type {
        match s {
            Scalar::F32 => Type::F32,
            Scalar::F64 => Type::F64,
            _ => Type::I32,
        }
    }

    /// Groups in a row of a sparse A, of each of which the metadata says which elements are there.
    pub const fn groups(&self) -> usize {
        let of = match self.a.bits() {
            32 => 2,
            4 => 8,
            _ => 4,
        };
        self.k as usize / of
    }

    /// How many lanes of each four hold metadata.
    pub const fn holders(&self) -> usize {
        self.groups() / 4
    }

    /// How many stored elements a row of A has.
    pub const fn stored(&self) -> usize {
        if self.sparse.is_some() { self.k as usize / 2 } else { self.k as usize }
    }

    /// Where element `x` of a lane's part of A lies (of a sparse A: among the stored ones).
    pub const fn a_at(&self, lane: usize, x: usize) -> At {
        let (group, four) = (lane / 4, lane % 4);
        if let Some(Quads { a_columns, .. }) = self.quads {
            let upper = lane / 16 * 4;
            return if a_columns {
                At { row: x + upper, column: four }
            } else {
                At { row: four + upper, column: x }
            };
        }
        let each = per_register(self.a);
        let (register, part) = (x / each, x % each);
        // Registers go through the halves of 16 rows first, then along the row.
        let halves = self.m as usize / 8;
        let column = register / halves * 4 * each + four * each + part;
        At { row: group + register % halves * 8, column }
    }

    /// Where element `x` of a lane's part of B lies.
    pub const fn b_at(&self, lane: usize, x: usize) -> At {
        let (group, four) = (lane / 4, lane % 4);
        if let Some(Quads { b_rows, .. }) = self.quads {
            let upper = lane / 16 * 4;
            return if b_rows {
                At { row: four, column: x + upper }
            } else {
                At { row: x, column: four + upper }
            };
        }
        let each = per_register(self.b);
        At { row: x / each * 4 * each + four * each + x % each, column: group }
    }

    /// Where element `x` of a lane's part of C or D lies, whose elements are `s`.
    pub const fn c_at(&self, s: Scalar, lane: usize, x: usize) -> At {
        if self.quads.is_none() {
            // Eight columns follow each other, each with its halves of 16 rows.
            let halves = self.m as usize / 8;
            let (eight, half) = (x / 2 / halves, x / 2 % halves);
            return At { row: lane / 4 + half * 8, column: eight * 8 + lane % 4 * 2 + x % 2 };
        }
        let upper = lane / 16 * 4;
        match s {
            Scalar::F16 => At { row: lane % 4 + upper, column: x },
            _ => At { row: (lane & 1) + (x & 2) + upper, column: (x & 4) + (lane & 2) + (x & 1) },
        }
    }

    /// The lanes that multiply one pair of matrices, of which there are as many as lists.
    pub fn teams(&self) -> Vec<Vec<usize>> {
        match self.quads {
            None => vec![(0..32).collect()],
            Some(_) => (0..4).map(|q| (4 * q..4 * q + 4).chain(4 * q + 16..4 * q + 20).collect()).collect(),
        }
    }
}
