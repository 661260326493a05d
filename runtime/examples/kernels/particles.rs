//! Kernels of the example `rust_kernels`, in Rust: `hip_build::Kernels::new("particles.rs")` compiles them to
//! `particles.ptx`, by rustc's target nvptx64-nvidia-cuda.
#![no_std]
#![feature(abi_ptx, stdarch_nvptx)]

mod particle;

use core::arch::nvptx::{_block_dim_x, _block_idx_x, _thread_idx_x, trap};
use particle::Particle;

/// A panic, as of an index out of bounds, stops the kernel with a fault.
#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    // SAFETY: it has no precondition.
    unsafe { trap() }
}

/// Moves `n` particles, a thread each.
///
/// # Safety
/// There are `n` particles, which nothing else uses.
#[unsafe(no_mangle)]
unsafe extern "ptx-kernel" fn step(particles: *mut Particle, n: u32, seconds: f32) {
    // SAFETY: they read registers.
    let i = unsafe { _block_idx_x() * _block_dim_x() + _thread_idx_x() };
    if (i as u32) < n {
        // SAFETY: it is one of the `n`, and this thread's only.
        unsafe { &mut *particles.add(i as usize) }.step(seconds);
    }
}
