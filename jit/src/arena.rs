//! Memory of a block: shared and local memory, and the parameters.

use crate::window::{Arena, Window};
use std::sync::Arc;

/// Arena of a block; returned to its window when dropped.
#[derive(Default)]
pub(crate) struct BlockArena(Option<(Arc<Window>, Arena)>);

impl BlockArena {
    /// Returns the base of an arena of at least `size` bytes.
    pub(crate) fn at_least(&mut self, window: &Arc<Window>, size: u64) -> std::io::Result<u64> {
        if let Some((of, arena)) = &self.0
            && arena.size >= size
            && Arc::ptr_eq(of, window)
        {
            return Ok(arena.base);
        }
        self.release();
        let arena = window.arena(size)?;
        let base = arena.base;
        self.0 = Some((Arc::clone(window), arena));
        Ok(base)
    }

    fn release(&mut self) {
        if let Some((window, arena)) = self.0.take() {
            window.give_back(&arena);
        }
    }
}

impl Drop for BlockArena {
    fn drop(&mut self) {
        self.release();
    }
}
