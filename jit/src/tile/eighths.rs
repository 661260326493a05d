//! One `mma` of 8-bit floats: two of halves, and a sum, as [`ptx::interp::mma`] defines it.

use super::halves::{self, Operands, Words};
use super::{half, narrow};
use ptx::exec::WARP;
use ptx::ir::{Mma, Scalar};

/// Bits of every NaN that binary32 arithmetic gives.
const NAN: u32 = 0x7fff_ffff;

/// Binary16 for each number of a format.
type Table = [u16; 256];

static E4M3: Table = table(true);
static E5M2: Table = table(false);

const fn table(e4m3: bool) -> Table {
    let mut table = [0; 256];
    let mut n = 0;
    while n < 256 {
        let (sign, magnitude) = ((n as u16 & 0x80) << 8, n as u16 & 0x7f);
        table[n] = sign
            | match magnitude {
                _ if !e4m3 => magnitude << 8,
                0x7f => 0x7fff,
                // Multiples of 2^-9.
                0 => 0,
                1..8 => {
                    let shift = magnitude.leading_zeros() as u16 - 5;
                    ((15 - 9 + 10 - shift) << 10) | (magnitude << shift & 0x3ff)
                }
                _ => (magnitude << 7) + ((15 - 7) << 10),
            };
        n += 1;
    }
    table
}

/// Returns the operation on halves, if this module computes one of 8-bit floats by it.
pub(super) fn of_halves(mma: &Mma) -> Option<Mma> {
    let eighths = |s: Scalar| matches!(s, Scalar::E4m3 | Scalar::E5m2);
    let fits = eighths(mma.a) && eighths(mma.b) && mma.c == mma.d && mma.sparse.is_none();
    let own = Mma { a: Scalar::F16, b: Scalar::F16, k: mma.k / 2, ..*mma };
    (fits && halves::registers(&own).is_some()).then_some(own)
}

/// Adds a product to the sums. Returns `false`, and changes nothing, if the reference must compute it.
pub(super) fn multiply(mma: &Mma, own: &Mma, left: &[Words], right: &[Words], sums: &mut [Words]) -> bool {
    let mut parts = [[0; WARP as usize]; 4];
    let Some(part) = parts.get_mut(..sums.len()) else { return false };
    for shift in [0, 16] {
        let [mut a, mut b] = [[[0; WARP as usize]; 4]; 2];
        widen(mma.a, shift, left, &mut a);
        widen(mma.b, shift, right, &mut b);
        if !halves::multiply(&Operands::new(own, &a[..left.len()], &b[..right.len()]), part) {
            return false;
        }
    }
    let mut totals = [[0; WARP as usize]; 4];
    for ((total, own), part) in totals.iter_mut().zip(&*sums).zip(&*part) {
        for ((total, &own), &part) in total.iter_mut().zip(own).zip(part) {
            *total = match mma.d {
                Scalar::F32 => {
                    let sum = f32::from_bits(own) + f32::from_bits(part);
                    if sum.is_nan() { NAN } else { sum.to_bits() }
                }
                _ => {
                    let sum = |shift: u32| Some(narrow(half(own >> shift)? + half(part >> shift)?));
                    match (sum(0), sum(16)) {
                        (Some(low), Some(high)) => low | high << 16,
                        _ => return false,
                    }
                }
            };
        }
    }
    sums.iter_mut().zip(totals).for_each(|(to, words)| *to = words);
    true
}

/// Converts the two elements at a bit of each word to halves.
fn widen(format: Scalar, shift: u32, from: &[Words], to: &mut [Words; 4]) {
    let table = if format == Scalar::E4m3 { &E4M3 } else { &E5M2 };
    for (to, from) in to.iter_mut().zip(from) {
        for (to, &word) in to.iter_mut().zip(from) {
            let half = |shift: u32| u32::from(table[usize::from((word >> shift) as u8)]);
            *to = half(shift) | half(shift + 8) << 16;
        }
    }
}
