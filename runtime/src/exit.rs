//! Process exit, at which parts of the runtime complete their output; and copies of the process by `fork`,
//! which lack the runtime's threads and may hold locks for ever.
#![expect(
    unsafe_code,
    reason = "handlers of the C library are the only notification of a process's exit and of fork"
)]

use crate::sync::fixed::AtomicBool;
use std::sync::atomic::Ordering;
use std::sync::{Once, OnceLock};

static FORKED: AtomicBool = AtomicBool::new(false);

/// Returns whether this process was forked from one that had started the runtime.
#[inline(always)]
pub(crate) fn is_forked() -> bool {
    FORKED.load(Ordering::Relaxed)
}

/// Installs the handler that marks forked copies of this process.
pub(crate) fn at_fork() {
    extern "C" fn child() {
        FORKED.store(true, Ordering::Relaxed);
    }
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // SAFETY: the handler is a plain function that stores a word. The C library removes it when this
        // library is unloaded.
        if unsafe { libc::pthread_atfork(None, None, Some(child)) } != 0 {
            crate::trace::complain("no fork handler: a forked process may block for ever in a call");
        }
    });
}

/// Part of the runtime with output at process exit, in this order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Part {
    /// Virtual timelines, and the report on managed memory.
    Devices,
    /// Memory checker.
    Checker,
    /// Profiler.
    Profiler,
}

/// Function called at process exit. It returns a new exit code, if that changes.
pub(crate) type Last = fn() -> Option<i32>;

static LAST: [OnceLock<Last>; 3] = [const { OnceLock::new() }; 3];

/// Installs the function of a part. Idempotent.
pub(crate) fn at_exit(part: Part, last: Last) {
    static ONCE: Once = Once::new();
    // Already set by an earlier call.
    let _ = LAST[part as usize].set(last);
    ONCE.call_once(|| {
        // SAFETY: the handler is a plain function of this library, which is never unloaded, as worker threads
        // run its code.
        if unsafe { libc::atexit(finish) } != 0 {
            crate::trace::complain(
                "no exit handler: the exit code will not show findings, and traces are not closed",
            );
        }
    });
}

extern "C" fn finish() {
    // Summaries and timelines belong to the parent process.
    if is_forked() {
        return;
    }
    // A panic must not cross into the C library; its message was printed when it occurred.
    let each = LAST.iter().filter_map(OnceLock::get);
    let codes: Vec<i32> = each.filter_map(|last| std::panic::catch_unwind(last).ok().flatten()).collect();
    let Some(&code) = codes.first() else { return };
    // SAFETY: flushes C's streams, then ends the process, which was exiting already. Handlers registered
    // before ours are skipped: an exit handler has no other way to set the exit code.
    unsafe {
        libc::fflush(std::ptr::null_mut());
        libc::_exit(code)
    }
}
