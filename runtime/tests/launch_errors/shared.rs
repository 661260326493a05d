//! While the host has a slice of shared memory, no work that conflicts can be submitted.

use hip_runtime::{DeviceBuffer, Error, ManagedBuffer, PinnedBuffer, Stream};

fn write_under_a_slice(stream: &Stream, data: DeviceBuffer<u32>, mut to: PinnedBuffer<u32>) -> Result<u32, Error> {
    let values = to.as_slice()?;
    stream.copy(&data, &mut to)?;
    Ok(values[0])
}

fn read_under_a_mutable_slice(stream: &Stream, mut data: DeviceBuffer<u32>, mut from: ManagedBuffer<u32>) -> Result<(), Error> {
    let values = from.as_mut_slice()?;
    stream.copy(&from, &mut data)?;
    values[0] = 1;
    Ok(())
}

fn keep_the_slice(buffer: PinnedBuffer<u32>) -> Result<u32, Error> {
    let values = buffer.as_slice()?;
    drop(buffer);
    Ok(values[0])
}

fn other_types(stream: &Stream, from: PinnedBuffer<u32>, mut to: DeviceBuffer<f32>) -> Result<(), Error> {
    stream.copy(&from, &mut to)
}

fn main() {}
