//! Memory that streams allocate and free in their order (HIP: "Stream Ordered Memory Allocator").
//!
//! An allocation has its memory at once, and gives it back when its stream has come to the point of freeing.
//! A stream that frees and allocates the same size again has the same memory at once, however far behind its
//! work is, and so has a stream that waits for that point, by an event or otherwise
//! (`hipMemPoolReuseFollowEventDependencies`). Where memory is short, and dependencies may be made for it
//! (`hipMemPoolReuseAllowInternalDependencies`), who allocates waits for what is being freed. Other streams
//! have memory once it is free, whatever `hipMemPoolReuseAllowOpportunistic` says: nobody could tell. What a
//! pool "reserves" is counted as an H200 counts it, in steps of 32 MiB, what is being freed included; no
//! memory is held for it.

use crate::Error;
use crate::api::stream::{self, StreamRef};
use crate::exec::Work;
use crate::graph::operation::AllocCall;
use crate::graph::{Operation, capture};
use crate::handle::Id;
use crate::memory::range::Allocation;
use crate::memory::{AllocationKind, Memory, Request};
use crate::object::DeviceObject;
use crate::object::pool::{Counts, Parked};
use crate::object::{PoolObject, StreamObject};
use crate::state::{process, usable};
use crate::sync::{Arc, Mutex, Ordering, Rank};
use device::{Op, OpId};
use hip_sys::hipMemPoolAttr;

/// A pool grows and shrinks by this.
const STEP: u64 = 32 << 20;

/// File descriptors, as a kind of handle (`hipMemHandleTypePosixFileDescriptor`).
pub const FILE_DESCRIPTOR: u32 = 1;

/// What a pool is made with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PoolProps {
    /// Ordinal of its device.
    pub device: i32,
    /// Kinds of handles it can be exported as, a mask.
    pub handle_types: u32,
    /// Most bytes, 0 for all there are.
    pub max_bytes: u64,
}

fn make(
    props: &PoolProps,
    device: &DeviceObject,
    exporter: Option<(u32, u64)>,
) -> Result<Arc<PoolObject>, Error> {
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
    let (device, handle_types, max_bytes) = (device.ordinal, props.handle_types, props.max_bytes);
    let counts = Mutex::new(Rank::Object, counts);
    Ok(process()?.insert(|id| PoolObject { id, device, handle_types, max_bytes, exporter, counts }))
}

/// Makes a pool (`hipMemPoolCreate`).
///
/// # Errors
/// `OutOfRange` for a device that there is not; `BadFlags` for kinds of handles other than file descriptors.
pub fn create(props: &PoolProps) -> Result<Id<PoolObject>, Error> {
    if props.handle_types & !FILE_DESCRIPTOR != 0 {
        return Err(Error::BadFlags { what: "handles of a pool", got: props.handle_types.into() });
    }
    capture::unsafe_call()?;
    Ok(make(props, device_of(props.device)?, None)?.id)
}

/// A device, where an ordinal that is none is a wrong value (an H200).
fn device_of(ordinal: i32) -> Result<&'static DeviceObject, Error> {
    let process = process()?;
    let max = process.devices().len().saturating_sub(1) as u64;
    process.device(ordinal.into()).map_err(|_| Error::OutOfRange {
        what: "device",
        got: u64::try_from(ordinal).unwrap_or(u64::MAX),
        min: 0,
        max,
    })
}

/// The pool that a handle names.
fn get(id: Id<PoolObject>) -> Result<Arc<PoolObject>, Error> {
    process()?.get(id).map_err(|_| Error::NoPool { word: id.word() })
}

/// The pool in a word that came from C.
///
/// # Errors
/// `NoPool`.
pub fn from_word(word: u64) -> Result<Id<PoolObject>, Error> {
    Id::from_word(word).ok_or(Error::NoPool { word })
}

/// Destroys a pool; its allocations stay until they are freed. A device whose pool it is has its first one
/// again.
///
/// # Errors
/// `NoPool`, also for a device's first one.
pub fn destroy(id: Id<PoolObject>) -> Result<(), Error> {
    capture::unsafe_call()?;
    let process = process()?;
    let pool = get(id)?;
    let device = process.device(pool.device as i64)?;
    if device.first_pool.get() == Some(&id) {
        return Err(Error::NoPool { word: id.word() });
    }
    let none = 0;
    // Another one may have become the device's meanwhile: that one stays.
    let _ = device.current_pool.compare_exchange(id.word(), none, Ordering::AcqRel, Ordering::Acquire);
    process.remove(id)?;
    process.memory.pools().forget(id.word());
    Ok(())
}

/// A device's first pool (`hipDeviceGetDefaultMemPool`).
///
/// # Errors
/// `BadOrdinal`, `NoDevice`.
pub fn first_of(ordinal: i32) -> Result<Id<PoolObject>, Error> {
    let device = process()?.device(ordinal.into())?;
    if let Some(&there) = device.first_pool.get() {
        return Ok(there);
    }
    let made = make(&PoolProps { device: ordinal, handle_types: 0, max_bytes: 0 }, device, None)?.id;
    let kept = *device.first_pool.get_or_init(|| made);
    if kept != made {
        process()?.remove(made)?;
    }
    Ok(kept)
}

/// A device's pool (`hipDeviceGetMemPool`).
///
/// # Errors
/// `BadOrdinal`, `NoDevice`.
pub fn of_device(ordinal: i32) -> Result<Id<PoolObject>, Error> {
    let current = process()?.device(ordinal.into())?.current_pool.load(Ordering::Acquire);
    Id::from_word(current).map_or_else(|| first_of(ordinal), Ok)
}

/// Makes a pool a device's (`hipDeviceSetMemPool`).
///
/// # Errors
/// `NoPool`, also for one of another device or process; `OutOfRange` for a device that there is not.
pub fn set_of_device(ordinal: i32, id: Id<PoolObject>) -> Result<(), Error> {
    let (device, pool) = (device_of(ordinal)?, get(id)?);
    if pool.device != device.ordinal || pool.exporter.is_some() {
        return Err(Error::NoPool { word: id.word() });
    }
    device.current_pool.store(id.word(), Ordering::Release);
    Ok(())
}

/// Allocates in a stream's order, from its device's pool or another; 0 bytes give address 0.
///
/// # Errors
/// `OutOfMemory`; `NoPool`, also for one of another process; what is wrong with the stream.
pub fn alloc(bytes: u64, pool: Option<Id<PoolObject>>, stream: StreamRef) -> Result<u64, Error> {
    let process = process()?;
    let stream = stream::resolve(stream)?;
    let id = match pool {
        Some(id) => id,
        None => of_device(stream.context.device as i32)?,
    };
    let pool = get(id)?;
    if pool.exporter.is_some() {
        return Err(Error::NoPool { word: id.word() });
    }
    if bytes == 0 {
        return Ok(0);
    }
    let mut captured = 0;
    let node = || {
        let slot = process.memory.slot(bytes, pool.device, usable()?.owner())?;
        captured = slot.base();
        Ok(Operation::Alloc(AllocCall { bytes, device: pool.device, slot }))
    };
    if capture::take(&stream, node)? {
        return Ok(captured);
    }
    let mut counts = pool.counts.lock();
    counts.settle()?;
    let used = counts.used.saturating_add(bytes);
    let reserved = counts.reserved.max(used.checked_next_multiple_of(STEP).unwrap_or(u64::MAX));
    let most = match pool.max_bytes {
        0 => u64::MAX,
        most => most.next_multiple_of(STEP),
    };
    if reserved > most {
        return Err(Error::OutOfMemory { wanted: bytes, free: most.saturating_sub(counts.used) });
    }
    let kind = AllocationKind::Pooled(id.word());
    let owner = stream.context.owner();
    let request = Request { bytes, kind, device: pool.device, owner };
    let again = counts.take_parked(&request, &stream)?;
    let made = match again {
        Some(again) => {
            process.memory.put_back(Arc::clone(&again));
            again
        }
        None => {
            let made = process.memory.allocate(request);
            match made {
                Err(Error::OutOfMemory { .. }) if counts.reuse[2] && !counts.frees.is_empty() => {
                    let frees = counts.frees.clone();
                    drop(counts);
                    for (device, free) in frees {
                        process.device(device as i64)?.engine.wait(&[free])?;
                    }
                    // What was to be freed stays where it is if the context is gone by now.
                    stream.context.check()?;
                    counts = pool.counts.lock();
                    process.memory.allocate(request)?
                }
                made => made?,
            }
        }
    };
    // Others may have allocated while nobody held the counts.
    let used = counts.used.saturating_add(bytes);
    let held = used.saturating_add(counts.being_freed());
    let reserved = reserved.max(counts.reserved).max(held.next_multiple_of(STEP));
    counts.used = used;
    counts.used_high = counts.used_high.max(used);
    counts.reserved = reserved;
    counts.reserved_high = counts.reserved_high.max(reserved);
    Ok(made.base())
}

/// Frees when the stream's turn comes what [`alloc`] gave, or plain device memory; from here on the address
/// is nobody's (`hipFreeAsync`). 0 is nothing.
///
/// # Errors
/// `BadPointer`; what is wrong with the stream.
pub fn free(address: u64, stream: StreamRef) -> Result<(), Error> {
    let stream = stream::resolve(stream)?;
    if address == 0 {
        return Ok(());
    }
    let process = process()?;
    if capture::take(&stream, || Ok(Operation::Free(address)))? {
        return Ok(());
    }
    // What a graph allocates keeps its address for the graph's next launch.
    if process.memory.slots().freed(address)? {
        return Ok(());
    }
    let bad = Error::BadPointer { what: "what is to be freed", address };
    let is = |a: &Allocation| {
        matches!(a.kind, AllocationKind::Device | AllocationKind::Pooled(_) | AllocationKind::Opened)
    };
    match process.memory.find(address) {
        Some(found) if found.base() == address && is(&found) => {}
        _ => return Err(bad),
    }
    let gone = process.memory.take_out(address).ok_or(bad)?;
    let (kind, bytes) = (gone.kind, gone.bytes);
    let parked = give_back(&stream, gone)?;
    if let AllocationKind::Pooled(word) = kind {
        freed(word, bytes, Some(parked));
    }
    Ok(())
}

fn give_back(stream: &StreamObject, gone: Arc<Allocation>) -> Result<Parked, Error> {
    let process = process()?;
    let place = Arc::new(Mutex::new(Rank::Leaf, Some(gone)));
    let going = Going { place: Arc::clone(&place), memory: process.memory };
    let end = Box::new(move || drop(going));
    let end = stream.context.engine().submit(stream.front, &Op::Copy, Work::Copy(end))?;
    Ok(Parked { place, stream: (stream.context.device, stream.front), end })
}

/// What a stream frees: when its turn has come, or when it never comes as the context has ended.
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

/// Counts what was freed, at an operation or already.
pub(crate) fn freed(word: u64, bytes: u64, at: Option<Parked>) {
    // A pool that is gone counts no more.
    let pool =
        process().ok().zip(Id::from_word(word)).and_then(|(process, id)| process.get::<PoolObject>(id).ok());
    if let Some(pool) = pool {
        let mut counts = pool.counts.lock();
        counts.used = counts.used.saturating_sub(bytes);
        if let Some(parked) = at {
            counts.frees.push((parked.stream.0, parked.end));
            // The checker tells every use of what was freed: nobody has it again.
            if crate::check::checker().is_none() {
                counts.parked.push(parked);
            }
        }
    }
}

impl Counts {
    /// Gives up what is reserved beyond the threshold, once all that was freed is free.
    fn settle(&mut self) -> Result<(), Error> {
        let process = process()?;
        let mut left = Vec::new();
        for (device, free) in std::mem::take(&mut self.frees) {
            if !process.device(device as i64)?.engine.with(|front| front.is_done(free)) {
                left.push((device, free));
            }
        }
        self.frees = left;
        if self.frees.is_empty() {
            self.parked.clear();
            self.shrink(self.threshold);
        }
        Ok(())
    }

    /// Bytes that streams have freed and not come to.
    fn being_freed(&self) -> u64 {
        self.parked.iter().filter_map(|parked| parked.place.lock().as_ref().map(|one| one.bytes)).sum()
    }

    /// What a stream freed and has not come to yet, or another one for which it waits, if it is what is asked
    /// for.
    fn take_parked(
        &mut self,
        wanted: &Request,
        stream: &StreamObject,
    ) -> Result<Option<Arc<Allocation>>, Error> {
        let own = (stream.context.device, stream.front);
        let engine = stream.context.engine();
        // What other streams freed: whether the last operation of this one waits for that.
        let others = self.parked.iter().filter(|parked| self.reuse[0] && parked.stream.0 == own.0);
        let ends: Vec<OpId> = others.filter(|parked| parked.stream != own).map(|parked| parked.end).collect();
        let behind: Vec<OpId> = match ends.is_empty() {
            true => ends,
            false => engine.with(|front| match front.last_of(own.1) {
                Some(last) => ends.into_iter().filter(|&end| front.waits_for(last, end)).collect(),
                None => Vec::new(),
            }),
        };
        let mut found = None;
        self.parked.retain(|parked| {
            let mut place = parked.place.lock();
            let fits = |one: &Arc<Allocation>| one.bytes == wanted.bytes && one.owner == wanted.owner;
            let reached = parked.stream == own || behind.contains(&parked.end);
            if found.is_none() && reached && place.as_ref().is_some_and(fits) {
                found = place.take();
            }
            place.is_some()
        });
        Ok(found)
    }

    fn shrink(&mut self, keep: u64) {
        self.reserved = self.reserved.min(keep).max(self.used.next_multiple_of(STEP));
    }
}

/// An attribute of a pool (`hipMemPoolAttr`).
///
/// # Errors
/// `UnknownEnumerator`; `NoPool`, also for one of another process.
pub fn attribute(id: Id<PoolObject>, attribute: hipMemPoolAttr) -> Result<u64, Error> {
    let pool = own(id)?;
    let mut counts = pool.counts.lock();
    counts.settle()?;
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

/// Index of the permission to reuse memory that an attribute is.
fn reuse(attribute: hipMemPoolAttr) -> Option<usize> {
    const ALL: [hipMemPoolAttr; 3] = [
        hipMemPoolAttr::hipMemPoolReuseFollowEventDependencies,
        hipMemPoolAttr::hipMemPoolReuseAllowOpportunistic,
        hipMemPoolAttr::hipMemPoolReuseAllowInternalDependencies,
    ];
    ALL.iter().position(|&one| one == attribute)
}

fn own(id: Id<PoolObject>) -> Result<Arc<PoolObject>, Error> {
    let pool = get(id)?;
    if pool.exporter.is_some() { Err(Error::NoPool { word: id.word() }) } else { Ok(pool) }
}

/// Sets an attribute of a pool; high marks can only be set to 0, which means the number of now.
///
/// # Errors
/// `UnknownEnumerator`, `OutOfRange`; `NoPool`.
pub fn set_attribute(id: Id<PoolObject>, attribute: hipMemPoolAttr, value: u64) -> Result<(), Error> {
    let pool = own(id)?;
    let mut counts = pool.counts.lock();
    counts.settle()?;
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

/// Gives up what is reserved and not used beyond so many bytes (`hipMemPoolTrimTo`).
///
/// # Errors
/// `NoPool`.
pub fn trim(id: Id<PoolObject>, keep: u64) -> Result<(), Error> {
    let pool = own(id)?;
    let mut counts = pool.counts.lock();
    // What a stream freed and has not come to is in use still (an H200).
    counts.settle()?;
    let held = counts.used.saturating_add(counts.being_freed());
    counts.shrink(keep.max(held));
    Ok(())
}

pub use crate::memory::peers::READ_WRITE;

/// The access that a device has to a pool's memory: 0 or [`READ_WRITE`] (`hipMemPoolGetAccess`). `None` asks
/// for the host.
///
/// # Errors
/// `OutOfRange` for a device that there is not; `NoPool`.
pub fn access(id: Id<PoolObject>, device: Option<i32>) -> Result<u32, Error> {
    let pool = get(id)?;
    let Some(device) = device else { return Ok(0) };
    let device = device_of(device)?.ordinal;
    let given = process()?.memory.pools().access(id.word(), device);
    Ok(given.unwrap_or(if device == pool.device { READ_WRITE } else { 0 }))
}

/// Gives a device access to a pool's memory or takes it (`hipMemPoolSetAccess`): of this alone it depends
/// whether its kernels reach that memory, not of peers' access.
///
/// # Errors
/// `BadOrdinal`, also for taking it from the pool's own device; `Unsupported` for reading alone and for the
/// host; `NoPool`.
pub fn set_access(id: Id<PoolObject>, device: Option<i32>, access: u32) -> Result<(), Error> {
    let pool = get(id)?;
    let device = device.ok_or(Error::Unsupported { what: "access of the host to a pool" })?;
    let process = process()?;
    let ordinal = process.device(device.into())?.ordinal;
    match access {
        READ_WRITE => {}
        0 if ordinal == pool.device => {
            return Err(Error::BadOrdinal { ordinal: device.into(), count: process.devices().len() });
        }
        0 => {}
        _ => return Err(Error::Unsupported { what: "reading access to a pool" }),
    }
    process.memory.pools().set(id.word(), ordinal, access);
    Ok(())
}

/// A pool's file for other processes (`hipMemPoolExportToShareableHandle`): the descriptor is the caller's.
///
/// # Errors
/// `BadFlags` for a pool without such handles; `NoPool`; `System`.
pub fn export(id: Id<PoolObject>) -> Result<i32, Error> {
    let pool = own(id)?;
    if pool.handle_types & FILE_DESCRIPTOR == 0 {
        return Err(Error::BadFlags { what: "handles of this pool", got: pool.handle_types.into() });
    }
    crate::memory::share::export_token(id.word(), pool.device)
}

/// The pool that another process exported (`hipMemPoolImportFromShareableHandle`): only for importing its
/// pointers.
///
/// # Errors
/// `BadPointer` for a file that is none of a pool; `BadOrdinal`.
pub fn import(file: i32) -> Result<Id<PoolObject>, Error> {
    let (process_id, word, device) = crate::memory::share::import_token(file)?;
    let device = process()?.device(device.into())?;
    let props = PoolProps { device: device.ordinal as i32, handle_types: FILE_DESCRIPTOR, max_bytes: 0 };
    Ok(make(&props, device, Some((process_id, word)))?.id)
}

/// What another process needs to open an allocation of an exported pool.
///
/// # Errors
/// `BadPointer` if no such allocation starts there.
pub fn export_pointer(address: u64) -> Result<[u8; 64], Error> {
    let process = process()?;
    let bad = Error::BadPointer { what: "memory of a pool that is exported", address };
    let found = process.memory.find(address).filter(|found| found.base() == address).ok_or(bad.clone())?;
    let AllocationKind::Pooled(word) = found.kind else { return Err(bad) };
    let shareable = get(from_word(word)?)?.handle_types & FILE_DESCRIPTOR != 0;
    if !shareable {
        return Err(bad);
    }
    Ok(process.memory.share(&found)?.to_bytes(word))
}

/// Opens what [`export_pointer`] told, by the pool that was imported.
///
/// # Errors
/// `BadPointer` for other bytes or another pool's; `System`, `OutOfMemory`.
pub fn import_pointer(id: Id<PoolObject>, bytes: &[u8; 64]) -> Result<u64, Error> {
    let pool = get(id)?;
    let bad = Error::BadPointer { what: "exported memory", address: 0 };
    let (shared, word) = crate::memory::share::Shared::from_bytes(bytes).ok_or(bad.clone())?;
    if pool.exporter != Some((shared.process, word)) {
        return Err(bad);
    }
    let opened = process()?.memory.open(&shared, pool.device, 0)?;
    Ok(opened.base())
}
