//! The end of the process: parts of the runtime have the last word. And its copies by `fork`, which have none
//! of the runtime's threads, and locks that nothing will release.
#![expect(
    unsafe_code,
    reason = "the C library's handlers are the one way to hear of a process's end and of its copies"
)]

use crate::sync::fixed::AtomicBool;
use std::sync::atomic::Ordering;
use std::sync::{Once, OnceLock};

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
        // SAFETY: the handler is a plain function that stores a word. The C library forgets it with the
        // library that it is of.
        if unsafe { libc::pthread_atfork(None, None, Some(child)) } != 0 {
            crate::trace::complain(
                "no fork handler: a process that is forked off may wait for ever in a call",
            );
        }
    });
}

/// A part of the runtime that has something to say at the end of the process, in their order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Part {
    /// Virtual timelines and the account of managed memory.
    Devices,
    /// The memory checker.
    Checker,
}

/// Function that is called at the end of the process; it returns the process's exit code, if that changes.
pub(crate) type Last = fn() -> Option<i32>;

static LAST: [OnceLock<Last>; 2] = [const { OnceLock::new() }; 2];

/// Has a part's function called when the process exits. Once a part.
pub(crate) fn at_exit(part: Part, last: Last) {
    static ONCE: Once = Once::new();
    // Who comes later finds it there.
    let _ = LAST[part as usize].set(last);
    ONCE.call_once(|| {
        // SAFETY: the handler is a plain function of this library, which is not unloaded: worker threads run
        // its code.
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
    let each = LAST.iter().filter_map(OnceLock::get);
    let codes: Vec<i32> = each.filter_map(|last| std::panic::catch_unwind(last).ok().flatten()).collect();
    let Some(&code) = codes.first() else { return };
    // SAFETY: flushing all of C's streams, then ending the process, which it was about to do; handlers that
    // were registered before ours are passed over, as an exit handler has no other way to set the exit
    // code.
    unsafe {
        libc::fflush(std::ptr::null_mut());
        libc::_exit(code)
    }
}
