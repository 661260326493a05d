//! A handle of the library, its calls, and compressed rows in device memory.

use crate::shared::{Buffer, Element, Matrix, Pointer, place};
use hipsparse::Status;
use std::ptr::null_mut;

/// The status of a call.
macro_rules! status {
    ($function:ident($($argument:expr),* $(,)?)) => {
        // SAFETY: device memory is checked by the library; the other pointers are null or of locals.
        unsafe { hipsparse::$function($($argument),*) }
    };
}
pub(crate) use status;

/// Calls a function of the library, which must succeed.
macro_rules! ok {
    ($function:ident($($argument:expr),* $(,)?)) => {
        assert_eq!(
            crate::device::status!($function($($argument),*)), hipsparse::Status::Success, stringify!($function)
        )
    };
}
pub(crate) use ok;

/// A handle of the library.
pub(crate) struct Handle(pub(crate) Pointer);

impl Handle {
    pub(crate) fn new() -> Handle {
        let mut handle: Pointer = null_mut();
        ok!(hipsparseCreate(place(&mut handle)));
        Handle(handle)
    }
}

impl Drop for Handle {
    fn drop(&mut self) {
        assert_eq!(status!(hipsparseDestroy(self.0)), Status::Success);
    }
}

/// Makes an object by a function whose first argument is the place of its handle.
macro_rules! made {
    ($function:ident($($argument:expr),* $(,)?)) => {{
        let mut handle: crate::shared::Pointer = std::ptr::null_mut();
        crate::device::ok!($function(crate::shared::place(&mut handle), $($argument),*));
        handle
    }};
}
pub(crate) use made;

/// Compressed rows in device memory, with indices from `base` on.
pub(crate) struct Csr<T> {
    pub(crate) offsets: Buffer<i32>,
    pub(crate) indices: Buffer<i32>,
    pub(crate) values: Buffer<T>,
    pub(crate) count: usize,
}

impl<T: Element> Csr<T> {
    pub(crate) fn new(of: &Matrix<T>, base: i32) -> Csr<T> {
        let places = of.places();
        let offset = |row: usize| places.iter().filter(|place| place.0 < row).count() as i32 + base;
        Csr {
            offsets: Buffer::new(&(0..=of.rows).map(offset).collect::<Vec<_>>()),
            indices: Buffer::new(&places.iter().map(|place| place.1 as i32 + base).collect::<Vec<_>>()),
            values: Buffer::new(&places.iter().map(|&(i, j)| of.get(i, j)).collect::<Vec<_>>()),
            count: places.len(),
        }
    }
}
