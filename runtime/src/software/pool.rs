//! Pools: stream-ordered allocation, and reuse of memory with a pending free.
//!
//! An allocation gets its memory at once, and releases it when its stream reaches the free. A stream that
//! frees and allocates the same size again gets the same memory at once, whatever its backlog is, and so does
//! a stream that waits for the free, by an event or otherwise (`hipMemPoolReuseFollowEventDependencies`). If
//! memory is short and dependencies may be added for it (`hipMemPoolReuseAllowInternalDependencies`), an
//! allocation waits for pending frees. Other streams get memory once it is free, whatever
//! `hipMemPoolReuseAllowOpportunistic` says: the difference is not observable. The "reserved" size of a pool
//! is counted as on an H200, in steps of 32 MiB, pending frees included; no memory is held for it.

use super::device::Device;
use super::stream::{self, Stream};
use crate::Error;
use crate::backend;
use crate::check::checker;
use crate::exec::Work;
use crate::memory::Memory;
use crate::memory::range::Allocation;
use crate::memory::share::export_token;
use crate::sync::{Arc, Mutex, Rank};
use crate::types::{AllocationKind, READ_WRITE, Request};
use device::{Op, OpId, StreamId};
use hip_sys::hipMemPoolAttr;
use std::any::Any;
use std::fmt;

/// Step in which a pool grows and shrinks.
const STEP: u64 = 32 << 20;

/// Pool of the software device.
#[derive(Debug)]
pub(crate) struct Pool {
    device: &'static Device,
    /// Word of its handle, which its allocations carry.
    word: u64,
    /// Limit of its bytes, 0 for none.
    max_bytes: u64,
    counts: Mutex<Counts>,
}

/// Counts of a pool.
#[derive(Debug)]
struct Counts {
    /// Permissions for reuse, by attribute 1 to 3.
    reuse: [bool; 3],
    threshold: u64,
    used: u64,
    used_high: u64,
    reserved: u64,
    reserved_high: u64,
    /// Operations that free memory, with their devices, until they are seen to be done.
    frees: Vec<(&'static Device, OpId)>,
    /// Allocations that they free, for reuse before the free is reached.
    parked: Vec<Parked>,
}

/// An allocation whose end stands in a stream. The first to take it out of its place, the stream or the next
/// allocation, has it.
struct Parked {
    place: Arc<Mutex<Option<Arc<Allocation>>>>,
    /// The device and stream that it was freed in.
    stream: (&'static Device, StreamId),
    /// Operation that frees it.
    end: OpId,
}

impl fmt::Debug for Parked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Parked").field("stream", &self.stream).finish_non_exhaustive()
    }
}

/// Pending free, carried out when it is dropped: when the stream reaches it, or the context ends.
struct Going {
    place: Arc<Mutex<Option<Arc<Allocation>>>>,
    memory: &'static Memory,
}

impl Drop for Going {
    fn drop(&mut self) {
        let gone = self.place.lock().take();
        if let Some(gone) = gone {
            self.memory.ended(&gone);
        }
    }
}

/// Frees an allocation in a stream's order.
pub(super) fn free(stream: &Stream, address: u64, pool: Option<&dyn backend::Pool>) -> Result<(), Error> {
    let memory = stream.context.memory();
    let bad = Error::BadPointer { what: "what is to be freed", address };
    let is = |a: &Allocation| {
        matches!(a.kind, AllocationKind::Device | AllocationKind::Pooled(_) | AllocationKind::Opened)
    };
    match memory.find(address) {
        Some(found) if found.base() == address && is(&found) => {}
        _ => return Err(bad),
    }
    let gone = memory.take_out(address).ok_or(bad)?;
    memory.leaves(&gone);
    let bytes = gone.bytes;
    let place = Arc::new(Mutex::new(Rank::Leaf, Some(gone)));
    let going = Going { place: Arc::clone(&place), memory };
    let end = stream.submit(&Op::Copy, Work::Free(Some(Box::new(move || drop(going)))))?;
    memory.free_is_queued(address);
    let Some(pool) = pool else { return Ok(()) };
    let pool: &dyn Any = pool;
    let pool: &Pool =
        pool.downcast_ref().ok_or_else(|| crate::bug::bug!("a pool of another kind of device"))?;
    let device = stream.context.device;
    let mut counts = pool.counts.lock();
    counts.used = counts.used.saturating_sub(bytes);
    counts.frees.push((device, end));
    // The checker reports every use of what was freed: it is not given again.
    if checker().is_none() {
        counts.parked.push(Parked { place, stream: (device, stream.front), end });
    }
    Ok(())
}

impl Pool {
    /// An empty pool.
    pub(crate) fn new(device: &'static Device, word: u64, max_bytes: u64) -> Pool {
        let counts = Counts {
            reuse: [true; 3],
            threshold: 0,
            used: 0,
            used_high: 0,
            reserved: 0,
            reserved_high: 0,
            frees: Vec::new(),
            parked: Vec::new(),
        };
        Pool { device, word, max_bytes, counts: Mutex::new(Rank::Object, counts) }
    }
}

impl backend::Pool for Pool {
    fn allocate(&self, bytes: u64, stream: &dyn backend::Stream) -> Result<u64, Error> {
        let stream = stream::software_stream(stream)?;
        let memory = stream.context.memory();
        let mut counts = self.counts.lock();
        counts.settle();
        let used = counts.used.saturating_add(bytes);
        let reserved = counts.reserved.max(used.checked_next_multiple_of(STEP).unwrap_or(u64::MAX));
        let most = match self.max_bytes {
            0 => u64::MAX,
            most => most.next_multiple_of(STEP),
        };
        if reserved > most {
            return Err(Error::OutOfMemory { wanted: bytes, free: most.saturating_sub(counts.used) });
        }
        let kind = AllocationKind::Pooled(self.word);
        let request = Request { bytes, kind, device: self.device.ordinal, owner: stream.context.owner };
        let again = counts.take_parked(&request, stream);
        let made = match again {
            Some(again) => {
                memory.put_back(Arc::clone(&again));
                again
            }
            None => match memory.allocate(request) {
                Err(Error::OutOfMemory { .. }) if counts.reuse[2] && !counts.frees.is_empty() => {
                    let frees = counts.frees.clone();
                    drop(counts);
                    for (device, free) in frees {
                        device.engine.wait(&[free])?;
                    }
                    // What was to be freed stays where it is if the context is gone by now.
                    stream.context.usable()?;
                    counts = self.counts.lock();
                    memory.allocate(request)?
                }
                made => made?,
            },
        };
        // Others may have allocated while the counts were unlocked.
        let used = counts.used.saturating_add(bytes);
        let held = used.saturating_add(counts.being_freed());
        let reserved = reserved.max(counts.reserved).max(held.next_multiple_of(STEP));
        counts.used = used;
        counts.used_high = counts.used_high.max(used);
        counts.reserved = reserved;
        counts.reserved_high = counts.reserved_high.max(reserved);
        Ok(made.base())
    }

    fn freed(&self, bytes: u64) {
        let mut counts = self.counts.lock();
        counts.used = counts.used.saturating_sub(bytes);
    }

    fn attribute(&self, attribute: hipMemPoolAttr) -> Result<u64, Error> {
        let mut counts = self.counts.lock();
        counts.settle();
        if let Some(reuse) = reuse(attribute) {
            return Ok(counts.reuse[reuse].into());
        }
        Ok(match attribute {
            hipMemPoolAttr::hipMemPoolAttrReleaseThreshold => counts.threshold,
            hipMemPoolAttr::hipMemPoolAttrReservedMemCurrent => counts.reserved,
            hipMemPoolAttr::hipMemPoolAttrReservedMemHigh => counts.reserved_high,
            hipMemPoolAttr::hipMemPoolAttrUsedMemCurrent => counts.used,
            hipMemPoolAttr::hipMemPoolAttrUsedMemHigh => counts.used_high,
            hipMemPoolAttr(got) => {
                return Err(Error::UnknownEnumerator { what: "hipMemPoolAttr", got: got.into() });
            }
        })
    }

    fn set_attribute(&self, attribute: hipMemPoolAttr, value: u64) -> Result<(), Error> {
        let mut counts = self.counts.lock();
        counts.settle();
        if let Some(reuse) = reuse(attribute) {
            counts.reuse[reuse] = value != 0;
            return Ok(());
        }
        match attribute {
            hipMemPoolAttr::hipMemPoolAttrReleaseThreshold => counts.threshold = value,
            hipMemPoolAttr::hipMemPoolAttrReservedMemHigh | hipMemPoolAttr::hipMemPoolAttrUsedMemHigh
                if value != 0 =>
            {
                return Err(Error::OutOfRange { what: "high mark of a pool", got: value, min: 0, max: 0 });
            }
            hipMemPoolAttr::hipMemPoolAttrReservedMemHigh => counts.reserved_high = counts.reserved,
            hipMemPoolAttr::hipMemPoolAttrUsedMemHigh => counts.used_high = counts.used,
            hipMemPoolAttr(got) => {
                let what = "hipMemPoolAttr that can be set";
                return Err(Error::UnknownEnumerator { what, got: got.into() });
            }
        }
        Ok(())
    }

    fn trim(&self, keep: u64) {
        let mut counts = self.counts.lock();
        // What a stream freed and has not come to is in use still (observed on an H200).
        counts.settle();
        let held = counts.used.saturating_add(counts.being_freed());
        counts.shrink(keep.max(held));
    }

    fn access(&self, device: usize) -> u32 {
        let given = self.device.memory.pools().access(self.word, device);
        given.unwrap_or(if device == self.device.ordinal { READ_WRITE } else { 0 })
    }

    fn set_access(&self, device: usize, access: u32) {
        self.device.memory.pools().set(self.word, device, access);
    }

    fn export(&self) -> Result<i32, Error> {
        export_token(self.word, self.device.ordinal)
    }

    fn export_pointer(&self, address: u64) -> Result<[u8; 64], Error> {
        backend::Memory::export(self.device.memory, address, self.word)
    }

    fn open_pointer(&self, exported: &[u8; 64]) -> Result<u64, Error> {
        backend::Memory::open(self.device.memory, exported, self.device.ordinal, 0)
    }

    fn destroy(&self) {
        self.device.memory.pools().forget(self.word);
    }
}

impl Counts {
    /// Releases reserved memory beyond the threshold, if no free is pending.
    fn settle(&mut self) {
        self.frees.retain(|(device, free)| !device.engine.with(|front| front.is_done(*free)));
        if self.frees.is_empty() {
            self.parked.clear();
            self.shrink(self.threshold);
        }
    }

    /// Returns the bytes of pending frees.
    fn being_freed(&self) -> u64 {
        self.parked.iter().filter_map(|parked| parked.place.lock().as_ref().map(|one| one.bytes)).sum()
    }

    /// Takes an allocation that fits, out of those that the stream freed and has not come to yet, or that
    /// another stream freed for which it waits.
    fn take_parked(&mut self, wanted: &Request, stream: &Stream) -> Option<Arc<Allocation>> {
        let (device, front) = (stream.context.device.ordinal, stream.front);
        let is_own = |parked: &Parked| parked.stream.0.ordinal == device && parked.stream.1 == front;
        // What other streams freed: whether the last operation of this one waits for that.
        let others = self.parked.iter().filter(|parked| self.reuse[0] && parked.stream.0.ordinal == device);
        let ends: Vec<OpId> = others.filter(|parked| !is_own(parked)).map(|parked| parked.end).collect();
        let behind: Vec<OpId> = match ends.is_empty() {
            true => ends,
            false => stream.engine().with(|state| match state.last_of(front) {
                Some(last) => ends.into_iter().filter(|&end| state.waits_for(last, end)).collect(),
                None => Vec::new(),
            }),
        };
        let mut found = None;
        self.parked.retain(|parked| {
            let mut place = parked.place.lock();
            let fits = |one: &Arc<Allocation>| one.bytes == wanted.bytes && one.owner == wanted.owner;
            let reached = is_own(parked) || behind.contains(&parked.end);
            if found.is_none() && reached && place.as_ref().is_some_and(fits) {
                found = place.take();
            }
            place.is_some()
        });
        found
    }

    fn shrink(&mut self, keep: u64) {
        self.reserved = self.reserved.min(keep).max(self.used.next_multiple_of(STEP));
    }
}

/// Index of the permission to reuse memory that an attribute is.
fn reuse(attribute: hipMemPoolAttr) -> Option<usize> {
    const ALL: [hipMemPoolAttr; 3] = [
        hipMemPoolAttr::hipMemPoolReuseFollowEventDependencies,
        hipMemPoolAttr::hipMemPoolReuseAllowOpportunistic,
        hipMemPoolAttr::hipMemPoolReuseAllowInternalDependencies,
    ];
    ALL.iter().position(|&one| one == attribute)
}
