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

/// A place as the new calls name it. All NUMA nodes of the host are the host.
pub(crate) fn location(place: MemLocation) -> Result<Location, Error> {
    match place.kind {
        1 => u32::try_from(place.id)
            .map(Location::Device)
            .map_err(|_| Error::BadOrdinal { ordinal: place.id.into(), count: 1 }),
        2..=4 => Ok(Location::Host),
        other => Err(Error::UnknownEnumerator { what: "hipMemLocationType", got: other.into() }),
    }
}

/// Whether the place counts for an advice, and the advice.
fn advice(number: u32, place: impl Fn() -> Result<Location, Error>) -> Result<Advise, Error> {
    Ok(match number {
        1 => Advise::SetReadMostly,
        2 => Advise::UnsetReadMostly,
        3 => Advise::SetPreferredLocation(place()?),
        4 => Advise::UnsetPreferredLocation,
        5 => Advise::SetAccessedBy(place()?),
        6 => Advise::UnsetAccessedBy(place()?),
        other => return Err(Error::UnknownEnumerator { what: "hipMemoryAdvise", got: other.into() }),
    })
}

/// Writes one attribute of a range.
fn answer(data: &Place<i32>, size: u64, attribute: u32, known: &Advice) -> Result<(), Error> {
    let slots = size / 4;
    let fits = if attribute == 3 { size >= 4 && size.is_multiple_of(4) } else { size == 4 };
    if !fits {
        return Err(Error::OutOfRange { what: "data size", got: size, min: 4, max: 4 });
    }
    match attribute {
        1 => data.set(known.read_mostly.into()),
        2 => data.set(known.preferred.ordinal()),
        3 => {
            // Devices first, then the host; what is over is marked as no device.
            let devices = known.accessed_by.iter().filter(|p| matches!(p, Location::Device(_)));
            let host = known.accessed_by.iter().filter(|p| **p == Location::Host);
            let all = devices.chain(host).map(|p| p.ordinal()).chain(std::iter::repeat(-2));
            for (n, value) in (0..slots as usize).zip(all) {
                data.set_at(n, value);
            }
        }
        4 => data.set(known.last_prefetch.ordinal()),
        other => return Err(Error::UnknownEnumerator { what: "hipMemRangeAttribute", got: other.into() }),
    }
    Ok(())
}

entry_points! {
    /// Allocates managed memory.
    fn hipMallocManaged(out: Out<u64>, size: u64, flags: u32) {
        let out = out.wanted("dev_ptr")?;
        out.set(managed::alloc(size, flags)?);
    }
    /// Advises about a range.
    fn hipMemAdvise(pointer: *const c_void, count: u64, number: u32, device: i32) {
        managed::advise(pointer as u64, count, advice(number, || ordinal(device))?)?;
    }
    /// Advises about a range.
    fn hipMemAdvise_v2(pointer: *const c_void, count: u64, number: u32, place: MemLocation) {
        managed::advise(pointer as u64, count, advice(number, || location(place))?)?;
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
        answer(&data, size, attribute, &managed::range_advice(pointer as u64, count)?)?;
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
        let all = data.array(number).into_iter().zip(sizes.array(number)).zip(attributes.array(number));
        for ((address, size), attribute) in all {
            let place = Out::<i32>::at(address).wanted("data")?;
            answer(&place, size, attribute, &known)?;
        }
    }
    /// Attaches managed memory to a stream.
    fn hipStreamAttachMemAsync(on: Stream, pointer: *mut c_void, length: u64, flags: u32) {
        managed::attach(StreamRef::from_word(on.word())?, pointer as u64, length, flags)?;
    }
}
