mod inner {
    #[cfg(feature = "gpu")]
    pub use cudarc::{
        driver::{
            sys::{self, CUresult, cuInit as init}, // raw
            CudaDevice, // safe
        },
        nvrtc::Ptx,
    };

    fn f() -> CUresult {
        unsafe { sys::cuCtxSynchronize() }
    }
}
