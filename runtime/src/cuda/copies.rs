//! Copies and fills, as operations of a stream.

use super::array::gpu_array;
use super::context::Queue;
use crate::Error;
use crate::backend::{ArrayPart, End};
use crate::types::{Direction, Extent, Pattern, Pitch, Pointer};
use cuda_driver::{Copy3d, End as Side};

/// Copies a box. The driver reads pageable memory before it returns, and writes it before it returns.
pub(super) fn copy(
    stream: &Queue,
    to: &End,
    from: &End,
    extent: Extent,
    direction: Direction,
) -> Result<(), Error> {
    stream.context.device.memory.check_ends(to, from, extent, direction)?;
    send(stream, to, from, extent)
}

/// Copies a box as a node of a graph: pageable memory is read and written when the copy is reached, for
/// which the calling thread waits.
pub(super) fn copy_when_reached(
    stream: &Queue,
    to: &End,
    from: &End,
    extent: Extent,
    direction: Direction,
) -> Result<(), Error> {
    let memory = stream.context.device.memory;
    memory.check_ends(to, from, extent, direction)?;
    let is_pageable = |end: &End| matches!(end, End::Memory(at, _) if !memory.is_known(at.address()));
    if is_pageable(to) || is_pageable(from) {
        stream.wait()?;
    }
    send(stream, to, from, extent)
}

fn send(stream: &Queue, to: &End, from: &End, extent: Extent) -> Result<(), Error> {
    if let (End::Memory(to, _), End::Memory(from, _), 1, 1) = (to, from, extent.height, extent.depth) {
        let (to, from) = (to.address(), from.address());
        return stream.call(|driver, on| driver.copy(to, from, extent.width, on));
    }
    let (to, from) = (side(to, extent)?, side(from, extent)?);
    let size = |depth| [extent.width, extent.height, depth].map(|side| side as usize);
    // Slices that are not whole rows apart are copied one by one.
    if let (Some(to), Some(from)) = (to.whole(), from.whole()) {
        let copy = Copy3d::new(to, from, size(extent.depth));
        return stream.call(|driver, on| driver.copy_box(&copy, on));
    }
    for slice in 0..extent.depth {
        let copy = Copy3d::new(to.slice(slice), from.slice(slice), size(1));
        stream.call(|driver, on| driver.copy_box(&copy, on))?;
    }
    Ok(())
}

/// Side of a copy of a box.
enum Slices {
    Memory { address: u64, row: u64, slice: u64 },
    Array { array: cuda_driver::Handle, position: [usize; 3] },
}

impl Slices {
    /// All slices, if the driver can tell where they are.
    fn whole(&self) -> Option<Side> {
        match *self {
            Slices::Memory { address, row, slice } if row > 0 && slice % row == 0 => {
                Some(Side::Memory(address, [row as usize, (slice / row) as usize]))
            }
            Slices::Memory { .. } => None,
            Slices::Array { array, position } => Some(Side::Array(array, position)),
        }
    }

    fn slice(&self, number: u64) -> Side {
        match *self {
            Slices::Memory { address, row, slice } => {
                Side::Memory(address + number * slice, [row as usize, 0])
            }
            Slices::Array { array, position: [x, y, z] } => Side::Array(array, [x, y, z + number as usize]),
        }
    }
}

fn side(end: &End, extent: Extent) -> Result<Slices, Error> {
    Ok(match end {
        End::Memory(at, pitch) => {
            // Pitches of single rows and slices mean nothing.
            let row = if extent.height > 1 || extent.depth > 1 {
                pitch.row.max(extent.width)
            } else {
                extent.width
            };
            let slice = if extent.depth > 1 { pitch.slice } else { row * extent.height };
            Slices::Memory { address: at.address(), row, slice }
        }
        End::Array(ArrayPart { array, position, .. }) => Slices::Array {
            array: gpu_array(&**array)?.handle,
            position: position.map(|before| before as usize),
        },
    })
}

/// Copies a slice to the device and waits for the copy.
pub(super) fn write(stream: &Queue, to: u64, bytes: &[u8]) -> Result<(), Error> {
    let memory = stream.context.device.memory;
    memory.check_pointer("destination", Pointer::on_device(to), bytes.len() as u64, true)?;
    let from = bytes.as_ptr().expose_provenance() as u64;
    let sent = stream.call(|driver, on| driver.copy(to, from, bytes.len() as u64, on));
    // The slice outlives the copy.
    stream.wait()?;
    sent
}

/// Copies from the device to a slice and waits for the copy.
pub(super) fn read(stream: &Queue, bytes: &mut [u8], from: u64) -> Result<(), Error> {
    let memory = stream.context.device.memory;
    memory.check_pointer("source", Pointer::on_device(from), bytes.len() as u64, true)?;
    let to = bytes.as_mut_ptr().expose_provenance() as u64;
    let sent = stream.call(|driver, on| driver.copy(to, from, bytes.len() as u64, on));
    // As in `write`.
    stream.wait()?;
    sent
}

/// Fills a box, whose width is a number of values.
pub(super) fn fill(
    stream: &Queue,
    (to, pitch): (Pointer, Pitch),
    pattern: Pattern,
    values: Extent,
) -> Result<(), Error> {
    let memory = stream.context.device.memory;
    memory.check_filling((to, pitch), pattern, values)?;
    let (width, height) = (values.width as usize, values.height as usize);
    for slice in 0..values.depth {
        let to = to.address() + slice * if values.depth > 1 { pitch.slice } else { 0 };
        let row = pitch.row as usize;
        stream.call(|driver, on| match (pattern, values.height) {
            (Pattern::D8(value), 1) => driver.cuMemsetD8Async(to, value, width, on),
            (Pattern::D16(value), 1) => driver.cuMemsetD16Async(to, value, width, on),
            (Pattern::D32(value), 1) => driver.cuMemsetD32Async(to, value, width, on),
            (Pattern::D8(value), _) => driver.cuMemsetD2D8Async(to, row, value, width, height, on),
            (Pattern::D16(value), _) => driver.cuMemsetD2D16Async(to, row, value, width, height, on),
            (Pattern::D32(value), _) => driver.cuMemsetD2D32Async(to, row, value, width, height, on),
        })?;
    }
    Ok(())
}
