//! Chunks of an array pass two streams: while one copies, the other computes.
//! `cargo run -p hip-runtime --example overlap`.

#![expect(clippy::print_stdout, reason = "an example says what it did")]

use hip_runtime::{Context, Device, DeviceBuffer, Error, PinnedBuffer, Stream, kernels, launch};

const CHUNK: usize = 16_384;
const CHUNKS: usize = 12;

kernels! {
    // SAFETY: the kernel reads `n` values of `x`, and reads and writes `n` values of `y`.
    unsafe mod bench = "../../testdata/bench/saxpy.ptx" {
        safe fn saxpy(a: f32, x: &[f32; n], y: &mut [f32; n], n: i32);
    }
}

/// A stream with memory for a chunk.
struct Lane {
    stream: Stream,
    x: DeviceBuffer<f32>,
    y: DeviceBuffer<f32>,
}

impl Lane {
    fn new() -> Result<Lane, Error> {
        let (x, y) = (DeviceBuffer::new(CHUNK)?, DeviceBuffer::new(CHUNK)?);
        Ok(Lane { stream: Stream::non_blocking(0)?, x, y })
    }
}

pub(crate) fn main() -> Result<(), Error> {
    let _context = Context::primary(Device::get(0)?)?;
    // Copies of page-locked memory do not hold up the host.
    let values: Vec<f32> = (0..CHUNKS * CHUNK).map(|i| i as f32).collect();
    let from = PinnedBuffer::from_slice(&values)?;
    let mut to = PinnedBuffer::zeroed(values.len())?;

    let mut lanes = [Lane::new()?, Lane::new()?];
    for chunk in 0..CHUNKS {
        let (start, Lane { stream, x, y }) = (chunk * CHUNK, &mut lanes[chunk % 2]);
        stream.copy(from.slice(start..start + CHUNK)?, &mut *x)?;
        stream.fill(&mut *y, 1.0)?;
        launch!(bench::saxpy<<<CHUNK / 256, 256, 0, &*stream>>>(2.0, &*x, &mut *y, CHUNK as i32))?;
        stream.copy(&*y, to.slice_mut(start..start + CHUNK)?)?;
    }

    // The slice waits for the copies that write it, of both streams.
    assert!(to.as_slice()?.iter().zip(&values).all(|(to, from)| *to == 2.0 * from + 1.0));
    println!("overlap: {CHUNKS} chunks of {CHUNK} in two streams, PASS");
    Ok(())
}
