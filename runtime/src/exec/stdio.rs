//! Output of kernels: `printf`, assertions.
#![expect(unsafe_code, reason = "the C library's standard output is what the program's own printf writes to")]

use ptx::system::Channel;
use std::io::Write;

unsafe extern "C" {
    /// Standard output of the C library: text of a C or C++ program is buffered there, in order with ours.
    #[link_name = "stdout"]
    static STDOUT: *mut libc::FILE;
}

/// Writes bytes. Failure is ignored: there is no caller to report it to.
pub(crate) fn write(channel: Channel, bytes: &[u8]) {
    match channel {
        Channel::Err => drop(std::io::stderr().write_all(bytes)),
        Channel::Out => {
            // Text buffered by a Rust program comes first.
            drop(std::io::stdout().flush());
            // SAFETY: the stream belongs to the process and is valid even if the program has closed it, which
            // the C library handles; `bytes` outlives the call.
            unsafe {
                libc::fwrite(bytes.as_ptr().cast(), 1, bytes.len(), STDOUT);
                libc::fflush(STDOUT);
            }
        }
    }
}
