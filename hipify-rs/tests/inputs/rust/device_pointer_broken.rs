use cust_raw::*;

fn f( {
    let mut d: CUdeviceptr = 0;
    cuMemAlloc_v2(&mut d, 64);
}
