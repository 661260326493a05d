//! Memory of the device, and a handle.

use hipblas::Status;
use std::ffi::c_void;
use std::marker::PhantomData;

pub(crate) type Pointer = *mut c_void;

unsafe extern "C" {
    fn hipMalloc(to: *mut Pointer, bytes: usize) -> u32;
    fn hipFree(pointer: Pointer) -> u32;
    fn hipMemcpy(to: Pointer, from: *const c_void, bytes: usize, kind: u32) -> u32;
    fn hipDeviceSynchronize() -> u32;
}

/// Waits for the device and returns its status.
pub(crate) fn synchronize() -> u32 {
    // SAFETY: no arguments.
    unsafe { hipDeviceSynchronize() }
}

/// Values in device memory.
pub(crate) struct Buffer<T> {
    pointer: Pointer,
    count: usize,
    of: PhantomData<T>,
}

impl<T: Copy> Buffer<T> {
    pub(crate) fn new(values: &[T]) -> Buffer<T> {
        let (mut pointer, bytes) = (std::ptr::null_mut(), size_of_val(values));
        // SAFETY: places and sizes are those of a local and of the slice.
        unsafe {
            assert_eq!(hipMalloc(&raw mut pointer, bytes.max(1)), 0);
            assert_eq!(hipMemcpy(pointer, values.as_ptr().cast(), bytes, 4), 0);
        }
        Buffer { pointer, count: values.len(), of: PhantomData }
    }

    pub(crate) fn at(&self) -> Pointer {
        self.pointer
    }

    /// Address of an element.
    pub(crate) fn place(&self, n: usize) -> Pointer {
        self.pointer.cast::<T>().wrapping_add(n).cast()
    }

    /// Reads the values after all work of the default stream.
    pub(crate) fn read(&self) -> Vec<T> {
        let mut values = Vec::with_capacity(self.count);
        // SAFETY: the vector has room for the bytes that are written.
        unsafe {
            let bytes = self.count * size_of::<T>();
            assert_eq!(hipMemcpy(values.as_mut_ptr() as Pointer, self.pointer, bytes, 4), 0);
            values.set_len(self.count);
        }
        values
    }
}

impl<T> Drop for Buffer<T> {
    fn drop(&mut self) {
        // SAFETY: allocated by `new`.
        unsafe { hipFree(self.pointer) };
    }
}

/// Address of a value on the host.
pub(crate) fn host<T>(value: &T) -> Pointer {
    (&raw const *value).cast_mut().cast()
}

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
