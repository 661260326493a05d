//! Managed memory: places, advice and prefetches.

use super::context::Queue;
use crate::Error;
use crate::types::{Advice, Advise, Location};
use cuda_driver::Driver;
use hip_sys::{hipMemLocation, hipMemLocationType, hipMemoryAdvise as Hint};

/// `CU_DEVICE_CPU`, of the spellings that know only devices.
const CPU: i32 = -1;

/// `CUmem_range_attribute`
mod attribute {
    pub(super) const READ_MOSTLY: u32 = 1;
    pub(super) const PREFERRED: u32 = 2;
    pub(super) const ACCESSED_BY: u32 = 3;
    pub(super) const LAST_PREFETCH: u32 = 4;
}

/// Most processors that may be told to access a range.
const PROCESSORS: usize = 64;

/// Place of a device, by the driver's number.
pub(super) fn on_device(number: i32) -> hipMemLocation {
    hipMemLocation { type_: hipMemLocationType::hipMemLocationTypeDevice, id: number }
}

/// A place as the driver has it: the driver's number of a device.
fn place(to: Location, numbers: &[i32]) -> hipMemLocation {
    let id = match to {
        Location::Device(ordinal) => number(ordinal, numbers),
        other => other.id(),
    };
    hipMemLocation { type_: to.kind(), id }
}

fn number(ordinal: u32, numbers: &[i32]) -> i32 {
    numbers.get(ordinal as usize).copied().unwrap_or(i32::MAX)
}

/// The number of a place for spellings that know only devices and the host.
fn ordinal_or_cpu(to: Location, numbers: &[i32]) -> i32 {
    match to {
        Location::Device(ordinal) => number(ordinal, numbers),
        _ => CPU,
    }
}

/// Brings a range to a place.
pub(super) fn prefetch(
    stream: &Queue,
    numbers: &[i32],
    range: (u64, u64),
    to: Location,
    discard: bool,
) -> Result<(), Error> {
    let (address, bytes) = (range.0, range.1 as usize);
    if discard {
        return stream.call(|driver, on| driver.discard(range, Some(place(to, numbers)), on));
    }
    stream.call(|driver, on| {
        let sent = driver.cuMemPrefetchAsync_v2(address, bytes, place(to, numbers), 0, on);
        match sent {
            Err(failure) if failure.is_missing() => {
                driver.cuMemPrefetchAsync(address, bytes, ordinal_or_cpu(to, numbers), on)
            }
            sent => sent,
        }
    })
}

/// Advises about a range.
pub(super) fn advise(
    driver: &Driver,
    numbers: &[i32],
    (address, bytes): (u64, u64),
    advice: Advise,
) -> Result<(), Error> {
    let (hint, to) = match advice {
        Advise::SetReadMostly => (Hint::hipMemAdviseSetReadMostly, Location::Device(0)),
        Advise::UnsetReadMostly => (Hint::hipMemAdviseUnsetReadMostly, Location::Device(0)),
        Advise::SetPreferredLocation(to) => (Hint::hipMemAdviseSetPreferredLocation, to),
        Advise::UnsetPreferredLocation => (Hint::hipMemAdviseUnsetPreferredLocation, Location::Device(0)),
        Advise::SetAccessedBy(by) => (Hint::hipMemAdviseSetAccessedBy, by),
        Advise::UnsetAccessedBy(by) => (Hint::hipMemAdviseUnsetAccessedBy, by),
        // Managed memory of CUDA is coherent: there is nothing to say to the driver.
        Advise::SetCoarseGrain | Advise::UnsetCoarseGrain => return Ok(()),
    };
    let bytes = bytes as usize;
    match driver.cuMemAdvise_v2(address, bytes, hint.0, place(to, numbers)) {
        Err(failure) if failure.is_missing() => {
            Ok(driver.cuMemAdvise(address, bytes, hint.0, ordinal_or_cpu(to, numbers))?)
        }
        done => Ok(done?),
    }
}

/// Returns the advice about a range.
pub(super) fn advice(driver: &Driver, numbers: &[i32], range: (u64, u64)) -> Result<Advice, Error> {
    let location = |value: i32| match value {
        CPU => Location::Host,
        value => {
            let found = numbers.iter().position(|&number| number == value);
            found.map_or(Location::Unset, |ordinal| Location::Device(ordinal as u32))
        }
    };
    let one = |which| driver.range_attribute(which, range, 1).map(|values| values[0]);
    let accessed = driver.range_attribute(attribute::ACCESSED_BY, range, PROCESSORS)?;
    let accessed = accessed.into_iter().map(location).filter(|&by| by != Location::Unset);
    Ok(Advice {
        read_mostly: one(attribute::READ_MOSTLY)? != 0,
        preferred: location(one(attribute::PREFERRED)?),
        accessed_by: accessed.collect(),
        last_prefetch: location(one(attribute::LAST_PREFETCH)?),
        coarse: Some(false),
    })
}
