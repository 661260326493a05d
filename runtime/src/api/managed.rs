//! Managed memory: advice, prefetching, range attributes (HIP: "Managed Memory").
//!
//! Host and device share one memory here, so nothing is ever migrated. A model of the unified-memory driver
//! records advice and prefetches for each page, and computes where pages would be.
#![expect(unsafe_code, reason = "a caller vouches for memory that it names by address")]

use crate::Error;
use crate::api::stream::{self, StreamRef};
use crate::graph::capture;
use crate::object::StreamObject;
use crate::state::{process, usable};
use crate::types::{ATTACH_SINGLE, Advice, AllocationKind, Request};

/// Any stream of any device may use the memory.
pub const ATTACH_GLOBAL: u32 = 1;
pub use crate::types::{ATTACH_HOST, Advise, Location};
/// NUMA nodes of the host that is simulated: 0 is the only one.
pub const NODES: u32 = 1;

/// Allocates managed memory (`hipMallocManaged`).
///
/// # Errors
/// `OutOfRange` for 0 bytes; `BadFlags`, `OutOfMemory`; `Capture` while a stream captures; what is wrong with
/// the current context.
pub fn alloc(bytes: u64, flags: u32) -> Result<u64, Error> {
    if !matches!(flags, ATTACH_GLOBAL | ATTACH_HOST) {
        return Err(Error::BadFlags { what: "managed memory", got: flags.into() });
    }
    check_size(bytes)?;
    let context = usable()?;
    capture::unsafe_call()?;
    let kind = AllocationKind::Managed(flags);
    let request = Request { bytes, kind, device: context.device, owner: context.owner() };
    process()?.memory.allocate(request)
}

fn check_size(bytes: u64) -> Result<(), Error> {
    match bytes {
        0 => Err(Error::OutOfRange { what: "size", got: 0, min: 1, max: u64::MAX }),
        _ => Ok(()),
    }
}

/// Checks that a location exists.
///
/// # Errors
/// `BadOrdinal` for an unknown device, and for no place; `OutOfRange` for a node.
pub fn check_location(location: Location) -> Result<(), Error> {
    match location {
        Location::Device(ordinal) => process()?.device(ordinal.into()).map(drop),
        Location::Node(node) if node >= NODES => {
            let max = u64::from(NODES - 1);
            Err(Error::OutOfRange { what: "NUMA node", got: node.into(), min: 0, max })
        }
        Location::Host | Location::Node(_) | Location::Here => Ok(()),
        Location::Unset => Err(Error::BadOrdinal { ordinal: -2, count: process()?.devices().len() }),
    }
}

/// Checks that a location's device can hold single pages.
fn check_concurrent(location: Location) -> Result<(), Error> {
    match location {
        Location::Device(ordinal) if !process()?.device(ordinal.into())?.spec.managed.concurrent => {
            Err(Error::NotConcurrent { ordinal })
        }
        _ => Ok(()),
    }
}

/// Advises about a range of managed memory; whole pages are meant.
///
/// # Errors
/// `OutOfRange`; `BadOrdinal`, `NotConcurrent` for the place, before `BadPointer`, `PastEnd` for the range
/// (an H200's order); `Capture` while a stream captures; errors of the current context.
pub fn advise(address: u64, bytes: u64, advice: Advise) -> Result<(), Error> {
    usable()?;
    check_size(bytes)?;
    capture::unsafe_call()?;
    if let Some(place) = advice.location() {
        check_location(place)?;
        if !matches!(advice, Advise::UnsetAccessedBy(_)) {
            check_concurrent(place)?;
        }
    }
    process()?.memory.advise((address, bytes), advice)
}

/// Prefetches a range of managed memory to a location in stream order. The destination is visible at once as
/// that of the last prefetch.
///
/// # Errors
/// Those of [`advise`]; errors of the stream.
pub fn prefetch(address: u64, bytes: u64, to: Location, stream: StreamRef) -> Result<(), Error> {
    let stream = stream::resolve(stream)?;
    check_size(bytes)?;
    check_location(to)?;
    check_concurrent(to)?;
    check_stream(&stream)?;
    stream.backend.prefetch((address, bytes), to, false)
}

/// A stream's device must hold single pages too.
fn check_stream(stream: &StreamObject) -> Result<(), Error> {
    capture::refuse(stream)?;
    check_concurrent(Location::Device(stream.context.device as u32))
}

/// Advice that applies to all of a range: where its parts differ, a location is [`Location::Unset`] and a set
/// has the common elements.
///
/// # Errors
/// `BadPointer`, `PastEnd`, `OutOfRange`; errors of the current context.
pub fn range_advice(address: u64, bytes: u64) -> Result<Advice, Error> {
    usable()?;
    process()?.memory.advice((address, bytes))
}

/// Attaches managed memory to a stream, to the host, or to all (`hipStreamAttachMemAsync`). `bytes` is 0 or
/// the allocation's size. Where devices hold managed memory as a whole, kernels that are launched from then
/// on reach it in that stream, not at all, or in every stream; that a kernel of theirs runs keeps the host
/// from nothing. Elsewhere it means nothing.
///
/// # Errors
/// `BadFlags`, `BadPointer`, `OutOfRange`; errors of the stream.
pub fn attach(stream: StreamRef, address: u64, bytes: u64, flags: u32) -> Result<(), Error> {
    if !matches!(flags, ATTACH_GLOBAL | ATTACH_HOST | ATTACH_SINGLE)
        || flags == ATTACH_SINGLE && stream == StreamRef::Legacy
    {
        return Err(Error::BadFlags { what: "attaching managed memory", got: flags.into() });
    }
    let stream = stream::resolve(stream)?;
    capture::refuse(&stream)?;
    let what = "managed range";
    let allocation = process()?.memory.facts_of_range(what, address, 1)?;
    if !matches!(allocation.kind, AllocationKind::Managed(_)) {
        return Err(Error::BadPointer { what, address });
    }
    if bytes != 0 && bytes != allocation.bytes || allocation.base != address {
        let (got, size) = (bytes, allocation.bytes);
        return Err(Error::OutOfRange { what: "bytes to be attached", got, min: size, max: size });
    }
    stream.backend.attach(address, flags)
}

/// Operation of a batch on a range.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Batched {
    /// Its contents are no longer wanted.
    Discard,
    /// It is brought to a place.
    Prefetch(Location),
    /// Both.
    DiscardAndPrefetch(Location),
}

/// Range of a batch, and its operation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BatchedRange {
    /// Start address.
    pub address: u64,
    /// Size in bytes.
    pub bytes: u64,
    /// Operation on it.
    pub operation: Batched,
}

/// Gives up what ranges of managed memory hold when the stream's turn comes, brings them to places, or both
/// (`hipMemDiscardBatchAsync`, `hipMemPrefetchBatchAsync`, `hipMemDiscardAndPrefetchBatchAsync`). What
/// discarded memory holds is anything: it stays. All are checked before the first.
///
/// # Errors
/// Those of [`prefetch`]; `Null` for the legacy default stream (observed on an H200).
///
/// # Safety
/// Nothing else uses memory that is discarded, until it is written again.
pub unsafe fn batch(ranges: &[BatchedRange], stream: StreamRef) -> Result<(), Error> {
    if stream == StreamRef::Legacy {
        return Err(Error::Null { what: "the batch's stream" });
    }
    let stream = stream::resolve(stream)?;
    if ranges.is_empty() {
        return Err(Error::OutOfRange { what: "number of ranges", got: 0, min: 1, max: u64::MAX });
    }
    check_stream(&stream)?;
    let memory = process()?.memory;
    for &BatchedRange { address, bytes, operation } in ranges {
        if let Batched::Prefetch(to) | Batched::DiscardAndPrefetch(to) = operation {
            check_location(to)?;
            check_concurrent(to)?;
        }
        memory.check_prefetch((address, bytes))?;
    }
    ranges.iter().try_for_each(|&BatchedRange { address, bytes, operation }| match operation {
        Batched::Prefetch(to) => stream.backend.prefetch((address, bytes), to, false),
        Batched::DiscardAndPrefetch(to) => stream.backend.prefetch((address, bytes), to, true),
        Batched::Discard => stream.backend.discard((address, bytes)),
    })
}
