use {
    cust_raw::driver_sys::{cuInit, CUresult},
    cust_raw::runtime_sys::cudaGetDeviceCount,
    std::ptr,
};
use cust_raw::{driver_sys::cuMemFree_v2, runtime_sys::cudaFree};
