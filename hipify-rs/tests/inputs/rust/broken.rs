use cust_raw::{cuInit, CUresult;
fn f( { cuInit(0; let s = "unclosed cuInit
cuInit(1);
