//! Reserved addresses and the mappings in them (HIP: "Virtual Memory Management").
//!
//! Physical memory is mapped at addresses of the window, which all devices share. Page protection permits the
//! union of all devices' access; the access of each device is recorded here.

use super::multicast::{Replica, Route, Routes};
use super::physical::Physical;
use super::range::Allocation;
use super::team::Multicast;
use super::{Memory, Piece};
use crate::Error;
use crate::sync::{Arc, AtomicU32, Mutex, Ordering, Rank};
use crate::types::{AllocationKind, Request};
use jit::window::Access;
use std::collections::BTreeMap;
use std::ops::Range;

/// Granularity of sizes and addresses, as on an H200.
pub(crate) const GRANULARITY: u64 = 2 << 20;

/// Mapping at reserved addresses.
struct Mapping {
    source: Source,
    allocation: Arc<Allocation>,
    /// Access mask by device.
    access: BTreeMap<u32, u32>,
}

/// Target of a mapping.
#[derive(Clone)]
pub(crate) enum Source {
    /// Beginning or all of physical memory.
    Physical(Arc<Physical>),
    /// Multicast object and offset in it. Such addresses have no pages; only `multimem` instructions access
    /// them.
    Multicast(Arc<Multicast>, u64),
}

impl Source {
    fn physical(&self) -> Option<&Arc<Physical>> {
        match self {
            Source::Physical(physical) => Some(physical),
            Source::Multicast(..) => None,
        }
    }
}

/// Address range reserved by the program.
struct Reservation {
    bytes: u64,
    /// Underlying addresses, which may extend beyond both ends.
    _piece: Piece,
    /// Mappings by address.
    mappings: BTreeMap<u64, Mapping>,
}

/// All reservations.
pub(crate) struct Mappings {
    /// Reservations by address.
    reserved: Mutex<BTreeMap<u64, Reservation>>,
    /// Number of mappings of multicast objects.
    multicast: AtomicU32,
}

impl Default for Mappings {
    fn default() -> Self {
        Mappings { reserved: Mutex::new(Rank::Object, BTreeMap::new()), multicast: AtomicU32::new(0) }
    }
}

/// Facts about a mapped address.
pub(crate) struct MappedAt {
    /// First address and bytes of the reservation.
    pub(crate) reservation: (u64, u64),
    /// First address of the mapping.
    pub(crate) start: u64,
    pub(crate) source: Source,
    /// Access of the queried device.
    pub(crate) access: u32,
}

fn bad_pointer(what: &'static str, address: u64) -> Error {
    Error::BadPointer { what, address }
}

impl Mappings {
    /// Facts about a mapped address, for a device.
    pub(crate) fn mapping_info(&self, address: u64, device: u32) -> Option<MappedAt> {
        let reserved = self.reserved.lock();
        let (&base, reservation) = reserved.range(..=address).next_back()?;
        let (start, mapping) = mapping_at(&reserved, address)?;
        Some(MappedAt {
            reservation: (base, reservation.bytes),
            start,
            source: mapping.source.clone(),
            access: mapping.access.get(&device).copied().unwrap_or(0),
        })
    }

    /// Access of a device at an address: 0 none, 1 read, 3 read and write; 0 if nothing is mapped there.
    pub(super) fn access(&self, address: u64, device: u32) -> u32 {
        let reserved = self.reserved.lock();
        let found = mapping_at(&reserved, address);
        found.and_then(|(_, mapping)| mapping.access.get(&device).copied()).unwrap_or(0)
    }

    /// Returns whether a device may read and write every mapping.
    pub(super) fn all_open_to(&self, device: u32) -> bool {
        let reserved = self.reserved.lock();
        let mut mappings = reserved.values().flat_map(|reservation| reservation.mappings.values());
        mappings.all(|mapping| mapping.access.get(&device) == Some(&3))
    }

    /// Multicast addresses that a device may use; `None` if there are none.
    pub(crate) fn routes(&self, device: usize) -> Option<Arc<Routes>> {
        if self.multicast.load(Ordering::Acquire) == 0 {
            return None;
        }
        let reserved = self.reserved.lock();
        let mappings = reserved.values().flat_map(|reservation| &reservation.mappings);
        let objects: Vec<(Range<u64>, Arc<Multicast>, u64)> = mappings
            .filter(|(_, mapping)| mapping.access.get(&(device as u32)) == Some(&3))
            .filter_map(|(&start, mapping)| match &mapping.source {
                Source::Multicast(object, offset) => {
                    Some((start..start + mapping.allocation.bytes, Arc::clone(object), *offset))
                }
                Source::Physical(_) => None,
            })
            .collect();
        drop(reserved);
        let routes = objects.into_iter().map(|(range, object, offset)| route(self, range, &object, offset));
        Some(Arc::new(Routes(routes.collect())))
    }
}

impl Memory {
    /// Reserves addresses.
    ///
    /// # Errors
    /// `OutOfMemory`.
    pub(crate) fn reserve(&self, bytes: u64, alignment: u64) -> Result<u64, Error> {
        let wanted = bytes.checked_add(alignment - GRANULARITY);
        let wanted = wanted.ok_or(Error::OutOfMemory { wanted: bytes, free: 0 })?;
        let piece = self.addresses(wanted, AllocationKind::Mapped, 0)?;
        let start = piece.base.next_multiple_of(alignment);
        let reservation = Reservation { bytes, _piece: piece, mappings: BTreeMap::new() };
        self.mappings.reserved.lock().insert(start, reservation);
        Ok(start)
    }

    /// Releases a reservation of [`Memory::reserve`] without mappings.
    ///
    /// # Errors
    /// `BadPointer`.
    pub(crate) fn unreserve(&self, address: u64, bytes: u64) -> Result<(), Error> {
        let mut reserved = self.mappings.reserved.lock();
        match reserved.get(&address) {
            Some(found) if found.bytes == bytes && found.mappings.is_empty() => {}
            _ => return Err(bad_pointer("reserved addresses", address)),
        }
        let gone = reserved.remove(&address);
        drop(reserved);
        drop(gone);
        Ok(())
    }

    /// Maps memory of a device at reserved addresses. No device has access yet.
    ///
    /// # Errors
    /// `Unsupported` for addresses that are not reserved, as on an H200; `BadPointer` for an overlap with
    /// another mapping; `System`.
    pub(crate) fn map(&self, address: u64, bytes: u64, source: Source, device: usize) -> Result<(), Error> {
        let mut reserved = self.mappings.reserved.lock();
        let Some(reservation) = reservation_of(&mut reserved, address, bytes) else {
            return Err(Error::Unsupported { what: "mapping at addresses that are not reserved" });
        };
        let before = reservation.mappings.range(..address + bytes).next_back();
        if before.is_some_and(|(&start, mapping)| start + mapping.allocation.bytes > address) {
            return Err(bad_pointer("addresses to map at", address));
        }
        if let Source::Physical(physical) = &source {
            self.map_pages(address, bytes, physical, Access::None)?;
        } else {
            self.mappings.multicast.fetch_add(1, Ordering::AcqRel);
        }
        let request = Request { bytes, kind: AllocationKind::Mapped, device, owner: 0 };
        let allocation = self.insert_mapped(address, request);
        allocation.access.store(0, Ordering::Release);
        reservation.mappings.insert(address, Mapping { source, allocation, access: BTreeMap::new() });
        Ok(())
    }

    fn map_pages(&self, address: u64, bytes: u64, physical: &Physical, access: Access) -> Result<(), Error> {
        self.window()
            .map(address..address + bytes, physical.file.descriptor(), 0, access)
            .map_err(|e| Error::System { what: "mapping physical memory", kind: e.kind() })
    }

    /// Unmaps a range; parts without a mapping are ignored.
    ///
    /// # Errors
    /// `BadPointer` for a range that is not reserved or splits a mapping; `System`.
    pub(crate) fn unmap(&self, address: u64, bytes: u64) -> Result<(), Error> {
        let mut reserved = self.mappings.reserved.lock();
        let found = reservation_of(&mut reserved, address, bytes);
        let reservation = found.ok_or(bad_pointer("mapped memory", address))?;
        let starts =
            whole_mappings(reservation, address, bytes).ok_or(bad_pointer("mapped memory", address))?;
        for start in starts {
            if let Some(gone) = reservation.mappings.remove(&start) {
                self.remove_mapped(start);
                if let Source::Multicast(..) = gone.source {
                    self.mappings.multicast.fetch_sub(1, Ordering::AcqRel);
                }
                let range = start..start + gone.allocation.bytes;
                self.window()
                    .release(range)
                    .map_err(|e| Error::System { what: "unmapping physical memory", kind: e.kind() })?;
            }
        }
        Ok(())
    }

    /// Sets the access of devices to all of a fully mapped range: 0 none, 1 read, 3 read and write.
    ///
    /// # Errors
    /// `BadPointer`; `Unsupported` for read-only access to a multicast object; `System`.
    pub(crate) fn set_access(&self, address: u64, bytes: u64, wanted: &[(u32, u32)]) -> Result<(), Error> {
        let mut reserved = self.mappings.reserved.lock();
        let found = reservation_of(&mut reserved, address, bytes).filter(|_| bytes > 0);
        let reservation = found.ok_or(bad_pointer("mapped memory", address))?;
        let starts =
            whole_mappings(reservation, address, bytes).ok_or(bad_pointer("mapped memory", address))?;
        let covered: u64 = starts.iter().map(|start| reservation.mappings[start].allocation.bytes).sum();
        if covered != bytes {
            return Err(bad_pointer("mapped memory", address));
        }
        let multicast = |start: &u64| reservation.mappings[start].source.physical().is_none();
        if wanted.iter().any(|&(_, access)| access == 1) && starts.iter().any(multicast) {
            return Err(Error::Unsupported { what: "multicast objects that are only read" });
        }
        for start in starts {
            let Some(mapping) = reservation.mappings.get_mut(&start) else { continue };
            mapping.access.extend(wanted.iter().copied());
            let most = mapping.access.values().fold(0, |all, &access| all | access);
            let access = match most {
                0 => Access::None,
                1 => Access::Read,
                _ => Access::ReadWrite,
            };
            if let Some(physical) = mapping.source.physical() {
                self.map_pages(start, mapping.allocation.bytes, physical, access)?;
                mapping.allocation.access.store(most, Ordering::Release);
            }
        }
        Ok(())
    }
}

fn mapping_at(reserved: &BTreeMap<u64, Reservation>, address: u64) -> Option<(u64, &Mapping)> {
    let (_, reservation) = reserved.range(..=address).next_back()?;
    let (&start, mapping) = reservation.mappings.range(..=address).next_back()?;
    (address - start < mapping.allocation.bytes).then_some((start, mapping))
}

/// Reservation that contains all of a range.
fn reservation_of(
    reserved: &mut BTreeMap<u64, Reservation>,
    address: u64,
    bytes: u64,
) -> Option<&mut Reservation> {
    let (&start, found) = reserved.range_mut(..=address).next_back()?;
    let offset = address - start;
    (offset <= found.bytes && bytes <= found.bytes - offset).then_some(found)
}

/// Addresses of the mappings in a range; `None` if it splits one.
fn whole_mappings(reservation: &Reservation, address: u64, bytes: u64) -> Option<Vec<u64>> {
    let end = address + bytes;
    let starts: Vec<u64> = reservation.mappings.range(address..end).map(|(&start, _)| start).collect();
    let within =
        reservation.mappings.range(address..end).all(|(&start, m)| start + m.allocation.bytes <= end);
    let cut = reservation.mappings.range(..address).next_back();
    let cut = cut.is_some_and(|(&start, mapping)| start + mapping.allocation.bytes > address);
    (within && !cut).then_some(starts)
}

/// Resolves the addresses of a mapping at an offset of a multicast object.
fn route(mappings: &Mappings, range: Range<u64>, object: &Multicast, offset: u64) -> Route {
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
    let reserved = mappings.reserved.lock();
    for (number, device, at, part, base, physical) in found {
        // Prefer the address at which the program has mapped the memory: waits on words and the checker know
        // it by that.
        let own = physical.and_then(|(physical, from)| {
            let bytes = from + (part.end - at);
            writable_address(&reserved, &physical, device as u32, bytes).map(|place| place + from)
        });
        let base = own.unwrap_or(base) + (part.start - at);
        let start = range.start + (part.start - offset);
        replicas[number].push(Replica { range: start..start + (part.end - part.start), base });
    }
    Route { range, team: replicas }
}

/// Address at which the first `bytes` bytes of physical memory are mapped writable for a device.
fn writable_address(
    reserved: &BTreeMap<u64, Reservation>,
    wanted: &Arc<Physical>,
    device: u32,
    bytes: u64,
) -> Option<u64> {
    let mut mappings = reserved.values().flat_map(|reservation| &reservation.mappings);
    let found = mappings.find(|(_, mapping)| {
        mapping.source.physical().is_some_and(|physical| Arc::ptr_eq(physical, wanted))
            && mapping.access.get(&device) == Some(&3)
            && mapping.allocation.bytes >= bytes
    });
    found.map(|(&start, _)| start)
}
