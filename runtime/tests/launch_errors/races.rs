//! Two threads cannot write one buffer, nor one write what the other reads.

use hip_runtime::{DeviceBuffer, Stream};

fn write_through_a_shared_reference(data: &DeviceBuffer<u32>, stream: &Stream) {
    let _ = data.copy_from(&[1]);
    let _ = data.copy_from_in(&[1], stream);
}

fn copy_into_and_out_of_one_buffer(mut data: DeviceBuffer<u32>, streams: [Stream; 2]) {
    std::thread::scope(|scope| {
        scope.spawn(|| data.copy_from_in(&[1], &streams[0]));
        scope.spawn(|| data.copy_to_in(&mut [0], &streams[1]));
    });
}

fn write_overlapping_parts(mut data: DeviceBuffer<u32>) {
    let first = data.slice_mut(..2);
    let second = data.slice_mut(1..);
    drop((first, second));
}

fn outlive_the_buffer(data: DeviceBuffer<u32>) {
    let part = data.slice(..1);
    drop(data);
    drop(part);
}

fn main() {}
