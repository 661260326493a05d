//! Operations for functions of the special function unit.

use super::levels;
use super::vectors::{extra, on_words};
use crate::machine::{Extra, Level, has_bytes};
use cranelift_codegen::ir::{InstBuilder, types};
use ptx::sfu::lanes::{Given, Lanes, Special};
use std::num::Wrapping;

#[test]
fn sums_of_pairs_and_sums_under_masks_are_exact() {
    if !levels().contains(&Level::Avx512) {
        return;
    }
    let ints = types::I32X16;
    let lanes = |v: &[Vec<u32>], n: usize| [0, 1, 2].map(|own| Wrapping(v[own][n]));
    if has_bytes() {
        on_words(
            Level::Avx512,
            &[ints; 3],
            ints,
            |b, v| extra(b, Extra::AddPairs, v, ints),
            |v, r| {
                for (n, &made) in r.iter().enumerate() {
                    let [sum, a, x] = lanes(v, n);
                    assert_eq!(Wrapping(made), sum.plus_pair_product(a, x), "{sum:x} {a:x} {x:x}");
                }
            },
        );
    }
    // Few bits, so that often none is set.
    const BITS: u32 = 0x30;
    on_words(
        Level::Avx512,
        &[ints; 2],
        ints,
        |b, v| {
            let bits = b.ins().iconst(types::I32, i64::from(BITS));
            let bits = b.ins().splat(ints, bits);
            extra(b, Extra::PlusWhere, &[v[0], bits, v[1]], ints)
        },
        |v, r| {
            for (n, &made) in r.iter().enumerate() {
                let (a, x) = (Wrapping(v[0][n]), Wrapping(v[1][n]));
                assert_eq!(Wrapping(made), a.plus_where(BITS, x), "{a:x} {x:x}");
            }
        },
    );
}

#[test]
fn results_of_special_operands_are_replaced() {
    if !levels().contains(&Level::Avx512) {
        return;
    }
    let (ints, singles) = (types::I32X16, types::F32X16);
    let cases = Special {
        zero: Given::SignedInfinity,
        one: Given::Zero,
        negative_infinity: Given::NegativeInfinity,
        infinity: Given::Infinity,
        negative: Given::Operand,
    };
    // Classes from the lowest: quiet and signalling NaN, zero, one, both infinities, negative, positive.
    let table = 0x0154_8622;
    // Bits that a random word keeps, and bits that are set.
    let kinds =
        [(u32::MAX, 0), (1 << 31, 0), (1 << 31, 0xff << 23), (u32::MAX, 0xff << 23 | 1), (0, 127 << 23)];
    for (keep, set) in kinds {
        on_words(
            Level::Avx512,
            &[singles, ints],
            singles,
            |b, v| {
                let [keep, set, table] = [keep, set, table].map(|word| {
                    let word = b.ins().iconst(types::I32, i64::from(word));
                    b.ins().splat(ints, word)
                });
                let x = b.ins().band(v[1], keep);
                let x = b.ins().bor(x, set);
                let little = cranelift_codegen::ir::MemFlagsData::new()
                    .with_endianness(cranelift_codegen::ir::Endianness::Little);
                let x = b.ins().bitcast(singles, little, x);
                extra(b, Extra::Replace, &[v[0], x, table], singles)
            },
            |v, r| {
                for (n, &made) in r.iter().enumerate() {
                    let x = v[1][n] & keep | set;
                    // This test's machine does not flush.
                    if x << 1 != 0 && x << 1 < 1 << 24 {
                        continue;
                    }
                    let wanted = cases.replaced(Wrapping(v[0][n]), Wrapping(x)).0;
                    let nan = f32::from_bits(x).is_nan() && f32::from_bits(made).is_nan();
                    assert!(nan || made == wanted, "{x:x}: {made:x} instead of {wanted:x}");
                }
            },
        );
    }
}
