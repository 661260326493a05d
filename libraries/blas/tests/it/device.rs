//! A handle, and calls that must succeed.

pub(crate) use crate::shared::{Buffer, Pointer, host, synchronize};
use hipblas::Status;

/// A handle of the library.
pub(crate) struct Handle(pub(crate) Pointer);

impl Handle {
    pub(crate) fn new() -> Handle {
        let mut handle: Pointer = std::ptr::null_mut();
        // SAFETY: the place is a local's.
        assert_eq!(unsafe { hipblas::hipblasCreate((&raw mut handle).cast()) }, Status::Success);
        Handle(handle)
    }
}

impl Drop for Handle {
    fn drop(&mut self) {
        // SAFETY: created by `new`.
        unsafe { hipblas::hipblasDestroy(self.0) };
    }
}

/// Calls a function of the library, which must succeed.
macro_rules! ok {
    ($function:ident($($argument:expr),* $(,)?)) => {
        // SAFETY: device memory is checked by the library; the other pointers are of locals.
        assert_eq!(unsafe { hipblas::$function($($argument),*) }, hipblas::Status::Success, stringify!($function))
    };
}
pub(crate) use ok;
