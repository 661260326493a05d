use cuda_driver_sys::*;

macro_rules! check {
    ($name:ident($($arg:expr),*)) => {{
        let code = unsafe { $name($($arg),*) };
        if code != cudaError_enum::CUDA_SUCCESS {
            let mut text = std::ptr::null();
            unsafe { cuGetErrorName(code, &mut text) };
            panic!("{} failed: cuInit or {:?}", stringify!($name), code);
        }
    }};
}

fn main() {
    check!(cuInit(0));
    println!("{:?} // cuInit", vec![CUdevice_attribute::CU_DEVICE_ATTRIBUTE_WARP_SIZE as u32; 2]);
}
