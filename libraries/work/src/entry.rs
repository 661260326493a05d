//! Boundary between C and Rust.

use std::ffi::c_void;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// An address or a handle.
pub type Pointer = *mut c_void;

/// The status codes of a library that every call may answer.
pub trait Status: Sized {
    /// The call did its work.
    const SUCCESS: Self;
    /// A mistake of the library.
    const INTERNAL_ERROR: Self;
    /// The place of a result is null.
    const NULL_RESULT: Self;
}

/// Implements [`Status`] for a library's statuses, and the conversion of a [`Failure`](crate::Failure).
#[macro_export]
macro_rules! status {
    ($status:ident {
        null_result: $null:ident,
        not_supported: $not_supported:ident,
        out_of_memory: $out_of_memory:ident,
        other: $other:ident $(,)?
    }) => {
        impl $crate::Status for $status {
            const SUCCESS: $status = $status::Success;
            const INTERNAL_ERROR: $status = $status::InternalError;
            const NULL_RESULT: $status = $status::$null;
        }

        impl From<$crate::Failure> for $status {
            fn from(failure: $crate::Failure) -> $status {
                match failure {
                    $crate::Failure::NotSupported => $status::$not_supported,
                    $crate::Failure::OutOfMemory => $status::$out_of_memory,
                    $crate::Failure::Other(_) => $status::$other,
                }
            }
        }
    };
}

/// Runs a call and returns its status. A panic is a mistake of the library.
pub fn run<S: Status>(call: impl FnOnce() -> Result<(), S>) -> S {
    match catch_unwind(AssertUnwindSafe(call)) {
        Ok(outcome) => outcome.err().unwrap_or(S::SUCCESS),
        Err(_) => S::INTERNAL_ERROR,
    }
}

/// Writes a value to a place of the program's.
///
/// # Errors
/// The place is null.
pub fn put<S: Status, T>(to: Pointer, value: T) -> Result<(), S> {
    if to.is_null() {
        return Err(S::NULL_RESULT);
    }
    // SAFETY: not null, and C promised a value of this type.
    unsafe { to.cast::<T>().write_unaligned(value) };
    Ok(())
}

/// Reads values of the program's own memory.
///
/// # Errors
/// The place is null, unless nothing is read.
pub fn take<S: Status, T: Copy>(from: Pointer, count: usize) -> Result<Vec<T>, S> {
    if from.is_null() && count > 0 {
        return Err(S::NULL_RESULT);
    }
    // SAFETY: not null, and C promised so many values of this type.
    Ok((0..count).map(|n| unsafe { from.cast::<T>().add(n).read_unaligned() }).collect())
}

/// Writes values to memory of the program's own.
///
/// # Errors
/// The place is null, unless nothing is written.
pub fn put_all<S: Status, T: Copy>(to: Pointer, values: &[T]) -> Result<(), S> {
    if to.is_null() && !values.is_empty() {
        return Err(S::NULL_RESULT);
    }
    // SAFETY: not null, and C promised room for so many values of this type.
    values.iter().enumerate().for_each(|(n, &value)| unsafe { to.cast::<T>().add(n).write_unaligned(value) });
    Ok(())
}

/// Exports functions that take their arguments as they are: the type of the status, then for each function
/// its name and parameters in C, and what computes.
#[macro_export]
macro_rules! plain {
    ($status:ty; $($name:ident($($arg:ident: $ty:ty),*) => $function:path: ($($given:expr),*);)*) => {$(
        /// The function of C.
        ///
        /// # Safety
        /// Pointers to memory of the host are null or lead to what the C declaration requires.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name($($arg: $ty),*) -> $status {
            $crate::run(|| $function($($given),*))
        }
    )*};
}

/// Exports functions of a handle: the type of the status and what starts a call, then for each function its
/// name and its parameters after the handle in C, and what computes.
#[macro_export]
macro_rules! calls {
    ($status:ty; $call:path; $($name:ident($($arg:ident: $ty:ty),*) => $function:path: ($($given:expr),*);)*) => {$(
        /// The function of C.
        ///
        /// # Safety
        /// Pointers to memory of the host are null or lead to what the C declaration requires.
        #[unsafe(no_mangle)]
        #[allow(unused_variables, reason = "work areas and choices of algorithms change nothing")]
        pub unsafe extern "C" fn $name(handle: $crate::Pointer, $($arg: $ty),*) -> $status {
            const NAME: &std::ffi::CStr = match std::ffi::CStr::from_bytes_with_nul(concat!(stringify!($name), "\0").as_bytes()) {
                Ok(name) => name,
                Err(_) => panic!("a name has one zero, at its end"),
            };
            $crate::run(|| {
                let call = $call(NAME, handle)?;
                $function(&call, $($given),*)
            })
        }
    )*};
}
