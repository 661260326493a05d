//! Table of a window's pages, one byte of state a page, and their protection. Fault handlers may use it at
//! any time: it allocates no memory and calls nothing but the system.

use crate::Window;
use std::io;
use std::ops::Range;
use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};

pub(crate) const PAGE: u64 = 4096;

/// Pages of a window, with states that are zero at first.
pub(crate) struct Pages {
    base: u64,
    states: &'static [AtomicU8],
    /// Held while pages open or close: by the handler too, which may wait for it, since its holder never
    /// faults.
    busy: AtomicBool,
}

impl Pages {
    /// Returns a table that is never freed.
    ///
    /// # Errors
    /// The system has no memory for the table.
    pub(crate) fn new(window: &Window) -> io::Result<Pages> {
        let count = (window.size() / PAGE) as usize;
        // SAFETY: an anonymous mapping at an address of the system's choice touches nothing that exists.
        let bytes = unsafe {
            libc::mmap(
                ptr::null_mut(),
                count,
                libc::PROT_READ | libc::PROT_WRITE,
                libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE,
                -1,
                0,
            )
        };
        if bytes == libc::MAP_FAILED {
            return Err(io::Error::last_os_error());
        }
        // SAFETY: the mapping is that long, is zero, is never taken away, and is only used as this slice.
        let states = unsafe { std::slice::from_raw_parts(bytes.cast::<AtomicU8>(), count) };
        Ok(Pages { base: window.base(), states, busy: AtomicBool::new(false) })
    }

    /// Returns whether the table belongs to this window.
    pub(crate) fn is_of(&self, window: &Window) -> bool {
        self.base == window.base()
    }

    /// Number of pages.
    pub(crate) fn len(&self) -> usize {
        self.states.len()
    }

    /// State of a page below [`Pages::len`].
    pub(crate) fn state(&self, page: usize) -> &'static AtomicU8 {
        &self.states[page]
    }

    /// States of pages below [`Pages::len`].
    pub(crate) fn states(&self, pages: Range<usize>) -> &'static [AtomicU8] {
        &self.states[pages]
    }

    /// Address of a page's first byte.
    pub(crate) fn address(&self, page: usize) -> u64 {
        self.base + page as u64 * PAGE
    }

    /// Page of an address, if it lies in the window.
    pub(crate) fn page(&self, address: u64) -> Option<usize> {
        let page = address.wrapping_sub(self.base) / PAGE;
        (page < self.len() as u64).then_some(page as usize)
    }

    /// Pages that a range of addresses touches, as far as they lie in the window.
    pub(crate) fn indices(&self, range: &Range<u64>) -> Range<usize> {
        let index = |at: u64| (at.saturating_sub(self.base) / PAGE) as usize;
        let end = index(range.end.saturating_add(PAGE - 1)).min(self.len());
        index(range.start).min(end)..end
    }

    /// Runs `change` while no other thread opens or closes pages. `change` accesses no page that it closes.
    pub(crate) fn locked<R>(&self, change: impl FnOnce() -> R) -> R {
        while self.busy.swap(true, Ordering::Acquire) {
            std::hint::spin_loop();
        }
        let result = change();
        self.busy.store(false, Ordering::Release);
        result
    }

    /// Sets the protection of accessible pages (`PROT_…`); returns whether the system did.
    pub(crate) fn protect(&self, pages: Range<usize>, protection: i32) -> bool {
        let start = self.address(pages.start) as *mut libc::c_void;
        // SAFETY: the pages belong to the window, are accessible but for what their table says, and stay
        // mapped.
        unsafe { libc::mprotect(start, pages.len() * PAGE as usize, protection) == 0 }
    }
}
