//! Benchmark of copies, next to `memcpy` of the same bytes in the same run.

use super::good;
use runtime::sys::*;
use std::ffi::c_void;
use std::hint::black_box;
use std::ptr::null_mut;
use std::time::Instant;

/// Returns the seconds of the fastest of several runs.
fn least(times: u32, mut run: impl FnMut()) -> f64 {
    let once = |_| {
        let start = Instant::now();
        run();
        start.elapsed().as_secs_f64()
    };
    (0..times).map(once).fold(f64::INFINITY, f64::min)
}

/// Width of a copied row, in bytes; rows are a pitch apart.
const WIDTH: usize = 4000;
const PITCH: usize = 4096;

/// Measures linear copies each way, then rows, then rows of several planes.
pub(crate) fn all(bench: bool) {
    let (bytes, times) = if bench { (64 << 20, 12) } else { (1 << 20, 1) };
    let rows = bytes / PITCH;
    let from = vec![7u8; bytes];
    let mut to = vec![1u8; bytes];
    let (mut a, mut b) = (null_mut(), null_mut());
    println!(
        "\n{:<44} {:>11} {:>13} {:>6}",
        format!("copies of {} MiB", bytes >> 20),
        "memcpy",
        "ours",
        "ratio"
    );
    // SAFETY: every address is that of `bytes` bytes, of this function's own; planes of rows fit in them.
    unsafe {
        good(hipMalloc(&mut a, bytes));
        good(hipMalloc(&mut b, bytes));
        good(hipMemset(a, 3, bytes));
        good(hipMemset(b, 3, bytes));
        let plain = least(times, || to.copy_from_slice(black_box(&from)));
        let line = |what: &str, moved: usize, seconds: f64| {
            let speed = |moved: usize, seconds: f64| moved as f64 / seconds / 1e9;
            let (base, ours) = (speed(bytes, plain), speed(moved, seconds));
            println!("{what:<44} {base:>6.2} GB/s {ours:>8.2} GB/s {:>6.2}", ours / base);
        };
        line("hipMemcpyHtoD", bytes, least(times, || good(hipMemcpyHtoD(a, from.as_ptr().cast(), bytes))));
        line(
            "hipMemcpyDtoD",
            bytes,
            least(times, || {
                good(hipMemcpyDtoD(b, a, bytes));
                good(hipDeviceSynchronize());
            }),
        );
        line("hipMemcpyDtoH", bytes, least(times, || good(hipMemcpyDtoH(to.as_mut_ptr().cast(), b, bytes))));
        assert!(to.iter().all(|byte| *byte == 7));
        let kind = hipMemcpyKind::hipMemcpyHostToDevice;
        let plane = || good(hipMemcpy2D(a, PITCH, from.as_ptr().cast(), PITCH, WIDTH, rows, kind));
        line("hipMemcpy2D, rows of 4000 of 4096 bytes", WIDTH * rows, least(times, plane));
        let pitched = |ptr: *mut c_void| hipPitchedPtr { ptr, pitch: PITCH, xsize: WIDTH, ysize: rows / 8 };
        let start = hipPos { x: 0, y: 0, z: 0 };
        let parameters = hipMemcpy3DParms {
            srcArray: null_mut(),
            srcPos: start,
            srcPtr: pitched(from.as_ptr().cast_mut().cast()),
            dstArray: null_mut(),
            dstPos: start,
            dstPtr: pitched(a),
            extent: hipExtent { width: WIDTH, height: rows / 8, depth: 8 },
            kind,
        };
        let planes = || good(hipMemcpy3D(&parameters));
        line("hipMemcpy3D, 8 planes of such rows", WIDTH * rows, least(times, planes));
        good(hipFree(a));
        good(hipFree(b));
    }
}
