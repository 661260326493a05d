//! Managed memory: advice, prefetching, range attributes (HIP: "Managed Memory").
//!
//! Host and device share one memory here, so advice and prefetches change no place. A model of the
//! unified-memory driver keeps what was asked, page by page, and says where pages would be.

use crate::Error;
use crate::api::stream::{self, StreamRef};
use crate::exec::Work;
use crate::graph::capture;
use crate::memory::attachment::User;
use crate::memory::unified::Target;
use crate::memory::{AllocationKind, Location, Request};
use crate::object::StreamObject;
use crate::state::{process, usable};
use device::Op;
use device::residence::Act;
use timeline::Way;

/// Any stream of any device may use the memory.
pub const ATTACH_GLOBAL: u32 = 1;
pub use crate::types::ATTACH_HOST;
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
    /// Kernels see the host's writes, and it theirs, at their ends only.
    SetCoarseGrain,
    /// They see them at once.
    UnsetCoarseGrain,
}

impl Advise {
    /// Of whom it speaks.
    fn location(self) -> Option<Location> {
        match self {
            Advise::SetPreferredLocation(place)
            | Advise::SetAccessedBy(place)
            | Advise::UnsetAccessedBy(place) => Some(place),
            _ => None,
        }
    }

    fn act(self) -> Option<Act> {
        Some(match self {
            Advise::SetReadMostly => Act::ReadMostly(true),
            Advise::UnsetReadMostly => Act::ReadMostly(false),
            // A host of one node prefers no node: an H200's driver answers with the host.
            Advise::SetPreferredLocation(Location::Node(_) | Location::Here) => {
                Act::Preferred(Location::Host.place())
            }
            Advise::SetPreferredLocation(place) => Act::Preferred(place.place()),
            Advise::UnsetPreferredLocation => Act::Preferred(None),
            Advise::SetAccessedBy(who) => Act::AccessedBy(who.processor()?),
            Advise::UnsetAccessedBy(who) => Act::NotAccessedBy(who.processor()?),
            Advise::SetCoarseGrain => Act::Coarse(true),
            Advise::UnsetCoarseGrain => Act::Coarse(false),
        })
    }
}

fn check_size(bytes: u64) -> Result<(), Error> {
    match bytes {
        0 => Err(Error::OutOfRange { what: "size", got: 0, min: 1, max: u64::MAX }),
        _ => Ok(()),
    }
}

/// The managed range at an address, or one of the program's own memory where devices reach that.
fn target(address: u64, bytes: u64) -> Result<Target, Error> {
    let memory = process()?.memory;
    if let Some(target) = memory.pageable(address, bytes) {
        return Ok(target);
    }
    managed(address, bytes)
}

/// The managed range at an address.
fn managed(address: u64, bytes: u64) -> Result<Target, Error> {
    check_size(bytes)?;
    let found = process()?.memory.holding("managed range", address, bytes)?;
    match found.kind {
        AllocationKind::Managed(_) => Ok(Target::new(&found, address, bytes)),
        _ => Err(Error::BadPointer { what: "managed range", address }),
    }
}

/// Whether there is such a place.
///
/// # Errors
/// `BadOrdinal` for a device that there is not, and for no place; `OutOfRange` for a node.
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

/// Whether devices that are to hold single pages can.
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
/// (an H200's order); `Capture` while a stream captures; what is wrong with the current context.
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
    let target = target(address, bytes)?;
    if let Some(act) = advice.act() {
        process()?.memory.act(target, act);
    }
    Ok(())
}

/// Brings a range of managed memory to a place when the stream's turn comes. What was asked for is told at
/// once as the last prefetch.
///
/// # Errors
/// As [`advise`]; what is wrong with the stream.
pub fn prefetch(address: u64, bytes: u64, to: Location, stream: StreamRef) -> Result<(), Error> {
    let stream = stream::resolve(stream)?;
    check_size(bytes)?;
    check_location(to)?;
    check_concurrent(to)?;
    check_stream(&stream)?;
    let target = target(address, bytes)?;
    bring(target, to, false, &stream)
}

/// A stream's device must hold single pages too.
fn check_stream(stream: &StreamObject) -> Result<(), Error> {
    capture::refuse(stream)?;
    check_concurrent(Location::Device(stream.context.device as u32))
}

/// Notes that a range is to be at a place, and has it brought there.
fn bring(target: Target, to: Location, discard: bool, stream: &StreamObject) -> Result<(), Error> {
    let process = process()?;
    let Some(place) = to.place() else { return Ok(()) };
    let way = if to.ordinal() < 0 { Way::DeviceToHost } else { Way::HostToDevice };
    let moved = if discard { 0 } else { process.memory.unified().absent(target, place.processor()) };
    let carry_out = move || {
        if discard {
            process.memory.act(target, Act::Discard);
        }
        process.memory.act(target, Act::Prefetch(place));
    };
    stream.context.engine().copy(stream.front, (way, moved), Box::new(carry_out))?;
    process.memory.act(target, Act::Ask(place));
    Ok(())
}

/// What holds for all of a range: where its parts differ, a place is [`Location::Unset`] and a set the common
/// part.
///
/// # Errors
/// `BadPointer`, `PastEnd`, `OutOfRange`; what is wrong with the current context.
pub fn range_advice(address: u64, bytes: u64) -> Result<crate::memory::Advice, Error> {
    usable()?;
    Ok(process()?.memory.unified().advice(managed(address, bytes)?))
}

/// Attaches managed memory to a stream, to the host, or to all (`hipStreamAttachMemAsync`). `bytes` is 0 or
/// the allocation's size. Where devices hold managed memory as a whole, kernels that are launched from then
/// on reach it in that stream, not at all, or in every stream; that a kernel of theirs runs keeps the host
/// from nothing. Elsewhere it means nothing.
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
    capture::refuse(&stream)?;
    managed(address, 1)?;
    let allocation = process()?.memory.holding("managed range", address, 1)?;
    if bytes != 0 && bytes != allocation.bytes || allocation.base() != address {
        let (got, size) = (bytes, allocation.bytes);
        return Err(Error::OutOfRange { what: "bytes to be attached", got, min: size, max: size });
    }
    let engine = stream.context.engine();
    engine.submit(stream.front, &Op::Host, Work::Host(Box::new(|| {})))?;
    let to = match flags {
        ATTACH_HOST => Some(User::Host),
        SINGLE => Some(User::Stream(stream.context.device, stream.front)),
        _ => None,
    };
    process()?.memory.attach(&allocation, to);
    Ok(())
}

/// What a batch does to a range.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Batched {
    /// Its contents are no longer wanted.
    Discard,
    /// It is brought to a place.
    Prefetch(Location),
    /// Both.
    DiscardAndPrefetch(Location),
}

/// Gives up what ranges of managed memory hold when the stream's turn comes, brings them to places, or both
/// (`hipMemDiscardBatchAsync`, `hipMemPrefetchBatchAsync`, `hipMemDiscardAndPrefetchBatchAsync`). What
/// discarded memory holds is anything: it stays. All are checked before the first.
///
/// # Errors
/// As [`prefetch`]; `Null` for the legacy default stream (an H200).
pub fn batch(ranges: &[(u64, u64, Batched)], stream: StreamRef) -> Result<(), Error> {
    if stream == StreamRef::Legacy {
        return Err(Error::Null { what: "the batch's stream" });
    }
    let stream = stream::resolve(stream)?;
    if ranges.is_empty() {
        return Err(Error::OutOfRange { what: "number of ranges", got: 0, min: 1, max: u64::MAX });
    }
    check_stream(&stream)?;
    let mut targets = Vec::with_capacity(ranges.len());
    for &(address, bytes, what) in ranges {
        if let Batched::Prefetch(to) | Batched::DiscardAndPrefetch(to) = what {
            check_location(to)?;
            check_concurrent(to)?;
        }
        targets.push((target(address, bytes)?, what));
    }
    let process = process()?;
    targets.into_iter().try_for_each(|(target, what)| match what {
        Batched::Prefetch(to) => bring(target, to, false, &stream),
        Batched::DiscardAndPrefetch(to) => bring(target, to, true, &stream),
        Batched::Discard => {
            let discard = move || process.memory.act(target, Act::Discard);
            let engine = stream.context.engine();
            engine.submit(stream.front, &Op::Copy, Work::Copy(Box::new(discard))).map(drop)
        }
    })
}
