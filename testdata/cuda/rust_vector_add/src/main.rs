//! Adds two vectors on the GPU through the CUDA driver API and checks every element.
//!
//! usage: rust_vector_add [kernel.ptx [elements]]

mod driver;
mod timing;

use cust_raw::{
    cuCtxSynchronize, cuLaunchKernel, cuModuleGetFunction, cuModuleLoadData, cuStreamCreate,
    cuStreamDestroy_v2, cuStreamSynchronize, CUfunction, CUmodule, CUstream, CUstream_flags,
};
use driver::{check, Block, Session};
use std::ffi::{c_void, CString};
use std::process::ExitCode;
use std::ptr;

const THREADS: u32 = 256;

fn main() -> ExitCode {
    let mut args = std::env::args().skip(1);
    let image = args.next().unwrap_or("kernels/vector_add.ptx".to_owned());
    let n: usize = args.next().and_then(|n| n.parse().ok()).unwrap_or(1_000_003);
    let session = Session::open();
    let text = CString::new(std::fs::read(&image).expect("a kernel")).expect("text");
    let (mut module, mut kernel): (CUmodule, CUfunction) = (ptr::null_mut(), ptr::null_mut());
    let mut stream: CUstream = ptr::null_mut();
    unsafe {
        check!(cuModuleLoadData(&mut module, text.as_ptr().cast()));
        check!(cuModuleGetFunction(&mut kernel, module, c"vector_add".as_ptr()));
        check!(cuStreamCreate(&mut stream, CUstream_flags::CU_STREAM_NON_BLOCKING as u32));
    }

    let a: Vec<f32> = (0..n).map(|i| (i as f32 * 0.001).sin()).collect();
    let b: Vec<f32> = (0..n).map(|i| 2.0 * (i as f32 * 0.002).cos()).collect();
    let mut c = vec![f32::NAN; n];
    // One allocation holds all three, each at a multiple of 256 bytes.
    let bytes = (n as u64 * 4).div_ceil(256) * 256;
    let block = Block::new(3 * bytes);
    let (mut d_a, mut d_b, mut d_c) = (block.at(0), block.at(bytes), block.at(2 * bytes));
    block.write(0, &a, stream);
    block.write(bytes, &b, stream);

    let mut count = n as u32;
    let blocks = count.div_ceil(THREADS);
    let mut params: [*mut c_void; 4] = [
        ptr::from_mut(&mut d_a).cast(),
        ptr::from_mut(&mut d_b).cast(),
        ptr::from_mut(&mut d_c).cast(),
        ptr::from_mut(&mut count).cast(),
    ];
    let clock = timing::Clock::start(stream.cast());
    unsafe {
        check!(cuLaunchKernel(
            kernel, blocks, 1, 1, THREADS, 1, 1, 0, stream, params.as_mut_ptr(), ptr::null_mut()
        ));
    }
    let milliseconds = clock.stop(stream.cast());
    unsafe {
        check!(cuStreamSynchronize(stream));
        check!(cuCtxSynchronize());
    }
    block.read(2 * bytes, &mut c);
    let wrong = c.iter().zip(a.iter().zip(&b)).filter(|(c, (a, b))| **c != **a + **b).count();
    unsafe {
        check!(cuStreamDestroy_v2(stream));
    }
    drop(block);
    let ok = wrong == 0 && milliseconds > 0.0;
    let verdict = if ok { "PASS" } else { "FAIL" };
    println!("{}: {n} elements, {blocks} blocks of {THREADS} threads, {wrong} wrong: {verdict}", session.name);
    if ok { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
