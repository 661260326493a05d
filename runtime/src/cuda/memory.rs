//! Memory of all GPUs of a process.

use super::context::{Context, Queue, in_host_function};
use super::event::Event;
use super::failure::OUT_OF_MEMORY;
use super::index::Index;
use super::later::Later;
use super::virtual_memory::Mappings;
use super::{managed, words};
use crate::Error;
use crate::backend::{self, End};
use crate::sync::{Arc, Mutex, OnceLock, Rank};
use crate::types::{
    Advice, Advise, AllocationKind, Direction, Extent, Facts, MemOp, Pattern, Pitch, Pointer, Request,
};
use cuda_driver::{Driver, Failure, PointerFact};
use hip_sys::hipIpcMemHandle_t;
use std::collections::BTreeMap;
use std::sync::Weak;

/// Memory of all GPUs.
#[derive(Debug)]
pub(super) struct Memory {
    pub(super) driver: &'static Driver,
    /// The driver's numbers of devices, by ordinal.
    numbers: OnceLock<Vec<i32>>,
    pub(super) index: Index,
    pub(super) mappings: Mappings,
    /// Frees for which nobody waits.
    later: Later,
    /// Contexts by the words of their handles.
    contexts: Mutex<BTreeMap<u64, Weak<Context>>>,
    /// How often memory of other processes was opened, by address, and by which bytes.
    opened: Mutex<BTreeMap<u64, ([u8; 64], u32)>>,
}

/// Exporter of all memory, as far as the driver tells.
pub(super) const ANY: (u32, u64) = (0, 0);

/// Portable and mapped, write-combined: flags of page-locked memory that CUDA has.
const PINNED_FLAGS: u32 = 7;
/// Portable and mapped: flags of registered memory that CUDA has.
const REGISTERED_FLAGS: u32 = 3;
/// Global or host: who may access managed memory.
const ATTACH_FLAGS: u32 = 3;
/// `CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS`
const LAZY_PEERS: u32 = 1;

impl Memory {
    pub(super) fn new(driver: &'static Driver) -> Memory {
        Memory {
            driver,
            numbers: OnceLock::new(),
            index: Index::default(),
            mappings: Mappings::default(),
            later: Later::default(),
            contexts: Mutex::new(Rank::Leaf, BTreeMap::new()),
            opened: Mutex::new(Rank::Leaf, BTreeMap::new()),
        }
    }

    /// Sets the driver's numbers of devices, once.
    pub(super) fn know_devices(&self, numbers: Vec<i32>) {
        self.numbers.get_or_init(|| numbers);
    }

    /// Returns the driver's numbers of devices, by ordinal.
    pub(super) fn numbers(&self) -> &[i32] {
        self.numbers.get().map_or(&[], Vec::as_slice)
    }

    /// Returns the driver's number of a device.
    ///
    /// # Errors
    /// `BadOrdinal`.
    pub(super) fn number(&self, ordinal: usize) -> Result<i32, Error> {
        let count = self.numbers().len();
        self.numbers().get(ordinal).copied().ok_or(Error::BadOrdinal { ordinal: ordinal as i64, count })
    }

    pub(super) fn know_context(&self, context: &Arc<Context>) {
        self.contexts.lock().insert(context.owner, Arc::downgrade(context));
    }

    /// Forgets a context and what it owns.
    pub(super) fn forget_owner(&self, owner: u64) {
        self.contexts.lock().remove(&owner);
        self.index.remove_owned_by(owner);
    }

    fn context(&self, owner: u64) -> Option<Arc<Context>> {
        self.contexts.lock().get(&owner).and_then(Weak::upgrade)
    }

    /// Returns a context of a device: the thread's, else one that no kernel has made unusable, else any.
    pub(super) fn context_on(&self, device: usize) -> Option<Arc<Context>> {
        let all = self.contexts_on(device);
        let best = all.iter().find(|context| context.is_current());
        let best = best.or_else(|| all.iter().find(|context| context.healthy().is_ok()));
        best.or(all.first()).cloned()
    }

    /// Returns the contexts of a device.
    pub(super) fn contexts_on(&self, device: usize) -> Vec<Arc<Context>> {
        let contexts = self.contexts.lock();
        let all = contexts.values().filter_map(Weak::upgrade);
        all.filter(|context| context.device.ordinal == device).collect()
    }

    /// Makes a call of the driver in the context that owns memory, or in any of the device.
    ///
    /// # Errors
    /// `NoContext`; the driver's.
    pub(super) fn call<T>(
        &self,
        owner: u64,
        device: usize,
        call: impl FnOnce(&'static Driver) -> Result<T, Failure>,
    ) -> Result<T, Error> {
        self.owning(owner, device)?.call(call)
    }

    /// Returns whether devices reach the memory at an address.
    pub(super) fn is_known(&self, address: u64) -> bool {
        self.index.find(address).is_some()
            || self.driver.pointer_fact(address, PointerFact::MemoryType).is_some_and(|kind| kind != 0)
    }

    /// Checks an end of a copy: whether it is within its allocation, and device memory if that is wanted.
    ///
    /// # Errors
    /// `BadPointer`, `PastEnd`.
    pub(super) fn check_pointer(
        &self,
        what: &'static str,
        pointer: Pointer,
        bytes: u64,
        on_device: bool,
    ) -> Result<(), Error> {
        let address = pointer.address();
        match self.index.find(address) {
            // Ranges of mapped memory may go over several mappings, and the program's own memory goes on.
            Some(Facts { kind: AllocationKind::Mapped | AllocationKind::Registered(_), .. }) => Ok(()),
            Some(found) if bytes > found.bytes - (address - found.base) => {
                Err(Error::PastEnd { what, address, bytes, base: found.base, size: found.bytes })
            }
            Some(_) => Ok(()),
            None if pointer.may_be_host() && !on_device && address != 0 => Ok(()),
            None if address != 0 && self.is_known(address) => Ok(()),
            None => Err(Error::BadPointer { what, address }),
        }
    }

    /// Checks the ends of a copy.
    ///
    /// # Errors
    /// `BadPointer`, `PastEnd`, `BadPitch`.
    pub(super) fn check_ends(
        &self,
        to: &End,
        from: &End,
        extent: Extent,
        direction: Direction,
    ) -> Result<(), Error> {
        let to_device = matches!(direction, Direction::ToDevice | Direction::OnDevice);
        let from_device = matches!(direction, Direction::ToHost | Direction::OnDevice);
        for (what, end, on_device) in [("destination", to, to_device), ("source", from, from_device)] {
            if let End::Memory(pointer, pitch) = end {
                let bytes = pitch.span(extent, what, pointer.address())?;
                self.check_pointer(what, *pointer, bytes, on_device)?;
            }
        }
        Ok(())
    }

    /// Checks a fill.
    ///
    /// # Errors
    /// `BadPointer`, `PastEnd`, `OutOfRange` for a pitch, `Unaligned`.
    pub(super) fn check_filling(
        &self,
        (to, pitch): (Pointer, Pitch),
        pattern: Pattern,
        values: Extent,
    ) -> Result<(), Error> {
        let (what, address, size) = ("destination", to.address(), pattern.size());
        let width = values.width.checked_mul(size).ok_or(Error::BadPointer { what, address })?;
        let extent = Extent { width, ..values };
        let bytes = pitch.span(extent, what, address).map_err(|error| match error {
            Error::BadPitch { pitch, least, .. } => {
                Error::OutOfRange { what: "pitch of a fill", got: pitch, min: least, max: u64::MAX }
            }
            error => error,
        })?;
        self.check_pointer(what, to, bytes, true)?;
        let asked = [(address, true), (pitch.row, extent.height > 1), (pitch.slice, extent.depth > 1)];
        match asked.into_iter().find(|(at, counts)| *counts && at % size != 0) {
            Some((address, _)) => Err(Error::Unaligned { what, address, align: size }),
            None => Ok(()),
        }
    }

    /// Frees memory in a stream's order.
    ///
    /// # Errors
    /// `BadPointer`; the driver's.
    pub(super) fn free_in(&self, stream: &Queue, address: u64) -> Result<(), Error> {
        use AllocationKind::{Device, Opened, Pooled};
        let bad = Error::BadPointer { what: "what is to be freed", address };
        let gone = self.index.take_if(address, |kind| matches!(kind, Device | Pooled(_) | Opened));
        let gone = gone.ok_or(bad)?;
        if matches!(gone.kind, Pooled(_)) {
            return stream.call(|driver, on| driver.cuMemFreeAsync(address, on));
        }
        // The driver frees only what it has allocated so in a stream's order.
        let context = self.owning(gone.owner, gone.device)?;
        let after = Event::spare(stream.context.whole())?;
        stream.call(|driver, on| driver.cuEventRecord(after.handle, on))?;
        after.note_record();
        self.free_after(context, gone, Some(after));
        Ok(())
    }

    /// Has another thread free an allocation that was taken out of the index, after an event if there is one.
    fn free_after(&self, context: Arc<Context>, gone: Facts, after: Option<Event>) {
        self.later.make(Box::new(move || {
            let waited = after.as_ref().map_or(Ok(()), backend::Event::synchronize);
            if let Err(error) = waited.and_then(|()| release(&context, &gone)) {
                not_freed(gone.base, &error);
            }
        }));
    }

    /// Waits for frees that another thread makes; not in a function of the host, for which they may wait.
    pub(super) fn wait_for_frees(&self) {
        if !in_host_function() {
            self.later.wait();
        }
    }

    /// Returns the context that owns memory, or any of the device.
    fn owning(&self, owner: u64, device: usize) -> Result<Arc<Context>, Error> {
        let context = self.context(owner).or_else(|| self.context_on(device));
        context.ok_or(Error::NoContext { what: "memory of a GPU" })
    }

    /// Frees an allocation that was taken out of the index.
    fn release(&self, gone: &Facts) -> Result<(), Error> {
        release(&*self.owning(gone.owner, gone.device)?, gone)
    }

    /// Returns the error of a failed allocation.
    fn refused(&self, error: Failure, bytes: u64) -> Error {
        if error.code != OUT_OF_MEMORY {
            return error.into();
        }
        let (mut free, mut total) = (0, 0);
        let _ = self.driver.cuMemGetInfo_v2(&mut free, &mut total);
        Error::OutOfMemory { wanted: bytes, free: free as u64 }
    }

    fn open_memory(&self, exported: &[u8; 64], device: usize, owner: u64) -> Result<u64, Error> {
        let handle = hipIpcMemHandle_t { reserved: exported.map(|byte| byte as _) };
        let (mut address, mut base, mut bytes) = (0, 0, 0);
        self.call(owner, device, |driver| driver.cuIpcOpenMemHandle_v2(&mut address, handle, LAZY_PEERS))?;
        self.call(owner, device, |driver| {
            base = driver.pointer_fact(address, PointerFact::RangeStart).unwrap_or(address);
            bytes = driver.pointer_fact(address, PointerFact::RangeSize).unwrap_or(1);
            Ok(())
        })?;
        self.index.add(base, Request { bytes, kind: AllocationKind::Opened, device, owner });
        Ok(address)
    }
}

fn not_freed(address: u64, error: &Error) {
    let line = format_args!("{address:#x} was not freed: {error}");
    crate::trace::log(crate::trace::Level::Warning, line);
}

/// Frees an allocation of a context that was taken out of the index.
///
/// # Errors
/// The driver's.
fn release(context: &Context, gone: &Facts) -> Result<(), Error> {
    use AllocationKind::{Device, Managed, Mapped, Opened, Pinned, Pooled, Registered, Variable};
    let base = gone.base;
    context.call(|driver| match gone.kind {
        Device | Managed(_) | Pooled(_) => driver.cuMemFree_v2(base),
        Pinned(_) => driver.free_host(base),
        Registered(_) => driver.unregister_host(base),
        Opened => driver.cuIpcCloseMemHandle(base),
        // Modules and mappings have it.
        Variable | Mapped => Ok(()),
    })
}

impl backend::Memory for Memory {
    fn allocate(&self, request: Request) -> Result<u64, Error> {
        use AllocationKind::{Device, Managed, Pinned, Variable};
        let Request { bytes, kind, device, owner } = request;
        let driver = self.owning(owner, device)?.enter()?;
        let mut address = 0;
        let size = usize::try_from(bytes).unwrap_or(usize::MAX);
        let mut allocate = || match kind {
            Device | Variable => driver.cuMemAlloc_v2(&mut address, size),
            Managed(flags) => driver.cuMemAllocManaged(&mut address, size, flags & ATTACH_FLAGS),
            Pinned(flags) => driver.allocate_host(bytes, flags & PINNED_FLAGS).map(|at| address = at),
            _ => Err(Failure::missing("allocation of memory of this kind")),
        };
        let done = match allocate() {
            // What was dropped may still be there.
            Err(failure) if failure.code == OUT_OF_MEMORY => {
                self.wait_for_frees();
                allocate()
            }
            done => done,
        };
        done.map_err(|failure| self.refused(failure, bytes))?;
        self.index.add(address, request);
        Ok(address)
    }

    fn free(&self, address: u64) -> Option<Facts> {
        let gone = self.index.take(address)?;
        if let Err(error) = self.release(&gone) {
            not_freed(address, &error);
        }
        Some(gone)
    }

    fn free_later(&self, address: u64) -> Option<Facts> {
        let facts = self.index.take(address)?;
        // Without a context it is freed already.
        if let Ok(context) = self.owning(facts.owner, facts.device) {
            self.free_after(context, facts, None);
        }
        Some(facts)
    }

    fn facts(&self, address: u64) -> Option<Facts> {
        self.index.find(address)
    }

    fn facts_of_range(&self, what: &'static str, address: u64, bytes: u64) -> Result<Facts, Error> {
        let found = self.index.find(address).ok_or(Error::BadPointer { what, address })?;
        match bytes <= found.bytes - (address - found.base) {
            true => Ok(found),
            false => Err(Error::PastEnd { what, address, bytes, base: found.base, size: found.bytes }),
        }
    }

    fn is_device_visible(&self, address: u64) -> bool {
        self.is_known(address)
    }

    fn free_bytes(&self, device: usize) -> u64 {
        let (mut free, mut total) = (0, 0);
        let context = self.context_on(device);
        let _ = context.map(|context| context.call(|driver| driver.cuMemGetInfo_v2(&mut free, &mut total)));
        free as u64
    }

    fn set_sync_memops(&self, address: u64, on: bool) -> bool {
        let Some(found) = self.index.find(address) else { return false };
        self.index.set_sync_memops(address, on);
        self.call(found.owner, found.device, |driver| driver.set_sync_memops(address, on)).is_ok()
    }

    fn register(&self, start: Pointer, request: Request) -> Result<(), Error> {
        let (address, what) = (start.address(), "memory to be registered");
        let AllocationKind::Registered(flags) = request.kind else {
            return Err(crate::bug::bug!("a registration of another kind"));
        };
        if address == 0 || !start.may_be_host() {
            return Err(Error::BadPointer { what, address });
        }
        self.call(request.owner, request.device, |driver| {
            driver.register_host(address, request.bytes, flags & REGISTERED_FLAGS)
        })?;
        self.index.add(address, request);
        Ok(())
    }

    fn check_copy(&self, to: &End, from: &End, extent: Extent, direction: Direction) -> Result<(), Error> {
        self.check_ends(to, from, extent, direction)
    }

    fn check_transfer(&self, address: u64, bytes: u64, write: bool) -> Result<(), Error> {
        let what = if write { "destination" } else { "source" };
        self.check_pointer(what, Pointer::on_device(address), bytes, true)
    }

    fn check_fill(&self, to: (Pointer, Pitch), pattern: Pattern, values: Extent) -> Result<(), Error> {
        self.check_filling(to, pattern, values)
    }

    fn check_words(&self, operations: &[MemOp]) -> Result<(), Error> {
        words::steps(operations).map(drop)
    }

    fn check_prefetch(&self, (address, bytes): (u64, u64)) -> Result<(), Error> {
        if bytes == 0 {
            return Err(Error::OutOfRange { what: "size", got: 0, min: 1, max: u64::MAX });
        }
        let what = "managed range";
        match self.facts_of_range(what, address, bytes)?.kind {
            AllocationKind::Managed(_) => Ok(()),
            _ => Err(Error::BadPointer { what, address }),
        }
    }

    fn advise(&self, range: (u64, u64), advice: Advise) -> Result<(), Error> {
        self.check_prefetch(range)?;
        managed::advise(self.driver, self.numbers(), range, advice)
    }

    fn advice(&self, range: (u64, u64)) -> Result<Advice, Error> {
        self.check_prefetch(range)?;
        managed::advice(self.driver, self.numbers(), range)
    }

    fn export(&self, address: u64, _word: u64) -> Result<[u8; 64], Error> {
        let found = self.index.find(address).filter(|found| found.base == address);
        let found = found.ok_or(Error::BadPointer { what: "memory for other processes", address })?;
        let mut handle = hipIpcMemHandle_t { reserved: [0; 64] };
        self.call(found.owner, found.device, |driver| driver.cuIpcGetMemHandle(&mut handle, address))?;
        Ok(handle.reserved.map(|byte| byte as u8))
    }

    fn exporter(&self, _exported: &[u8; 64]) -> Option<(u32, u64)> {
        // Only the driver reads its handles: it refuses those of the process itself.
        Some(ANY)
    }

    fn open(&self, exported: &[u8; 64], device: usize, owner: u64) -> Result<u64, Error> {
        self.open_memory(exported, device, owner)
    }

    fn open_counted(&self, exported: &[u8; 64], device: usize, owner: u64) -> Result<u64, Error> {
        let known = {
            let mut opened = self.opened.lock();
            let known = opened.iter_mut().find(|(_, (bytes, _))| bytes == exported);
            known.map(|(address, (_, count))| {
                *count += 1;
                *address
            })
        };
        if let Some(address) = known {
            return Ok(address);
        }
        let address = self.open_memory(exported, device, owner)?;
        self.opened.lock().entry(address).or_insert((*exported, 0)).1 += 1;
        Ok(address)
    }

    fn close(&self, address: u64) -> Result<(), Error> {
        let bad = Error::BadPointer { what: "memory of another process", address };
        let is_last = {
            let mut opened = self.opened.lock();
            let (_, count) = opened.get_mut(&address).ok_or(bad.clone())?;
            *count -= 1;
            *count == 0
        };
        if !is_last {
            return Ok(());
        }
        self.opened.lock().remove(&address);
        let gone = self.index.take(address).ok_or(bad)?;
        self.release(&gone)
    }

    fn finish(&self) {}
}
