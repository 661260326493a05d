use cudarc::cublas::sys as blas;
use cudarc::driver::sys;

fn f() {
    unsafe { blas::cublasCreate_v2(std::ptr::null_mut()) };
    let x = cudarc::curand::sys::curandGenerator_t::null();
    unsafe { sys::cuInit(0) };
}
