use cust_raw::{cudaError_enum::{self, *}, cuInit, CUresult, CUmemorytype_enum as Kind};
use cust_raw::CUdevice_attribute;
use CUdevice_attribute::*;
mod other { use crate::driver::CUlimit::CU_LIMIT_STACK_SIZE; }

struct Failure { code: CUresult, line: u32, state: *mut CUresult }

fn f(failure: Failure, state: i32) -> u64 {
    let code = unsafe { cuInit(0) };
    let mut last = CUDA_SUCCESS;
    let count = other(code as u64);
    last = code;
    println!("{} {}", CUDA_ERROR_NOT_READY as i32, CU_STREAM_NON_BLOCKING as u32);
    failure.code as u64 + last as std::ffi::c_uint as u64 + failure.line as u64 + count as u64 + state as u64
        + cuInit(0) as u64 + unsafe { cust_raw::cuCtxSynchronize() } as u64
}

macro_rules! number { ($code:expr) => { $code as u32 } }
