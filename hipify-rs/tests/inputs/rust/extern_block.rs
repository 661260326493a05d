//! Bindings by hand.
use std::ffi::{c_int, c_uint, c_void};

#[link(name = "cuda")]
extern "C" {
    /// cuInit starts everything
    fn cuInit(flags: c_uint) -> c_int;
    pub fn cuDeviceGetCount(count: *mut c_int) -> c_int;
    fn cuMemAlloc_v2(pointer: *mut u64, bytes: usize) -> c_int;
    fn cuMemFree_v2(pointer: u64) -> c_int;
    fn own_helper(p: *mut c_void);
}

fn main() {
    let (mut count, mut p) = (0, 0u64);
    unsafe {
        assert_eq!(cuInit(0), 0, "cuInit");
        cuDeviceGetCount(&mut count);
        cuMemAlloc_v2(&mut p, 64);
        cuMemFree_v2(p);
        own_helper(p as *mut c_void);
    }
}
