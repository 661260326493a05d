//! `libnvidia-ml.so.1`: the functions that schedulers and frameworks call at startup: number of devices,
//! names, identities, memory, clocks and use.
//!
//! Answers come from the device's profile by HIP's C functions. Nothing is measured: only this process uses
//! the device, and it has neither temperature nor power draw. Functions about such things answer that they
//! are not supported.

#![expect(unsafe_code, reason = "pointers of C pass through here")]
#![expect(unreachable_pub, reason = "exported by symbol, not by path")]

// Tests are separate programs. The library uses the core that is already loaded.
#[cfg(test)]
use amdhip64 as _;

mod absent;
mod device;
mod fields;
mod report;
mod system;

use std::ffi::{c_char, c_void};

/// An address or a handle, passed through unchanged.
type Pointer = *mut c_void;

/// `nvmlReturn_t`
type Code = u32;

const SUCCESS: Code = 0;
const UNINITIALIZED: Code = 1;
const INVALID_ARGUMENT: Code = 2;
const NOT_SUPPORTED: Code = 3;
const NOT_FOUND: Code = 6;
const INSUFFICIENT_SIZE: Code = 7;
const FUNCTION_NOT_FOUND: Code = 13;
const UNKNOWN: Code = 999;

/// Writes through a pointer that C passed.
///
/// # Safety
/// The pointer is null or leads to a `T` of the caller's.
unsafe fn put<T>(to: *mut T, value: T) -> Code {
    if to.is_null() {
        return INVALID_ARGUMENT;
    }
    // SAFETY: not null, and the caller's.
    unsafe { to.write_unaligned(value) };
    SUCCESS
}

/// Writes a zero-terminated text into a buffer, which must be large enough.
///
/// # Safety
/// The pointer is null or has `size` bytes.
unsafe fn put_text(to: *mut c_char, size: u32, text: &str) -> Code {
    if to.is_null() {
        return INVALID_ARGUMENT;
    }
    if text.len() >= size as usize {
        return INSUFFICIENT_SIZE;
    }
    // SAFETY: not null, and it has room.
    unsafe {
        std::ptr::copy_nonoverlapping(text.as_ptr().cast(), to, text.len());
        to.add(text.len()).write(0);
    }
    SUCCESS
}
