//! Memory for compiled code: written once, then executable and read-only.

use std::io;
use std::ops::Range;
use std::ptr;

/// A piece of executable memory.
#[derive(Debug)]
pub(crate) struct Executable {
    start: u64,
    mapped: usize,
    len: usize,
}

impl Executable {
    /// Copies code to executable memory.
    pub(crate) fn new(code: &[u8]) -> io::Result<Executable> {
        let mapped = code.len().max(1).next_multiple_of(4096);
        // SAFETY: an anonymous mapping of its own; written before anyone can run it, and not writable after.
        unsafe {
            let start = libc::mmap(
                ptr::null_mut(),
                mapped,
                libc::PROT_READ | libc::PROT_WRITE,
                libc::MAP_PRIVATE | libc::MAP_ANONYMOUS,
                -1,
                0,
            );
            if start == libc::MAP_FAILED {
                return Err(io::Error::last_os_error());
            }
            ptr::copy_nonoverlapping(code.as_ptr(), start.cast::<u8>(), code.len());
            let this = Executable { start: start as u64, mapped, len: code.len() };
            if libc::mprotect(start, mapped, libc::PROT_READ | libc::PROT_EXEC) != 0 {
                return Err(io::Error::last_os_error());
            }
            Ok(this)
        }
    }

    /// Returns the size of the mapping, bytes.
    pub(crate) fn mapped(&self) -> usize {
        self.mapped
    }

    /// Returns the address range of the code.
    pub(crate) fn range(&self) -> Range<u64> {
        self.start..self.start + self.len as u64
    }
}

impl Drop for Executable {
    fn drop(&mut self) {
        // SAFETY: the mapping is this value's own; whoever runs the code keeps it alive.
        unsafe { libc::munmap(self.start as *mut libc::c_void, self.mapped) };
    }
}
