//! One `mma` of 16-bit floats, or of TF32, from fragments to fragments: a column of the result at once,
//! without matrices in between. What is computed is as in [`super::floats`].

#[cfg(target_arch = "x86_64")]
mod avx512;

use super::{add_terms, are_in_range, cut, each, half, least, power, raise, scale, to_half, to_single, unit};
use ptx::exec::WARP;
use ptx::ir::{Mma, Scalar};

/// One word a lane.
pub(crate) type Words = [u32; WARP as usize];

/// Rows of A and of the result.
const ROWS: usize = 16;
/// Columns of B and of the result.
const COLUMNS: usize = 8;
/// Elements of a row of A, at most.
const DEPTH: usize = 16;
/// Bits that a term keeps after the point of the largest exponent.
const KEPT: u32 = 25;

type Column<T> = [T; ROWS];

/// Fragments of an `mma` with 16 rows and 8 columns.
pub(crate) struct Operands<'a> {
    /// Registers of A.
    a: &'a [Words],
    /// Registers of B.
    b: &'a [Words],
    /// Type of A's and B's elements, `F16`, `Bf16` or `Tf32`.
    element: Scalar,
    /// Type of C's elements, `F32` or `F16`.
    addend: Scalar,
    /// Type of the result's elements, `F32` or `F16`.
    sum: Scalar,
}

impl Operands<'_> {
    pub(crate) fn new<'a>(mma: &Mma, a: &'a [Words], b: &'a [Words]) -> Operands<'a> {
        Operands { a, b, element: mma.a, addend: mma.c, sum: mma.d }
    }
}

/// Returns the registers of A, of B, and of C or the result; `None` if this module does not compute the
/// operation.
#[inline]
pub(crate) fn registers(mma: &Mma) -> Option<[usize; 3]> {
    let shape = (mma.m, mma.n) == (ROWS as u16, COLUMNS as u16);
    let each = match (mma.a, mma.k) {
        (Scalar::F16 | Scalar::Bf16, 8 | 16) => 2,
        (Scalar::Tf32, 4 | 8) if has_tf32() => 1,
        _ => return None,
    };
    let fits = shape && mma.sparse.is_none() && mma.quads.is_none() && mma.a == mma.b;
    let depth = usize::from(mma.k);
    let sums = match (mma.c, mma.d) {
        (Scalar::F16, Scalar::F16) => 2,
        (Scalar::F32 | Scalar::F16, Scalar::F32 | Scalar::F16) => 4,
        _ => return None,
    };
    fits.then_some([depth / each / 2, depth / each / 4, sums])
}

#[cfg(target_arch = "x86_64")]
fn has_tf32() -> bool {
    super::avx512::is_here()
}

#[cfg(not(target_arch = "x86_64"))]
fn has_tf32() -> bool {
    false
}

/// Adds a product to the sums, of which halves have two registers; there are as many as C or the result
/// needs. Returns `false`, and changes nothing, if it does not compute it: for infinities, NaN, and exponents
/// near their limits.
pub(crate) fn multiply(operands: &Operands<'_>, sums: &mut [Words]) -> bool {
    #[cfg(target_arch = "x86_64")]
    if super::avx512::is_here() {
        // SAFETY: the processor has the instructions.
        return unsafe { avx512::multiply(operands, sums) };
    }
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has the instructions.
        return unsafe { multiply_avx2(operands, sums) };
    }
    multiply_with(operands, sums).is_some()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn multiply_avx2(operands: &Operands<'_>, sums: &mut [Words]) -> bool {
    multiply_with(operands, sums).is_some()
}

/// Numbers and the powers of two of their exponents.
#[derive(Clone, Copy, Default)]
struct Elements {
    values: Column<f32>,
    powers: Column<f32>,
}

/// Converts elements in the low halves of words; `None` if infinities or NaN are among them.
#[inline(always)]
fn decode(bits: Column<u32>, element: Scalar) -> Option<Elements> {
    let (values, exponent): (Column<f32>, u32) = match element {
        // As `super::half` does.
        Scalar::F16 => (
            each(|n| {
                let magnitude = f32::from_bits((bits[n] & 0x7fff) << 13) * f32::from_bits(0x7780_0000);
                f32::from_bits(magnitude.to_bits() | (bits[n] & 0x8000) << 16)
            }),
            0x7c00,
        ),
        _ => (each(|n| f32::from_bits(bits[n] << 16)), 0x7f80),
    };
    let mut special = 0;
    for bits in bits {
        special |= u32::from(bits & exponent == exponent);
    }
    let least = least(element);
    (special == 0).then(|| Elements { values, powers: each(|n| power(values[n], least)) })
}

#[inline(always)]
fn multiply_with(operands: &Operands<'_>, c: &mut [Words]) -> Option<()> {
    let &Operands { a, b, element, addend, sum } = operands;
    let depth = 8 * b.len();
    // Columns of A. A register of A or B has two neighbouring elements of a line in each of four lanes.
    let mut across = [Elements::default(); DEPTH];
    for (eighth, registers) in a.as_chunks::<2>().0.iter().enumerate() {
        for quarter in 0..4 {
            let words: Column<u32> = each(|row| registers[row / 8][row % 8 * 4 + quarter]);
            for part in 0..2 {
                across[8 * eighth + 2 * quarter + part] =
                    decode(each(|row| words[row] >> (16 * part) & 0xffff), element)?;
            }
        }
    }
    // Columns of B.
    let mut down = [Elements::default(); COLUMNS];
    for (eighth, register) in b.iter().enumerate() {
        for pair in 0..COLUMNS / 2 {
            let bits = each(|n| register[8 * pair + n / 2] >> (16 * (n % 2)) & 0xffff);
            let Elements { values, powers } = decode(bits, element)?;
            for column in 0..2 {
                let to = &mut down[2 * pair + column];
                to.values[8 * eighth..][..8].copy_from_slice(&values[8 * column..][..8]);
                to.powers[8 * eighth..][..8].copy_from_slice(&powers[8 * column..][..8]);
            }
        }
    }
    let mut results = [[0; WARP as usize]; 4];
    for (n, column) in down.iter().enumerate() {
        let (quarter, part) = (n / 2, n % 2);
        let mut first: Column<f32> = [0.0; ROWS];
        for (row, first) in first.iter_mut().enumerate() {
            let lane = row % 8 * 4 + quarter;
            *first = match addend {
                Scalar::F32 => f32::from_bits(c[row / 8 * 2 + part][lane]),
                _ => half(c[row / 8][lane] >> (16 * part) & 0xffff)?,
            };
        }
        let sums = column_sums(&across[..depth], column, &first, least(addend))?;
        for (row, &exact) in sums.iter().enumerate() {
            let lane = row % 8 * 4 + quarter;
            match sum {
                Scalar::F32 => results[row / 8 * 2 + part][lane] = to_single(exact, 23),
                _ => results[row / 8][lane] |= to_half(exact) << (16 * part),
            }
        }
    }
    c.iter_mut().zip(results).for_each(|(to, words)| *to = words);
    Some(())
}

/// Returns the exact sums of a column of the result.
#[inline(always)]
fn column_sums(a: &[Elements], b: &Elements, addend: &Column<f32>, least: f32) -> Option<Column<f64>> {
    let mut largest: Column<f32> = each(|n| power(addend[n], least));
    for (a, &b) in a.iter().zip(&b.powers) {
        raise(&mut largest, &a.powers, b);
    }
    if !are_in_range(&largest) {
        return None;
    }
    let scale: Column<f32> = each(|n| scale(largest[n], KEPT));
    // Sixteen terms of less than 2^27 fit.
    let mut sum: Column<i32> = [0; ROWS];
    for (a, &b) in a.iter().zip(&b.values) {
        // SAFETY: the scales are those of the largest powers.
        unsafe { add_terms(&mut sum, &a.values, b, &scale) };
    }
    Some(each(|n| {
        // SAFETY: the scale is that of the largest power.
        let first = unsafe { cut(addend[n] * scale[n]) };
        (f64::from(first) + f64::from(sum[n])) * unit(largest[n], KEPT)
    }))
}

#[cfg(all(test, target_arch = "x86_64"))]
mod tests {
    use super::*;

    /// Returns words of elements with exponents in a narrow range, and now and then special values.
    fn words(seed: &mut u64, special: bool) -> Words {
        let mut next = || {
            *seed = seed.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            (*seed >> 33) as u32
        };
        let mut words = [0; WARP as usize];
        for word in &mut words {
            let element = |bits: u32| match bits % 97 {
                0 => 0,
                1 => 0x8000,
                2 => bits >> 20 & 7,
                3 if special => 0x7f80,
                _ => bits & 0x8fff | 0x3000,
            };
            *word = element(next()) | element(next()) << 16;
        }
        words
    }

    #[test]
    fn vectors_compute_what_loops_do() {
        if !crate::tile::avx512::is_here() {
            return;
        }
        let (mut seed, mut computed) = (1, 0);
        for n in 0..2000 {
            let special = n % 8 == 0;
            let mut some =
                |count: usize| -> Vec<Words> { (0..count).map(|_| words(&mut seed, special)).collect() };
            let eighths = 1 + n / 2 % 2;
            let (a, b) = (some(2 * eighths), some(eighths));
            let types = [(Scalar::F32, 4), (Scalar::F16, 2)];
            let (element, (addend, count)) = ([Scalar::F16, Scalar::Bf16][n % 2], types[n / 4 % 2]);
            let c = some(count);
            // Sums of another type than C have other registers.
            let sum = if n % 5 == 0 { Scalar::F32 } else { addend };
            let operands = Operands { a: &a, b: &b, element, addend, sum };
            // The last one is the same product with other sums.
            for c in [c, some(count)] {
                let [mut wanted, mut got] = [c.clone(), c];
                if sum == Scalar::F32 {
                    [&mut wanted, &mut got].into_iter().for_each(|list| list.resize(4, [0; WARP as usize]));
                }
                let is_wanted = multiply_with(&operands, &mut wanted).is_some();
                // SAFETY: the processor has the instructions.
                let is_got = unsafe { avx512::multiply(&operands, &mut got) };
                assert_eq!((is_got, got), (is_wanted, wanted), "{n}");
                computed += usize::from(is_wanted);
            }
        }
        assert!((2000..4000).contains(&computed), "{computed}");
    }
}
