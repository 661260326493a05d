#[link(name = "cuda")]
#[link(name = "cudart_static", kind = "static")]
extern "C" {
    fn cuMemAlloc_v2(pointer: *mut u64, bytes: usize) -> i32;
    #[must_use]
    pub fn cudaMalloc(pointer: *mut *mut u8, bytes: usize) -> i32;
    fn cudaFree(pointer: *mut u8) -> i32;
}

unsafe fn f(a: *mut u64, b: *mut *mut u8) -> i32 {
    cuMemAlloc_v2(a, 1) + cudaMalloc(b, 1)
}
