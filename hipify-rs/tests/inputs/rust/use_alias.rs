use cust_raw as cuda;
use cuda_runtime_sys::{self as rt, cudaMalloc as allocate};

fn f() -> cuda::CUresult {
    unsafe { allocate(std::ptr::null_mut(), 0) };
    unsafe { rt::cudaFree(std::ptr::null_mut()) };
    unsafe { cuda::cuCtxSynchronize() }
}
