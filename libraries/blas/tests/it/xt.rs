//! Level 3 on matrices in memory of the host, by cuBLASXt's functions.

use crate::device::{Buffer, Handle, Pointer, host, ok};
use crate::shared::Matrix;
use hipblas::Status;
use num_complex::Complex64;
use std::ptr::null_mut;

fn handle() -> Pointer {
    let mut made: Pointer = null_mut();
    ok!(hipblasExtXtCreate((&raw mut made).cast()));
    made
}

#[test]
fn matrices_of_the_host_and_of_the_device_are_multiplied() {
    let handle = handle();
    ok!(hipblasExtXtDeviceSelect(handle, 1, host(&0i32)));
    // `C = 2 Aᵀ B - C`, with gaps between columns, which stay as they are.
    let (a, b) = ([1.0f64, 2.0, 9.0, 3.0, 4.0, 9.0], Buffer::new(&[5.0f64, 6.0, 7.0, 8.0]));
    let mut c = [1.0f64, 1.0, 9.0, 1.0, 1.0, 9.0];
    let (two, less) = (2.0f64, -1.0f64);
    let to = c.as_mut_ptr().cast();
    ok!(hipblasExtXtDgemm(handle, 112, 111, 2, 2, 2, host(&two), host(&a), 3, b.at, 2, host(&less), to, 3));
    assert_eq!(c, [33.0, 77.0, 9.0, 45.0, 105.0, 9.0]);
    // What is written only is not read.
    let (i, zero) = (Complex64::new(0.0, 1.0), Complex64::new(0.0, 0.0));
    let (z, mut product) = ([Complex64::new(1.0, 2.0)], [Complex64::new(f64::NAN, 0.0)]);
    let to = product.as_mut_ptr().cast();
    ok!(hipblasExtXtZgemm(handle, 113, 111, 1, 1, 1, host(&i), host(&z), 1, host(&z), 1, host(&zero), to, 1));
    assert_eq!(product, [Complex64::new(0.0, 5.0)]);
    ok!(hipblasExtXtDestroy(handle));
}

const N: usize = 5;
/// Distance of columns, with a gap, which stays as it is.
const LEAD: usize = 7;

fn noise(seed: u64) -> Vec<Complex64> {
    Matrix::noise(LEAD, N, 0.0, seed).values
}

#[test]
fn level_three_gives_what_it_gives_on_the_device() {
    let (handle, plain) = (handle(), Handle::new());
    let (a, b, factor, real) = (noise(1), noise(2), Complex64::new(0.5, -0.75), 0.5f64);
    macro_rules! twins {
        ($($xt:ident $plain:ident: ($($mode:expr),*), $alpha:ident, [$($input:ident),*] $(, $beta:ident)?;)*) => {$({
            let mut c = noise(3);
            let (on_c, (n, lead)) = (Buffer::new(&c), (N as i32, LEAD as i32));
            let to = c.as_mut_ptr().cast();
            ok!($xt(handle, $($mode,)* N, N, host(&$alpha), $(host(&$input[0]), LEAD,)* $(host(&$beta),)? to, LEAD));
            $(let $input = Buffer::new(&$input);)*
            ok!($plain(plain.0, $($mode,)* n, n, host(&$alpha), $($input.at, lead,)* $(host(&$beta),)? on_c.at, lead));
            assert_eq!(c, on_c.read(), stringify!($xt));
        })*};
    }
    twins! {
        hipblasExtXtZsymm hipblasZsymm: (141, 122), factor, [a, b], factor;
        hipblasExtXtZhemm hipblasZhemm: (142, 121), factor, [a, b], factor;
        hipblasExtXtZsyrk hipblasZsyrk: (121, 112), factor, [a], factor;
        hipblasExtXtZherk hipblasZherk: (122, 113), real, [a], real;
        hipblasExtXtZsyr2k hipblasZsyr2k: (122, 111), factor, [a, b], factor;
        hipblasExtXtZher2k hipblasZher2k: (121, 113), factor, [a, b], real;
        hipblasExtXtZsyrkx hipblasZsyrkx: (122, 111), factor, [a, b], factor;
        hipblasExtXtZherkx hipblasZherkx: (121, 111), factor, [a, b], real;
        hipblasExtXtZtrmm hipblasZtrmm: (141, 122, 113, 131), factor, [a, b];
        hipblasExtXtZtrsm hipblasZtrsm: (142, 121, 112, 132), factor, [a];
    }
    for triangle in [121, 122] {
        let is_stored = |i: usize, j: usize| if triangle == 121 { i <= j } else { i >= j };
        let all = (0..N).flat_map(|j| (0..N).map(move |i| (i, j)));
        let packed: Vec<_> = all.filter(|&(i, j)| is_stored(i, j)).map(|(i, j)| a[j * LEAD + i]).collect();
        let (mut c, mut wanted) = (noise(3), noise(3));
        let [to, wanted_at] = [&mut c, &mut wanted].map(|values| values.as_mut_ptr().cast());
        let (alpha, beta, of_b) = (host(&factor), host(&factor), host(&b[0]));
        ok!(hipblasExtXtZspmm(
            handle,
            141,
            triangle,
            N,
            N,
            alpha,
            host(&packed[0]),
            of_b,
            LEAD,
            beta,
            to,
            LEAD
        ));
        let of_a = host(&a[0]);
        ok!(hipblasExtXtZsymm(
            handle, 141, triangle, N, N, alpha, of_a, LEAD, of_b, LEAD, beta, wanted_at, LEAD
        ));
        assert_eq!(c, wanted);
    }
    ok!(hipblasExtXtDestroy(handle));
}

#[test]
fn each_device_is_a_board() {
    let (mut all, mut some) = (0i32, 0i32);
    ok!(hipblasExtXtMaxBoards((&raw mut all).cast()));
    ok!(hipblasExtXtGetNumBoards(2, host(&[0i32, 0]), (&raw mut some).cast()));
    assert_eq!((all >= 1, some), (true, 1));
}

#[test]
fn wrong_arguments_are_statuses() {
    let (handle, one, mut block) = (handle(), 1.0f32, 0i32);
    let gemm = |handle: Pointer, op: u32, lead: usize, a: Pointer| {
        // SAFETY: arrays have one element, and sizes are one.
        unsafe {
            hipblas::hipblasExtXtSgemm(
                handle,
                op,
                111,
                1,
                1,
                1,
                host(&one),
                a,
                lead,
                host(&one),
                1,
                host(&one),
                host(&one),
                1,
            )
        }
    };
    assert_eq!(gemm(null_mut(), 111, 1, host(&one)), Status::NotInitialized);
    assert_eq!(gemm(handle, 7, 1, host(&one)), Status::InvalidEnum);
    assert_eq!(gemm(handle, 111, 0, host(&one)), Status::InvalidValue);
    assert_eq!(gemm(handle, 111, 1, null_mut()), Status::InvalidValue);
    // SAFETY: the list has one number.
    let selected = unsafe { hipblas::hipblasExtXtDeviceSelect(handle, 1, host(&99i32)) };
    assert_eq!(selected, Status::InvalidValue);
    ok!(hipblasExtXtSetBlockDim(handle, 512));
    ok!(hipblasExtXtGetBlockDim(handle, (&raw mut block).cast()));
    assert_eq!(block, 512);
    ok!(hipblasExtXtDestroy(handle));
}

#[test]
fn vectors_are_copied_with_sizes_of_64_bits() {
    let (device, mut back) = (Buffer::new(&[0.0f32; 4]), [9.0f32; 3]);
    ok!(hipblasExtSetVector_64(3, 4, host(&[1.0f32, 2.0, 3.0]), 1, device.at, 1));
    ok!(hipblasExtGetVector_64(2, 4, device.at, 1, back.as_mut_ptr().cast(), 2));
    assert_eq!((device.read(), back), (vec![1.0, 2.0, 3.0, 0.0], [1.0, 9.0, 2.0]));
}
