//! Transforms through the library, beside the engines called directly on memory of the host: minima of many
//! runs in turn, and their ratio, which is the share of the engines' speed that programs get. Both leave the
//! input as it is, write the result elsewhere, and use one thread for one transform.

#![expect(unsafe_code, reason = "functions of C are called")]
#![expect(clippy::print_stdout, reason = "its result")]

use amdhip64 as _;
use hipfft::Status;
use num_complex::Complex;
use realfft::RealFftPlanner;
use rustfft::FftPlanner;
use std::ffi::c_void;
use std::ptr::null_mut;
use std::time::Instant;

unsafe extern "C" {
    fn hipMalloc(to: *mut *mut c_void, bytes: usize) -> u32;
    fn hipFree(pointer: *mut c_void) -> u32;
    fn hipMemset(to: *mut c_void, value: i32, bytes: usize) -> u32;
    fn hipDeviceSynchronize() -> u32;
}

/// Runs of each way, one after the other in turn: more of the short ones, which others disturb more.
fn runs(n: usize) -> usize {
    ((1 << 25) / n).clamp(15, 301)
}

const SIZES: [usize; 5] = [1 << 10, 1 << 14, 1 << 17, 1 << 20, 1 << 22];

fn allocate(bytes: usize) -> *mut c_void {
    let mut at = null_mut();
    // SAFETY: the place is a local's, and the memory has these bytes.
    unsafe {
        assert_eq!(hipMalloc(&raw mut at, bytes), 0);
        assert_eq!(hipMemset(at, 0x3c, bytes), 0);
    }
    at
}

/// Times the library and the engine in turn.
fn compare(name: &str, n: usize, kind: u32, call: impl Fn(*mut c_void) -> Status, mut engine: impl FnMut()) {
    let mut plan = null_mut::<c_void>();
    // SAFETY: the place is a local's.
    assert_eq!(unsafe { hipfft::hipfftPlan1d((&raw mut plan).cast(), n as i32, kind, 1) }, Status::Success);
    let (mut own, mut direct) = (f64::MAX, f64::MAX);
    for _ in 0..runs(n) {
        let start = Instant::now();
        assert_eq!(call(plan), Status::Success);
        // SAFETY: no arguments.
        assert_eq!(unsafe { hipDeviceSynchronize() }, 0);
        own = own.min(start.elapsed().as_secs_f64());
        let start = Instant::now();
        engine();
        direct = direct.min(start.elapsed().as_secs_f64());
    }
    println!("{name} {n:8}: library {:9.1} us, ratio {:.2}", own * 1e6, direct / own);
    // SAFETY: created above.
    assert_eq!(unsafe { hipfft::hipfftDestroy(plan) }, Status::Success);
}

macro_rules! precisions {
    ($($ty:ty: $complex:literal $complex_kind:literal $exec:ident, $real:literal $real_kind:literal $exec_real:ident;)*) => {$(
        for n in SIZES {
            let bytes = n * size_of::<Complex<$ty>>();
            let (from, to) = (allocate(bytes), allocate(bytes));
            let fft = FftPlanner::<$ty>::new().plan_fft_forward(n);
            let (data, mut result) = (vec![Complex::<$ty>::new(0.5, 0.25); n], vec![Complex::new(0.0, 0.0); n]);
            let mut scratch = vec![Complex::new(0.0, 0.0); fft.get_immutable_scratch_len()];
            compare(
                $complex, n, $complex_kind,
                // SAFETY: both sides have as many numbers as the plan.
                |plan| unsafe { hipfft::$exec(plan, from, to, -1) },
                || fft.process_immutable_with_scratch(&data, &mut result, &mut scratch),
            );
            let fft = RealFftPlanner::<$ty>::new().plan_fft_forward(n);
            let (data, mut input) = (vec![0.5; n], vec![0.5; n]);
            let mut output = vec![Complex::<$ty>::new(0.0, 0.0); n / 2 + 1];
            let mut scratch = fft.make_scratch_vec();
            compare(
                $real, n, $real_kind,
                // SAFETY: as above; half of the results are not written.
                |plan| unsafe { hipfft::$exec_real(plan, from, to) },
                || {
                    // The engine overwrites its input, which the library leaves.
                    input.copy_from_slice(&data);
                    fft.process_with_scratch(&mut input, &mut output, &mut scratch).expect("lengths agree");
                },
            );
            // SAFETY: allocated above.
            [from, to].into_iter().for_each(|at| unsafe { assert_eq!(hipFree(at), 0) });
        }
    )*};
}

fn main() {
    precisions! {
        f32: "C2C" 0x29 hipfftExecC2C, "R2C" 0x2a hipfftExecR2C;
        f64: "Z2Z" 0x69 hipfftExecZ2Z, "D2Z" 0x6a hipfftExecD2Z;
    }
}
