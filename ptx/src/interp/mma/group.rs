//! Multiplications of warpgroups: operands are read from shared memory, then summed like other matrix
//! operations.

use super::descriptor::{Descriptor, PIECE};
use super::{Register, Rows, Source, fused, integer, integer_sum};
use crate::ir::Scalar;
use crate::ir::group::{GroupMma, ROWS};
use fused::{Kept, Number};

/// Reader of shared memory: returns the 16 bytes at an address, or `None` if they are inaccessible.
pub type Read<'a> = dyn FnMut(u32) -> Option<[u8; PIECE as usize]> + 'a;

/// Matrix in shared memory, read in lines of the sums: rows of A, columns of B.
struct Matrix<'a, 'b> {
    descriptor: Descriptor,
    transposed: bool,
    element: Scalar,
    read: &'a mut Read<'b>,
}

impl Matrix<'_, '_> {
    /// Returns `depth` elements of each of `lines` lines from `first`; an inaccessible address is the error.
    fn lines(&mut self, first: usize, lines: usize, depth: usize) -> Result<Vec<Vec<u64>>, u32> {
        let bits = self.element.bits() as usize;
        let each = PIECE as usize * 8 / bits;
        let (outer, inner) = if self.transposed { (depth, lines) } else { (lines, depth) };
        // Line of the descriptor, and element in it, at which reading starts.
        let from = if self.transposed { [0, first] } else { [first, 0] };
        let mut matrix = vec![vec![0; depth]; lines];
        for line in 0..outer {
            for piece in 0..inner / each {
                let across = (from[1] / each + piece) as u32;
                let address = self.descriptor.piece(self.transposed, (from[0] + line) as u32, across);
                let bytes = (self.read)(address).ok_or(address)?;
                let word = u128::from_le_bytes(bytes);
                for n in 0..each {
                    let element = (word >> (n * bits)) as u64 & (u64::MAX >> (64 - bits));
                    let at = piece * each + n;
                    let (line, at) = if self.transposed { (at, line) } else { (line, at) };
                    matrix[line][at] = element;
                }
            }
        }
        Ok(matrix)
    }
}

/// Returns the shared-memory addresses of the pieces that the `warp`th warp of a warpgroup reads, those of B
/// first. `descriptors` are the operands of A and B.
pub fn pieces(group: &GroupMma, warp: usize, [a, b]: [u64; 2]) -> Vec<u32> {
    let (mma, mut all) = (&group.mma, Vec::new());
    let mut note = |address: u32| {
        all.push(address);
        Some([0; PIECE as usize])
    };
    let mut walk = |bits: u64, transposed: bool, element: Scalar, [first, lines, depth]: [usize; 3]| {
        let descriptor = Descriptor::from_bits(bits);
        // All pieces are accessible, so that all are recorded.
        let _ = Matrix { descriptor, transposed, element, read: &mut note }.lines(first, lines, depth);
    };
    walk(b, group.b_transposed, mma.b, [0, mma.n.into(), mma.k.into()]);
    if !group.a_in_registers {
        walk(a, group.a_transposed, mma.a, [warp * ROWS, ROWS, mma.stored()]);
    }
    all
}

/// Returns the registers of D of the `warp`th warp of a warpgroup, from the arguments except the mask, as
/// registers of all lanes, consecutively.
///
/// # Errors
/// Returns the shared-memory address of an inaccessible piece.
pub fn answer(
    group: &GroupMma,
    warp: usize,
    registers: &[Register],
    read: &mut Read<'_>,
) -> Result<Vec<Register>, u32> {
    let mma = &group.mma;
    let [a, sums] = [group.a_arguments(), group.sums()];
    let at = |n: usize| registers.get(n).map_or(0, |register| register[0]);
    let part = |from: usize, count: usize| registers.get(from..from + count).unwrap_or(&[]);
    let adds = at(a + 1 + sums) & 1 != 0;
    let meta = registers.get(a + 2 + sums);
    let source = Source { mma, a: part(0, a), b: &[], c: if adds { part(a + 1, sums) } else { &[] }, meta };
    let lanes: Vec<usize> = (0..32).collect();
    let depth = usize::from(mma.k);
    let columns = {
        let descriptor = Descriptor::from_bits(at(a));
        let (transposed, element) = (group.b_transposed, mma.b);
        Matrix { descriptor, transposed, element, read }.lines(0, mma.n.into(), depth)?
    };
    let rows: Rows<u64> = if group.a_in_registers {
        source.rows(&lanes, |bits| bits)
    } else {
        let descriptor = Descriptor::from_bits(at(0));
        let (transposed, element) = (group.a_transposed, mma.a);
        let lines =
            Matrix { descriptor, transposed, element, read }.lines(warp * ROWS, ROWS, mma.stored())?;
        let line = |(row, line): (usize, Vec<u64>)| {
            line.into_iter().enumerate().map(|(n, bits)| (source.position(row, n), bits)).collect()
        };
        lines.into_iter().enumerate().map(line).collect()
    };
    let c = source.addend(&lanes);
    let results = if mma.a.is_float() {
        let kept = if mma.a.bits() == 8 { Kept::Group8 } else { Kept::Usual };
        let (negate_a, negate_b) = (group.negate_a, group.negate_b);
        let a = each(rows, |bits| Number::group_factor(mma.a, bits).negated(negate_a));
        let b: Vec<Vec<Number>> = columns
            .iter()
            .map(|c| c.iter().map(|&bits| Number::group_factor(mma.b, bits).negated(negate_b)).collect())
            .collect();
        source.each(&a, &b, &c, |row, column, c| {
            let c = if adds { Number::addend(mma.c, c) } else { Number::ZERO };
            fused::sum(row.iter().map(|&(k, x)| (x, column[k])), c, kept).encode(mma.d, kept)
        })
    } else {
        let a = each(rows, |bits| integer(mma.a, bits));
        let b: Vec<Vec<i32>> =
            columns.iter().map(|c| c.iter().map(|&bits| integer(mma.b, bits)).collect()).collect();
        source.each(&a, &b, &c, |row, column, c| integer_sum(mma, row, column, c))
    };
    Ok(source.spread(&lanes, &results))
}

fn each<T>(rows: Rows<u64>, number: impl Fn(u64) -> T) -> Rows<T> {
    rows.into_iter().map(|row| row.into_iter().map(|(k, bits)| (k, number(bits))).collect()).collect()
}
