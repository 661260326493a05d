//! Matrix products of a warp, from registers to registers: fragments become matrices, which [`super`]
//! multiplies, and sums become fragments.

#[cfg(target_arch = "x86_64")]
use super::bytes;
use super::eighths;
use super::halves::{self, Operands, Words};
use super::{Matrix, Product, floats, half, integers, padded, to_half, to_single};
use ptx::exec::WARP;
use ptx::interp::mma::positions;
use ptx::ir::group::ROWS;
use ptx::ir::{Mma, Scalar};

/// Matrices between registers, kept from one operation to the next.
#[derive(Default)]
pub(crate) struct Scratch {
    /// A, row by row; of a sparse A what is stored.
    pub(crate) a: Matrix,
    /// B, row by row, with padded rows.
    pub(crate) b: Matrix,
    c: Vec<f32>,
    integers: Vec<i32>,
    sums: Vec<f64>,
    /// Registers of the result, and perhaps more.
    pub(crate) results: Vec<Words>,
}

/// Returns row and column of the first element of C and D in a lane's register; a register holds `each`
/// adjacent ones.
fn corner(lane: usize, register: usize, each: usize) -> (usize, usize) {
    let x = register * each;
    (lane / 4 + x / 2 % 2 * 8, x / 4 * 8 + lane % 4 * 2 + x % 2)
}

/// Returns the number of bits that each term keeps after the point of the largest exponent; `None` if
/// [`super`] does not support the type.
pub(crate) fn kept_bits(mma: &Mma, group: bool) -> Option<u32> {
    let fits = mma.m == 16 && mma.quads.is_none();
    match mma.a {
        Scalar::F16 | Scalar::Bf16 | Scalar::Tf32 if fits => Some(25),
        Scalar::E4m3 | Scalar::E5m2 if fits && group => Some(13),
        Scalar::S8 | Scalar::U8 if fits => Some(0),
        _ => None,
    }
}

/// Reads the elements of a fragment of A from registers, row by row.
pub(crate) fn rows_from(registers: &[Words], s: Scalar, depth: usize, negate: bool, to: &mut Matrix) {
    let bits = s.bits();
    let each = 32 / bits as usize;
    to.clear(s, ROWS * depth);
    for (r, words) in registers.iter().enumerate() {
        for (lane, &word) in words.iter().enumerate() {
            let at = (lane / 4 + r % 2 * 8) * depth + r / 2 * 4 * each + lane % 4 * each;
            for part in 0..each {
                to.set(at + part, element(word.into(), part, bits), negate);
            }
        }
    }
}

/// Reads the elements of a fragment of B with eight columns from registers, row by row.
fn columns_from(registers: &[Words], s: Scalar, depth: usize, to: &mut Matrix) {
    let bits = s.bits();
    let each = 32 / bits as usize;
    let width = padded(8);
    to.clear(s, depth * width);
    for (r, words) in registers.iter().enumerate() {
        for (lane, &word) in words.iter().enumerate() {
            let row = r * 4 * each + lane % 4 * each;
            for part in 0..each {
                to.set((row + part) * width + lane / 4, element(word.into(), part, bits), false);
            }
        }
    }
}

/// Returns element `n` of a packed word.
pub(crate) const fn element(word: u128, n: usize, bits: u32) -> u32 {
    (word >> (n as u32 * bits)) as u32 & (u32::MAX >> (32 - bits))
}

/// Adds a product to the sums, registers to registers: those of B with the metadata. Returns `false`, and
/// changes nothing, for operations and numbers that [`by_matrices`] or the reference must compute.
#[inline]
pub(crate) fn add_product(mma: &Mma, left: &[Words], right: &[Words], sums: &mut [Words]) -> bool {
    if halves::registers(mma).is_some() {
        return halves::multiply(&Operands::new(mma, left, right), sums);
    }
    #[cfg(target_arch = "x86_64")]
    if bytes::computes(mma) {
        // SAFETY: the module computes it.
        unsafe { bytes::multiply(mma, left, right, sums) };
        return true;
    }
    eighths::of_halves(mma).is_some_and(|own| eighths::multiply(mma, &own, left, right, sums))
}

/// Returns whether [`add_product`] computes an operation, for nearly all numbers and in little time.
pub(crate) fn adds_products(mma: &Mma) -> bool {
    #[cfg(target_arch = "x86_64")]
    if bytes::computes(mma) {
        return true;
    }
    halves::registers(mma).is_some()
}

/// Computes the result's registers from those of A, B, C and the metadata. Returns `false` if the reference
/// must compute them.
pub(crate) fn multiply(mma: &Mma, registers: &[Words], with: &mut Scratch) -> bool {
    let [a, b, c, d] = mma.registers();
    let (left, rest) = registers.split_at(a);
    let (right, rest) = rest.split_at(b);
    with.results.clear();
    with.results.extend(&rest[..c]);
    with.results.resize(c.max(d), [0; WARP as usize]);
    add_product(mma, left, right, &mut with.results) || by_matrices(mma, registers, with)
}

/// Computes what [`multiply`] does by way of matrices.
pub(crate) fn by_matrices(mma: &Mma, registers: &[Words], with: &mut Scratch) -> bool {
    let Some(kept) = kept_bits(mma, false) else { return false };
    let [a, b, c, _] = mma.registers();
    let (a, rest) = registers.split_at(a);
    let (b, rest) = rest.split_at(b);
    let (c, meta) = rest.split_at(c);
    rows_from(a, mma.a, mma.stored(), false, &mut with.a);
    columns_from(b, mma.b, mma.k.into(), &mut with.b);
    sums(mma, c, mma.sparse.and(meta.first()), kept, with)
}

/// Computes the result's registers from A and B as matrices, and the registers of C, none for zeros. Returns
/// `false` if the reference must compute them.
pub(crate) fn sums(mma: &Mma, c: &[Words], meta: Option<&Words>, kept: u32, with: &mut Scratch) -> bool {
    let (columns, depth) = (usize::from(mma.n), mma.stored());
    let width = padded(columns);
    let Scratch { a, b, c: addend, integers: whole, sums, results } = with;
    let partners = meta.map(|meta| positions(mma, &meta.map(u64::from)));
    let product = Product { a, partners: partners.as_deref(), b, rows: ROWS, depth, columns, addend: mma.c };
    let [.., registers] = mma.registers();
    results.clear();
    if mma.d == Scalar::S32 {
        whole.clear();
        whole.resize(ROWS * width, 0);
        for (r, words) in c.iter().enumerate() {
            for (lane, &word) in words.iter().enumerate() {
                let (row, column) = corner(lane, r, 1);
                whole[row * width + column] = word as i32;
            }
        }
        integers(&product, mma.saturate, whole);
        results.extend((0..registers).map(|r| {
            std::array::from_fn(|lane| {
                let (row, column) = corner(lane, r, 1);
                whole[row * width + column] as u32
            })
        }));
        return true;
    }
    addend.clear();
    addend.resize(ROWS * width, 0.0);
    let single = |s: Scalar| s == Scalar::F32;
    let each = if single(mma.c) { 1 } else { 2 };
    for (r, words) in c.iter().enumerate() {
        for (lane, &word) in words.iter().enumerate() {
            let (row, column) = corner(lane, r, each);
            let at = row * width + column;
            if single(mma.c) {
                addend[at] = f32::from_bits(word);
            } else {
                for part in 0..2 {
                    let Some(value) = half(word >> (16 * part) & 0xffff) else { return false };
                    addend[at + part] = value;
                }
            }
        }
    }
    sums.resize(ROWS * width, 0.0);
    if !floats(&product, kept, addend, sums) {
        return false;
    }
    let fraction = if kept == 13 { 13 } else { 23 };
    results.extend((0..registers).map(|r| {
        std::array::from_fn(|lane| {
            let (row, column) = corner(lane, r, if single(mma.d) { 1 } else { 2 });
            let at = row * width + column;
            if single(mma.d) {
                to_single(sums[at], fraction)
            } else {
                to_half(sums[at]) | to_half(sums[at + 1]) << 16
            }
        })
    }));
    true
}
