mod ffi;
use crate::ffi::{cuInit, CUresult};
use self::ffi::cudaMalloc;

fn f() -> CUresult {
    unsafe { cudaMalloc(std::ptr::null_mut(), 4) };
    unsafe { crate::ffi::cuCtxSynchronize() };
    unsafe { cuInit(0) }
}
