//! Tests of `libhipblaslt` through its C functions, against sums in double precision.

#![expect(unsafe_code, reason = "functions of C are called")]

// The core, which the library loads at run time; here it is linked in.
use amdhip64 as _;

#[path = "../../../tests/shared.rs"]
mod shared;

use hipblaslt::Status;
use num_complex::Complex64;
use shared::{Buffer, Matrix, Pointer, check_near, host, place};
use std::ptr::null_mut;

/// The status of a call.
macro_rules! status {
    ($function:ident($($argument:expr),* $(,)?)) => {
        // SAFETY: device memory is checked by the library; the other pointers are null or of locals.
        unsafe { hipblaslt::$function($($argument),*) }
    };
}

/// Calls a function of the library, which must succeed.
macro_rules! ok {
    ($function:ident($($argument:expr),* $(,)?)) => {
        assert_eq!(status!($function($($argument),*)), Status::Success, stringify!($function))
    };
}

/// Makes an object by a function whose first argument is the place of its handle.
macro_rules! made {
    ($function:ident($($argument:expr),* $(,)?)) => {{
        let mut handle: Pointer = null_mut();
        ok!($function(place(&mut handle), $($argument),*));
        handle
    }};
}

const SINGLE: u32 = 0;
const HALF: u32 = 2;
const BYTE: u32 = 3;
const INTEGER: u32 = 10;
const IN_SINGLE: u32 = 2;
const IN_INTEGERS: u32 = 9;

const TRANSPOSE_A: u32 = 0;
const TRANSPOSE_B: u32 = 1;
const EPILOGUE: u32 = 2;
const BIAS: u32 = 3;
const AUXILIARY: u32 = 10;
const AUXILIARY_LEAD: u32 = 11;

const TRANSPOSED: u32 = 112;

fn set<T>(product: Pointer, attribute: u32, value: T) {
    ok!(hipblasLtMatmulDescSetAttribute(product, attribute, host(&value), size_of::<T>()));
}

fn layout(ty: u32, rows: usize, columns: usize, lead: usize) -> Pointer {
    made!(hipblasLtMatrixLayoutCreate(ty, rows, columns, lead as i64))
}

const M: usize = 20;
const N: usize = 12;
const K: usize = 16;

/// Result of a product with an epilogue, whose left factor is stored transposed.
fn product(epilogue: u32, bias: &Buffer<f32>, auxiliary: &Buffer<f32>) -> Vec<f32> {
    let handle = made!(hipblasLtCreate());
    let (a, b, c) = operands();
    let (of_a, of_b) = (Buffer::new(&a.by_columns()), Buffer::new(&b.by_columns()));
    let (of_c, of_d) = (Buffer::new(&c.by_columns()), Buffer::new(&[0f32; M * N]));
    let [la, lb, lc] = [layout(SINGLE, K, M, K), layout(SINGLE, K, N, K), layout(SINGLE, M, N, M)];
    let descriptor = made!(hipblasLtMatmulDescCreate(IN_SINGLE, SINGLE));
    set(descriptor, TRANSPOSE_A, TRANSPOSED);
    set(descriptor, EPILOGUE, epilogue);
    set(descriptor, BIAS, bias.at);
    set(descriptor, AUXILIARY, auxiliary.at);
    set(descriptor, AUXILIARY_LEAD, M as i64);
    let (preference, mut results, mut count) = (made!(hipblasLtMatmulPreferenceCreate()), [0u64; 7], 0i32);
    ok!(hipblasLtMatmulAlgoGetHeuristic(
        handle,
        descriptor,
        la,
        lb,
        lc,
        lc,
        preference,
        1,
        place(&mut results),
        place(&mut count)
    ));
    assert_eq!(count, 1);
    let (alpha, beta) = (0.5f32, 2f32);
    ok!(hipblasLtMatmul(
        handle,
        descriptor,
        host(&alpha),
        of_a.at,
        la,
        of_b.at,
        lb,
        host(&beta),
        of_c.at,
        lc,
        of_d.at,
        lc,
        place(&mut results),
        null_mut(),
        0,
        null_mut()
    ));
    ok!(hipblasLtMatmulPreferenceDestroy(preference));
    ok!(hipblasLtMatmulDescDestroy(descriptor));
    [la, lb, lc].into_iter().for_each(|layout| ok!(hipblasLtMatrixLayoutDestroy(layout)));
    ok!(hipblasLtDestroy(handle));
    of_d.read()
}

fn operands() -> (Matrix<f32>, Matrix<f32>, Matrix<f32>) {
    (Matrix::noise(K, M, 0.0, 1), Matrix::noise(K, N, 0.0, 2), Matrix::noise(M, N, 0.0, 3))
}

/// The product without an epilogue, column by column.
fn plain() -> Vec<f64> {
    let (a, b, c) = operands();
    let product = a.operand(1).times(&b.operand(0)).by_columns();
    product.iter().zip(c.by_columns()).map(|(p, c)| 0.5 * p.re + 2.0 * f64::from(c)).collect()
}

fn gelu(x: f64) -> f64 {
    0.5 * x * (1.0 + (0.7978845608028654 * (x + 0.044715 * x.powi(3))).tanh())
}

fn check(what: &str, got: &[f32], wanted: &[f64]) {
    check_near(what, got, &wanted.iter().map(|&x| Complex64::new(x, 0.0)).collect::<Vec<_>>());
}

#[test]
fn epilogues_are_what_they_are_called() {
    let bias: Vec<f32> = (0..M).map(|n| n as f32 / 8.0 - 1.0).collect();
    let (of_bias, kept) = (Buffer::new(&bias), Buffer::new(&[0f32; M * N]));
    let with_bias: Vec<f64> = plain().iter().enumerate().map(|(n, x)| x + f64::from(bias[n % M])).collect();
    let relu = |of: &[f64]| of.iter().map(|x| x.max(0.0)).collect::<Vec<_>>();
    let gelus = |of: &[f64]| of.iter().map(|&x| gelu(x)).collect::<Vec<_>>();
    check("default", &product(1, &of_bias, &kept), &plain());
    check("relu", &product(2, &of_bias, &kept), &relu(&plain()));
    check("bias", &product(4, &of_bias, &kept), &with_bias);
    check("relu with bias", &product(6, &of_bias, &kept), &relu(&with_bias));
    check("gelu", &product(32, &of_bias, &kept), &gelus(&plain()));
    check("gelu with bias, kept", &product(164, &of_bias, &kept), &gelus(&with_bias));
    check("kept", &kept.read(), &with_bias);
    // The way back: the derivative at what was kept, and sums of rows.
    let step = 1e-5;
    let back: Vec<f64> = plain()
        .iter()
        .zip(&with_bias)
        .map(|(x, &at)| x * (gelu(at + step) - gelu(at - step)) / (2.0 * step))
        .collect();
    let sums = Buffer::new(&[0f32; M]);
    check("gelu back", &product(208, &sums, &kept), &back);
    let of_rows: Vec<f64> = (0..M).map(|i| back.iter().skip(i).step_by(M).sum()).collect();
    check("sums of rows", &sums.read(), &of_rows);
    check("with sums of the left factor", &product(256, &sums, &kept), &plain());
    let of_left: Vec<f64> =
        operands().0.operand(1).values.chunks(K).map(|row| row.iter().map(|z| z.re).sum()).collect();
    check("sums of the left factor", &sums.read(), &of_left);
}

#[test]
fn numbers_of_16_and_8_bits_come_in_batches_and_both_orders() {
    let handle = made!(hipblasLtCreate());
    // Two products of 2 x 2, the left factors by rows.
    let (a, b) = (
        Buffer::new(&[0x3c00u16, 0x4000, 0x4200, 0x4400, 0, 0x3c00u16, 0x3c00u16, 0]),
        Buffer::new(&[0x3c00u16, 0, 0, 0x3c00, 0x3c00, 0, 0, 0x3c00]),
    );
    let d = Buffer::new(&[0f32; 8]);
    let [la, lb, ld] = [layout(HALF, 2, 2, 2), layout(HALF, 2, 2, 2), layout(SINGLE, 2, 2, 2)];
    for of in [la, lb, ld] {
        let (batch, stride) = (2i32, 4i64);
        ok!(hipblasLtMatrixLayoutSetAttribute(of, 0, host(&batch), 4));
        ok!(hipblasLtMatrixLayoutSetAttribute(of, 1, host(&stride), 8));
    }
    let by_rows = 1i32;
    ok!(hipblasLtMatrixLayoutSetAttribute(la, 3, host(&by_rows), 4));
    let descriptor = made!(hipblasLtMatmulDescCreate(IN_SINGLE, SINGLE));
    let (one, zero) = (1f32, 0f32);
    ok!(hipblasLtMatmul(
        handle,
        descriptor,
        host(&one),
        a.at,
        la,
        b.at,
        lb,
        host(&zero),
        d.at,
        ld,
        d.at,
        ld,
        null_mut(),
        null_mut(),
        0,
        null_mut()
    ));
    assert_eq!(d.read(), [1.0, 3.0, 2.0, 4.0, 0.0, 1.0, 1.0, 0.0]);
    let (a, b, d) =
        (Buffer::new(&[100i8, -128, 3, 4]), Buffer::new(&[127i8, 1, 0, 2]), Buffer::new(&[1i32; 4]));
    let [la, ld] = [layout(BYTE, 2, 2, 2), layout(INTEGER, 2, 2, 2)];
    let descriptor = made!(hipblasLtMatmulDescCreate(IN_INTEGERS, INTEGER));
    let (one, two) = (1i32, 2i32);
    ok!(hipblasLtMatmul(
        handle,
        descriptor,
        host(&one),
        a.at,
        la,
        b.at,
        la,
        host(&two),
        d.at,
        ld,
        d.at,
        ld,
        null_mut(),
        null_mut(),
        0,
        null_mut()
    ));
    assert_eq!(d.read(), [12705, -16250, 8, 10]);
}

const BRAIN: u32 = 14;
const E4M3: u32 = 28;
const E5M2: u32 = 29;
const SCALES: [u32; 4] = [5, 6, 7, 8];
const GREATEST: u32 = 14;
const SCALE_MODE_OF_A: u32 = 31;
const ONE_FOR_EACH_LINE: u32 = 3;

#[test]
fn floats_of_8_bits_have_scales() {
    let handle = made!(hipblasLtCreate());
    // A is (1 2; 3 -4) and stored transposed, B is (1.5 0; 1 64): A B = (3.5 128; 0.5 -256).
    let a = Buffer::new(&[0x38u8, 0x40, 0x44, 0xc8]);
    let b = Buffer::new(&[0x3eu8, 0x3c, 0x00, 0x54]);
    let c = Buffer::new(&[0x3f80u16, 0, 0, 0x3f80]);
    let [la, lb, lc] = [layout(E4M3, 2, 2, 2), layout(E5M2, 2, 2, 2), layout(BRAIN, 2, 2, 2)];
    let product = |compute, of_d, ld, settings: &[(u32, Pointer)], lines: bool| {
        let descriptor = made!(hipblasLtMatmulDescCreate(compute, SINGLE));
        set(descriptor, TRANSPOSE_A, TRANSPOSED);
        settings.iter().for_each(|&(attribute, at)| set(descriptor, attribute, at));
        if lines {
            set(descriptor, SCALE_MODE_OF_A, ONE_FOR_EACH_LINE);
        }
        let (one, none) = (1f32, null_mut());
        let factor = host(&one);
        let code = status!(hipblasLtMatmul(
            handle, descriptor, factor, a.at, la, b.at, lb, factor, c.at, lc, of_d, ld, none, none, 0, none
        ));
        ok!(hipblasLtMatmulDescDestroy(descriptor));
        code
    };
    let d = Buffer::new(&[0u16; 4]);
    assert_eq!(product(IN_SINGLE, d.at, lc, &[], false), Status::Success);
    let wide = |of: &Buffer<u16>| {
        of.read().into_iter().map(|x| f32::from_bits(u32::from(x) << 16)).collect::<Vec<_>>()
    };
    assert_eq!(wide(&d), [4.5, 0.5, 128.0, -255.0]);
    // The result is scaled after its greatest magnitude was taken, and what is too large becomes the largest.
    let factors = Buffer::new(&[2f32, 0.5, 4.0]);
    let (small, greatest, ls) = (Buffer::new(&[0u8; 4]), Buffer::new(&[0f32]), layout(E4M3, 2, 2, 2));
    let settings = [(SCALES[0], factors.at), (SCALES[1], factors.place(1)), (SCALES[3], factors.place(2))];
    let with_greatest = [&settings[..], &[(GREATEST, greatest.at)]].concat();
    assert_eq!(product(IN_SINGLE, small.at, ls, &with_greatest, false), Status::Success);
    // 18, 2, 448 instead of 512, -448 instead of -1020.
    assert_eq!(small.read(), [0x59, 0x40, 0x7e, 0xfe]);
    assert_eq!(greatest.read(), [255.0]);
    // A factor for each row of the result.
    assert_eq!(product(IN_SINGLE, d.at, lc, &settings[..1], true), Status::Success);
    assert_eq!(wide(&d), [8.0, 0.25, 256.0, -127.0]);
    // Scales are only for operands of 8 bits, and the formats go with computations in single precision.
    assert_eq!(product(IN_SINGLE, d.at, lc, &settings[2..], false), Status::NotSupported);
    assert_eq!(product(IN_INTEGERS, d.at, lc, &[], false), Status::NotSupported);
    assert_eq!(product(IN_SINGLE, d.at, layout(HALF, 2, 2, 2), &[], false), Status::NotSupported);
}

#[test]
fn matrices_are_transformed() {
    let handle = made!(hipblasLtCreate());
    // The transposed matrix of three rows and two columns, by rows, and half of one of 16-bit numbers.
    let a = Buffer::new(&[1f32, 2.0, 3.0, 4.0, 5.0, 6.0]);
    let b = Buffer::new(&[0x3c00u16, 0x4000, 0x4200, 0x4400, 0x4500, 0x4600]);
    let c = Buffer::new(&[9f32; 8]);
    let [la, lb, lc] = [layout(SINGLE, 3, 2, 2), layout(HALF, 2, 3, 2), layout(SINGLE, 2, 3, 2)];
    let by_rows = 1i32;
    ok!(hipblasLtMatrixLayoutSetAttribute(la, 3, host(&by_rows), 4));
    let descriptor = made!(hipblasLtMatrixTransformDescCreate(SINGLE));
    ok!(hipblasLtMatrixTransformDescSetAttribute(descriptor, 2, host(&TRANSPOSED), 4));
    let (mut op, mut written) = (0u32, 0usize);
    let to = (place(&mut op), place(&mut written));
    ok!(hipblasLtMatrixTransformDescGetAttribute(descriptor, 2, to.0, 4, to.1));
    assert_eq!((op, written), (TRANSPOSED, 4));
    let (one, half) = (1f32, 0.5f32);
    let run = |of_a, b, of_c| {
        let (f, none) = (host(&one), null_mut());
        status!(hipblasLtMatrixTransform(
            handle,
            descriptor,
            f,
            a.at,
            of_a,
            host(&half),
            b,
            lb,
            c.at,
            of_c,
            none
        ))
    };
    assert_eq!(run(la, b.at, lc), Status::Success);
    // Columns of `op(A)` are rows of `A`.
    assert_eq!(c.read(), [1.5, 3.0, 4.5, 6.0, 7.5, 9.0, 9.0, 9.0]);
    assert_eq!(run(la, null_mut(), lc), Status::Success);
    assert_eq!(c.read()[..6], [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
    assert_eq!((run(lb, b.at, lc), run(la, b.at, la)), (Status::InvalidValue, Status::InvalidValue));
    assert_eq!(run(la, b.at, null_mut()), Status::InvalidValue);
    // To integers, which are the nearest.
    let (to, lc) = (Buffer::new(&[0i8; 6]), layout(BYTE, 2, 3, 2));
    let step = 0.7f32;
    let integers = |ty| {
        let (f, none) = (host(&step), null_mut());
        let descriptor = made!(hipblasLtMatrixTransformDescCreate(ty));
        ok!(hipblasLtMatrixTransformDescSetAttribute(descriptor, 2, host(&TRANSPOSED), 4));
        let code = status!(hipblasLtMatrixTransform(
            handle, descriptor, f, a.at, la, none, none, none, to.at, lc, none
        ));
        ok!(hipblasLtMatrixTransformDescDestroy(descriptor));
        code
    };
    assert_eq!((integers(SINGLE), integers(HALF)), (Status::Success, Status::NotSupported));
    assert_eq!(to.read(), [1, 1, 2, 3, 3, 4]);
}

#[test]
fn wrong_calls_are_statuses() {
    let handle = made!(hipblasLtCreate());
    let (one, x) = (1f32, Buffer::new(&[1f32; 16]));
    let [square, wide] = [layout(SINGLE, 4, 4, 4), layout(SINGLE, 4, 8, 4)];
    let descriptor = made!(hipblasLtMatmulDescCreate(IN_SINGLE, SINGLE));
    let run = |handle, a, d| {
        status!(hipblasLtMatmul(
            handle,
            descriptor,
            host(&one),
            x.at,
            a,
            x.at,
            square,
            host(&one),
            x.at,
            square,
            d,
            square,
            null_mut(),
            null_mut(),
            0,
            null_mut()
        ))
    };
    assert_eq!(run(null_mut(), square, x.at), Status::NotInitialized);
    assert_eq!(run(handle, wide, x.at), Status::InvalidValue);
    assert_eq!(run(handle, null_mut(), x.at), Status::InvalidValue);
    assert_eq!(run(handle, square, null_mut()), Status::InvalidValue);
    set(descriptor, EPILOGUE, 999u32);
    assert_eq!(run(handle, square, x.at), Status::NotSupported);
    set(descriptor, EPILOGUE, 4u32);
    assert_eq!(run(handle, square, x.at), Status::InvalidValue, "there is no bias");
    let value = 1u8;
    assert_eq!(
        status!(hipblasLtMatmulDescSetAttribute(descriptor, TRANSPOSE_B, host(&value), 1)),
        Status::InvalidValue
    );
    assert_eq!(
        status!(hipblasLtMatmulDescSetAttribute(descriptor, 99, host(&value), 1)),
        Status::NotSupported
    );
    let (mut epilogue, mut bytes) = (0u32, 0usize);
    ok!(hipblasLtMatmulDescGetAttribute(descriptor, EPILOGUE, place(&mut epilogue), 4, place(&mut bytes)));
    assert_eq!((epilogue, bytes), (4, 4));
}
