//! Text of the last error, at one address for the life of the process (`ncclGetLastError`).

use crate::status::Status;
use std::ffi::c_char;
use std::fmt::Display;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};

/// Bytes of the text, with the zero at its end.
const BYTES: usize = 1024;

static TEXT: [AtomicU8; BYTES] = [const { AtomicU8::new(0) }; BYTES];

/// Whether the last error was one of NVIDIA's library, which has the text.
static IS_OF_LIBRARY: AtomicBool = AtomicBool::new(false);

/// Leaves the text of the last error to NVIDIA's library.
pub(crate) fn leave_to_library() {
    IS_OF_LIBRARY.store(true, Ordering::Relaxed);
}

/// Whether NVIDIA's library has the text of the last error.
pub(crate) fn is_of_library() -> bool {
    IS_OF_LIBRARY.load(Ordering::Relaxed)
}

/// Remembers why a call fails, and returns its status.
pub(crate) fn fail(status: Status, why: impl Display) -> Status {
    let why = why.to_string();
    IS_OF_LIBRARY.store(false, Ordering::Relaxed);
    if std::env::var_os("NCCL_DEBUG").is_some_and(|level| level != "VERSION") {
        eprintln!("hip: rccl: {why}");
    }
    // The last byte is always zero.
    let bytes = why.bytes().filter(|&byte| byte != 0).chain(std::iter::repeat(0));
    for (place, byte) in TEXT[..BYTES - 1].iter().zip(bytes) {
        place.store(byte, Ordering::Relaxed);
    }
    status
}

/// Address of the text.
pub(crate) fn text() -> *const c_char {
    TEXT.as_ptr().cast()
}
