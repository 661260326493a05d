//! Threads that work for a device: their accesses are not the host's.

use std::cell::Cell;

thread_local! {
    /// Number of [`Working`] values of this thread. Const-initialised and without destructor: the handler may
    /// read it at any time.
    static DEVICE: Cell<u32> = const { Cell::new(0) };
}

/// Marks the thread's accesses as the device's while the value lives.
#[derive(Debug)]
pub struct Working(());

impl Working {
    /// Starts the marking.
    pub fn begin() -> Working {
        DEVICE.set(DEVICE.get() + 1);
        Working(())
    }

    /// Returns whether the thread has a value.
    pub(crate) fn is_on() -> bool {
        DEVICE.get() > 0
    }
}

impl Drop for Working {
    fn drop(&mut self) {
        DEVICE.set(DEVICE.get() - 1);
    }
}
