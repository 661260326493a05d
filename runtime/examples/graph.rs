//! Work that is recorded once and launched often: `cargo run -p hip-runtime --example graph`.

#![expect(clippy::print_stdout, reason = "an example says what it did")]

use hip_runtime::{Context, Device, DeviceBuffer, Error, PinnedBuffer, Stream, kernels, launch};

kernels! {
    // SAFETY: the kernel reads `n` values of `x`, and reads and writes `n` values of `y`.
    unsafe mod bench = "../../testdata/bench/saxpy.ptx" {
        safe fn saxpy(a: f32, x: &[f32; n], y: &mut [f32; n], n: i32);
    }
}

pub(crate) fn main() -> Result<(), Error> {
    let _context = Context::primary(Device::get(0)?)?;
    let (n, rounds) = (10_000usize, 20);
    let x = PinnedBuffer::from_slice(&vec![0.5f32; n])?;
    let (mut on_x, mut y) = (DeviceBuffer::new(n)?, DeviceBuffer::<f32>::zeroed(n)?);

    let stream = Stream::non_blocking(0)?;
    // The graph borrows what its work uses, until it is dropped.
    let mut graph = stream.record(|recording| {
        let x = recording.lend(&x);
        let (mut on_x, mut y) = (recording.lend_mut(&mut on_x), recording.lend_mut(&mut y));
        stream.copy(x, &mut on_x)?;
        launch!(bench::saxpy<<<n.div_ceil(256), 256, 0, &stream>>>(1.0, &on_x, &mut y, n as i32))?;
        launch!(bench::saxpy<<<n.div_ceil(256), 256, 0, &stream>>>(3.0, &on_x, &mut y, n as i32))
    })?;
    for _ in 0..rounds {
        graph.launch(&stream)?;
    }
    drop(graph);

    assert!(y.to_vec()?.iter().all(|y| *y == 2.0 * rounds as f32));
    println!("graph: {rounds} launches of 3 nodes, PASS");
    Ok(())
}
