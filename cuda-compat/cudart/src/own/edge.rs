//! Edge data of graphs: eight bytes, whose members have another order in HIP.

use super::get;
use crate::entry::Pointer;
use std::cell::RefCell;

/// `cudaGraphEdgeData`: two ports, a type, five bytes of zeros; `hipGraphEdgeData` has the zeros behind the
/// first port.
type Data = [u8; 8];

fn to_hip([from, to, kind, reserved @ ..]: Data) -> Data {
    let [a, b, c, d, e] = reserved;
    [from, a, b, c, d, e, to, kind]
}

fn to_cuda([from, a, b, c, d, e, to, kind]: Data) -> Data {
    [from, to, kind, a, b, c, d, e]
}

/// Returns the same data in HIP's order: null for null. They are valid until the thread's next call.
///
/// # Safety
/// The pointer is null or leads to `count` of CUDA's.
pub unsafe fn edges(data: Pointer, count: u64) -> Pointer {
    thread_local!(static HIP: RefCell<Vec<Data>> = const { RefCell::new(Vec::new()) });
    let data = data.cast_const().cast::<Data>();
    if data.is_null() {
        return std::ptr::null_mut();
    }
    // SAFETY: as the caller says.
    let hip = (0..count as usize).filter_map(|at| unsafe { get(data.wrapping_add(at)) }).map(to_hip);
    HIP.with_borrow_mut(|list| {
        *list = hip.collect();
        list.as_mut_ptr().cast()
    })
}

/// Brings data that HIP wrote into CUDA's order.
///
/// # Safety
/// `count` is null or leads to a number; `data` is null or leads to as many.
pub unsafe fn cuda_edges(data: Pointer, count: Pointer) {
    let data = data.cast::<Data>();
    // SAFETY: as the caller says.
    let count = unsafe { get(count.cast_const().cast::<usize>()) }.unwrap_or(0);
    for at in 0..if data.is_null() { 0 } else { count } {
        // SAFETY: as the caller says.
        unsafe {
            let place = data.add(at);
            place.write_unaligned(to_cuda(place.read_unaligned()));
        }
    }
}

/// Brings a list of data that HIP returned into CUDA's order. The list is the core's copy for this call.
///
/// # Safety
/// `list` is null or leads to the list's address; `count` is null or leads to its length.
pub unsafe fn cuda_edge_list(list: Pointer, count: Pointer) {
    // SAFETY: as the caller says.
    unsafe {
        let data = get(list.cast_const().cast::<Pointer>());
        cuda_edges(data.unwrap_or(std::ptr::null_mut()), count);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_change_places_and_come_back() {
        let cuda: [Data; 2] = [[1, 2, 3, 4, 5, 6, 7, 8], [9, 0, 1, 0, 0, 0, 0, 0]];
        // SAFETY: an array of two, and the list that the call returns.
        unsafe {
            let hip = edges((&raw const cuda).cast_mut().cast(), 2);
            assert_eq!(hip.cast::<[Data; 2]>().read(), [[1, 4, 5, 6, 7, 8, 2, 3], [9, 0, 0, 0, 0, 0, 0, 1]]);
            let mut count = 2usize;
            let (mut list, count) = (hip, (&raw mut count).cast());
            cuda_edge_list((&raw mut list).cast(), count);
            assert_eq!(hip.cast::<[Data; 2]>().read(), cuda);
            assert!(edges(std::ptr::null_mut(), 9).is_null());
        }
    }
}
