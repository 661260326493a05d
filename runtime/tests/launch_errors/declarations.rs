//! Declarations that do not fit the kernels of the file.

use hip_runtime::kernels;

kernels! {
    mod no_file = "absent.ptx";
    mod no_kernels = "declarations.rs";
    unsafe mod unfit = "typed.ptx" {
        safe fn scales(data: &mut [f32; n], by: f32, n: u32);
        safe fn scale(data: &mut [f32], by: f32);
    }
    unsafe mod wrong = "typed.ptx" {
        safe fn scale(data: &mut [f32; n], by: u32, n: u32);
        safe fn bounded(data: u64);
        safe fn exact(range: u64);
    }
    unsafe mod wide = "typed.ptx" {
        safe fn scale(data: &mut [f32], by: f32, n: u64);
        safe fn bounded(data: *mut f32);
        safe fn exact(range: &[f32]);
    }
    unsafe mod lengths = "typed.ptx" {
        safe fn scale(data: &mut [f32; n.pow(2)], by: f32, n: u32);
        safe fn exact(range: [u8; 12]);
    }
}

kernels! {
    mod vouched_by_no_one = "typed.ptx" {
        safe fn scale(data: &mut [f32], by: f32, n: u32);
    }
}

fn main() {}
