//! Threads that work for a device: what they touch is no touch of the host.

use std::cell::Cell;

thread_local! {
    /// How many [`Working`] this thread has. Const-initialised and without destructor: the handler may read
    /// it at any time.
    static DEVICE: Cell<u32> = const { Cell::new(0) };
}

/// While it lives, what the thread touches is touched for a device.
#[derive(Debug)]
pub struct Working(());

impl Working {
    /// From here on.
    pub fn begin() -> Working {
        DEVICE.set(DEVICE.get() + 1);
        Working(())
    }

    /// Whether the thread has one.
    pub(crate) fn is_on() -> bool {
        DEVICE.get() > 0
    }
}

impl Drop for Working {
    fn drop(&mut self) {
        DEVICE.set(DEVICE.get() - 1);
    }
}
