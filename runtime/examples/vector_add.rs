//! Adds two vectors on the software device, with `launch!`, and checks every element.
//!
//! Run it with `cargo run -p hip-runtime --example vector_add`.

#![expect(clippy::print_stdout, reason = "an example says what it did")]

use hip_runtime::{Context, Device, DeviceBuffer, Error, Event, Stream, kernels, launch};

const N: usize = 1_000_003;
const THREADS: usize = 256;

kernels! {
    // PTX that nvcc generated from `vector_add.cu`.
    // SAFETY: the kernel adds `n` values of `a` and `b` to `c`.
    unsafe mod vector = "../../testdata/cuda/driver_vector_add/kernels/vector_add.ptx" {
        safe fn vector_add(a: &[f32; n], b: &[f32; n], c: &mut [f32; n], n: i32);
    }
}

pub(crate) fn main() -> Result<(), Error> {
    let device = Device::get(0)?;
    let _context = Context::primary(device)?;

    let a: Vec<f32> = (0..N).map(|i| (i as f32 * 0.001).sin()).collect();
    let b: Vec<f32> = (0..N).map(|i| 2.0 * (i as f32 * 0.002).cos()).collect();
    let (on_a, on_b) = (DeviceBuffer::from_slice(&a)?, DeviceBuffer::from_slice(&b)?);
    let mut on_c = DeviceBuffer::<f32>::new(N)?;

    let stream = Stream::new()?;
    let (start, stop) = (Event::new()?, Event::new()?);
    start.record(&stream)?;
    launch!(vector::vector_add<<<N.div_ceil(THREADS), THREADS, 0, &stream>>>(&on_a, &on_b, &mut on_c, N as i32))?;
    stop.record(&stream)?;
    stream.synchronize()?;
    println!("{}: {:.3} ms", device.spec()?.name, stop.elapsed_since(&start)?.as_secs_f64() * 1e3);

    let c = on_c.to_vec()?;
    let wrong = c.iter().zip(a.iter().zip(&b)).filter(|&(c, (a, b))| *c != a + b).count();
    assert_eq!(wrong, 0, "elements that are not the sum");
    println!("vector_add: {N} elements, PASS");
    Ok(())
}
