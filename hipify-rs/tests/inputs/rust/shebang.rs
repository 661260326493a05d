#!/usr/bin/env run-cargo-script
#![allow(unused)]
use cust_raw::CUdeviceptr;
fn f(p: CUdeviceptr) -> bool { p == 0 }
