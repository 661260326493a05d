//! y = a · x + y, in safe code: `cargo run -p hip-runtime --example saxpy`.

#![expect(clippy::print_stdout, reason = "an example says what it did")]

use hip_runtime::{Context, Device, DeviceBuffer, Error, kernels, launch};

kernels! {
    // SAFETY: the kernel reads `n` values of `x`, and reads and writes `n` values of `y`.
    unsafe mod bench = "../../testdata/bench/saxpy.ptx" {
        safe fn saxpy(a: f32, x: &[f32; n], y: &mut [f32; n], n: i32);
    }
}

pub(crate) fn main() -> Result<(), Error> {
    let _context = Context::primary(Device::get(0)?)?;
    let n = 100_000usize;
    let host: Vec<f32> = (0..n).map(|i| i as f32).collect();
    let x = DeviceBuffer::from_slice(&host)?;
    let mut y = DeviceBuffer::from_slice(&host)?;

    launch!(bench::saxpy<<<n.div_ceil(256), 256>>>(2.0, &x, &mut y, n as i32))?;

    // The copy waits for the kernel.
    let sums = y.to_vec()?;
    assert!(sums.iter().zip(&host).all(|(sum, x)| *sum == 3.0 * x));
    println!("saxpy: {n} elements, PASS");
    Ok(())
}
