use cust_raw::*;

fn f(p: CUdeviceptr, n: u64) {
    assert!(p != 0, "cuInit {}", 1 + 2);
    check!(cuMemcpyDtoD_v2(p + n, p, 4));
    odd!(p + => n);
}
