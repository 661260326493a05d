//! Memory of the program's own: whether it is there.
#![expect(unsafe_code, reason = "the system is asked about pages")]

const PAGE: u64 = 4096;

/// Whether all pages of a range are mapped in this process.
pub(crate) fn is_mapped(start: u64, bytes: u64) -> bool {
    let Some(end) = start.checked_add(bytes).and_then(|end| end.checked_next_multiple_of(PAGE)) else {
        return false;
    };
    let first = start / PAGE * PAGE;
    let mut present = vec![0u8; ((end - first) / PAGE) as usize];
    // SAFETY: the system only looks whether the pages exist; the vector has a byte for each.
    unsafe { libc::mincore(first as *mut libc::c_void, (end - first) as usize, present.as_mut_ptr()) == 0 }
}
