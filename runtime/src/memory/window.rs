//! The heap's pages, out of the window that kernels are confined to.

use super::heap::{Pages, Usage};
use super::observer::Observers;

/// Commits and releases pages of a window.
pub(super) struct Commit<'a> {
    pub(super) window: &'a jit::Window,
    /// What is the device's alone may be shared with other processes: small allocations have pages of the
    /// window's file from the beginning, since others lie beside them.
    pub(super) usage: Usage,
    pub(super) observers: Observers,
}

impl Commit<'_> {
    /// What closes memory that is the device's alone to the host.
    fn guard(&self) -> Option<jit::guard::Guard> {
        let mut each = self.observers.each().filter(|_| self.usage == Usage::Device);
        each.find_map(|observer| observer.guard(self.window))
    }
}

impl Pages for Commit<'_> {
    fn commit(&mut self, base: u64, bytes: u64) -> bool {
        let range = base..base + bytes;
        // Whole units of large allocations move to the file when they are shared: until then their pages may
        // be huge.
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
        // Pages that cannot be taken away stay accessible: they hold nobody's data.
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
