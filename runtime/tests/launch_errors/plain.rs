//! Structures whose bytes are not all values.

use hip_runtime::{DeviceBuffer, Error, Plain};

#[derive(Clone, Copy, Plain)]
#[repr(C)]
struct Padded {
    small: u8,
    large: u32,
}

#[derive(Clone, Copy, Plain)]
struct Unordered {
    one: u32,
}

#[derive(Clone, Copy, Plain)]
#[repr(C)]
struct Truth {
    is: bool,
}

#[derive(Clone, Copy, Plain)]
#[repr(C)]
struct Generic<T> {
    one: T,
}

#[derive(Clone, Copy, Plain)]
#[repr(u8)]
enum Kind {
    One,
}

#[derive(Clone, Copy)]
struct NotDerived(u32);

fn copy() -> Result<DeviceBuffer<NotDerived>, Error> {
    DeviceBuffer::new(1)
}

fn main() {}
