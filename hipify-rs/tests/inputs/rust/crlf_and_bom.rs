use cust_raw::cuInit;

fn f() {
    unsafe { cuInit(0) };
}
