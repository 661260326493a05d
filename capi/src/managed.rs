//! Managed memory (HIP: "Managed Memory"; CUDA: "Unified Addressing").

use crate::entry::{Out, Place, entry_points};
use crate::types::{MemLocation, Stream};
use runtime::Error;
use runtime::api::StreamRef;
use runtime::api::managed::{self, Advise};
use runtime::memory::{Advice, Location};
use std::ffi::c_void;

/// A place as the old calls name it.
fn ordinal(device: i32) -> Result<Location, Error> {
    Location::from_ordinal(device).ok_or(Error::BadOrdinal { ordinal: device.into(), count: 1 })
}

/// A place as the new calls name it.
pub(crate) fn location(place: MemLocation) -> Result<Location, Error> {
    match place.kind {
        1 => u32::try_from(place.id)
            .map(Location::Device)
            .map_err(|_| Error::BadOrdinal { ordinal: place.id.into(), count: 1 }),
        2 => Ok(Location::Host),
        3 => u32::try_from(place.id).map(Location::Node).map_err(|_| Error::OutOfRange {
            what: "NUMA node",
            got: u64::MAX,
            min: 0,
            max: 0,
        }),
        4 => Ok(Location::Here),
        other => Err(Error::UnknownEnumerator { what: "hipMemLocationType", got: other.into() }),
    }
}

/// The same where a device that there is not is a wrong value (an H200).
pub(crate) fn location_value(place: MemLocation) -> Result<Location, Error> {
    location(place).and_then(|found| managed::check_location(found).map(|()| found)).map_err(|error| {
        match error {
            Error::BadOrdinal { ordinal, count } => Error::OutOfRange {
                what: "device",
                got: u64::try_from(ordinal).unwrap_or(u64::MAX),
                min: 0,
                max: count.saturating_sub(1) as u64,
            },
            other => other,
        }
    })
}

/// Who accesses memory: a device or the host as a whole.
fn accessor(place: MemLocation) -> Result<Location, Error> {
    match place.kind {
        1 | 2 => location_value(place),
        other => {
            Err(Error::UnknownEnumerator { what: "hipMemLocationType of who accesses", got: other.into() })
        }
    }
}

/// The advice; its place is asked for where it counts.
fn advice(
    number: u32,
    place: impl Fn() -> Result<Location, Error>,
    accessor: impl Fn() -> Result<Location, Error>,
) -> Result<Advise, Error> {
    Ok(match number {
        1 => Advise::SetReadMostly,
        2 => Advise::UnsetReadMostly,
        3 => Advise::SetPreferredLocation(place()?),
        4 => Advise::UnsetPreferredLocation,
        5 => Advise::SetAccessedBy(accessor()?),
        6 => Advise::UnsetAccessedBy(accessor()?),
        100 => Advise::SetCoarseGrain,
        101 => Advise::UnsetCoarseGrain,
        other => return Err(Error::UnknownEnumerator { what: "hipMemoryAdvise", got: other.into() }),
    })
}

/// `hipMemRangeAttribute`; HIP names 1 to 4 and 100, CUDA 1 to 8.
const ACCESSED_BY: u32 = 3;

/// Whether an attribute is one and fits into so many bytes.
fn check(size: u64, attribute: u32) -> Result<(), Error> {
    if !matches!(attribute, 1..=8 | 100) {
        return Err(Error::UnknownEnumerator { what: "hipMemRangeAttribute", got: attribute.into() });
    }
    let fits = if attribute == ACCESSED_BY { size >= 4 && size.is_multiple_of(4) } else { size == 4 };
    if fits { Ok(()) } else { Err(Error::OutOfRange { what: "data size", got: size, min: 4, max: 4 }) }
}

/// Writes one attribute of a range, which fits.
fn answer(data: &Place<i32>, size: u64, attribute: u32, known: &Advice) {
    if attribute == ACCESSED_BY {
        // Devices first, then the host; what is over is marked as no device.
        let devices = known.accessed_by.iter().filter(|p| matches!(p, Location::Device(_)));
        let host = known.accessed_by.iter().filter(|p| **p == Location::Host);
        let all = devices.chain(host).map(|p| p.ordinal()).chain(std::iter::repeat(-2));
        for (n, value) in (0..(size / 4) as usize).zip(all) {
            data.set_at(n, value);
        }
        return;
    }
    data.set(match attribute {
        1 => known.read_mostly.into(),
        2 => known.preferred.ordinal(),
        4 => known.last_prefetch.ordinal(),
        5 => known.preferred.kind(),
        6 => known.preferred.id(),
        7 => known.last_prefetch.kind(),
        8 => known.last_prefetch.id(),
        // `hipMemRangeCoherencyMode`: fine, coarse, not the same everywhere.
        _ => known.coarse.map_or(2, i32::from),
    });
}

entry_points! {
    /// Allocates managed memory.
    fn hipMallocManaged(out: Out<u64>, size: u64, flags: u32) {
        let out = out.wanted("dev_ptr")?;
        out.set(managed::alloc(size, flags)?);
    }
    /// Advises about a range.
    fn hipMemAdvise(pointer: *const c_void, count: u64, number: u32, device: i32) {
        managed::advise(pointer as u64, count, advice(number, || ordinal(device), || ordinal(device))?)?;
    }
    /// Advises about a range.
    fn hipMemAdvise_v2(pointer: *const c_void, count: u64, number: u32, place: MemLocation) {
        // What is ignored must be a place of a kind that there is (an H200).
        if !matches!(place.kind, 1..=4) {
            location(place)?;
        }
        managed::advise(pointer as u64, count, advice(number, || location_value(place), || accessor(place))?)?;
    }
    /// Brings a range to a device or the host.
    fn hipMemPrefetchAsync(pointer: *const c_void, count: u64, device: i32, on: Stream) {
        managed::prefetch(pointer as u64, count, ordinal(device)?, StreamRef::from_word(on.word())?)?;
    }
    /// Brings a range to a place.
    fn hipMemPrefetchAsync_v2(pointer: *const c_void, count: u64, place: MemLocation, flags: u32, on: Stream) {
        if flags != 0 {
            return Err(Error::BadFlags { what: "a prefetch", got: flags.into() });
        }
        managed::prefetch(pointer as u64, count, location(place)?, StreamRef::from_word(on.word())?)?;
    }
    /// What holds for a whole range.
    fn hipMemRangeGetAttribute(data: Out<i32>, size: u64, attribute: u32, pointer: *const c_void, count: u64) {
        let data = data.wanted("data")?;
        check(size, attribute)?;
        answer(&data, size, attribute, &managed::range_advice(pointer as u64, count)?);
    }
    /// Several of what holds for a whole range.
    fn hipMemRangeGetAttributes(
        data: crate::entry::In<u64>,
        sizes: crate::entry::In<u64>,
        attributes: crate::entry::In<u32>,
        number: u64,
        pointer: *const c_void,
        count: u64,
    ) {
        if data.is_null() || sizes.is_null() || attributes.is_null() || number == 0 {
            return Err(Error::Null { what: "data, data_sizes or attributes" });
        }
        let known = managed::range_advice(pointer as u64, count)?;
        let number = number as usize;
        let (sizes, attributes) = (sizes.array(number)?, attributes.array(number)?);
        // Nothing is written if one is wrong (an H200).
        sizes.iter().zip(&attributes).try_for_each(|(&size, &attribute)| check(size, attribute))?;
        for ((address, size), attribute) in data.array(number)?.into_iter().zip(sizes).zip(attributes) {
            let place = Out::<i32>::at(address).wanted("data")?;
            answer(&place, size, attribute, &known);
        }
    }
    /// Attaches managed memory to a stream.
    fn hipStreamAttachMemAsync(on: Stream, pointer: *mut c_void, length: u64, flags: u32) {
        managed::attach(StreamRef::from_word(on.word())?, pointer as u64, length, flags)?;
    }
}
