use cust_raw::*;

pub fn start() -> CUresult {
    unsafe { cuInit(0) }
}
