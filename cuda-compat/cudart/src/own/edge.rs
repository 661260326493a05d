//! Edge data of graphs. Edge data other than "after" is not supported, and edges are always reported without
//! data.

use super::get;
use crate::entry::Pointer;

/// `cudaGraphEdgeData`: ports and a type. Zeros mean "after".
type Data = [u8; 8];

/// Returns whether all edges have no data, or data of zeros.
///
/// # Safety
/// The pointer is null or leads to `count` of them.
pub unsafe fn plain(data: Pointer, count: u64) -> bool {
    let data = data.cast_const().cast::<Data>();
    // SAFETY: as the caller says.
    data.is_null() || (0..count as usize).all(|at| unsafe { get(data.wrapping_add(at)) } == Some([0; 8]))
}

/// Reports that edges have no data, as zeros.
///
/// # Safety
/// `count` is null or leads to a number; `data` is null or has room for as many.
pub unsafe fn none(data: Pointer, count: Pointer) {
    let data = data.cast::<Data>();
    // SAFETY: as the caller says.
    let count = unsafe { get(count.cast_const().cast::<usize>()) }.unwrap_or(0);
    for at in 0..if data.is_null() { 0 } else { count } {
        // SAFETY: as the caller says.
        unsafe { data.add(at).write_unaligned([0; 8]) };
    }
}

/// Reports that edges have no data, as a null pointer.
///
/// # Safety
/// `data` is null or leads to a pointer.
pub unsafe fn null(data: Pointer) {
    if !data.is_null() {
        // SAFETY: as the caller says.
        unsafe { data.cast::<*const Data>().write_unaligned(std::ptr::null()) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_that_say_nothing_are_plain() {
        let data: [Data; 2] = [[0; 8], [0, 0, 1, 0, 0, 0, 0, 0]];
        // SAFETY: an array of two.
        let said = unsafe {
            let first = (&raw const data).cast_mut().cast();
            [plain(std::ptr::null_mut(), 9), plain(first, 1), plain(first, 2)]
        };
        assert_eq!(said, [true, true, false]);
    }
}
