fn f() {
    unsafe {
        assert_eq!(cuda_driver_sys::cuInit(0), cuda_driver_sys::cudaError_enum::CUDA_SUCCESS);
        ::cudarc::driver::sys::cuCtxSynchronize();
        cuda_sys::cudart::cudaDeviceReset();
        let c: <Vec<cust_raw::CUstream> as IntoIterator>::Item = std::ptr::null_mut();
        cust_raw::cuStreamSynchronize(c);
    }
}
