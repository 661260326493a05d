use cust_raw::{cuStreamCreate, CUstream, CUstream_flags, CUctx_flags_enum};

unsafe fn f(s: *mut CUstream) {
    cuStreamCreate(s, CUstream_flags::CU_STREAM_NON_BLOCKING as u32);
    let _ = CUctx_flags_enum::CU_CTX_SCHED_AUTO as u32 | cust_raw::CUctx_flags::CU_CTX_MAP_HOST as u32;
}
