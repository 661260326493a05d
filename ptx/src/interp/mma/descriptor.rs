//! Matrix descriptors: layout of a matrix in shared memory.
//!
//! A matrix consists of pieces of 16 bytes along its rows or, transposed, along its columns. Eight lines of
//! pieces, spaced by the swizzle's span (16, 32, 64 or 128 bytes), form an atom. Strides lead from atom to
//! atom. Observed on an H200 (`testdata/gpu/wgmma`).

/// Size of a piece in bytes.
pub const PIECE: u32 = 16;

/// A decoded descriptor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Descriptor {
    start: u32,
    leading: u32,
    stride: u32,
    /// Line, in multiples of 128 bytes, at which the swizzle pattern starts.
    base: u32,
    /// Bytes of a line of an atom.
    span: u32,
}

impl Descriptor {
    /// Decodes the operand (PTX ISA, "Matrix Descriptor Format").
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

    /// Returns the shared-memory address of piece `across` of a line. Lines are rows, or columns of a
    /// transposed matrix. The address may exceed a block's shared memory.
    pub const fn piece(&self, transposed: bool, line: u32, across: u32) -> u32 {
        let per = self.span / PIECE;
        // Without swizzle, the strides of a transposed matrix are swapped.
        let (eight, along) =
            if transposed && per == 1 { (self.leading, self.stride) } else { (self.stride, self.leading) };
        let within = line % 8 * self.span + across % per * PIECE;
        let at = self.start + within + line / 8 * eight + across / per * along;
        // The swizzle uses bits of the address itself, so a matrix may start anywhere in a pattern.
        at ^ ((at >> 7).wrapping_sub(self.base) & (per - 1)) << 4
    }
}
