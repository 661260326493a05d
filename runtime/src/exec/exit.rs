//! The end of the process: timelines are closed, and the memory checker has the last word.
#![expect(unsafe_code, reason = "the C library's exit handlers are the one way to change how a process ends")]

use crate::check::{EXIT_CODE, checker};
use std::sync::Once;

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
