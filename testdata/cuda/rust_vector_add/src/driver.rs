//! The device, its context and its memory, by the declarations of `cust_raw`.

use cust_raw as cuda;
use cust_raw::{CUcontext, CUdevice, CUdeviceptr, CUdevice_attribute, CUresult, CUstream};
use std::ffi::{c_char, CStr};

/// Runs a call and ends the program unless it succeeds; `cuGetErrorName` says how it failed.
macro_rules! check {
    ($call:expr) => {{
        let code = $call;
        if code != cust_raw::cudaError_enum::CUDA_SUCCESS {
            eprintln!("{}: {}", stringify!($call), $crate::driver::name(code));
            std::process::exit(2);
        }
    }};
}
pub(crate) use check;

/// The name of a code.
pub fn name(code: CUresult) -> String {
    let mut text: *const c_char = std::ptr::null();
    match unsafe { cuda::cuGetErrorName(code, &mut text) } {
        cuda::CUresult::CUDA_SUCCESS => unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned(),
        _ => format!("code {}", code as u32),
    }
}

/// The first device, its primary context current.
pub struct Session {
    pub name: String,
    device: CUdevice,
}

impl Session {
    pub fn open() -> Session {
        let mut device: CUdevice = 0;
        let mut context: CUcontext = std::ptr::null_mut();
        let mut warp = 0;
        let mut name = [0 as c_char; 128];
        unsafe {
            check!(cuda::cuInit(0));
            check!(cuda::cuDeviceGet(&mut device, 0));
            check!(cuda::cuDeviceGetName(name.as_mut_ptr(), 128, device));
            let attribute = CUdevice_attribute::CU_DEVICE_ATTRIBUTE_WARP_SIZE;
            check!(cuda::cuDeviceGetAttribute(&mut warp, attribute, device));
            check!(cuda::cuDevicePrimaryCtxRetain(&mut context, device));
            check!(cuda::cuCtxSetCurrent(context));
        }
        assert_eq!(warp, 32);
        Session { name: unsafe { CStr::from_ptr(name.as_ptr()) }.to_string_lossy().into_owned(), device }
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        unsafe { cuda::cuDevicePrimaryCtxRelease_v2(self.device) };
    }
}

/// Device memory.
pub struct Block {
    start: CUdeviceptr,
}

impl Block {
    pub fn new(bytes: u64) -> Block {
        let mut start: CUdeviceptr = 0;
        unsafe { check!(cuda::cuMemAlloc_v2(&mut start, bytes as usize)) };
        assert!(start != 0);
        Block { start }
    }

    pub fn at(&self, offset: u64) -> CUdeviceptr {
        self.start + offset
    }

    pub fn write(&self, offset: u64, values: &[f32], stream: CUstream) {
        let bytes = size_of_val(values);
        let to = self.start + offset;
        unsafe { check!(cuda::cuMemcpyHtoDAsync_v2(to, values.as_ptr().cast(), bytes, stream)) };
    }

    pub fn read(&self, offset: u64, values: &mut [f32]) {
        let bytes = size_of_val(values);
        unsafe { check!(cuda::cuMemcpyDtoH_v2(values.as_mut_ptr().cast(), self.start + offset, bytes)) };
    }
}

impl Drop for Block {
    fn drop(&mut self) {
        unsafe { cuda::cuMemFree_v2(self.start) };
    }
}
