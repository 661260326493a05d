use cuda_driver_sys::{
    // the driver
    cuInit, cuDeviceGet, // both
    cudaError_enum,
    CUdevice,
    CUresult,
};
