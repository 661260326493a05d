//! Adds two vectors on the software device, with `launch!`, and checks every element.
//!
//! Run it with `cargo run -p hip-runtime --example vector_add`; an argument names another PTX file.
#![expect(unsafe_code, reason = "the kernels are loaded when the program runs")]
#![expect(clippy::print_stdout, reason = "an example says what it did")]

use hip_runtime::{Context, Device, DeviceBuffer, Event, Module, Stream, launch};
use std::process::ExitCode;

/// PTX that nvcc generated from `vector_add.cu`.
const PTX: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/../testdata/cuda/driver_vector_add/kernels/vector_add.ptx");
const N: usize = 1_000_003;
const THREADS: usize = 256;

fn main() -> ExitCode {
    match run() {
        Ok(0) => {
            println!("vector_add: {N} elements, PASS");
            ExitCode::SUCCESS
        }
        Ok(wrong) => {
            println!("vector_add: {wrong} of {N} elements are wrong, FAIL");
            ExitCode::FAILURE
        }
        Err(error) => {
            println!("vector_add: {error} ({}), FAIL", error.status());
            ExitCode::FAILURE
        }
    }
}

/// Runs the kernel. Returns the number of wrong elements.
fn run() -> Result<usize, hip_runtime::Error> {
    let device = Device::get(0)?;
    let _context = Context::primary(device)?;
    let module = Module::load(std::env::args().nth(1).as_deref().unwrap_or(PTX))?;

    let a: Vec<f32> = (0..N).map(|i| (i as f32 * 0.001).sin()).collect();
    let b: Vec<f32> = (0..N).map(|i| 2.0 * (i as f32 * 0.002).cos()).collect();
    let (on_a, on_b) = (DeviceBuffer::from_slice(&a)?, DeviceBuffer::from_slice(&b)?);
    let mut on_c = DeviceBuffer::<f32>::new(N)?;

    let stream = Stream::new()?;
    let (start, stop) = (Event::new()?, Event::new()?);
    start.record(&stream)?;
    // SAFETY: the kernel adds `N` values of two vectors to a third.
    unsafe {
        launch!(module.vector_add<<<N.div_ceil(THREADS), THREADS, 0, &stream>>>(&on_a, &on_b, &mut on_c, N as i32))?;
    }
    stop.record(&stream)?;
    stream.synchronize()?;
    println!("{}: {:.3} ms", device.spec()?.name, stop.elapsed_since(&start)?.as_secs_f64() * 1e3);

    let c = on_c.to_vec()?;
    Ok(c.iter().zip(a.iter().zip(&b)).filter(|&(c, (a, b))| *c != a + b).count())
}
