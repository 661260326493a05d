//! The vector forms against the interpreter's.

use super::*;
use crate::hostcalls::approximate_number;

/// Functions with and without `.ftz`.
fn functions() -> impl Iterator<Item = u32> {
    APPROXIMATE.into_iter().flat_map(|op| [false, true].map(|ftz| approximate_number(op, ftz)))
}

/// Rows whose first operands are all numbers at a distance; the second ones are of all sizes.
fn rows_of(distance: u32) -> impl Iterator<Item = [[u32; ROW_LANES]; 2]> {
    (0..u32::MAX / distance / ROW_LANES as u32).map(move |n| {
        let first = std::array::from_fn(|lane| (n * ROW_LANES as u32 + lane as u32).wrapping_mul(distance));
        [first, first.map(|x: u32| x.wrapping_mul(0x9e37_79b9).rotate_left(7))]
    })
}

fn assert_equal(form: &str, vector: unsafe fn(u32, &mut Operands)) {
    for function in functions() {
        for row in rows_of(104_729) {
            let (mut ours, mut expected) = (Operands(row), Operands(row));
            // SAFETY: the caller has tested the processor.
            unsafe { vector(function, &mut ours) };
            row_portable(function, &mut expected);
            assert_eq!(ours.0[0], expected.0[0], "{form}: function {function} of {row:x?}");
        }
    }
}

#[test]
fn rows_equal_single_numbers() {
    assert_equal("fastest", *FASTEST);
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") && std::arch::is_x86_feature_detected!("fma") {
        assert_equal("AVX2", row_avx2);
    }
}

#[test]
fn flushing_functions_give_no_subnormal_numbers() {
    let tangent = approximate_number(Approx::Tanh, true);
    for function in functions().filter(|&function| function & 1 != 0 && function != tangent) {
        for row in rows_of(20_011) {
            let mut made = Operands(row);
            // SAFETY: this is the fastest way on this processor.
            unsafe { FASTEST(function, &mut made) };
            let subnormal = made.0[0].iter().find(|&&x| f32::from_bits(x).is_subnormal());
            assert_eq!(subnormal, None, "function {function} of {row:x?}");
        }
    }
}
