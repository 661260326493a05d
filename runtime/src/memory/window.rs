//! Pages of the heap, in the window that kernels are confined to.

use super::heap::{Pages, Usage};
use super::observer::Observers;

/// Committer of the pages of a window.
pub(super) struct Commit<'a> {
    pub(super) window: &'a jit::Window,
    /// Usage of the pages. Small device allocations may become shared with other processes, and share pages
    /// with others, so their pages belong to the window's file from the beginning.
    pub(super) usage: Usage,
    pub(super) observers: Observers,
}

impl Commit<'_> {
    /// Guard that protects device-only memory from host access, if wanted.
    fn guard(&self) -> Option<jit::guard::Guard> {
        let mut each = self.observers.each().filter(|_| self.usage == Usage::Device);
        each.find_map(|observer| observer.guard(self.window))
    }
}

impl Pages for Commit<'_> {
    fn commit(&mut self, base: u64, bytes: u64) -> bool {
        let range = base..base + bytes;
        // Large allocations move to the file only when they are shared: until then they may use huge pages.
        let small = bytes == super::heap::UNIT && self.usage == Usage::Device;
        let done =
            if small { self.window.commit_shared(range.clone()) } else { self.window.commit(range.clone()) };
        if let Some(guard) = self.guard() {
            guard.start(range);
        }
        done.is_ok()
    }

    fn release(&mut self, base: u64, bytes: u64) {
        if let Some(guard) = self.guard() {
            guard.stop(base..base + bytes);
        }
        // Pages that cannot be released stay accessible, but hold no data in use.
        if self.window.release(base..base + bytes).is_err() {
            crate::trace::log(
                crate::trace::Level::Warning,
                format_args!("{bytes} bytes at {base:#x} could not be given back to the system"),
            );
        }
    }

    fn usage(&self) -> Usage {
        self.usage
    }
}
