//! Managed memory: advice, prefetching, range attributes (HIP: "Managed Memory").
//!
//! Host and device share one memory here, so advice and prefetches change no place. They are kept and told as CUDA
//! documents, page by page; `HIP_SOFT_UM=report` has a model of a driver say what they would have moved.

use crate::Error;
use crate::api::stream::{self, StreamRef};
use crate::exec::Work;
use crate::memory::range::Allocation;
use crate::memory::{AllocationKind, Location, Request};
use crate::state::{process, usable};
use crate::sync::Arc;
use device::Op;
use std::collections::BTreeSet;

/// Any stream of any device may use the memory.
pub const ATTACH_GLOBAL: u32 = 1;
/// No stream uses the memory until it is attached.
pub const ATTACH_HOST: u32 = 2;

/// Allocates managed memory (`hipMallocManaged`).
///
/// # Errors
/// `OutOfRange` for 0 bytes; `BadFlags`, `OutOfMemory`; what is wrong with the current context.
pub fn alloc(bytes: u64, flags: u32) -> Result<u64, Error> {
    if !matches!(flags, ATTACH_GLOBAL | ATTACH_HOST) {
        return Err(Error::BadFlags { what: "managed memory", got: flags.into() });
    }
    if bytes == 0 {
        return Err(Error::OutOfRange { what: "size", got: 0, min: 1, max: u64::MAX });
    }
    let context = usable()?;
    let kind = AllocationKind::Managed(flags);
    let request = Request { bytes, kind, device: context.device, owner: context.owner() };
    Ok(process()?.memory.allocate(request)?.base())
}

/// Advice about a range (`hipMemoryAdvise`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Advise {
    /// It is mostly read.
    SetReadMostly,
    /// It is not.
    UnsetReadMostly,
    /// It should be at a place.
    SetPreferredLocation(Location),
    /// It need not.
    UnsetPreferredLocation,
    /// A processor will access it.
    SetAccessedBy(Location),
    /// It will not.
    UnsetAccessedBy(Location),
}

/// The managed allocation that holds all of a range.
fn managed(address: u64, bytes: u64) -> Result<Arc<Allocation>, Error> {
    if bytes == 0 {
        return Err(Error::OutOfRange { what: "size", got: 0, min: 1, max: u64::MAX });
    }
    let found = process()?.memory.holding("managed range", address, bytes)?;
    match found.kind {
        AllocationKind::Managed(_) => Ok(found),
        _ => Err(Error::BadPointer { what: "managed range", address }),
    }
}

fn check_location(location: Location) -> Result<(), Error> {
    match location {
        Location::Device(ordinal) => process()?.device(ordinal.into()).map(drop),
        Location::Host => Ok(()),
        Location::Unset => Err(Error::BadOrdinal { ordinal: -2, count: process()?.devices.len() }),
    }
}

/// Advises about a range of managed memory; whole pages are meant.
///
/// # Errors
/// `BadPointer`, `PastEnd`, `OutOfRange`, `BadOrdinal`; what is wrong with the current context.
pub fn advise(address: u64, bytes: u64, advice: Advise) -> Result<(), Error> {
    usable()?;
    let allocation = managed(address, bytes)?;
    if let Advise::SetPreferredLocation(place)
    | Advise::SetAccessedBy(place)
    | Advise::UnsetAccessedBy(place) = advice
    {
        check_location(place)?;
    }
    let start = address - allocation.base();
    allocation.advice.lock().update(start, start + bytes, |known| match advice {
        Advise::SetReadMostly => known.read_mostly = true,
        Advise::UnsetReadMostly => known.read_mostly = false,
        Advise::SetPreferredLocation(place) => known.preferred = place,
        Advise::UnsetPreferredLocation => known.preferred = Location::Unset,
        Advise::SetAccessedBy(place) => {
            known.accessed_by.insert(place);
        }
        Advise::UnsetAccessedBy(place) => {
            known.accessed_by.remove(&place);
        }
    });
    process()?.memory.account(|unified| unified.advised(allocation.serial, start, bytes, advice));
    Ok(())
}

/// Brings a range of managed memory to a place when the stream's turn comes. What was asked for is told at once as the
/// last prefetch.
///
/// # Errors
/// `BadPointer`, `PastEnd`, `OutOfRange`, `BadOrdinal`; what is wrong with the stream.
pub fn prefetch(address: u64, bytes: u64, to: Location, stream: StreamRef) -> Result<(), Error> {
    let stream = stream::resolve(stream)?;
    let allocation = managed(address, bytes)?;
    check_location(to)?;
    let engine = &process()?.device_of(&stream.context).engine;
    engine.submit(stream.front, &Op::Copy, Work::Copy(Box::new(|| {})))?;
    let start = address - allocation.base();
    allocation.advice.lock().update(start, start + bytes, |known| known.last_prefetch = to);
    process()?.memory.account(|unified| unified.prefetched(allocation.serial, start, bytes, to));
    Ok(())
}

/// What holds for all of a range: where its parts differ, a place is [`Location::Unset`] and a set the common part.
///
/// # Errors
/// `BadPointer`, `PastEnd`, `OutOfRange`; what is wrong with the current context.
pub fn range_advice(address: u64, bytes: u64) -> Result<crate::memory::Advice, Error> {
    usable()?;
    let allocation = managed(address, bytes)?;
    let start = address - allocation.base();
    let parts = allocation.advice.lock().of(start, start + bytes);
    let common = |of: fn(&crate::memory::Advice) -> Location| {
        let first = parts.first().map_or(Location::Unset, of);
        if parts.iter().all(|part| of(part) == first) { first } else { Location::Unset }
    };
    let accessed_by = parts.iter().map(|part| part.accessed_by.clone());
    Ok(crate::memory::Advice {
        read_mostly: parts.iter().all(|part| part.read_mostly),
        preferred: common(|part| part.preferred),
        accessed_by: accessed_by.reduce(|a, b| &a & &b).unwrap_or_else(BTreeSet::new),
        last_prefetch: common(|part| part.last_prefetch),
    })
}

/// Attaches managed memory to a stream, or to all, when the stream's turn comes (`hipStreamAttachMemAsync`). `bytes` is 0 or
/// the allocation's size. Memory here is everybody's at any time: what is asked for is checked and kept.
///
/// # Errors
/// `BadFlags`, `BadPointer`, `OutOfRange`; what is wrong with the stream.
pub fn attach(stream: StreamRef, address: u64, bytes: u64, flags: u32) -> Result<(), Error> {
    const SINGLE: u32 = 4;
    if !matches!(flags, ATTACH_GLOBAL | ATTACH_HOST | SINGLE)
        || flags == SINGLE && stream == StreamRef::Legacy
    {
        return Err(Error::BadFlags { what: "attaching managed memory", got: flags.into() });
    }
    let stream = stream::resolve(stream)?;
    let allocation = managed(address, 1)?;
    if bytes != 0 && bytes != allocation.bytes || allocation.base() != address {
        let (got, size) = (bytes, allocation.bytes);
        return Err(Error::OutOfRange { what: "bytes to be attached", got, min: size, max: size });
    }
    let engine = &process()?.device_of(&stream.context).engine;
    engine.submit(stream.front, &Op::Host, Work::Host(Box::new(|| {})))?;
    Ok(())
}

/// Gives up what ranges of managed memory hold when the stream's turn comes, and brings them to places if there are some
/// (`hipMemDiscardBatchAsync`, `hipMemDiscardAndPrefetchBatchAsync`): what they hold then is anything, so it stays. All are
/// checked before the first.
///
/// # Errors
/// As [`prefetch`].
pub fn batch(ranges: &[(u64, u64, Option<Location>)], stream: StreamRef) -> Result<(), Error> {
    stream::resolve(stream)?;
    if ranges.is_empty() {
        return Err(Error::OutOfRange { what: "number of ranges", got: 0, min: 1, max: u64::MAX });
    }
    for &(address, bytes, to) in ranges {
        managed(address, bytes)?;
        to.map_or(Ok(()), check_location)?;
    }
    let to_places = ranges.iter().filter_map(|&(address, bytes, to)| Some((address, bytes, to?)));
    to_places.into_iter().try_for_each(|(address, bytes, to)| prefetch(address, bytes, to, stream))
}
