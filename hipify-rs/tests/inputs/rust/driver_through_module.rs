use cudarc::driver;
use cudarc::driver::sys;

fn f(c: driver::sys::CUcontext) -> sys::CUresult {
    unsafe { driver::sys::cuCtxSetCurrent(c) };
    driver::sys::CUresult::CUDA_SUCCESS
}
