//! Checks of the program's own memory: whether pages are mapped, and readable.
#![expect(unsafe_code, reason = "the system is asked about pages")]

const PAGE: u64 = 4096;

/// Limit of pages for one system call.
const AT_ONCE: u64 = 1 << 16;

/// Size of arrays that are trusted to be readable, bytes.
const TRUSTED: u64 = 1 << 16;

/// Returns whether all pages of a range are mapped in this process.
pub(crate) fn is_mapped(start: u64, bytes: u64) -> bool {
    let Some(end) = start.checked_add(bytes).and_then(|end| end.checked_next_multiple_of(PAGE)) else {
        return false;
    };
    let first = start / PAGE * PAGE;
    let mut present = vec![0u8; ((end - first) / PAGE).min(AT_ONCE) as usize];
    let mut parts = (first..end).step_by((AT_ONCE * PAGE) as usize);
    parts.all(|from| {
        let length = (end - from).min(AT_ONCE * PAGE) as usize;
        // SAFETY: the system only checks whether the pages exist; the vector has a byte for each.
        unsafe { libc::mincore(from as *mut libc::c_void, length, present.as_mut_ptr()) == 0 }
    })
}

/// Returns whether the program can read a range that it claims to be an array. Ranges up to `TRUSTED` bytes
/// are not checked. This finds wrong counts before memory is allocated for them.
pub fn may_be_read(start: u64, bytes: u64) -> bool {
    let Some(end) = start.checked_add(bytes) else { return false };
    let places = (start..end).step_by(PAGE as usize).chain([end.saturating_sub(8).max(start)]);
    bytes <= TRUSTED || places.into_iter().all(is_readable)
}

/// Returns whether eight bytes can be read.
fn is_readable(address: u64) -> bool {
    // SAFETY: the system reads the signal mask, then rejects the call because the operation is unknown.
    let refused = unsafe {
        libc::syscall(
            libc::SYS_rt_sigprocmask,
            -1,
            address as *const libc::c_void,
            std::ptr::null_mut::<u8>(),
            8,
        )
    };
    refused == -1 && std::io::Error::last_os_error().raw_os_error() == Some(libc::EINVAL)
}

#[cfg(test)]
mod tests {
    use super::{AT_ONCE, PAGE, TRUSTED, is_mapped, may_be_read};

    #[test]
    fn ranges_beyond_memory_are_unmapped() {
        let bytes = vec![1u8; 4 * TRUSTED as usize];
        let start = bytes.as_ptr() as u64;
        assert!(may_be_read(start, bytes.len() as u64));
        assert!(is_mapped(start, bytes.len() as u64));
        // The device's window, which other tests reserve, may follow the vector: each count is larger than
        // the window.
        for count in [1 << 46, 1 << 62, u64::MAX] {
            assert!(!may_be_read(start, count) && !is_mapped(start, count), "{count}");
        }
        assert!(!may_be_read(PAGE, AT_ONCE * PAGE) && !is_mapped(PAGE, AT_ONCE * PAGE));
    }
}
