//! The heap's pages, out of the window that kernels are confined to.

use super::heap::Pages;

/// Commits and releases pages of a window.
pub(super) struct Commit<'a>(pub(super) &'a jit::Window);

impl Pages for Commit<'_> {
    fn commit(&mut self, base: u64, bytes: u64) -> bool {
        self.0.commit(base..base + bytes).is_ok()
    }

    fn release(&mut self, base: u64, bytes: u64) {
        // Pages that cannot be taken away stay accessible: they hold nobody's data.
        if self.0.release(base..base + bytes).is_err() {
            crate::trace::log(
                crate::trace::Level::Warning,
                format_args!("{bytes} bytes at {base:#x} could not be given back to the system"),
            );
        }
    }
}
