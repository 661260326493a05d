use cust_raw::{cuCtxGetId, cuInit};

fn f(c: cust_raw::CUcontext, id: &mut u64) {
    unsafe {
        cuInit(0);
        cuCtxGetId(c, id);
    }
}
