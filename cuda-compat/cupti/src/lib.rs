//! `libcupti.so.12` and `libcupti.so.13`: NVIDIA's interface for profilers, which frameworks load when they
//! start.
//!
//! Nothing is recorded here: `hip-prof` profiles kernels of the software device. Versions, texts of errors
//! and the time answer; no event, metric or record is there. Functions that would record are refused by
//! name.

#![expect(unsafe_code, reason = "pointers of C pass through here")]
#![expect(non_snake_case, reason = "functions have CUDA's names")]

mod absent;
mod answers;

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};

/// `CUptiResult`
type Code = u32;

const SUCCESS: Code = 0;
const INVALID_PARAMETER: Code = 1;
const MAX_LIMIT_REACHED: Code = 12;
const NOT_SUPPORTED: Code = 27;

thread_local! {
    static LAST: Cell<Code> = const { Cell::new(SUCCESS) };
}

/// Returns a result, and keeps it for `cuptiGetLastError` if it is an error.
fn ended(code: Code) -> Code {
    if code != SUCCESS {
        LAST.set(code);
    }
    code
}

/// Refuses a function, and prints its name once.
fn refuse(name: &str, said: &AtomicBool) -> Code {
    if !said.swap(true, Ordering::Relaxed) {
        eprintln!("cupti: {name} is not supported on a software device; hip-prof profiles kernels");
    }
    ended(NOT_SUPPORTED)
}

/// Writes through a pointer that C passed.
///
/// # Safety
/// The pointer is null or leads to a `T` of the caller's.
unsafe fn put<T>(to: *mut T, value: T) -> Code {
    // SAFETY: as the caller says.
    if unsafe { forward::put(to, value) } { SUCCESS } else { ended(INVALID_PARAMETER) }
}

/// Exports functions under their names, with the versions of both releases.
macro_rules! export {
    ($($name:ident;)*) => {$(
        forward::export!($name, $name, ["libcupti.so.12"]);
    )*};
}
pub(crate) use export;
