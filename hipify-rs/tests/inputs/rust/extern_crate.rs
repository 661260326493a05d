extern crate cuda_driver_sys;
extern crate cuda_runtime_sys as rt;
#[macro_use]
extern crate rustacuda;

fn f() {
    unsafe { cuda_driver_sys::cuInit(0) };
    unsafe { rt::cudaDeviceSynchronize() };
}
