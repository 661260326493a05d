#[link(name = "cudart", kind = "dylib")]
unsafe extern "C" {
    safe fn cudaDeviceSynchronize() -> i32;
    unsafe fn cudaMalloc(pointer: *mut *mut u8, bytes: usize) -> i32;
}
#[cfg_attr(feature = "blas", link(name = "cublas"))]
unsafe extern "C" {
    fn cublasCreate_v2(handle: *mut *mut u8) -> i32;
}
#[link(name = "m")]
unsafe extern "C" {
    fn cos(x: f64) -> f64;
}
