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

/// Exports functions of a handle: name and parameters in C, how instances are given and how many there are,
/// and what computes.
macro_rules! calls {
    ($($name:ident($($arg:ident: $ty:ty),*) $layout:ident $count:expr => $function:path: ($($given:expr),*);)*) => {$(
        /// The function of C.
        ///
        /// # Safety
        /// Pointers to memory of the host are null or lead to what the C declaration requires.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(handle: $crate::entry::Pointer, $($arg: $ty),*) -> $crate::status::Status {
            const NAME: &std::ffi::CStr = match std::ffi::CStr::from_bytes_with_nul(concat!(stringify!($name), "\0").as_bytes()) {
                Ok(name) => name,
                Err(_) => panic!("a name has one zero, at its end"),
            };
            $crate::entry::run(|| {
                let call = $crate::call::Call::new(NAME, handle, $crate::call::Layout::$layout, $count)?;
                $function(&call, $($given),*)
            })
        }
    )*};
}
pub(crate) use calls;

/// Exports functions that compute nothing.
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
