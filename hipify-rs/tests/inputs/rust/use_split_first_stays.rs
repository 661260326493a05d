use cudarc::driver::{result, sys};
use cudarc::{nvrtc, driver::sys::CUevent};

fn f(e: CUevent) -> sys::CUresult {
    unsafe { sys::cuEventSynchronize(e) }
}
