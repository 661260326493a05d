use cudarc::driver::{CudaDevice, LaunchAsync, LaunchConfig};
use cust::memory::DeviceBuffer;

fn f() {
    let device = CudaDevice::new(0).unwrap();
    let c = cust::quick_init().unwrap();
    let p = cudarc::nvrtc::compile_ptx("").unwrap();
    cust::quick_init().unwrap();
}
