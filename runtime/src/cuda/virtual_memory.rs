//! Reserved addresses, physical memory, and what is mapped where.

use super::managed::on_device;
use super::memory::Memory;
use crate::Error;
use crate::backend::{self, Mappable, MappedAt};
use crate::sync::{Arc, Mutex, Rank};
use crate::types::{AllocationKind, Request};
use cuda_driver::{Driver, MemoryProperties};
use hip_sys::{hipMemAccessDesc, hipMemAccessFlags};
use std::any::Any;
use std::collections::BTreeMap;

/// Physical memory; the driver frees it when it is mapped nowhere and nothing refers to it.
#[derive(Debug)]
pub(super) struct Physical {
    driver: &'static Driver,
    /// `CUmemGenericAllocationHandle`
    handle: u64,
    word: u64,
    device: usize,
    bytes: u64,
    handle_types: u32,
}

impl Drop for Physical {
    fn drop(&mut self) {
        let _ = self.driver.cuMemRelease(self.handle);
    }
}

/// Reservations and mappings, which the driver does not tell.
#[derive(Debug)]
pub(super) struct Mappings(Mutex<BTreeMap<u64, Reservation>>);

impl Default for Mappings {
    fn default() -> Self {
        Mappings(Mutex::new(Rank::Object, BTreeMap::new()))
    }
}

#[derive(Debug)]
struct Reservation {
    bytes: u64,
    mappings: BTreeMap<u64, Mapping>,
}

#[derive(Debug)]
struct Mapping {
    bytes: u64,
    source: Arc<dyn backend::Physical>,
    /// Access of devices: 1 read, 3 read and write.
    access: BTreeMap<u32, u32>,
}

/// `CU_MEM_ALLOC_GRANULARITY_MINIMUM`
const MINIMUM: u32 = 0;

fn bad(what: &'static str, address: u64) -> Error {
    Error::BadPointer { what, address }
}

fn no_multicast<T>() -> Result<T, Error> {
    Err(Error::Unsupported { what: "cuMulticastCreate: multicast objects with HIP_BACKEND=cuda" })
}

/// The reservation that contains a range.
fn reservation_of(
    reserved: &mut BTreeMap<u64, Reservation>,
    address: u64,
    bytes: u64,
) -> Option<&mut Reservation> {
    let (&base, found) = reserved.range_mut(..=address).next_back()?;
    let end = address.checked_add(bytes)?;
    (end <= base + found.bytes).then_some(found)
}

impl backend::VirtualMemory for Memory {
    fn granularity(&self) -> u64 {
        let Ok(number) = self.number(0) else { return 2 << 20 };
        let mut bytes = 0;
        let asked = self.driver.cuMemGetAllocationGranularity(
            &mut bytes,
            &MemoryProperties::of_device(number, 0),
            MINIMUM,
        );
        if asked.is_ok() { bytes as u64 } else { 2 << 20 }
    }

    fn reserve(&self, bytes: u64, alignment: u64) -> Result<u64, Error> {
        let mut address = 0;
        self.driver.cuMemAddressReserve(&mut address, bytes as usize, alignment as usize, 0, 0)?;
        self.mappings.0.lock().insert(address, Reservation { bytes, mappings: BTreeMap::new() });
        Ok(address)
    }

    fn unreserve(&self, address: u64, bytes: u64) -> Result<(), Error> {
        let mut reserved = self.mappings.0.lock();
        match reserved.get(&address) {
            Some(found) if found.bytes == bytes && found.mappings.is_empty() => {}
            _ => return Err(bad("reserved addresses", address)),
        }
        self.driver.cuMemAddressFree(address, bytes as usize)?;
        reserved.remove(&address);
        Ok(())
    }

    fn physical(
        &'static self,
        word: u64,
        device: usize,
        bytes: u64,
        handle_types: u32,
    ) -> Result<Arc<dyn backend::Physical>, Error> {
        let properties = MemoryProperties::of_device(self.number(device)?, handle_types);
        let mut handle = 0;
        self.driver.cuMemCreate(&mut handle, bytes as usize, &properties, 0)?;
        Ok(Arc::new(Physical { driver: self.driver, handle, word, device, bytes, handle_types }))
    }

    fn open_physical(
        &self,
        word: u64,
        device: usize,
        file: i32,
        handle_types: u32,
    ) -> Result<Arc<dyn backend::Physical>, Error> {
        let handle = self.driver.import_file(file)?;
        // The driver does not tell the size of what it imports.
        Ok(Arc::new(Physical { driver: self.driver, handle, word, device, bytes: 0, handle_types }))
    }

    fn multicast(
        &'static self,
        _word: u64,
        _devices: usize,
        _bytes: u64,
        _handle_types: u32,
    ) -> Result<Arc<dyn backend::Multicast>, Error> {
        no_multicast()
    }

    fn map(&self, address: u64, bytes: u64, source: &Mappable) -> Result<(), Error> {
        let Mappable::Physical(source) = source else { return no_multicast() };
        let any: &dyn Any = &**source;
        let physical: &Physical = any
            .downcast_ref()
            .ok_or_else(|| crate::bug::bug!("physical memory of another kind of device"))?;
        let mut reserved = self.mappings.0.lock();
        let Some(reservation) = reservation_of(&mut reserved, address, bytes) else {
            return Err(Error::Unsupported { what: "mapping at addresses that are not reserved" });
        };
        let before = reservation.mappings.range(..address + bytes).next_back();
        if before.is_some_and(|(&start, mapping)| start + mapping.bytes > address) {
            return Err(bad("addresses to map at", address));
        }
        self.driver.cuMemMap(address, bytes as usize, 0, physical.handle, 0)?;
        let request = Request { bytes, kind: AllocationKind::Mapped, device: physical.device, owner: 0 };
        self.index.add(address, request);
        let mapping = Mapping { bytes, source: Arc::clone(source), access: BTreeMap::new() };
        reservation.mappings.insert(address, mapping);
        Ok(())
    }

    fn unmap(&self, address: u64, bytes: u64) -> Result<(), Error> {
        let mut reserved = self.mappings.0.lock();
        let bad = bad("addresses to be unmapped", address);
        let reservation = reservation_of(&mut reserved, address, bytes).ok_or(bad.clone())?;
        let end = address + bytes;
        let splits = |(&start, mapping): (&u64, &Mapping)| {
            let last = start + mapping.bytes;
            start < end && last > address && (start < address || last > end)
        };
        if reservation.mappings.iter().any(splits) {
            return Err(bad);
        }
        let inside: Vec<u64> = reservation.mappings.range(address..end).map(|(&start, _)| start).collect();
        for start in inside {
            let Some(mapping) = reservation.mappings.get(&start) else { continue };
            self.driver.cuMemUnmap(start, mapping.bytes as usize)?;
            reservation.mappings.remove(&start);
            self.index.take(start);
        }
        Ok(())
    }

    fn set_access(&self, address: u64, bytes: u64, wanted: &[(u32, u32)]) -> Result<(), Error> {
        let mut list = Vec::new();
        for &(device, access) in wanted {
            let location = on_device(self.number(device as usize)?);
            list.push(hipMemAccessDesc { location, flags: hipMemAccessFlags(access) });
        }
        let mut reserved = self.mappings.0.lock();
        let bad = bad("mapped addresses", address);
        let reservation = reservation_of(&mut reserved, address, bytes).ok_or(bad)?;
        self.driver.set_access(address, bytes, &list)?;
        for (_, mapping) in reservation.mappings.range_mut(address..address + bytes) {
            mapping.access.extend(wanted.iter().copied());
        }
        Ok(())
    }

    fn mapped_at(&self, address: u64, device: u32) -> Option<MappedAt> {
        let reserved = self.mappings.0.lock();
        let (&base, reservation) = reserved.range(..=address).next_back()?;
        let (&start, mapping) = reservation.mappings.range(..=address).next_back()?;
        (address - start < mapping.bytes).then(|| MappedAt {
            reservation: (base, reservation.bytes),
            start,
            source: Mappable::Physical(Arc::clone(&mapping.source)),
            access: mapping.access.get(&device).copied().unwrap_or(0),
        })
    }
}

impl backend::Physical for Physical {
    fn word(&self) -> u64 {
        self.word
    }

    fn device(&self) -> usize {
        self.device
    }

    fn bytes(&self) -> u64 {
        self.bytes
    }

    fn handle_types(&self) -> u32 {
        self.handle_types
    }

    fn export(&self) -> Result<i32, Error> {
        Ok(self.driver.export_file(self.handle)?)
    }
}
