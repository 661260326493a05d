//! The product of two square matrices, with tiles in shared memory:
//! `cargo run -p hip-runtime --example matmul`.

#![expect(clippy::print_stdout, reason = "an example says what it did")]

use hip_runtime::{Context, Device, DeviceBuffer, Error, Event, Stream, kernels, launch};

const TILE: usize = 16;

kernels! {
    // SAFETY: a block reads its rows of `a` and columns of `b` in steps of 16 values, also where `n` is no
    // multiple of that, and writes its part of `c`. The kernel multiplies by `n`, which is unsigned here, so
    // that it is not negative.
    unsafe mod bench = "../../testdata/bench/sgemm.ptx" {
        #[block(16, 16)]
        safe fn sgemm(
            a: &[f32; grid.y * 16 * n + 16],
            b: &[f32; (n + 15) * n + grid.x * 16],
            c: &mut [f32; (grid.y * 16 - 1) * n + grid.x * 16],
            n: u32,
        );
    }
}

/// A matrix with one row of tiles more, which the kernel's last step may read.
fn matrix(n: usize, value: impl Fn(usize, usize) -> f32) -> Result<DeviceBuffer<f32>, Error> {
    let values = (0..(n + TILE) * n).map(|at| if at < n * n { value(at / n, at % n) } else { 0.0 });
    DeviceBuffer::from_slice(&values.collect::<Vec<f32>>())
}

pub(crate) fn main() -> Result<(), Error> {
    let _context = Context::primary(Device::get(0)?)?;
    let n = 128;
    let a = matrix(n, |row, column| (row + column) as f32)?;
    let b = matrix(n, |row, column| if row == column { 2.0 } else { 0.0 })?;
    let mut c = DeviceBuffer::<f32>::new(n * n)?;

    let stream = Stream::new()?;
    let (start, stop) = (Event::new()?, Event::new()?);
    start.record(&stream)?;
    launch!(bench::sgemm<<<(n / TILE, n / TILE), (16, 16), 0, &stream>>>(&a, &b, &mut c, n as u32))?;
    stop.record(&stream)?;

    let product = c.to_vec()?;
    let is_right = |(at, value): (usize, &f32)| *value == 2.0 * (at / n + at % n) as f32;
    assert!(product.iter().enumerate().all(is_right));
    println!("matmul: {n} × {n} in {:?}, PASS", stop.elapsed_since(&start)?);
    Ok(())
}
