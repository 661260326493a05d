//! The end of the process: timelines are closed, and the memory checker has the last word. And its copies by `fork`, which
//! have none of the runtime's threads, and locks that nothing will release.
#![expect(
    unsafe_code,
    reason = "the C library's handlers are the one way to hear of a process's end and of its copies"
)]

use crate::check::{EXIT_CODE, checker};
use crate::sync::fixed::AtomicBool;
use std::sync::Once;
use std::sync::atomic::Ordering;

static FORKED: AtomicBool = AtomicBool::new(false);

/// Whether this process was forked off one that had started the runtime.
#[inline(always)]
pub(crate) fn is_forked() -> bool {
    FORKED.load(Ordering::Relaxed)
}

/// Marks copies of this process that `fork` makes from here on.
pub(crate) fn at_fork() {
    extern "C" fn child() {
        FORKED.store(true, Ordering::Relaxed);
    }
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // SAFETY: the handler is a plain function that stores a word. The C library forgets it with the library that it is of.
        if unsafe { libc::pthread_atfork(None, None, Some(child)) } != 0 {
            crate::trace::complain(
                "no fork handler: a process that is forked off may wait for ever in a call",
            );
        }
    });
}

/// Has timelines closed and the checker's summary written when the process exits, and the exit code changed if anything
/// was found.
pub(crate) fn at_exit() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // SAFETY: the handler is a plain function of this library, which is not unloaded: worker threads run its code.
        if unsafe { libc::atexit(finish) } != 0 {
            crate::trace::complain(
                "no exit handler: the exit code will not tell of findings, and traces are not closed",
            );
        }
    });
}

extern "C" fn finish() {
    // The summaries and timelines are the parent's.
    if is_forked() {
        return;
    }
    // A panic must not cross into the C library; what it would say was said when it happened.
    let _ = std::panic::catch_unwind(crate::state::finish);
    let Some(checker) = checker() else { return };
    let Some((summary, errors)) = checker.summary() else { return };
    eprintln!("{summary}");
    if !errors {
        return;
    }
    // SAFETY: flushing all of C's streams, then ending the process, which it was about to do; handlers that were
    // registered before ours are passed over, as an exit handler has no other way to set the exit code.
    unsafe {
        libc::fflush(std::ptr::null_mut());
        libc::_exit(EXIT_CODE)
    }
}
