//! The beginning of tests: their kernels in a context of their own.

use hip_runtime::{Context, Device, Module};

/// Launches a kernel of these tests, which uses memory of its test.
macro_rules! launch {
    ($($launch:tt)*) => {
        // SAFETY: each test gives its kernels addresses of memory that it keeps, or means them to fault. No
        // test runs kernels of that kind on devices that reach all memory of the process.
        unsafe { hip_runtime::launch!($($launch)*) }
    };
}

pub(crate) const KERNELS: &str = include_str!("kernels.ptx");

/// Creates a context, current on this thread, with the kernels loaded.
pub(crate) fn setup() -> (Module, Context) {
    let context = Context::new(Device::get(0).expect("a device")).expect("a context");
    (Module::from_bytes(KERNELS.as_bytes()).expect("the kernels"), context)
}
