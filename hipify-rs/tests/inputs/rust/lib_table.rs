use cudarc::driver::sys::{self, lib, CUresult};

unsafe fn f() -> CUresult {
    lib().cuInit(0);
    sys::lib().cuCtxSynchronize();
    cudarc::driver::sys::lib().cuDriverGetVersion(&mut 0);
    lib().cuCtxGetId(std::ptr::null_mut(), &mut 0).result().unwrap();
    sys::cuInit(0)
}
