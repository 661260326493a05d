//! Pieces of the heap.

use super::heap::Usage;
use super::observer::Observers;
use super::part::Part;
use super::window::Commit;
use crate::sync::Arc;

/// Piece of the heap, released on drop. Every possible user of the bytes holds a reference.
pub(crate) struct Piece {
    pub(crate) base: u64,
    pub(crate) bytes: u64,
    pub(super) usage: Usage,
    pub(super) part: Arc<Part>,
    pub(super) window: Arc<jit::Window>,
    pub(super) observers: Observers,
}

impl Drop for Piece {
    fn drop(&mut self) {
        let mut pages = Commit { window: &self.window, usage: self.usage, observers: self.observers };
        self.part.heap.lock().release(self.base, self.bytes, &mut pages);
        self.part.remove_piece();
    }
}
