//! Calls on memory.

use super::array::memory_of;
use crate::Error;
use crate::backend::{self, End};
use crate::config::config;
use crate::memory::Memory;
use crate::memory::copy::{Copy, Fill};
use crate::memory::share::Shared;
use crate::types::{Advice, Advise, Direction, Extent, Facts, MemOp, Pattern, Pitch, Pointer, Request};

impl backend::Memory for Memory {
    fn allocate(&self, request: Request) -> Result<u64, Error> {
        Ok(self.allocate(request)?.base())
    }

    fn free(&self, address: u64) -> Option<Facts> {
        self.remove(address).map(|gone| Facts::new(&gone))
    }

    fn facts(&self, address: u64) -> Option<Facts> {
        self.facts(address)
    }

    fn facts_of_range(&self, what: &'static str, address: u64, bytes: u64) -> Result<Facts, Error> {
        self.holding(what, address, bytes).map(|found| Facts::new(&found))
    }

    fn is_device_visible(&self, address: u64) -> bool {
        self.is_ours(address)
    }

    fn free_bytes(&self, device: usize) -> u64 {
        self.free(device)
    }

    fn set_sync_memops(&self, address: u64, on: bool) -> bool {
        self.set_sync_memops(address, on)
    }

    fn register(&self, start: Pointer, request: Request) -> Result<(), Error> {
        self.register(start, request)
    }

    fn check_copy(&self, to: &End, from: &End, extent: Extent, direction: Direction) -> Result<(), Error> {
        Copy::plan_box(self, memory_of(to)?, memory_of(from)?, extent, direction).map(drop)
    }

    fn check_transfer(&self, address: u64, bytes: u64, write: bool) -> Result<(), Error> {
        self.check_end(Pointer::on_device(address), bytes, write)
    }

    fn check_fill(&self, to: (Pointer, Pitch), pattern: Pattern, values: Extent) -> Result<(), Error> {
        Fill::plan_box(self, to, pattern, values).map(drop)
    }

    fn check_words(&self, operations: &[MemOp]) -> Result<(), Error> {
        self.words(operations).map(drop)
    }

    fn check_prefetch(&self, range: (u64, u64)) -> Result<(), Error> {
        self.target(range).map(drop)
    }

    fn advise(&self, range: (u64, u64), advice: Advise) -> Result<(), Error> {
        let target = self.target(range)?;
        if let Some(act) = advice.act() {
            self.act(target, act);
        }
        Ok(())
    }

    fn advice(&self, range: (u64, u64)) -> Result<Advice, Error> {
        Ok(self.unified().advice(self.managed(range)?))
    }

    fn export(&self, address: u64, word: u64) -> Result<[u8; 64], Error> {
        let found = self.find(address).filter(|found| found.base() == address);
        let found = found.ok_or(Error::BadPointer { what: "memory for other processes", address })?;
        Ok(self.share(&found)?.to_bytes(word))
    }

    fn exporter(&self, exported: &[u8; 64]) -> Option<(u32, u64)> {
        Shared::from_bytes(exported).map(|(shared, word)| (shared.process, word))
    }

    fn open(&self, exported: &[u8; 64], device: usize, owner: u64) -> Result<u64, Error> {
        Ok(self.open(&shared(exported)?, device, owner)?.base())
    }

    fn open_counted(&self, exported: &[u8; 64], device: usize, owner: u64) -> Result<u64, Error> {
        self.open_once(&shared(exported)?, device, owner)
    }

    fn close(&self, address: u64) -> Result<(), Error> {
        self.close(address)
    }

    fn finish(&self) {
        if config().managed.report {
            eprint!("{}", self.unified().report());
        }
    }
}

fn shared(exported: &[u8; 64]) -> Result<Shared, Error> {
    let bad = Error::BadPointer { what: "exported memory", address: 0 };
    Shared::from_bytes(exported).map(|(shared, _)| shared).ok_or(bad)
}
