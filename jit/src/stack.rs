//! Stacks of compiled code.
//!
//! The frame of a kernel's code holds the values that do not fit in registers, and its size depends on the
//! kernel. The size of a thread's own stack is the program's choice and must not decide whether such a frame
//! fits; its guard page is too small to catch an overflow. So compiled code never runs on the thread's own
//! stack, but on one mapped for it: as large as the frame that the compiler reported plus the needs of host
//! functions, above an unmapped guard. Pages use memory once they are touched.

use std::cell::Cell;
use std::io;
use std::ptr;

/// Size for host functions and for signal handlers that run during compiled code, bytes.
const HOST_CALLS: usize = 1 << 20;

/// Size of the guard below the stack, bytes. Compiled code probes each page of its frame in order, as Rust
/// code does, so none is skipped.
const GUARD: usize = 64 << 10;

/// Maximum frame size of one kernel's code, bytes.
pub(crate) const MOST_FRAME: u32 = 16 << 20;

/// A mapped stack; unmapped when dropped.
struct Stack {
    start: *mut libc::c_void,
    mapped: usize,
}

impl Stack {
    /// Maps a stack of at least `bytes` bytes.
    fn new(bytes: usize) -> io::Result<Stack> {
        let mapped = bytes.next_multiple_of(4096) + GUARD;
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE | libc::MAP_STACK;
        // SAFETY: an anonymous mapping at an address of the system's choice touches nothing that exists.
        let start = unsafe { libc::mmap(ptr::null_mut(), mapped, libc::PROT_NONE, flags, -1, 0) };
        if start == libc::MAP_FAILED {
            return Err(io::Error::last_os_error());
        }
        let stack = Stack { start, mapped };
        // SAFETY: the pages belong to the mapping just made.
        let opened = unsafe {
            libc::mprotect(start.byte_add(GUARD), mapped - GUARD, libc::PROT_READ | libc::PROT_WRITE)
        };
        if opened == 0 { Ok(stack) } else { Err(io::Error::last_os_error()) }
    }

    fn holds(&self, bytes: usize) -> bool {
        self.mapped - GUARD >= bytes
    }

    /// Returns the initial stack pointer, a multiple of 4096.
    fn top(&self) -> u64 {
        self.start as u64 + self.mapped as u64
    }
}

impl Drop for Stack {
    fn drop(&mut self) {
        // SAFETY: the mapping is this value's own, and nothing runs on it any more.
        unsafe { libc::munmap(self.start, self.mapped) };
    }
}

thread_local! {
    /// The thread's stack for compiled code, while unused.
    static SPARE: Cell<Option<Stack>> = const { Cell::new(None) };
}

/// Calls `run` with the top of a stack for code with a frame of `frame` bytes. Nested calls get a stack of
/// their own.
///
/// # Errors
/// The system has no memory for a stack.
pub(crate) fn with_stack<R>(frame: u32, run: impl FnOnce(u64) -> R) -> io::Result<R> {
    let bytes = frame as usize + HOST_CALLS;
    // A thread that is ending has no spare stack any more, and may still run kernels.
    let spare = SPARE.try_with(Cell::take).ok().flatten().filter(|stack| stack.holds(bytes));
    let stack = match spare {
        Some(stack) => stack,
        None => Stack::new(bytes)?,
    };
    let result = run(stack.top());
    let _ = SPARE.try_with(|spare| spare.set(Some(stack)));
    Ok(result)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thread_keeps_one_stack_and_nested_calls_have_their_own() {
        let first = with_stack(0, |top| top).expect("memory");
        assert_eq!(with_stack(0, |top| top).expect("memory"), first);
        let (outer, inner) =
            with_stack(0, |top| (top, with_stack(0, |top| top).expect("memory"))).expect("memory");
        assert_ne!(outer, inner);
        assert_eq!(outer % 16, 0, "as the calling convention wants it");
    }

    #[test]
    fn a_frame_of_any_size_up_to_the_limit_fits() {
        let written = with_stack(MOST_FRAME, |top| {
            let lowest = (top - u64::from(MOST_FRAME)) as *mut u8;
            // SAFETY: the byte lies in the stack, which nothing else uses.
            unsafe {
                lowest.write_volatile(7);
                lowest.read_volatile()
            }
        });
        assert_eq!(written.expect("memory"), 7);
    }
}
