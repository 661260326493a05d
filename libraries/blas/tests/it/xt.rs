//! Products of matrices in memory of the host, by cuBLASXt's functions.

use crate::device::{Buffer, Pointer, host, ok};
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
