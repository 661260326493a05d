pub(crate) use cudarc::driver::sys as cu;
use cudarc::driver::sys::cudaError_enum::{self, *};
use ::cudarc::driver::sys::CUstream;

fn f(s: CUstream) -> bool {
    matches!(unsafe { cu::cuStreamQuery(s) }, CUDA_SUCCESS | CUDA_ERROR_NOT_READY)
}
