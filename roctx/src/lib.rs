//! `libroctx64.so`: marks and ranges that programs put around their work (rocTX; NVTX in CUDA).
//!
//! No profiler is attached here, so messages are dropped. Results are those of ROCm's library: depths of
//! nested ranges, identifiers, and zero for success. Source: ROCm documentation, "rocTX".
//!
//! The same file is `libroctracer64.so`, with the functions of `roctracer_ext.h`: starting and stopping a
//! tracer, and identifiers of callers for its records.

#![expect(unsafe_code, reason = "symbols of C are exported here")]

use std::cell::{Cell, RefCell};
use std::ffi::{c_char, c_int, c_void};
use std::sync::atomic::{AtomicU64, Ordering};

/// Version of rocTX whose functions these are.
const VERSION: [u32; 2] = [4, 1];

thread_local! {
    /// Ranges that the thread has pushed and not popped.
    static DEPTH: Cell<c_int> = const { Cell::new(0) };
    /// Identifiers of callers that the thread has pushed and not popped.
    static CALLERS: RefCell<Vec<u64>> = const { RefCell::new(Vec::new()) };
    static THREAD: u64 = THREADS.fetch_add(1, Ordering::Relaxed);
}

static THREADS: AtomicU64 = AtomicU64::new(1);
static RANGES: AtomicU64 = AtomicU64::new(1);

/// Returns the major version.
// SAFETY: no other library of a program defines this symbol.
#[unsafe(no_mangle)]
pub extern "C" fn roctx_version_major() -> u32 {
    VERSION[0]
}

/// Returns the minor version.
// SAFETY: no other library of a program defines this symbol.
#[unsafe(no_mangle)]
pub extern "C" fn roctx_version_minor() -> u32 {
    VERSION[1]
}

/// Marks a point in time.
// SAFETY: no other library of a program defines this symbol.
#[unsafe(no_mangle)]
pub extern "C" fn roctxMarkA(_message: *const c_char) {}

/// Starts a range within the thread's last one; returns the number of ranges around it.
// SAFETY: no other library of a program defines this symbol.
#[unsafe(no_mangle)]
pub extern "C" fn roctxRangePushA(_message: *const c_char) -> c_int {
    DEPTH.replace(DEPTH.get().saturating_add(1))
}

/// Ends the thread's last range; returns the number of ranges around it, or -1 if there was none.
// SAFETY: no other library of a program defines this symbol.
#[unsafe(no_mangle)]
pub extern "C" fn roctxRangePop() -> c_int {
    let left = DEPTH.get() - 1;
    DEPTH.set(left.max(0));
    left
}

/// Starts a range that any thread may end; returns its identifier.
// SAFETY: no other library of a program defines this symbol.
#[unsafe(no_mangle)]
pub extern "C" fn roctxRangeStartA(_message: *const c_char) -> u64 {
    RANGES.fetch_add(1, Ordering::Relaxed)
}

/// Ends a range.
// SAFETY: no other library of a program defines this symbol.
#[unsafe(no_mangle)]
pub extern "C" fn roctxRangeStop(_range: u64) {}

/// Asks profilers to stop recording a thread, or all for 0.
// SAFETY: no other library of a program defines this symbol.
#[unsafe(no_mangle)]
pub extern "C" fn roctxProfilerPause(_thread: u64) -> c_int {
    0
}

/// Asks profilers to go on recording a thread, or all for 0.
// SAFETY: no other library of a program defines this symbol.
#[unsafe(no_mangle)]
pub extern "C" fn roctxProfilerResume(_thread: u64) -> c_int {
    0
}

/// Names the thread.
// SAFETY: no other library of a program defines this symbol.
#[unsafe(no_mangle)]
pub extern "C" fn roctxNameOsThread(_name: *const c_char) -> c_int {
    0
}

/// Names an agent of HSA.
// SAFETY: no other library of a program defines this symbol.
#[unsafe(no_mangle)]
pub extern "C" fn roctxNameHsaAgent(_name: *const c_char, _agent: *const c_void) -> c_int {
    0
}

/// Names a device.
// SAFETY: no other library of a program defines this symbol.
#[unsafe(no_mangle)]
pub extern "C" fn roctxNameHipDevice(_name: *const c_char, _device: c_int) -> c_int {
    0
}

/// Names a stream.
// SAFETY: no other library of a program defines this symbol.
#[unsafe(no_mangle)]
pub extern "C" fn roctxNameHipStream(_name: *const c_char, _stream: *const c_void) -> c_int {
    0
}

/// Writes the number by which [`roctxProfilerPause`] knows the thread.
///
/// # Safety
/// The pointer is null or leads to a number of the caller's.
// SAFETY: no other library of a program defines this symbol.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn roctxGetThreadId(thread: *mut u64) -> c_int {
    if thread.is_null() {
        return -1;
    }
    // SAFETY: the caller guarantees the pointer.
    unsafe { thread.write(THREAD.with(|number| *number)) };
    0
}

/// Asks tracers to start.
// SAFETY: no other library of a program defines this symbol.
#[unsafe(no_mangle)]
pub extern "C" fn roctracer_start() {}

/// Asks tracers to stop.
// SAFETY: no other library of a program defines this symbol.
#[unsafe(no_mangle)]
pub extern "C" fn roctracer_stop() {}

/// Gives the thread's records a caller's identifier, until it is popped.
// SAFETY: no other library of a program defines this symbol.
#[unsafe(no_mangle)]
pub extern "C" fn roctracer_activity_push_external_correlation_id(id: u64) -> c_int {
    CALLERS.with_borrow_mut(|callers| callers.push(id));
    0
}

/// `ROCTRACER_STATUS_ERROR_MISMATCHED_EXTERNAL_CORRELATION_ID`
const NONE_PUSHED: c_int = -7;

/// Takes the identifier back and writes it. An error if there is none; zero is written then.
///
/// # Safety
/// The pointer is null or leads to a number of the caller's.
// SAFETY: no other library of a program defines this symbol.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn roctracer_activity_pop_external_correlation_id(last: *mut u64) -> c_int {
    let popped = CALLERS.with_borrow_mut(Vec::pop);
    if !last.is_null() {
        // SAFETY: the caller guarantees the pointer.
        unsafe { last.write(popped.unwrap_or(0)) };
    }
    if popped.is_some() { 0 } else { NONE_PUSHED }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ptr::null;

    #[test]
    fn identifiers_of_callers_are_nested() {
        let push = roctracer_activity_push_external_correlation_id;
        assert_eq!([push(7), push(8)], [0, 0]);
        let mut last = 1;
        // SAFETY: `last` is a number of this test.
        let mut pop = || (unsafe { roctracer_activity_pop_external_correlation_id(&raw mut last) }, last);
        assert_eq!([pop(), pop(), pop()], [(0, 8), (0, 7), (NONE_PUSHED, 0)]);
    }

    #[test]
    fn ranges_of_a_thread_are_nested() {
        assert_eq!([roctxRangePushA(null()), roctxRangePushA(null())], [0, 1]);
        let other = std::thread::spawn(|| roctxRangePushA(null()));
        assert_eq!(other.join().expect("a thread"), 0);
        assert_eq!([roctxRangePop(), roctxRangePop(), roctxRangePop()], [1, 0, -1]);
        assert_eq!(roctxRangePushA(null()), 0);
    }

    #[test]
    fn identifiers_differ() {
        assert_ne!(roctxRangeStartA(null()), roctxRangeStartA(null()));
        let mut own = 0;
        // SAFETY: the pointer leads to a variable.
        assert_eq!(unsafe { roctxGetThreadId(&mut own) }, 0);
        let other = std::thread::spawn(|| THREAD.with(|number| *number)).join().expect("a thread");
        assert_ne!(own, other);
        // SAFETY: null is allowed.
        assert_eq!(unsafe { roctxGetThreadId(std::ptr::null_mut()) }, -1);
    }
}
