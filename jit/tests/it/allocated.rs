//! Allocator that counts the memory of each thread, so that tests can measure it while others run.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

/// The system's allocator with counters.
struct Counting;

#[global_allocator]
static COUNTING: Counting = Counting;

thread_local! {
    /// Bytes that this thread has allocated and not freed, and their maximum.
    static NOW: Cell<(isize, isize)> = const { Cell::new((0, 0)) };
}

fn count(bytes: isize) {
    // A thread that ends may free after its locals have been destroyed.
    let _ = NOW.try_with(|now| {
        let (held, most) = now.get();
        now.set((held + bytes, most.max(held + bytes)));
    });
}

// SAFETY: it forwards to the system's allocator; counting allocates nothing.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as isize);
        // SAFETY: guaranteed by the caller.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as isize);
        // SAFETY: guaranteed by the caller.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        count(-(layout.size() as isize));
        // SAFETY: guaranteed by the caller.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count(size as isize - layout.size() as isize);
        // SAFETY: guaranteed by the caller.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

/// Returns the maximum of bytes that this thread held while `run` ran, above its level before.
pub(crate) fn peak_bytes(run: impl FnOnce()) -> usize {
    let before = NOW.with(|now| {
        let (held, _) = now.get();
        now.set((held, held));
        held
    });
    run();
    NOW.with(|now| (now.get().1 - before).max(0) as usize)
}
