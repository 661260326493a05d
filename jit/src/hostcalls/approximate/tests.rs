//! The vector forms against the interpreter's.

use super::*;
use crate::hostcalls::Approximate;

/// Numbers of the functions with and without `.ftz`.
fn functions() -> impl Iterator<Item = usize> {
    APPROXIMATE.into_iter().flat_map(|op| [false, true].map(|ftz| Approximate { op, ftz }.number()))
}

/// Rows whose first operands are all numbers at a distance; the second ones are of all sizes.
fn rows_of(distance: u32) -> impl Iterator<Item = [[u32; ROW_LANES]; 2]> {
    (0..u32::MAX / distance / ROW_LANES as u32).map(move |n| {
        let first = std::array::from_fn(|lane| (n * ROW_LANES as u32 + lane as u32).wrapping_mul(distance));
        [first, first.map(|x: u32| x.wrapping_mul(0x9e37_79b9).rotate_left(7))]
    })
}

/// Rows of the numbers around the borders of binades, and of segments in some of them.
fn rows_of_borders() -> impl Iterator<Item = [[u32; ROW_LANES]; 2]> {
    let binades = (0..512).map(|upper| upper << 23);
    let segments = (0..128).flat_map(|n| [126u32, 127, 0x86, 0xff, 0x17f].map(|upper| upper << 23 | n << 16));
    binades.chain(segments).map(|border: u32| {
        let first = std::array::from_fn(|lane| border.wrapping_add(lane as u32).wrapping_sub(16));
        [first, first.map(|x: u32| x.rotate_left(9))]
    })
}

fn assert_equal(form: &str, vector: [Row; FUNCTIONS]) {
    let portable = each!(row_portable);
    for function in functions() {
        for row in rows_of(104_729).chain(rows_of_borders()) {
            let (mut ours, mut expected) = (Operands(row), Operands(row));
            // SAFETY: the caller has tested the processor.
            unsafe { vector[function](&mut ours, ROW_LANES as u32) };
            // SAFETY: any processor has what this form wants.
            unsafe { portable[function](&mut expected, ROW_LANES as u32) };
            assert_eq!(ours.0[0], expected.0[0], "{form}: function {function} of {row:x?}");
        }
    }
}

#[test]
fn rows_equal_single_numbers() {
    assert_equal("fastest", fastest());
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") && std::arch::is_x86_feature_detected!("fma") {
        assert_equal("AVX2", each!(row_avx2));
    }
}

#[test]
fn flushing_functions_give_no_subnormal_numbers() {
    let tangent = Approximate { op: Approx::Tanh, ftz: true }.number();
    for function in functions().filter(|&function| function & 1 != 0 && function != tangent) {
        for row in rows_of(20_011) {
            let mut made = Operands(row);
            // SAFETY: this is the fastest way on this processor.
            unsafe { fastest()[function](&mut made, ROW_LANES as u32) };
            let subnormal = made.0[0].iter().find(|&&x| f32::from_bits(x).is_subnormal());
            assert_eq!(subnormal, None, "function {function} of {row:x?}");
        }
    }
}
