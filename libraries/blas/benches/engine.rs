//! Products through the library, beside the engine called directly on the same memory: minima of many runs,
//! and their ratio, which is the share of the engine's speed that programs get.

#![expect(unsafe_code, reason = "functions of C, and the engine's own")]

use amdhip64 as _;
use hipblas::Status;
use std::ffi::c_void;
use std::time::Instant;

unsafe extern "C" {
    fn hipMalloc(to: *mut *mut c_void, bytes: usize) -> u32;
    fn hipFree(pointer: *mut c_void) -> u32;
    fn hipMemset(to: *mut c_void, value: i32, bytes: usize) -> u32;
    fn hipDeviceSynchronize() -> u32;
}

/// Runs of each way, one after the other in turn.
const RUNS: usize = 15;

macro_rules! compare {
    ($($name:literal $ty:ty: $function:ident;)*) => {$(
        for n in [128usize, 512, 1024] {
            let mut memory = [std::ptr::null_mut::<c_void>(); 3];
            for place in &mut memory {
                // SAFETY: the place is a local's; the memory has these bytes.
                unsafe {
                    assert_eq!(hipMalloc(place, n * n * size_of::<$ty>()), 0);
                    assert_eq!(hipMemset(*place, 0x3c, n * n * size_of::<$ty>()), 0);
                }
            }
            let [a, b, c] = memory;
            let (mut handle, one, zero) = (std::ptr::null_mut::<c_void>(), 1.0 as $ty, 0.0 as $ty);
            // SAFETY: places are locals'.
            assert_eq!(unsafe { hipblas::hipblasCreate((&raw mut handle).cast()) }, Status::Success);
            let (mut own, mut engine) = (f64::MAX, f64::MAX);
            for _ in 0..RUNS {
                let start = Instant::now();
                let (order, factors) = (n as i32, [&one, &zero].map(|one| (&raw const *one).cast_mut().cast()));
                // SAFETY: all matrices have n rows and columns.
                unsafe {
                    hipblas::$function(
                        handle, 111, 111, order, order, order, factors[0], a, order, b, order, factors[1], c, order,
                    );
                    hipDeviceSynchronize();
                }
                own = own.min(start.elapsed().as_secs_f64());
                let (start, lead) = (Instant::now(), n as isize);
                // SAFETY: device memory is this process's, and nothing else uses it now.
                unsafe {
                    gemm::gemm(
                        n, n, n, c.cast::<$ty>(), lead, 1, false, a.cast::<$ty>().cast_const(), lead, 1,
                        b.cast::<$ty>().cast_const(), lead, 1, zero, one, false, false, false, gemm::Parallelism::Rayon(0),
                    );
                }
                engine = engine.min(start.elapsed().as_secs_f64());
            }
            let operations = 2.0 * (n as f64).powi(3) / 1e9;
            println!("{} {n:5}: library {:7.1} GFLOP/s, ratio {:.2}", $name, operations / own, engine / own);
            // SAFETY: allocated above.
            memory.into_iter().for_each(|place| unsafe { assert_eq!(hipFree(place), 0) });
        }
    )*};
}

fn main() {
    compare! {
        "sgemm" f32: hipblasSgemm;
        "dgemm" f64: hipblasDgemm;
    }
}
