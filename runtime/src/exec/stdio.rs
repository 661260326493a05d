//! Writes kernels' output.
#![expect(unsafe_code, reason = "the C library's standard output is what the program's own printf writes to")]

use ptx::system::Channel;
use std::io::Write;

unsafe extern "C" {
    /// The C library's standard output: a program in C or C++ has its own text in there, in order with ours.
    #[link_name = "stdout"]
    static STDOUT: *mut libc::FILE;
}

/// Writes bytes. Nobody could be told that they cannot be written.
pub(crate) fn write(channel: Channel, bytes: &[u8]) {
    match channel {
        Channel::Err => drop(std::io::stderr().write_all(bytes)),
        Channel::Out => {
            // What a program in Rust has written comes first.
            drop(std::io::stdout().flush());
            // SAFETY: the stream is the process's own and open or closed as the program likes, which the C
            // library looks after; the bytes live through the call.
            unsafe {
                libc::fwrite(bytes.as_ptr().cast(), 1, bytes.len(), STDOUT);
                libc::fflush(STDOUT);
            }
        }
    }
}
