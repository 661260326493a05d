//! Managed memory (HIP: "Managed Memory"; CUDA: "Unified Addressing").

use crate::entry::{In, Out, Place, entry_points};
use crate::types::Stream;
use hip_sys::{
    hipMemLocation, hipMemLocationType as Kind, hipMemRangeAttribute as Attribute, hipMemRangeCoherencyMode,
    hipMemoryAdvise,
};
use runtime::Error;
use runtime::api::StreamRef;
use runtime::api::managed::{self, Advise};
use runtime::types::{Advice, Location};
use std::ffi::c_void;

/// Returns the location for a device ordinal of the older calls.
fn ordinal(device: i32) -> Result<Location, Error> {
    Location::from_ordinal(device).ok_or(Error::BadOrdinal { ordinal: device.into(), count: 1 })
}

/// Returns the location for a `hipMemLocation`.
pub(crate) fn location(place: hipMemLocation) -> Result<Location, Error> {
    match place.type_ {
        Kind::hipMemLocationTypeDevice => u32::try_from(place.id)
            .map(Location::Device)
            .map_err(|_| Error::BadOrdinal { ordinal: place.id.into(), count: 1 }),
        Kind::hipMemLocationTypeHost => Ok(Location::Host),
        Kind::hipMemLocationTypeHostNuma => u32::try_from(place.id)
            .map(Location::Node)
            .map_err(|_| Error::OutOfRange { what: "NUMA node", got: u64::MAX, min: 0, max: 0 }),
        Kind::hipMemLocationTypeHostNumaCurrent => Ok(Location::Here),
        Kind(got) => Err(Error::UnknownEnumerator { what: "hipMemLocationType", got: got.into() }),
    }
}

/// As [`location`], but an unknown device is an invalid value instead of an invalid device (observed on an
/// H200).
pub(crate) fn location_value(place: hipMemLocation) -> Result<Location, Error> {
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

/// Returns the accessor of memory: a device, or the host as a whole.
fn accessor(place: hipMemLocation) -> Result<Location, Error> {
    match place.type_ {
        Kind::hipMemLocationTypeDevice | Kind::hipMemLocationTypeHost => location_value(place),
        Kind(got) => {
            Err(Error::UnknownEnumerator { what: "hipMemLocationType of an accessor", got: got.into() })
        }
    }
}

/// Returns the advice; its location is evaluated only if it has one.
fn advice(
    number: hipMemoryAdvise,
    place: impl Fn() -> Result<Location, Error>,
    accessor: impl Fn() -> Result<Location, Error>,
) -> Result<Advise, Error> {
    Ok(match number {
        hipMemoryAdvise::hipMemAdviseSetReadMostly => Advise::SetReadMostly,
        hipMemoryAdvise::hipMemAdviseUnsetReadMostly => Advise::UnsetReadMostly,
        hipMemoryAdvise::hipMemAdviseSetPreferredLocation => Advise::SetPreferredLocation(place()?),
        hipMemoryAdvise::hipMemAdviseUnsetPreferredLocation => Advise::UnsetPreferredLocation,
        hipMemoryAdvise::hipMemAdviseSetAccessedBy => Advise::SetAccessedBy(accessor()?),
        hipMemoryAdvise::hipMemAdviseUnsetAccessedBy => Advise::UnsetAccessedBy(accessor()?),
        hipMemoryAdvise::hipMemAdviseSetCoarseGrain => Advise::SetCoarseGrain,
        hipMemoryAdvise::hipMemAdviseUnsetCoarseGrain => Advise::UnsetCoarseGrain,
        hipMemoryAdvise(got) => {
            return Err(Error::UnknownEnumerator { what: "hipMemoryAdvise", got: got.into() });
        }
    })
}

// CUDA's attributes of a range without a HIP name.
const PREFERRED_TYPE: Attribute = Attribute(5);
const PREFERRED_ID: Attribute = Attribute(6);
const LAST_PREFETCH_TYPE: Attribute = Attribute(7);
const LAST_PREFETCH_ID: Attribute = Attribute(8);

/// All attributes of a range.
const ATTRIBUTES: [Attribute; 9] = [
    Attribute::hipMemRangeAttributeReadMostly,
    Attribute::hipMemRangeAttributePreferredLocation,
    Attribute::hipMemRangeAttributeAccessedBy,
    Attribute::hipMemRangeAttributeLastPrefetchLocation,
    PREFERRED_TYPE,
    PREFERRED_ID,
    LAST_PREFETCH_TYPE,
    LAST_PREFETCH_ID,
    Attribute::hipMemRangeAttributeCoherencyMode,
];

/// Checks that an attribute is known and fits into the given number of bytes.
fn check(size: u64, attribute: Attribute) -> Result<(), Error> {
    if !ATTRIBUTES.contains(&attribute) {
        return Err(Error::UnknownEnumerator { what: "hipMemRangeAttribute", got: attribute.0.into() });
    }
    let fits = if attribute == Attribute::hipMemRangeAttributeAccessedBy {
        size >= 4 && size.is_multiple_of(4)
    } else {
        size == 4
    };
    if fits { Ok(()) } else { Err(Error::OutOfRange { what: "data size", got: size, min: 4, max: 4 }) }
}

/// Writes one attribute of a range into memory that has room for it.
fn answer(data: &Place<i32>, size: u64, attribute: Attribute, known: &Advice) {
    if attribute == Attribute::hipMemRangeAttributeAccessedBy {
        // Devices first, then the host; remaining entries are marked as no device.
        let devices = known.accessed_by.iter().filter(|p| matches!(p, Location::Device(_)));
        let host = known.accessed_by.iter().filter(|p| **p == Location::Host);
        let all =
            devices.chain(host).map(|p| p.ordinal()).chain(std::iter::repeat(hip_sys::hipInvalidDeviceId));
        for (n, value) in (0..(size / 4) as usize).zip(all) {
            data.set_at(n, value);
        }
        return;
    }
    data.set(match attribute {
        Attribute::hipMemRangeAttributeReadMostly => known.read_mostly.into(),
        Attribute::hipMemRangeAttributePreferredLocation => known.preferred.ordinal(),
        Attribute::hipMemRangeAttributeLastPrefetchLocation => known.last_prefetch.ordinal(),
        PREFERRED_TYPE => known.preferred.kind().0 as i32,
        PREFERRED_ID => known.preferred.id(),
        LAST_PREFETCH_TYPE => known.last_prefetch.kind().0 as i32,
        LAST_PREFETCH_ID => known.last_prefetch.id(),
        _ => {
            let mode = match known.coarse {
                Some(false) => hipMemRangeCoherencyMode::hipMemRangeCoherencyModeFineGrain,
                Some(true) => hipMemRangeCoherencyMode::hipMemRangeCoherencyModeCoarseGrain,
                None => hipMemRangeCoherencyMode::hipMemRangeCoherencyModeIndeterminate,
            };
            mode.0 as i32
        }
    });
}

entry_points! {
    /// Allocates managed memory.
    fn hipMallocManaged(out: Out<u64>, size: u64, flags: u32) {
        let out = out.wanted("dev_ptr")?;
        out.set(managed::alloc(size, flags)?);
    }
    /// Advises about a range.
    fn hipMemAdvise(pointer: *const c_void, count: u64, number: hipMemoryAdvise, device: i32) {
        managed::advise(pointer as u64, count, advice(number, || ordinal(device), || ordinal(device))?)?;
    }
    /// Advises about a range.
    fn hipMemAdvise_v2(pointer: *const c_void, count: u64, number: hipMemoryAdvise, place: hipMemLocation) {
        // The location must have a known kind even if the advice does not use it (observed on an H200).
        let known = [
            Kind::hipMemLocationTypeDevice,
            Kind::hipMemLocationTypeHost,
            Kind::hipMemLocationTypeHostNuma,
            Kind::hipMemLocationTypeHostNumaCurrent,
        ];
        if !known.contains(&place.type_) {
            location(place)?;
        }
        managed::advise(pointer as u64, count, advice(number, || location_value(place), || accessor(place))?)?;
    }
    /// Prefetches a range to a device or the host.
    fn hipMemPrefetchAsync(pointer: *const c_void, count: u64, device: i32, on: Stream) {
        managed::prefetch(pointer as u64, count, ordinal(device)?, StreamRef::from_word(on.word())?)?;
    }
    /// Prefetches a range to a location.
    fn hipMemPrefetchAsync_v2(pointer: *const c_void, count: u64, place: hipMemLocation, flags: u32, on: Stream) {
        if flags != 0 {
            return Err(Error::BadFlags { what: "a prefetch", got: flags.into() });
        }
        managed::prefetch(pointer as u64, count, location(place)?, StreamRef::from_word(on.word())?)?;
    }
    /// Returns an attribute common to a whole range.
    fn hipMemRangeGetAttribute(data: Out<i32>, size: u64, attribute: Attribute, pointer: *const c_void, count: u64) {
        let data = data.wanted("data")?;
        check(size, attribute)?;
        answer(&data, size, attribute, &managed::range_advice(pointer as u64, count)?);
    }
    /// Returns several attributes common to a whole range.
    fn hipMemRangeGetAttributes(
        data: In<u64>,
        sizes: In<u64>,
        attributes: In<Attribute>,
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
        // If one is invalid, nothing is written (observed on an H200).
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
