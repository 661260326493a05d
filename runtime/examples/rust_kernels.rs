//! Host and kernel in Rust, with one type for both: `cargo run -p hip-runtime --example rust_kernels`.
//!
//! A build script would compile the kernels (docs/guides/rust.md); here their PTX lies beside the source.

#![expect(clippy::print_stdout, reason = "an example says what it did")]

use hip_runtime::{Context, Device, DeviceBuffer, Error, kernels, launch};
use particle::Particle;

#[path = "kernels/particle.rs"]
mod particle;

kernels! {
    // SAFETY: the kernel changes `n` particles, a thread each.
    unsafe mod particles = "kernels/particles.ptx" {
        safe fn step(particles: &mut [Particle; n], n: u32, seconds: f32);
    }
}

pub(crate) fn main() -> Result<(), Error> {
    let _context = Context::primary(Device::get(0)?)?;
    let mut on_host: Vec<Particle> =
        (0..1000).map(|i| Particle { position: [0.0, i as f32 / 100.0], speed: [1.0, 0.0] }).collect();
    let mut on_device = DeviceBuffer::from_slice(&on_host)?;
    let n = on_host.len();
    for _ in 0..100 {
        launch!(particles::step<<<n.div_ceil(256), 256>>>(&mut on_device, n as u32, 0.01))?;
        on_host.iter_mut().for_each(|particle| particle.step(0.01));
    }
    let mut moved = on_host.clone();
    on_device.copy_to(&mut moved)?;
    assert_eq!(moved, on_host);
    println!("rust_kernels: {n} particles moved by the same code on both sides, PASS");
    Ok(())
}
