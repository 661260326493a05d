//! Boundary between C and Rust.

use crate::status::Status;
use std::ffi::c_void;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// An address or a handle.
pub(crate) type Pointer = *mut c_void;

/// Runs a call and returns its status. A panic is a mistake of this library.
pub(crate) fn run(call: impl FnOnce() -> Result<(), Status>) -> Status {
    match catch_unwind(AssertUnwindSafe(call)) {
        Ok(outcome) => outcome.err().unwrap_or(Status::Success),
        Err(_) => Status::InternalError,
    }
}

/// Writes a value to a place of the program's.
pub(crate) fn put<T>(to: Pointer, value: T) -> Result<(), Status> {
    if to.is_null() {
        return Err(Status::OutOfRange);
    }
    // SAFETY: not null, and C promised a value of this type.
    unsafe { to.cast::<T>().write_unaligned(value) };
    Ok(())
}

/// Exports functions: name and parameters in C, and what computes.
macro_rules! plain {
    ($($name:ident($($arg:ident: $ty:ty),*) => $function:path: ($($given:expr),*);)*) => {$(
        /// The function of C.
        ///
        /// # Safety
        /// Pointers to memory of the host are null or lead to what the C declaration requires.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name($($arg: $ty),*) -> $crate::status::Status {
            $crate::entry::run(|| $function($($given),*))
        }
    )*};
}
pub(crate) use plain;
