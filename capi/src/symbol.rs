//! Variables of device code by their host variables (HIP: "Memory Management", symbols).

use crate::entry::{Out, entry_points};
use crate::memory::{direction, host, stream};
use crate::types::Stream;
use hip_sys::hipMemcpyKind;
use runtime::Error;
use runtime::api::memory::{self, Direction};
use runtime::registry;
use runtime::types::Pointer;
use std::ffi::c_void;

/// Returns the address and size of the variable of a host variable.
fn address_and_size(symbol: *const c_void) -> Result<(u64, u64), Error> {
    if symbol.is_null() {
        return Err(Error::UnregisteredVariable { host: 0 });
    }
    registry::symbol(symbol as u64)
}

/// Returns the part of a variable for a copy.
pub(crate) fn part(symbol: *const c_void, size: usize, offset: usize) -> Result<Pointer, Error> {
    let (start, bytes) = address_and_size(symbol)?;
    match (offset as u64).checked_add(size as u64) {
        Some(end) if end <= bytes => Ok(crate::memory::device((start + offset as u64) as *const c_void)),
        _ => Err(Error::OutOfRange {
            what: "bytes of a symbol",
            got: (offset as u64).saturating_add(size as u64),
            min: 0,
            max: bytes,
        }),
    }
}

/// Returns the direction of a copy into a symbol: from the host, from device memory, or by the address.
pub(crate) fn into(kind: hipMemcpyKind) -> Result<Direction, Error> {
    match kind {
        hipMemcpyKind::hipMemcpyHostToDevice
        | hipMemcpyKind::hipMemcpyDeviceToDevice
        | hipMemcpyKind::hipMemcpyDefault => direction(kind),
        hipMemcpyKind(got) => Err(Error::BadDirection { got }),
    }
}

/// Returns the direction of a copy out of a symbol: to the host, to device memory, or by the address.
pub(crate) fn out_of(kind: hipMemcpyKind) -> Result<Direction, Error> {
    match kind {
        hipMemcpyKind::hipMemcpyDeviceToHost
        | hipMemcpyKind::hipMemcpyDeviceToDevice
        | hipMemcpyKind::hipMemcpyDefault => direction(kind),
        hipMemcpyKind(got) => Err(Error::BadDirection { got }),
    }
}

entry_points! {
    /// Address of a variable on the current device.
    fn hipGetSymbolAddress(out: Out<u64>, symbol: *const c_void) {
        let out = out.wanted("devPtr")?;
        out.set(address_and_size(symbol)?.0);
    }
    /// Size of a variable, in bytes.
    fn hipGetSymbolSize(out: Out<u64>, symbol: *const c_void) {
        let out = out.wanted("size")?;
        out.set(address_and_size(symbol)?.1);
    }
    /// Copies into a variable.
    fn hipMemcpyToSymbol(symbol: *const c_void, from: *const c_void, size: usize, offset: usize, kind: hipMemcpyKind) {
        memory::copy(part(symbol, size, offset)?, host(from), size as u64, into(kind)?)?;
    }
    /// Copies into a variable, in stream order.
    fn hipMemcpyToSymbolAsync(
        symbol: *const c_void,
        from: *const c_void,
        size: usize,
        offset: usize,
        kind: hipMemcpyKind,
        on: Stream,
    ) {
        memory::copy_async(part(symbol, size, offset)?, host(from), size as u64, into(kind)?, stream(on)?)?;
    }
    /// Copies out of a variable.
    fn hipMemcpyFromSymbol(to: *mut c_void, symbol: *const c_void, size: usize, offset: usize, kind: hipMemcpyKind) {
        memory::copy(host(to), part(symbol, size, offset)?, size as u64, out_of(kind)?)?;
    }
    /// Copies out of a variable, in stream order.
    fn hipMemcpyFromSymbolAsync(
        to: *mut c_void,
        symbol: *const c_void,
        size: usize,
        offset: usize,
        kind: hipMemcpyKind,
        on: Stream,
    ) {
        memory::copy_async(host(to), part(symbol, size, offset)?, size as u64, out_of(kind)?, stream(on)?)?;
    }
}
