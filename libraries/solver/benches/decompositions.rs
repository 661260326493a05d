//! Decompositions through the library, beside the crate `faer` called directly on a copy of the same matrix:
//! minima of many runs, and their ratio, which is the share of the engine's speed that programs get.

#![expect(unsafe_code, reason = "functions of C are called")]

use amdhip64 as _;
use hipsolver::Status;
use std::ffi::c_void;
use std::ptr::null_mut;
use std::time::Instant;

unsafe extern "C" {
    fn hipMalloc(to: *mut *mut c_void, bytes: usize) -> u32;
    fn hipMemcpy(to: *mut c_void, from: *const c_void, bytes: usize, kind: u32) -> u32;
    fn hipDeviceSynchronize() -> u32;
}

/// Runs of each way, one after the other in turn.
const RUNS: usize = 9;

const USUAL: &[usize] = &[256, 1024];
/// Orders of decompositions that are quick enough.
const WITH_LARGE: &[usize] = &[256, 1024, 2048];

fn allocate(bytes: usize) -> *mut c_void {
    let mut at = null_mut();
    // SAFETY: the place is a local's.
    assert_eq!(unsafe { hipMalloc(&raw mut at, bytes) }, 0);
    at
}

/// Positive definite numbers that look random.
fn element(i: usize, j: usize, n: usize) -> f64 {
    let (low, high) = (i.min(j), i.max(j));
    let noise = ((low * 7919 + high * 104_729) % 1009) as f64 / 1009.0 - 0.5;
    if i == j { n as f64 } else { noise }
}

macro_rules! compare {
    ($($name:literal $ty:ty, $work:literal, $orders:expr; |$h:ident, $n:ident, $a:ident, $v:ident, $i:ident| $function:ident($($arg:expr),*), $engine:expr;)*) => {$(
        for &n in $orders {
            let matrix = faer::Mat::<$ty>::from_fn(n, n, |i, j| <$ty as work::Scalar>::real(element(i, j, n) as _));
            let elements: Vec<$ty> = (0..n * n).map(|at| matrix[(at % n, at / n)]).collect();
            let bytes = n * n * size_of::<$ty>();
            let (a, vector, info) = (allocate(bytes), allocate(n * 8), allocate(4));
            let mut handle = null_mut::<c_void>();
            // SAFETY: the place is a local's.
            assert_eq!(unsafe { hipsolver::hipsolverDnCreate((&raw mut handle).cast()) }, Status::Success);
            let (mut own, mut engine) = (f64::MAX, f64::MAX);
            for _ in 0..RUNS {
                // SAFETY: as many bytes as the matrix has.
                unsafe { hipMemcpy(a, elements.as_ptr().cast(), bytes, 4) };
                let start = Instant::now();
                let ($h, $n, $a, $v, $i) = (handle, n as i32, a, vector, info);
                // SAFETY: the matrix has n rows and columns, and the vector n elements.
                assert_eq!(unsafe { hipsolver::$function($($arg),*) }, Status::Success);
                // SAFETY: no arguments.
                assert_eq!(unsafe { hipDeviceSynchronize() }, 0);
                own = own.min(start.elapsed().as_secs_f64());
                let start = Instant::now();
                let decompose: fn(&faer::Mat<$ty>) = $engine;
                decompose(&matrix);
                engine = engine.min(start.elapsed().as_secs_f64());
            }
            let operations = $work * (n as f64).powi(3) / 1e9;
            println!("{} {n:5}: library {:6.1} GFLOP/s, ratio {:.2}", $name, operations / own, engine / own);
        }
    )*};
}

fn main() {
    compare! {
        "dgetrf" f64, 0.67, WITH_LARGE; |h, n, a, v, i| hipsolverDnDgetrf(h, n, n, a, n, null_mut(), v, i),
            |a| drop(std::hint::black_box(a.partial_piv_lu()));
        "sgetrf" f32, 0.67, WITH_LARGE; |h, n, a, v, i| hipsolverDnSgetrf(h, n, n, a, n, null_mut(), v, i),
            |a| drop(std::hint::black_box(a.partial_piv_lu()));
        "zgetrf" work::Complex64, 2.67, USUAL; |h, n, a, v, i| hipsolverDnZgetrf(h, n, n, a, n, null_mut(), v, i),
            |a| drop(std::hint::black_box(a.partial_piv_lu()));
        "dpotrf" f64, 0.33, WITH_LARGE; |h, n, a, _v, i| hipsolverDnDpotrf(h, 122, n, a, n, null_mut(), 0, i),
            |a| drop(std::hint::black_box(a.llt(faer::Side::Lower)));
        "dpotrf, upper" f64, 0.33, USUAL; |h, n, a, _v, i| hipsolverDnDpotrf(h, 121, n, a, n, null_mut(), 0, i),
            |a| drop(std::hint::black_box(a.llt(faer::Side::Lower)));
        "spotrf" f32, 0.33, USUAL; |h, n, a, _v, i| hipsolverDnSpotrf(h, 122, n, a, n, null_mut(), 0, i),
            |a| drop(std::hint::black_box(a.llt(faer::Side::Lower)));
        // An operation with complex numbers is four of real ones.
        "zpotrf" work::Complex64, 1.33, USUAL; |h, n, a, _v, i| hipsolverDnZpotrf(h, 122, n, a, n, null_mut(), 0, i),
            |a| drop(std::hint::black_box(a.llt(faer::Side::Lower)));
        "dgeqrf" f64, 1.33, WITH_LARGE; |h, n, a, v, i| hipsolverDnDgeqrf(h, n, n, a, n, v, null_mut(), 0, i),
            |a| drop(std::hint::black_box(a.qr()));
        "dsyevd" f64, 9.0, USUAL; |h, n, a, v, i| hipsolverDnDsyevd(h, 202, 122, n, a, n, v, null_mut(), 0, i),
            |a| drop(std::hint::black_box(a.self_adjoint_eigen(faer::Side::Lower)));
        "ssyevd" f32, 9.0, USUAL; |h, n, a, v, i| hipsolverDnSsyevd(h, 202, 122, n, a, n, v, null_mut(), 0, i),
            |a| drop(std::hint::black_box(a.self_adjoint_eigen(faer::Side::Lower)));
        "dsyevd, values" f64, 1.33, USUAL; |h, n, a, v, i| hipsolverDnDsyevd(h, 201, 122, n, a, n, v, null_mut(), 0, i),
            |a| drop(std::hint::black_box(a.self_adjoint_eigenvalues(faer::Side::Lower)));
        "dgesvd, values" f64, 2.67, USUAL; |h, n, a, v, i| hipsolverDnDgesvd(
                h, b'N' as i8, b'N' as i8, n, n, a, n, v, null_mut(), n, null_mut(), n, null_mut(), 0, null_mut(), i),
            |a| drop(std::hint::black_box(a.singular_values()));
        // Vectors of one side take the place of the matrix.
        "dgesvd, left vectors" f64, 9.0, USUAL; |h, n, a, v, i| hipsolverDnDgesvd(
                h, b'O' as i8, b'N' as i8, n, n, a, n, v, null_mut(), n, null_mut(), n, null_mut(), 0, null_mut(), i),
            |a| drop(std::hint::black_box(a.thin_svd()));
    }
}
