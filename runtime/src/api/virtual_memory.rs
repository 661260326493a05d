//! Addresses and physical memory apart (HIP: "Virtual Memory Management").
//!
//! Physical memory is a file in memory; mapping lays it over addresses of the window, so that kernels reach it like any other
//! memory, and fault where they have no access. All devices share one window: pages allow the most that any device may do, and
//! where there are several devices, a launch asks what its own may do (`memory::reach`).

use super::multicast;
use crate::Error;
use crate::handle::Id;
use crate::memory::multicast::{Replica, Route, Routes};
use crate::memory::range::Allocation;
use crate::memory::share::Physical;
use crate::memory::{AllocationKind, Piece, Request};
use crate::object::{MulticastObject, PhysicalObject};
use crate::state::process;
use crate::sync::{Arc, AtomicU32, Global, Ordering, Rank, fixed};
use jit::window::Access;
use std::collections::BTreeMap;
use std::ops::Range;

/// Sizes and addresses are multiples of this, an H200's.
pub const GRANULARITY: u64 = 2 << 20;

/// File descriptors, as a kind of handle (`hipMemHandleTypePosixFileDescriptor`).
const FILE_DESCRIPTOR: u32 = 1;

/// Something mapped at addresses.
struct Mapping {
    source: Source,
    allocation: Arc<Allocation>,
    /// Device → what it may do.
    access: BTreeMap<u32, u32>,
}

/// What a mapping leads to.
enum Source {
    Physical(Arc<PhysicalObject>),
    /// An object, and the offset in it. No pages are there: only `multimem` instructions know such addresses.
    Multicast(Arc<MulticastObject>, u64),
}

/// Mappings of multicast objects.
static MULTICAST: fixed::AtomicU32 = fixed::AtomicU32::new(0);

impl Mapping {
    /// Lays its pages, if it has any.
    fn lay(&self, access: Access) -> Result<(), Error> {
        match &self.source {
            Source::Physical(physical) => {
                lay(self.allocation.base(), self.allocation.bytes, physical, access)
            }
            Source::Multicast(..) => Ok(()),
        }
    }
}

/// Addresses that the program reserved.
struct Reservation {
    bytes: u64,
    /// Its addresses, and some before and behind.
    _piece: Piece,
    /// By address.
    mappings: BTreeMap<u64, Mapping>,
}

/// All reservations, by address.
static RESERVED: Global<BTreeMap<u64, Reservation>> = Global::new(Rank::Object, BTreeMap::new());

fn bad(what: &'static str, address: u64) -> Error {
    Error::BadPointer { what, address }
}

fn whole(what: &'static str, bytes: u64) -> Result<(), Error> {
    if bytes > 0 && bytes.is_multiple_of(GRANULARITY) {
        return Ok(());
    }
    Err(Error::OutOfRange { what, got: bytes, min: GRANULARITY, max: u64::MAX })
}

/// Reserves addresses (`hipMemAddressReserve`).
///
/// # Errors
/// `OutOfRange` for sizes that are not whole and alignments that are no power of two; `OutOfMemory`.
pub fn reserve(bytes: u64, alignment: u64) -> Result<u64, Error> {
    whole("size", bytes)?;
    if alignment != 0 && !alignment.is_power_of_two() {
        return Err(Error::OutOfRange { what: "alignment", got: alignment, min: 0, max: u64::MAX });
    }
    let alignment = alignment.max(GRANULARITY);
    let wanted = bytes.checked_add(alignment - GRANULARITY);
    let wanted = wanted.ok_or(Error::OutOfMemory { wanted: bytes, free: 0 })?;
    let piece = process()?.memory.addresses(wanted, AllocationKind::Mapped, 0)?;
    let start = piece.base.next_multiple_of(alignment);
    RESERVED.lock().insert(start, Reservation { bytes, _piece: piece, mappings: BTreeMap::new() });
    Ok(start)
}

/// Gives back what [`reserve`] gave, when nothing is mapped there.
///
/// # Errors
/// `BadPointer`.
pub fn free(address: u64, bytes: u64) -> Result<(), Error> {
    let mut reserved = RESERVED.lock();
    match reserved.get(&address) {
        Some(found) if found.bytes == bytes && found.mappings.is_empty() => {}
        _ => return Err(bad("reserved addresses", address)),
    }
    let gone = reserved.remove(&address);
    drop(reserved);
    drop(gone);
    Ok(())
}

/// What physical memory is made with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PhysicalProps {
    /// Ordinal of its device.
    pub device: i32,
    /// Kinds of handles it can be exported as, a mask.
    pub handle_types: u32,
}

/// What can be mapped (`hipMemGenericAllocationHandle_t`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Handle {
    /// Physical memory.
    Physical(Id<PhysicalObject>),
    /// A multicast object.
    Multicast(Id<MulticastObject>),
}

impl Handle {
    /// The word that C keeps.
    pub fn word(self) -> u64 {
        match self {
            Handle::Physical(id) => id.word(),
            Handle::Multicast(id) => id.word(),
        }
    }
}

/// The physical memory with a handle.
pub(super) fn physical(id: Id<PhysicalObject>) -> Result<Arc<PhysicalObject>, Error> {
    process()?.get(id).map_err(|_| bad("physical memory's handle", id.word()))
}

/// The handle in a word that came from C.
///
/// # Errors
/// `BadPointer`.
pub fn from_word(word: u64) -> Result<Handle, Error> {
    let physical = Id::from_word(word).map(Handle::Physical);
    let handle = physical.or_else(|| Id::from_word(word).map(Handle::Multicast));
    handle.ok_or(bad("physical memory's handle", word))
}

/// The handle of physical memory in a word that came from C.
///
/// # Errors
/// `BadPointer`.
pub fn physical_from_word(word: u64) -> Result<Id<PhysicalObject>, Error> {
    Id::from_word(word).ok_or(bad("physical memory's handle", word))
}

/// Makes physical memory (`hipMemCreate`).
///
/// # Errors
/// `OutOfRange`, `BadOrdinal`, `OutOfMemory`, `System`.
pub fn create(bytes: u64, props: &PhysicalProps) -> Result<Id<PhysicalObject>, Error> {
    whole("size", bytes)?;
    let process = process()?;
    let device = process.device(props.device.into())?.ordinal;
    process.memory.count(device, bytes)?;
    let memory = Physical::new(bytes).inspect_err(|_| process.memory.uncount(device, bytes))?;
    let (handle_types, references) = (props.handle_types, AtomicU32::new(1));
    Ok(process.insert(|id| PhysicalObject { id, device, handle_types, references, memory, counted: true }).id)
}

/// Gives up a handle; the memory stays while it is mapped (`hipMemRelease`).
///
/// # Errors
/// `BadPointer`.
pub fn release(handle: Handle) -> Result<(), Error> {
    let id = match handle {
        Handle::Physical(id) => id,
        Handle::Multicast(id) => return multicast::release(id),
    };
    let physical = physical(id)?;
    if physical.references.fetch_sub(1, Ordering::AcqRel) == 1 {
        process()?.remove(id)?;
    }
    Ok(())
}

/// What physical memory was made with.
///
/// # Errors
/// `BadPointer`.
pub fn properties(id: Id<PhysicalObject>) -> Result<PhysicalProps, Error> {
    let physical = physical(id)?;
    Ok(PhysicalProps { device: physical.device as i32, handle_types: physical.handle_types })
}

/// Another handle's worth of what is mapped at an address (`hipMemRetainAllocationHandle`).
///
/// # Errors
/// `BadPointer`.
pub fn retain(address: u64) -> Result<Handle, Error> {
    let process = process()?;
    let reserved = RESERVED.lock();
    let (_, mapping) = mapping_at(&reserved, address).ok_or(bad("mapped memory", address))?;
    let handle = match &mapping.source {
        Source::Physical(physical) => Handle::Physical(physical.id),
        Source::Multicast(object, _) => Handle::Multicast(object.id),
    };
    drop(reserved);
    // One whose handle is gone already has none to give.
    let gone = |_| bad("mapped memory", address);
    match handle {
        Handle::Physical(id) => process.get(id).map_err(gone)?.references.fetch_add(1, Ordering::AcqRel),
        Handle::Multicast(id) => process.get(id).map_err(gone)?.references.fetch_add(1, Ordering::AcqRel),
    };
    Ok(handle)
}

/// The physical memory mapped at an address, and the offset in it.
pub(super) fn physical_at(address: u64) -> Option<(Arc<PhysicalObject>, u64)> {
    let reserved = RESERVED.lock();
    let (start, mapping) = mapping_at(&reserved, address)?;
    match &mapping.source {
        Source::Physical(physical) => Some((Arc::clone(physical), address - start)),
        Source::Multicast(..) => None,
    }
}

fn mapping_at(reserved: &BTreeMap<u64, Reservation>, address: u64) -> Option<(u64, &Mapping)> {
    let (_, reservation) = reserved.range(..=address).next_back()?;
    let (&start, mapping) = reservation.mappings.range(..=address).next_back()?;
    (address - start < mapping.allocation.bytes).then_some((start, mapping))
}

/// The reservation that holds all of a range.
fn reservation_of(
    reserved: &mut BTreeMap<u64, Reservation>,
    address: u64,
    bytes: u64,
) -> Option<&mut Reservation> {
    let (&start, found) = reserved.range_mut(..=address).next_back()?;
    let offset = address - start;
    (offset <= found.bytes && bytes <= found.bytes - offset).then_some(found)
}

/// Maps physical memory or a multicast object at reserved addresses; nobody has access yet (`hipMemMap`). Blocks until the
/// object's team is complete.
///
/// # Errors
/// `Unsupported` for addresses that are not reserved, parts that are not whole, and offsets, as on an H200; `BadPointer` where
/// something is mapped already and for the handle; `OutOfRange` for parts beyond a multicast object; `System`.
pub fn map(address: u64, bytes: u64, offset: u64, handle: Handle) -> Result<(), Error> {
    let process = process()?;
    let unsupported = |what| Err(Error::Unsupported { what });
    if !bytes.is_multiple_of(GRANULARITY) || !address.is_multiple_of(GRANULARITY) || bytes == 0 {
        return unsupported("mapping parts of 2 MiB");
    }
    let (source, device) = match handle {
        Handle::Physical(id) => {
            let physical = physical(id)?;
            if offset != 0 {
                return unsupported("mapping physical memory from an offset");
            }
            if bytes > physical.memory.bytes {
                return unsupported("mapping more than the physical memory");
            }
            let device = physical.device;
            (Source::Physical(physical), device)
        }
        Handle::Multicast(id) => {
            let object = multicast::object(id)?;
            object.check_range(offset, bytes)?;
            object.wait_for_team()?;
            let device = object.team.lock().devices.first().copied().unwrap_or(0);
            (Source::Multicast(object, offset), device)
        }
    };
    let mut reserved = RESERVED.lock();
    let Some(reservation) = reservation_of(&mut reserved, address, bytes) else {
        return unsupported("mapping at addresses that are not reserved");
    };
    let before = reservation.mappings.range(..address + bytes).next_back();
    if before.is_some_and(|(&start, mapping)| start + mapping.allocation.bytes > address) {
        return Err(bad("addresses to map at", address));
    }
    if let Source::Physical(physical) = &source {
        lay(address, bytes, physical, Access::None)?;
    } else {
        MULTICAST.fetch_add(1, Ordering::AcqRel);
    }
    let request = Request { bytes, kind: AllocationKind::Mapped, device, owner: 0 };
    let allocation = process.memory.note_mapped(address, request);
    allocation.access.store(0, Ordering::Release);
    reservation.mappings.insert(address, Mapping { source, allocation, access: BTreeMap::new() });
    Ok(())
}

fn lay(address: u64, bytes: u64, physical: &PhysicalObject, access: Access) -> Result<(), Error> {
    let window = process()?.memory.window();
    window
        .map(address..address + bytes, physical.memory.descriptor(), 0, access)
        .map_err(|e| Error::System { what: "mapping physical memory", kind: e.kind() })
}

/// The addresses of the mappings that make up a range, each of them whole.
fn made_of(reservation: &Reservation, address: u64, bytes: u64) -> Option<Vec<u64>> {
    let end = address + bytes;
    let starts: Vec<u64> = reservation.mappings.range(address..end).map(|(&start, _)| start).collect();
    let within =
        reservation.mappings.range(address..end).all(|(&start, m)| start + m.allocation.bytes <= end);
    let cut = reservation.mappings.range(..address).next_back();
    let cut = cut.is_some_and(|(&start, mapping)| start + mapping.allocation.bytes > address);
    (within && !cut).then_some(starts)
}

/// Takes what is mapped away again; addresses without anything are as good (`hipMemUnmap`).
///
/// # Errors
/// `BadPointer` for a range that is not reserved or cuts a mapping; `OutOfRange` for sizes that are not whole.
pub fn unmap(address: u64, bytes: u64) -> Result<(), Error> {
    let process = process()?;
    whole("size", bytes)?;
    let mut reserved = RESERVED.lock();
    let found = reservation_of(&mut reserved, address, bytes);
    let reservation = found.ok_or(bad("mapped memory", address))?;
    let starts = made_of(reservation, address, bytes).ok_or(bad("mapped memory", address))?;
    for start in starts {
        if let Some(gone) = reservation.mappings.remove(&start) {
            process.memory.forget_mapped(start);
            if let Source::Multicast(..) = gone.source {
                MULTICAST.fetch_sub(1, Ordering::AcqRel);
            }
            let range = start..start + gone.allocation.bytes;
            process
                .memory
                .window()
                .release(range)
                .map_err(|e| Error::System { what: "unmapping physical memory", kind: e.kind() })?;
        }
    }
    Ok(())
}

/// Lets devices read or write what is mapped in a range, all of which must be (`hipMemSetAccess`).
///
/// # Errors
/// `BadPointer`; `Unsupported` for a multicast object that is only to be read; `UnknownEnumerator` for other access than 0, 1 and 3; `OutOfRange` for a device that there is not.
pub fn set_access(address: u64, bytes: u64, wanted: &[(i32, u32)]) -> Result<(), Error> {
    let process = process()?;
    let count = process.devices.len() as u64;
    for &(device, access) in wanted {
        if u64::try_from(device).map_or(true, |device| device >= count) {
            let got = u64::try_from(device).unwrap_or(u64::MAX);
            return Err(Error::OutOfRange { what: "device", got, min: 0, max: count.saturating_sub(1) });
        }
        if !matches!(access, 0 | 1 | 3) {
            return Err(Error::UnknownEnumerator { what: "hipMemAccessFlags", got: access.into() });
        }
    }
    if wanted.is_empty() {
        return Err(Error::OutOfRange { what: "number of descriptions", got: 0, min: 1, max: u64::MAX });
    }
    let mut reserved = RESERVED.lock();
    let found = reservation_of(&mut reserved, address, bytes).filter(|_| bytes > 0);
    let reservation = found.ok_or(bad("mapped memory", address))?;
    let starts = made_of(reservation, address, bytes).ok_or(bad("mapped memory", address))?;
    let covered: u64 = starts.iter().map(|start| reservation.mappings[start].allocation.bytes).sum();
    if covered != bytes {
        return Err(bad("mapped memory", address));
    }
    let multicast = |start: &u64| matches!(reservation.mappings[start].source, Source::Multicast(..));
    if wanted.iter().any(|&(_, access)| access == 1) && starts.iter().any(multicast) {
        return Err(Error::Unsupported { what: "multicast objects that are only read" });
    }
    for start in starts {
        let Some(mapping) = reservation.mappings.get_mut(&start) else { continue };
        mapping.access.extend(wanted.iter().map(|&(device, access)| (device as u32, access)));
        let most = mapping.access.values().fold(0, |all, &access| all | access);
        let access = match most {
            0 => Access::None,
            1 => Access::Read,
            _ => Access::ReadWrite,
        };
        mapping.lay(access)?;
        if let Source::Physical(_) = mapping.source {
            mapping.allocation.access.store(most, Ordering::Release);
        }
    }
    Ok(())
}

/// What a device may do at an address: 0 nothing, 1 read, 3 both (`hipMemGetAccess`).
///
/// # Errors
/// `BadPointer` for an address in no memory; `OutOfRange` for a device that there is not.
pub fn access(address: u64, device: i32) -> Result<u32, Error> {
    let process = process()?;
    let count = process.devices.len() as u64;
    let device = u32::try_from(device).ok().filter(|&device| u64::from(device) < count);
    let device = device.ok_or(Error::OutOfRange { what: "device", got: u64::MAX, min: 0, max: count })?;
    let reserved = RESERVED.lock();
    if let Some((_, mapping)) = mapping_at(&reserved, address) {
        return Ok(mapping.access.get(&device).copied().unwrap_or(0));
    }
    drop(reserved);
    process.memory.find(address).map(|_| 3).ok_or(bad("memory", address))
}

/// Facts of an address that physical memory is mapped at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mapped {
    /// First address of the reservation.
    pub base: u64,
    /// Bytes of the reservation.
    pub bytes: u64,
    /// Kinds of handles that the physical memory can be exported as, a mask.
    pub handle_types: u32,
    /// What the thread's device may do: 0 nothing, 1 read, 3 both.
    pub access: u32,
}

/// Facts of mapped memory; `None` for other memory.
///
/// # Errors
/// `NoDevice`.
pub fn mapped_at(address: u64) -> Result<Option<Mapped>, Error> {
    let device = crate::api::device::current_ordinal()? as u32;
    let reserved = RESERVED.lock();
    let Some((&base, reservation)) = reserved.range(..=address).next_back() else { return Ok(None) };
    Ok(mapping_at(&reserved, address).map(|(_, mapping)| Mapped {
        base,
        bytes: reservation.bytes,
        handle_types: match &mapping.source {
            Source::Physical(physical) => physical.handle_types,
            Source::Multicast(object, _) => object.handle_types,
        },
        access: mapping.access.get(&device).copied().unwrap_or(0),
    }))
}

/// What a device may do at an address: 0 nothing, 1 read, 3 both; nothing where nothing is mapped.
pub(crate) fn access_of(address: u64, device: u32) -> u32 {
    let reserved = RESERVED.lock();
    let found = mapping_at(&reserved, address);
    found.and_then(|(_, mapping)| mapping.access.get(&device).copied()).unwrap_or(0)
}

/// Whether a device may read and write all that is mapped anywhere.
pub(crate) fn all_open_to(device: u32) -> bool {
    let reserved = RESERVED.lock();
    let mut mappings = reserved.values().flat_map(|reservation| reservation.mappings.values());
    mappings.all(|mapping| mapping.access.get(&device) == Some(&3))
}

/// Where multicast addresses that a device may use lead; none if it may use none.
pub(crate) fn routes(device: usize) -> Option<Arc<Routes>> {
    if MULTICAST.load(Ordering::Acquire) == 0 {
        return None;
    }
    let reserved = RESERVED.lock();
    let mappings = reserved.values().flat_map(|reservation| &reservation.mappings);
    let objects: Vec<(Range<u64>, Arc<MulticastObject>, u64)> = mappings
        .filter(|(_, mapping)| mapping.access.get(&(device as u32)) == Some(&3))
        .filter_map(|(&start, mapping)| match &mapping.source {
            Source::Multicast(object, offset) => {
                Some((start..start + mapping.allocation.bytes, Arc::clone(object), *offset))
            }
            Source::Physical(_) => None,
        })
        .collect();
    drop(reserved);
    let routes = objects.into_iter().map(|(range, object, offset)| route(range, &object, offset));
    Some(Arc::new(Routes(routes.collect())))
}

/// Where the addresses of a mapping from an offset of an object lead.
fn route(range: Range<u64>, object: &MulticastObject, offset: u64) -> Route {
    let end = offset + (range.end - range.start);
    let mut found = Vec::new();
    let team = object.team.lock();
    for (number, &device) in team.devices.iter().enumerate() {
        for (&(_, at), bound) in team.bound.range((device, 0)..=(device, u64::MAX)) {
            let part = at.max(offset)..(at + bound.bytes).min(end);
            if !part.is_empty() {
                found.push((number, device, at, part, bound.place.base(), bound.physical.clone()));
            }
        }
    }
    let mut replicas: Vec<Vec<Replica>> = team.devices.iter().map(|_| Vec::new()).collect();
    drop(team);
    let reserved = RESERVED.lock();
    for (number, device, at, part, base, physical) in found {
        // Where the program has the memory mapped, accesses go there: who waits for a word, and a checker, know it by that address.
        let own = physical.and_then(|(physical, from)| {
            let bytes = from + (part.end - at);
            place_of(&reserved, &physical, device as u32, bytes).map(|place| place + from)
        });
        let base = own.unwrap_or(base) + (part.start - at);
        let start = range.start + (part.start - offset);
        replicas[number].push(Replica { range: start..start + (part.end - part.start), base });
    }
    Route { range, team: replicas }
}

/// Where the first `bytes` bytes of physical memory are mapped such that a device may write them.
fn place_of(
    reserved: &BTreeMap<u64, Reservation>,
    wanted: &Arc<PhysicalObject>,
    device: u32,
    bytes: u64,
) -> Option<u64> {
    let mut mappings = reserved.values().flat_map(|reservation| &reservation.mappings);
    let found = mappings.find(|(_, mapping)| {
        matches!(&mapping.source, Source::Physical(physical) if Arc::ptr_eq(physical, wanted))
            && mapping.access.get(&device) == Some(&3)
            && mapping.allocation.bytes >= bytes
    });
    found.map(|(&start, _)| start)
}

/// A file descriptor for another process; it is the caller's (`hipMemExportToShareableHandle`).
///
/// # Errors
/// `BadPointer`; `BadFlags` for memory that was made without such handles; `Unsupported` for multicast objects; `System`.
pub fn export(handle: Handle) -> Result<i32, Error> {
    let physical = match handle {
        Handle::Physical(id) => physical(id)?,
        Handle::Multicast(id) => {
            multicast::object(id)?;
            return Err(Error::Unsupported { what: "multicast objects of several processes" });
        }
    };
    if physical.handle_types & FILE_DESCRIPTOR == 0 {
        return Err(Error::BadFlags { what: "handles of this memory", got: physical.handle_types.into() });
    }
    physical.memory.export()
}

/// The physical memory behind a descriptor that [`export`] gave, as memory of the calling thread's device
/// (`hipMemImportFromShareableHandle`).
///
/// # Errors
/// `BadPointer` for another file; `NoDevice`.
pub fn import(file: i32) -> Result<Id<PhysicalObject>, Error> {
    let device = crate::api::device::current_ordinal()? as usize;
    let memory = Physical::import(file, GRANULARITY)?;
    let (handle_types, references) = (FILE_DESCRIPTOR, AtomicU32::new(1));
    Ok(process()?
        .insert(|id| PhysicalObject { id, device, handle_types, references, memory, counted: false })
        .id)
}
