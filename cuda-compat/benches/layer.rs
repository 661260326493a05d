//! Measures the cost that the layer of CUDA's names adds to each function over the HIP function that it
//! calls, in one process.
//!
//! `cargo bench -p hip-cuda-compat` prints nanoseconds, and fails if the difference is 10 or more.

#![expect(unsafe_code, reason = "calls C functions by their names")]

use std::ffi::{CStr, CString, c_void};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

type Pointer = *mut c_void;

/// Calls per round, few enough to end before the system schedules something else, and number of rounds. The
/// fastest round counts.
const CALLS: u32 = 1_000;
const ROUNDS: u32 = 5_000;
/// Limit of the layer's cost, in nanoseconds.
const LIMIT: f64 = 10.0;

/// Loads a library from the directory of this program, where cargo puts them.
fn library(name: &str) -> Pointer {
    let own = std::env::current_exe().unwrap_or_default();
    let beside = own.parent().map(PathBuf::from).unwrap_or_default();
    let path = [beside.join(name), beside.join("../deps").join(name)].into_iter().find(|path| path.exists());
    let path = path
        .and_then(|path| CString::new(path.into_os_string().into_encoded_bytes()).ok())
        .unwrap_or_default();
    // SAFETY: a name that ends in a zero.
    unsafe { libc::dlopen(path.as_ptr(), libc::RTLD_NOW | libc::RTLD_GLOBAL) }
}

/// Looks up a library function that takes two words.
fn function(of: Pointer, name: &CStr) -> unsafe extern "C" fn(Pointer, Pointer) -> u32 {
    // SAFETY: a name that ends in a zero.
    let found = unsafe { libc::dlsym(of, name.as_ptr()) };
    assert!(!found.is_null(), "{name:?} is there");
    // SAFETY: all that are asked for take one or two words, in registers.
    unsafe { std::mem::transmute::<Pointer, unsafe extern "C" fn(Pointer, Pointer) -> u32>(found) }
}

/// Returns the nanoseconds per call of the fastest round.
fn time(call: unsafe extern "C" fn(Pointer, Pointer) -> u32, a: Pointer, b: Pointer) -> f64 {
    let round = || {
        let start = Instant::now();
        for _ in 0..CALLS {
            // SAFETY: as the caller chose them.
            std::hint::black_box(unsafe { call(a, b) });
        }
        start.elapsed().as_nanos() as f64 / f64::from(CALLS)
    };
    (0..ROUNDS).map(|_| round()).fold(f64::INFINITY, f64::min)
}

fn main() -> ExitCode {
    // The libraries look up the core by this name. It is found because it is loaded already.
    let core = library("libamdhip64.so");
    let (driver, runtime) = (library("libcuda.so"), library("libcudart13.so"));
    if [core, driver, runtime].iter().any(|library| library.is_null()) {
        eprintln!("the libraries are not beside this program");
        return ExitCode::FAILURE;
    }
    let (mut context, mut event): (Pointer, Pointer) = (std::ptr::null_mut(), std::ptr::null_mut());
    let mut value = 0u64;
    let none = std::ptr::null_mut();
    let (to, zero) = ((&raw mut value).cast::<c_void>(), none);
    // SAFETY: locals' addresses.
    unsafe {
        assert_eq!(function(driver, c"cuInit")(zero, none), 0);
        assert_eq!(function(driver, c"cuDevicePrimaryCtxRetain")((&raw mut context).cast(), zero), 0);
        assert_eq!(function(driver, c"cuCtxSetCurrent")(context, none), 0);
        assert_eq!(function(driver, c"cuEventCreate")((&raw mut event).cast(), zero), 0);
    }
    let rows: [(&CStr, Pointer, &CStr, Pointer, Pointer); 6] = [
        (c"hipDeviceGet", driver, c"cuDeviceGet", to, zero),
        (c"hipEventQuery", driver, c"cuEventQuery", event, none),
        (c"hipStreamQuery", driver, c"cuStreamQuery", none, none),
        (c"hipCtxGetDevice", driver, c"cuCtxGetDevice", to, none),
        (c"hipGetDevice", runtime, c"cudaGetDevice", to, none),
        (c"hipEventQuery", runtime, c"cudaEventQuery", event, none),
    ];
    let mut worst = f64::NEG_INFINITY;
    for (hip, of, cuda, a, b) in rows {
        let (below, above) = (time(function(core, hip), a, b), time(function(of, cuda), a, b));
        worst = worst.max(above - below);
        let (cuda, hip) = (cuda.to_string_lossy(), hip.to_string_lossy());
        eprintln!("{cuda:<16} {above:6.1} ns, {hip:<16} {below:6.1} ns: {:+.1} ns", above - below);
    }
    if worst < LIMIT { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
