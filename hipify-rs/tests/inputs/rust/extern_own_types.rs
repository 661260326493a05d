#![allow(non_camel_case_types)]
pub type CUdeviceptr = u64;
#[repr(u32)]
#[derive(PartialEq, Debug)]
pub enum CUresult {
    CUDA_SUCCESS = 0,
    #[doc(hidden)]
    CUDA_ERROR_INVALID_VALUE = 1,
}
pub const CU_DEVICE_ATTRIBUTE_WARP_SIZE: i32 = 10;
#[repr(C)]
pub struct CUctx_st {
    _private: [u8; 0],
}

extern "C" {
    fn cuMemAlloc_v2(p: *mut CUdeviceptr, n: usize) -> CUresult;
    fn cuDeviceGetAttribute(v: *mut i32, a: i32, d: i32) -> CUresult;
}

fn f() {
    let mut d: CUdeviceptr = 0;
    let status = unsafe { cuMemAlloc_v2(&mut d, 4) };
    assert_eq!(status, CUresult::CUDA_SUCCESS);
    d = d + 4;
    let mut v = 0;
    unsafe { cuDeviceGetAttribute(&mut v, CU_DEVICE_ATTRIBUTE_WARP_SIZE, 0) };
}
