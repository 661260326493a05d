use cust_raw as ffi;

/// Starts.
pub fn cuInit(flags: u32) -> Result<(), ffi::CUresult> {
    match unsafe { ffi::cuInit(flags) } {
        ffi::CUresult::CUDA_SUCCESS => Ok(()),
        other => Err(other),
    }
}

fn main() {
    cuInit(0).unwrap();
}
