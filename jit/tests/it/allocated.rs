//! An allocator that counts what each thread has, so that tests can hold memory while others run.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

/// The system's allocator, counted.
struct Counting;

#[global_allocator]
static COUNTING: Counting = Counting;

thread_local! {
    /// Bytes that this thread has allocated and not freed, and the most there were.
    static NOW: Cell<(isize, isize)> = const { Cell::new((0, 0)) };
}

fn count(bytes: isize) {
    // A thread that ends may free after its locals are gone.
    let _ = NOW.try_with(|now| {
        let (held, most) = now.get();
        now.set((held + bytes, most.max(held + bytes)));
    });
}

// SAFETY: it does what the system's allocator does; counting allocates nothing.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as isize);
        // SAFETY: the caller's promise.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as isize);
        // SAFETY: the caller's promise.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        count(-(layout.size() as isize));
        // SAFETY: the caller's promise.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count(size as isize - layout.size() as isize);
        // SAFETY: the caller's promise.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

/// The most bytes that this thread had at once while it did something, beyond what it had before.
pub(crate) fn peak_of(run: impl FnOnce()) -> usize {
    let before = NOW.with(|now| {
        let (held, _) = now.get();
        now.set((held, held));
        held
    });
    run();
    NOW.with(|now| (now.get().1 - before).max(0) as usize)
}
