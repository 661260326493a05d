use cust_raw::*;
fn f() { unsafe { r#cuInit(0); } }
