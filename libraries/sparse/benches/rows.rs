//! Products of sparse matrices with vectors through the library, beside a loop over slices with as many
//! threads: minima of many runs, and their ratio, which is the share of the loop's speed that programs get.

#![expect(unsafe_code, reason = "functions of C are called")]

use amdhip64 as _;
use hipsparse::Status;
use rayon::prelude::*;
use std::ffi::c_void;
use std::ptr::null_mut;
use std::time::Instant;

unsafe extern "C" {
    fn hipMalloc(to: *mut *mut c_void, bytes: usize) -> u32;
    fn hipMemcpy(to: *mut c_void, from: *const c_void, bytes: usize, kind: u32) -> u32;
    fn hipDeviceSynchronize() -> u32;
}

/// Runs of each way, one after the other in turn.
const RUNS: usize = 15;

/// Copies values to device memory, where they stay.
fn on_device<T>(values: &[T]) -> *mut c_void {
    let mut at = null_mut();
    // SAFETY: places and sizes are those of a local and of the slice.
    unsafe {
        assert_eq!(hipMalloc(&raw mut at, size_of_val(values)), 0);
        assert_eq!(hipMemcpy(at, values.as_ptr().cast(), size_of_val(values), 4), 0);
    }
    at
}

/// Compressed rows of a grid of `side` by `side` points with their neighbours.
fn grid(side: usize) -> (Vec<i32>, Vec<i32>) {
    let (mut offsets, mut indices) = (vec![0], Vec::new());
    for row in 0..side * side {
        let (x, y) = (row % side, row / side);
        let mut push = |is_there: bool, column: usize| {
            if is_there {
                indices.push(column as i32);
            }
        };
        push(y > 0, row.wrapping_sub(side));
        push(x > 0, row.wrapping_sub(1));
        push(true, row);
        push(x + 1 < side, row + 1);
        push(y + 1 < side, row + side);
        offsets.push(indices.len() as i32);
    }
    (offsets, indices)
}

macro_rules! compare {
    ($($name:literal $ty:ty: $code:literal;)*) => {$(
        for side in [200usize, 1000] {
            let (offsets, indices) = grid(side);
            let (n, count) = (side * side, indices.len());
            let values: Vec<$ty> = (0..count).map(|n| (n % 7) as $ty - 3.0).collect();
            let (x, mut y): (Vec<$ty>, Vec<$ty>) = ((0..n).map(|n| (n % 5) as $ty).collect(), vec![0.0; n]);
            let arrays = [on_device(&offsets), on_device(&indices), on_device(&values), on_device(&x), on_device(&y)];
            let (mut handle, mut matrix, mut of_x, mut of_y) =
                (null_mut::<c_void>(), null_mut::<c_void>(), null_mut::<c_void>(), null_mut::<c_void>());
            let (rows, one, zero) = (n as i64, 1.0 as $ty, 0.0 as $ty);
            // SAFETY: places are locals'.
            unsafe {
                assert_eq!(hipsparse::hipsparseCreate((&raw mut handle).cast()), Status::Success);
                hipsparse::hipsparseCreateCsr(
                    (&raw mut matrix).cast(), rows, rows, count as i64, arrays[0], arrays[1], arrays[2], 2, 2, 0, $code,
                );
                hipsparse::hipsparseCreateDnVec((&raw mut of_x).cast(), rows, arrays[3], $code);
                hipsparse::hipsparseCreateDnVec((&raw mut of_y).cast(), rows, arrays[4], $code);
            }
            let (mut own, mut direct) = (f64::MAX, f64::MAX);
            for _ in 0..RUNS {
                let start = Instant::now();
                let factors = [&one, &zero].map(|one| (&raw const *one).cast_mut().cast());
                // SAFETY: the factors are locals'.
                let code = unsafe {
                    let code = hipsparse::hipsparseSpMV(
                        handle, 0, factors[0], matrix, of_x, factors[1], of_y, $code, 0, null_mut(),
                    );
                    assert_eq!(hipDeviceSynchronize(), 0);
                    code
                };
                assert_eq!(code, Status::Success);
                own = own.min(start.elapsed().as_secs_f64());
                let start = Instant::now();
                y.par_iter_mut().with_min_len(256).enumerate().for_each(|(row, y)| {
                    let entries = offsets[row] as usize..offsets[row + 1] as usize;
                    *y = entries.map(|at| values[at] * x[indices[at] as usize]).sum();
                });
                direct = direct.min(start.elapsed().as_secs_f64());
            }
            let mut got = vec![zero; n];
            // SAFETY: as many bytes as the vector has.
            unsafe { hipMemcpy(got.as_mut_ptr().cast(), arrays[4], n * size_of::<$ty>(), 4) };
            assert_eq!(got, y);
            let operations = 2.0 * count as f64 / 1e9;
            println!("{} {count:8} entries: library {:6.2} GFLOP/s, ratio {:.2}", $name, operations / own, direct / own);
        }
    )*};
}

fn main() {
    compare! {
        "float" f32: 0;
        "double" f64: 1;
    }
}
