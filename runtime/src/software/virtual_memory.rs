//! Calls on reserved addresses, physical memory and multicast objects.

use crate::Error;
use crate::backend::{self, Mappable, MappedAt};
use crate::memory::Memory;
use crate::memory::mapping::{GRANULARITY, Source};
use crate::memory::physical::{MemoryFile, Physical, ReservedBytes};
use crate::memory::team::Multicast;
use crate::sync::Arc;
use std::any::Any;

/// The software device's own physical memory.
fn software_physical(physical: &Arc<dyn backend::Physical>) -> Result<Arc<Physical>, Error> {
    let physical: Arc<dyn Any + Send + Sync> = Arc::<dyn backend::Physical>::clone(physical);
    physical.downcast().map_err(|_| crate::bug::bug!("physical memory of another kind of device"))
}

/// The software device's own multicast object.
fn software_multicast(multicast: &Arc<dyn backend::Multicast>) -> Result<Arc<Multicast>, Error> {
    let multicast: Arc<dyn Any + Send + Sync> = Arc::<dyn backend::Multicast>::clone(multicast);
    multicast.downcast().map_err(|_| crate::bug::bug!("a multicast object of another kind of device"))
}

impl backend::VirtualMemory for Memory {
    fn granularity(&self) -> u64 {
        GRANULARITY
    }

    fn reserve(&self, bytes: u64, alignment: u64) -> Result<u64, Error> {
        self.reserve(bytes, alignment)
    }

    fn unreserve(&self, address: u64, bytes: u64) -> Result<(), Error> {
        self.unreserve(address, bytes)
    }

    fn physical(
        &'static self,
        word: u64,
        device: usize,
        bytes: u64,
        handle_types: u32,
    ) -> Result<Arc<dyn backend::Physical>, Error> {
        let _counted = Some(ReservedBytes::new(self, device, bytes)?);
        let file = MemoryFile::new(bytes)?;
        Ok(Arc::new(Physical { word, device, handle_types, file, _counted }))
    }

    fn open_physical(
        &self,
        word: u64,
        device: usize,
        file: i32,
        handle_types: u32,
    ) -> Result<Arc<dyn backend::Physical>, Error> {
        let file = MemoryFile::import(file, GRANULARITY)?;
        Ok(Arc::new(Physical { word, device, handle_types, file, _counted: None }))
    }

    fn multicast(
        &'static self,
        word: u64,
        devices: usize,
        bytes: u64,
        handle_types: u32,
    ) -> Result<Arc<dyn backend::Multicast>, Error> {
        Ok(Arc::new(Multicast::new(self, word, devices, bytes, handle_types)))
    }

    fn map(&self, address: u64, bytes: u64, source: &Mappable) -> Result<(), Error> {
        let (source, device) = match source {
            Mappable::Physical(physical) => {
                let physical = software_physical(physical)?;
                let device = physical.device;
                (Source::Physical(physical), device)
            }
            Mappable::Multicast(object, offset) => {
                let object = software_multicast(object)?;
                let first = object.wait_for_team()?;
                (Source::Multicast(object, *offset), first)
            }
        };
        self.map(address, bytes, source, device)
    }

    fn unmap(&self, address: u64, bytes: u64) -> Result<(), Error> {
        self.unmap(address, bytes)
    }

    fn set_access(&self, address: u64, bytes: u64, wanted: &[(u32, u32)]) -> Result<(), Error> {
        self.set_access(address, bytes, wanted)
    }

    fn mapped_at(&self, address: u64, device: u32) -> Option<MappedAt> {
        let at = self.mappings().mapping_info(address, device)?;
        let source = match at.source {
            Source::Physical(physical) => Mappable::Physical(physical),
            Source::Multicast(object, offset) => Mappable::Multicast(object, offset),
        };
        Some(MappedAt { reservation: at.reservation, start: at.start, source, access: at.access })
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
        self.file.bytes
    }

    fn handle_types(&self) -> u32 {
        self.handle_types
    }

    fn export(&self) -> Result<i32, Error> {
        self.file.export()
    }
}

impl backend::Multicast for Multicast {
    fn word(&self) -> u64 {
        self.word
    }

    fn bytes(&self) -> u64 {
        self.bytes
    }

    fn handle_types(&self) -> u32 {
        self.handle_types
    }

    fn add_device(&self, device: usize) -> Result<(), Error> {
        self.add(device)
    }

    fn bind(
        &self,
        device: usize,
        offset: u64,
        (physical, from): (&Arc<dyn backend::Physical>, u64),
        bytes: u64,
    ) -> Result<(), Error> {
        self.bind_physical(device, offset, (software_physical(physical)?, from), bytes)
    }

    fn bind_address(&self, device: usize, offset: u64, address: u64, bytes: u64) -> Result<(), Error> {
        self.bind_place(device, offset, address, bytes)
    }

    fn unbind(&self, device: usize, offset: u64, bytes: u64) -> Result<(), Error> {
        self.take_out(device, offset, bytes)
    }

    fn release(&self) {
        self.released();
    }
}
