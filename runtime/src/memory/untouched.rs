//! Zero fill that skips pages never written: those read as zeros already, and writing them would cost memory
//! and time.
#![expect(unsafe_code, reason = "fills memory, and asks the system for the size of its pages")]

use super::heap::UNIT;
use super::range::Allocation;
use crate::sync::Ordering;
use crate::types::AllocationKind;
use std::fs::File;
use std::os::unix::fs::FileExt as _;

const PAGE: usize = 4096;

/// Size from which the page map is consulted, bytes.
const LEAST: usize = 1 << 20;

/// Entries of the page map read at once.
const ENTRIES: usize = 4096;

/// Bits of an entry: the page is in memory, or swapped out.
const EXISTS: u64 = 0b11 << 62;

/// Returns whether an allocation consists of private pages of this process, so that a page without an entry
/// was never written. Pages of a file may exist in the file alone: those shared with other processes, and
/// units of small allocations.
pub(super) fn is_private(allocation: &Allocation) -> bool {
    matches!(allocation.kind, AllocationKind::Device)
        && allocation.bytes > UNIT
        && !allocation.shared.load(Ordering::Acquire)
}

/// Writes zeros, except to pages that were never written.
///
/// # Safety
/// That of `write_bytes`; in addition the range consists of private pages.
pub(super) unsafe fn zero(at: *mut u8, bytes: usize) {
    // SAFETY: a part of the caller's range.
    let write = |from: usize, to: usize| unsafe { std::ptr::write_bytes(at.add(from), 0, to - from) };
    let first = at.addr().next_multiple_of(PAGE) - at.addr();
    // SAFETY: only reads a number.
    let has_pages = unsafe { libc::sysconf(libc::_SC_PAGESIZE) } == PAGE as libc::c_long;
    let map = match bytes >= LEAST && has_pages {
        // Opened each time: the file shows the memory of the process that opened it, which may have forked
        // since.
        true => File::open("/proc/self/pagemap").ok(),
        false => None,
    };
    let Some(map) = map else { return write(0, bytes) };
    write(0, first);
    let mut entries = vec![0u8; ENTRIES * 8];
    let mut done = first;
    while bytes - done >= PAGE {
        let pages = ((bytes - done) / PAGE).min(ENTRIES);
        let entries = &mut entries[..pages * 8];
        if map.read_exact_at(entries, ((at.addr() + done) / PAGE * 8) as u64).is_err() {
            break;
        }
        for entry in entries.chunks_exact(8) {
            let entry = entry.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte));
            if entry & EXISTS != 0 {
                write(done, done + PAGE);
            }
            done += PAGE;
        }
    }
    write(done, bytes);
}

#[cfg(test)]
mod tests {
    use super::{LEAST, PAGE, zero};

    /// Number of resident pages of a range.
    fn resident(start: *mut u8, bytes: usize) -> usize {
        let mut present = vec![0u8; bytes / PAGE];
        // SAFETY: the vector has a byte for each page.
        let asked = unsafe { libc::mincore(start.cast(), bytes, present.as_mut_ptr()) };
        assert_eq!(asked, 0);
        present.iter().filter(|&&page| page & 1 != 0).count()
    }

    #[test]
    fn written_pages_become_zero_and_others_stay_untouched() {
        let bytes = 8 * LEAST;
        // SAFETY: a fresh mapping.
        let start = unsafe {
            libc::mmap(
                std::ptr::null_mut(),
                bytes,
                libc::PROT_READ | libc::PROT_WRITE,
                libc::MAP_PRIVATE | libc::MAP_ANONYMOUS,
                -1,
                0,
            )
        };
        assert_ne!(start, libc::MAP_FAILED);
        // SAFETY: the mapping's own pages.
        unsafe { libc::madvise(start, bytes, libc::MADV_NOHUGEPAGE) };
        let start = start.cast::<u8>();
        let written = [0, 1, PAGE - 1, 5 * PAGE + 7, bytes / 2, bytes - 1];
        for at in written {
            // SAFETY: within the mapping.
            unsafe { start.add(at).write(0xff) };
        }
        // The first byte and the last stay.
        // SAFETY: within the mapping, whose pages are private.
        unsafe { zero(start.add(1), bytes - 2) };
        let there = resident(start, bytes);
        for at in 0..bytes {
            // SAFETY: within the mapping.
            let got = unsafe { start.add(at).read() };
            assert_eq!(got, if at == 0 || at == bytes - 1 { 0xff } else { 0 }, "{at}");
        }
        if std::fs::File::open("/proc/self/pagemap").is_ok() {
            assert!(there <= 8, "{there} pages");
        }
        // SAFETY: the mapping made above.
        unsafe { libc::munmap(start.cast(), bytes) };
    }
}
