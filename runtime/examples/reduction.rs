//! The sum of an array, by a kernel that adds within blocks and is launched until one sum is left:
//! `cargo run -p hip-runtime --example reduction`.

#![expect(clippy::print_stdout, reason = "an example says what it did")]

use hip_runtime::{Context, Device, DeviceBuffer, Error, kernels, launch};

/// Values that a block adds.
const EACH: usize = 512;

kernels! {
    // SAFETY: each block reads 512 values, and writes one sum.
    unsafe mod bench = "../../testdata/bench/reduce.ptx" {
        #[block(256)]
        safe fn reduce(values: &[f32; grid.x * 512], sums: &mut [f32; grid.x]);
    }
}

/// The sum of values; zeros fill up the last block.
fn sum(values: &[f32]) -> Result<f32, Error> {
    let mut from = padded(values)?;
    while from.len() > 1 {
        let blocks = from.len() / EACH;
        let mut sums = DeviceBuffer::zeroed(if blocks == 1 { 1 } else { blocks.next_multiple_of(EACH) })?;
        launch!(bench::reduce<<<blocks, 256>>>(&from, &mut sums))?;
        // The kernel may still read the old values: they are freed after it.
        from = sums;
    }
    Ok(from.to_vec()?[0])
}

fn padded(values: &[f32]) -> Result<DeviceBuffer<f32>, Error> {
    let mut all = values.to_vec();
    all.resize(values.len().next_multiple_of(EACH).max(EACH), 0.0);
    DeviceBuffer::from_slice(&all)
}

pub(crate) fn main() -> Result<(), Error> {
    let _context = Context::primary(Device::get(0)?)?;
    let values: Vec<f32> = (0..300_000).map(|i| (i % 7) as f32).collect();
    let got = sum(&values)?;
    assert_eq!(got, values.iter().sum::<f32>(), "small whole numbers add up exactly");
    println!("reduction: {} values add up to {got}, PASS", values.len());
    Ok(())
}
