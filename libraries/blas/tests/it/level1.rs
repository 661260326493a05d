//! Level 1: vectors.

use crate::device::{Buffer, Handle, host, ok};
use hipblas::Status;
use num_complex::Complex32;

#[test]
fn sums_and_extremes() {
    let handle = Handle::new();
    let x = Buffer::new(&[3.0f32, -4.0, 0.5, 4.0]);
    let (mut sum, mut norm, mut first, mut least) = (0.0f32, 0.0f32, 0i32, 0i64);
    ok!(hipblasSasum(handle.0, 4, x.at, 1, (&raw mut sum).cast()));
    ok!(hipblasSnrm2(handle.0, 2, x.at, 1, (&raw mut norm).cast()));
    ok!(hipblasIsamax(handle.0, 4, x.at, 1, (&raw mut first).cast()));
    ok!(hipblasIsamin_64(handle.0, 4, x.at, 1, (&raw mut least).cast()));
    assert_eq!((sum, norm, first, least), (11.5, 5.0, 2, 3));
    ok!(hipblasIsamax(handle.0, 0, x.at, 1, (&raw mut first).cast()));
    assert_eq!(first, 0);
    // Squares overflow, and vanish.
    for scale in [1e30f32, 1e-30] {
        let x = Buffer::new(&[3.0 * scale, 4.0 * scale]);
        ok!(hipblasSnrm2(handle.0, 2, x.at, 1, (&raw mut norm).cast()));
        assert!((norm / (5.0 * scale) - 1.0).abs() < 1e-6, "{norm}");
    }
    // A million of the same number: one sum after the other would be off by a thousandth.
    let x = Buffer::new(&vec![0.1f32; 1 << 20]);
    ok!(hipblasSasum(handle.0, 1 << 20, x.at, 1, (&raw mut sum).cast()));
    assert!((f64::from(sum) / (0.1f32 as f64 * (1 << 20) as f64) - 1.0).abs() < 1e-6, "{sum}");
}

#[test]
fn vectors_with_increments() {
    let handle = Handle::new();
    let (x, y) = (Buffer::new(&[1.0f64, 9.0, 2.0, 9.0, 3.0]), Buffer::new(&[10.0f64, 20.0, 30.0]));
    let two = 2.0f64;
    ok!(hipblasDaxpy(handle.0, 3, host(&two), x.at, 2, y.at, -1));
    assert_eq!(y.read(), [16.0, 24.0, 32.0]);
    let mut dot = 0.0f64;
    ok!(hipblasDdot(handle.0, 3, x.at, -2, y.at, 1, (&raw mut dot).cast()));
    assert_eq!(dot, 3.0 * 16.0 + 2.0 * 24.0 + 32.0);
    ok!(hipblasDswap(handle.0, 3, x.at, 2, y.at, 1));
    assert_eq!((x.read(), y.read()), (vec![16.0, 9.0, 24.0, 9.0, 32.0], vec![1.0, 2.0, 3.0]));
    ok!(hipblasDcopy(handle.0, 3, y.at, 1, x.at, 2));
    ok!(hipblasDscal(handle.0, 3, host(&two), x.at, 2));
    assert_eq!(x.read(), [2.0, 9.0, 4.0, 9.0, 6.0]);
}

#[test]
fn complex_products() {
    let handle = Handle::new();
    let (a, b) = (Complex32::new(1.0, 2.0), Complex32::new(3.0, -1.0));
    let (x, y) = (Buffer::new(&[a]), Buffer::new(&[b]));
    let (mut plain, mut conjugated) = (Complex32::ZERO, Complex32::ZERO);
    ok!(hipblasCdotu(handle.0, 1, x.at, 1, y.at, 1, (&raw mut plain).cast()));
    ok!(hipblasCdotc(handle.0, 1, x.at, 1, y.at, 1, (&raw mut conjugated).cast()));
    assert_eq!((plain, conjugated), (a * b, a.conj() * b));
    let half = 0.5f32;
    ok!(hipblasCsscal(handle.0, 1, host(&half), x.at, 1));
    assert_eq!(x.read(), [Complex32::new(0.5, 1.0)]);
}

#[test]
fn rotations_make_a_zero() {
    let handle = Handle::new();
    let (mut a, mut b, mut c, mut s) = (3.0f64, 4.0f64, 0.0f64, 0.0f64);
    ok!(hipblasDrotg(
        handle.0,
        (&raw mut a).cast(),
        (&raw mut b).cast(),
        (&raw mut c).cast(),
        (&raw mut s).cast()
    ));
    assert_eq!((a, c, s), (5.0, 0.6, 0.8));
    let (x, y) = (Buffer::new(&[3.0f64]), Buffer::new(&[4.0f64]));
    ok!(hipblasDrot(handle.0, 1, x.at, 1, y.at, 1, host(&c), host(&s)));
    assert!((x.read()[0] - 5.0).abs() < 1e-12 && y.read()[0].abs() < 1e-12);
    // With weights, `[x1, y1]` becomes `[x, 0]`, whatever the form.
    for [d1, d2, x1, y1] in [[1.0f64, 2.0, 3.0, 4.0], [5.0, 1.0, 3.0, -0.5], [1e-20, 1e10, 2.0, 3.0]] {
        let (mut e1, mut e2, mut x, mut h) = (d1, d2, x1, [0.0f64; 5]);
        ok!(hipblasDrotmg(
            handle.0,
            (&raw mut e1).cast(),
            (&raw mut e2).cast(),
            (&raw mut x).cast(),
            host(&y1),
            (&raw mut h).cast()
        ));
        let (on_x, on_y) = (Buffer::new(&[x1]), Buffer::new(&[y1]));
        ok!(hipblasDrotm(handle.0, 1, on_x.at, 1, on_y.at, 1, host(&h)));
        let (rotated, zero) = (on_x.read()[0], on_y.read()[0]);
        assert!((rotated / x - 1.0).abs() < 1e-12 && zero.abs() < 1e-9, "{rotated} {x} {zero}");
        let (before, after) = (d1 * x1 * x1 + d2 * y1 * y1, e1 * x * x);
        assert!((after / before - 1.0).abs() < 1e-9, "{before} {after}");
    }
}

#[test]
fn scalars_and_results_in_device_memory() {
    let handle = Handle::new();
    ok!(hipblasSetPointerMode(handle.0, 1));
    let (x, alpha, result) = (Buffer::new(&[1.0f32, 2.0]), Buffer::new(&[3.0f32]), Buffer::new(&[0.0f32]));
    ok!(hipblasSscal(handle.0, 2, alpha.at, x.at, 1));
    ok!(hipblasSdot(handle.0, 2, x.at, 1, x.at, 1, result.at));
    assert_eq!((x.read(), result.read()), (vec![3.0, 6.0], vec![45.0]));
    let mut mode = 7u32;
    ok!(hipblasGetPointerMode(handle.0, (&raw mut mode).cast()));
    assert_eq!(mode, 1);
}

#[test]
fn transfers_with_increments() {
    let (from, mut back) = ([1.0f32, 2.0, 3.0], [0.0f32; 6]);
    let on = Buffer::new(&[0.0f32; 9]);
    ok!(hipblasSetVector(3, 4, host(&from), 1, on.at, 3));
    assert_eq!(on.read(), [1.0, 0.0, 0.0, 2.0, 0.0, 0.0, 3.0, 0.0, 0.0]);
    ok!(hipblasGetMatrix(2, 3, 4, on.at, 3, (&raw mut back).cast(), 2));
    assert_eq!(back, [1.0, 0.0, 2.0, 0.0, 3.0, 0.0]);
    // SAFETY: wrong numbers are refused before any memory is touched.
    let status = unsafe { hipblas::hipblasSetMatrix(4, 1, 4, host(&from), 3, on.at, 4) };
    assert_eq!(status, Status::InvalidValue);
}
