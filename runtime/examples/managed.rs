//! Host and kernels change one array in turns: `cargo run -p hip-runtime --example managed`.

#![expect(clippy::print_stdout, reason = "an example says what it did")]

use hip_runtime::{Advise, Context, Device, Error, Location, ManagedBuffer, Stream, kernels, launch};

kernels! {
    // SAFETY: the kernel reads `n` values of `x`, and reads and writes `n` values of `y`.
    unsafe mod bench = "../../testdata/bench/saxpy.ptx" {
        safe fn saxpy(a: f32, x: &[f32; n], y: &mut [f32; n], n: i32);
    }
}

pub(crate) fn main() -> Result<(), Error> {
    let device = Device::get(0)?;
    let _context = Context::primary(device)?;
    let (n, here) = (10_000usize, Location::Device(device.ordinal() as u32));
    let x = ManagedBuffer::from_slice(&vec![1.0f32; n])?;
    let mut y = ManagedBuffer::<f32>::zeroed(n)?;
    let stream = Stream::non_blocking(0)?;

    // `x` is copied to whoever reads it; `y` is brought to the device before the kernels.
    x.advise(Advise::SetReadMostly)?;
    y.prefetch(here, &stream)?;
    for round in 1..=3 {
        launch!(bench::saxpy<<<n.div_ceil(256), 256, 0, &stream>>>(2.0, &x, &mut y, n as i32))?;
        // The slice waits for the kernel, and borrows `y` until the host is done.
        for value in y.as_mut_slice()? {
            assert_eq!(*value, 3.0 * round as f32 - 1.0);
            *value += 1.0;
        }
    }
    y.prefetch(Location::Host, &stream)?;
    assert!(y.as_slice()?.iter().all(|value| *value == 9.0));
    println!("managed: {n} values in turns, PASS");
    Ok(())
}
