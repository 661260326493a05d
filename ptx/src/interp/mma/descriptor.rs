//! Matrix descriptors: where the elements of a matrix in shared memory lie.
//!
//! A matrix is made of pieces of 16 bytes, which lie along its rows or, transposed, along its columns. Eight
//! lines of pieces follow each other at the swizzle's span (16, 32, 64 or 128 bytes) and make an atom;
//! strides lead from atom to atom. Observed on an H200 (`testdata/gpu/wgmma`).

/// Bytes of a piece.
pub const PIECE: u32 = 16;

/// A descriptor, taken apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Descriptor {
    start: u32,
    leading: u32,
    stride: u32,
    /// The line, in multiples of 128 bytes, from which exchanges are counted.
    base: u32,
    /// Bytes of a line of an atom.
    span: u32,
}

impl Descriptor {
    /// From the operand (PTX ISA, "Matrix Descriptor Format").
    pub fn from_bits(bits: u64) -> Descriptor {
        let field = |at: u32| (bits >> at & 0x3fff) as u32 * PIECE;
        let span = match bits >> 62 {
            0 => PIECE,
            1 => 128,
            2 => 64,
            _ => 32,
        };
        let base = (bits >> 49 & 7) as u32;
        Descriptor { start: field(0), leading: field(16), stride: field(32), base, span }
    }

    /// Address in shared memory of the piece `across` of a line; lines are rows, or of a transposed matrix
    /// columns. It may lie beyond all that a block can have.
    pub const fn piece(&self, transposed: bool, line: u32, across: u32) -> u32 {
        let per = self.span / PIECE;
        // Without swizzle the strides of a transposed matrix change places.
        let (eight, along) =
            if transposed && per == 1 { (self.leading, self.stride) } else { (self.stride, self.leading) };
        let within = line % 8 * self.span + across % per * PIECE;
        let at = self.start + within + line / 8 * eight + across / per * along;
        // Pieces are exchanged by bits of the address itself, so that a matrix may begin anywhere in a
        // pattern.
        at ^ ((at >> 7).wrapping_sub(self.base) & (per - 1)) << 4
    }
}
