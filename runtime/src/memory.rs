//! Device-visible memory: the window and its heap, allocations, copies and fills, residence of managed pages.
//!
//! A device address is a host address inside the window. Memory is committed only for allocations.

pub(crate) mod attachment;
mod budget;
pub(crate) mod copy;
mod heap;
pub(crate) mod held;
pub(crate) mod index;
pub(crate) mod location;
pub(crate) mod machine;
pub(crate) mod mapping;
pub(crate) mod multicast;
pub(crate) mod observer;
mod part;
pub(crate) mod peers;
pub(crate) mod physical;
mod piece;
pub(crate) mod range;
pub(crate) mod reach;
pub(crate) mod share;
mod shared;
pub(crate) mod team;
pub(crate) mod unified;
mod untouched;
mod window;
pub(crate) mod word;

use crate::Error;
use crate::host;
use crate::sync::{Arc, AtomicU64, AtomicUsize, Mutex, Ordering, Rank};
use crate::types::{ATTACH_HOST, AllocationKind, Facts, Pointer, Request};
use attachment::{Attached, User};
use budget::Budget;
pub(crate) use budget::Room;
use device::residence::Act;
pub(crate) use heap::ALIGN as HEAP_ALIGN;
use index::Index;
use mapping::Mappings;
use observer::{Observer, Observers};
use part::Parts;
use peers::{Peers, PoolAccess};
pub(crate) use piece::Piece;
use range::{Allocation, Ranges, Span};
use shared::Opened;
use std::collections::BTreeMap;
use std::ops::Range;
use unified::{Target, Unified};
use window::Commit;

/// All device-visible memory of the process.
pub(crate) struct Memory {
    window: Arc<jit::Window>,
    parts: Parts,
    ranges: Mutex<Ranges>,
    index: Arc<Index>,
    budget: Budget,
    serial: AtomicU64,
    /// Number of registered ranges of the program's memory.
    registered: AtomicUsize,
    /// Registered ranges, by address.
    outside: Mutex<Arc<[Range<u64>]>>,
    /// Attached managed memory, by first address; only on devices that hold it as a whole.
    attached: Mutex<BTreeMap<u64, Attached>>,
    unified: Unified,
    mappings: Mappings,
    peers: Peers,
    pools: PoolAccess,
    opened: Opened,
    /// Allocations that were taken out and have not ended: kernels before their free may use them.
    leaving: Mutex<Vec<Arc<Allocation>>>,
    observers: Observers,
}

/// Allocation of the runtime itself that kernels may access; freed on drop.
pub(crate) struct RuntimeBuffer {
    memory: &'static Memory,
    base: u64,
}

impl RuntimeBuffer {
    /// Allocates on a device.
    ///
    /// # Errors
    /// `OutOfMemory`.
    pub(crate) fn new(memory: &'static Memory, device: usize, bytes: u64) -> Result<RuntimeBuffer, Error> {
        // No context owns it, so it lives until the kernel has ended.
        let request = Request { bytes, kind: AllocationKind::Variable, device, owner: 0 };
        Ok(RuntimeBuffer { memory, base: memory.allocate(request)?.base() })
    }

    /// Allocates host memory that kernels can access.
    ///
    /// # Errors
    /// `OutOfMemory`.
    pub(crate) fn on_host(memory: &'static Memory, bytes: u64) -> Result<RuntimeBuffer, Error> {
        let request = Request { bytes, kind: AllocationKind::Pinned(0), device: 0, owner: 0 };
        Ok(RuntimeBuffer { memory, base: memory.allocate(request)?.base() })
    }

    pub(crate) fn base(&self) -> u64 {
        self.base
    }

    pub(crate) fn memory(&self) -> &'static Memory {
        self.memory
    }
}

impl Drop for RuntimeBuffer {
    fn drop(&mut self) {
        self.memory.remove(self.base);
    }
}

impl Memory {
    /// Creates the memory of devices of these sizes, on a machine that provides `machine` bytes for all of
    /// them.
    pub(crate) fn new(
        window: Arc<jit::Window>,
        rooms: &[Room],
        machine: u64,
        managed: unified::Settings,
        observers: Observers,
    ) -> Self {
        let parts = Parts::new(&window, rooms.len());
        let budget = Budget::new(rooms, machine);
        let first = if parts.is_one() { window.heap().start } else { window.base() };
        let index = Arc::new(Index::new(first..window.heap().end));
        Memory {
            parts,
            leaving: Mutex::new(Rank::Leaf, Vec::new()),
            ranges: Mutex::new(Rank::Ranges, Ranges::new(Arc::clone(&index))),
            index,
            unified: Unified::new(&window, &budget, managed),
            budget,
            window,
            serial: AtomicU64::new(1),
            registered: AtomicUsize::new(0),
            outside: Mutex::new(Rank::Leaf, Arc::from([])),
            attached: Mutex::new(Rank::Leaf, BTreeMap::new()),
            mappings: Mappings::default(),
            peers: Peers::default(),
            pools: PoolAccess::default(),
            opened: Opened::default(),
            observers,
        }
    }

    /// Observers of the memory.
    fn observers(&self) -> Observers {
        self.observers
    }

    /// Reports that a copy or fill by the host exceeds its allocation.
    #[cold]
    pub(crate) fn report_out_of_bounds(&self, what: &'static str, pointer: Pointer, bytes: u64) {
        self.observers.each().for_each(|observer| observer.out_of_bounds(what, pointer.address(), bytes));
    }

    /// Reserved addresses and mappings.
    pub(crate) fn mappings(&self) -> &Mappings {
        &self.mappings
    }

    /// Peer access between contexts.
    pub(crate) fn peers(&self) -> &Peers {
        &self.peers
    }

    /// Access to pools.
    pub(crate) fn pools(&self) -> &PoolAccess {
        &self.pools
    }

    /// Managed memory.
    pub(crate) fn unified(&self) -> &Unified {
        &self.unified
    }

    /// Applies an action to the pages of a managed range.
    pub(crate) fn act(&self, target: Target, act: Act) {
        self.unified.act(target, act, &self.budget);
    }

    /// Range of the program's pageable memory, if devices can access it and it is mapped.
    pub(crate) fn pageable(&self, address: u64, bytes: u64) -> Option<Target> {
        let reached = self.unified.reaches_pageable() && bytes > 0 && !self.window.contains(address, 1);
        Target::pageable(address, bytes).filter(|_| reached && host::is_mapped(address, bytes))
    }

    /// The managed range at an address, or one of the program's own memory where devices reach that.
    ///
    /// # Errors
    /// As [`Memory::managed`].
    pub(crate) fn target(&self, (address, bytes): (u64, u64)) -> Result<Target, Error> {
        match self.pageable(address, bytes) {
            Some(target) => Ok(target),
            None => self.managed((address, bytes)),
        }
    }

    /// The managed range at an address.
    ///
    /// # Errors
    /// `OutOfRange` for an empty one; `BadPointer`, `PastEnd`.
    pub(crate) fn managed(&self, (address, bytes): (u64, u64)) -> Result<Target, Error> {
        const WHAT: &str = "managed range";
        if bytes == 0 {
            return Err(Error::OutOfRange { what: "size", got: 0, min: 1, max: u64::MAX });
        }
        let found = self.holding(WHAT, address, bytes)?;
        match found.kind {
            AllocationKind::Managed(_) => Ok(Target::new(&found, address, bytes)),
            _ => Err(Error::BadPointer { what: WHAT, address }),
        }
    }

    /// Number of the newest allocation.
    fn newest(&self) -> u64 {
        self.serial.load(Ordering::Relaxed) - 1
    }

    /// Window that kernels are confined to.
    pub(crate) fn window(&self) -> &Arc<jit::Window> {
        &self.window
    }

    /// Returns whether an address is in the window, or in registered memory.
    pub(crate) fn is_ours(&self, address: u64) -> bool {
        self.window.contains(address, 1) || self.is_registered(address)
    }

    /// Returns whether an address is in registered memory.
    pub(crate) fn is_registered(&self, address: u64) -> bool {
        self.registered.load(Ordering::Acquire) > 0
            && !self.window.contains(address, 1)
            && self.find(address).is_some()
    }

    /// Registers memory of the program.
    ///
    /// # Errors
    /// `BadPointer` for memory of the runtime or unmapped memory; `AlreadyRegistered`.
    pub(crate) fn register(&self, start: Pointer, request: Request) -> Result<(), Error> {
        let (address, bytes) = (start.address(), request.bytes);
        let bad = Error::BadPointer { what: "memory to be registered", address };
        if !start.may_be_host() || self.window.contains(address, 1) {
            return Err(bad);
        }
        // Registered memory may be unmapped; it stays registered (observed on an H200).
        if self.ranges.lock().overlaps(address, bytes) {
            return Err(Error::AlreadyRegistered { address });
        }
        if !host::is_mapped(address, bytes) {
            return Err(bad);
        }
        let serial = self.serial.fetch_add(1, Ordering::Relaxed);
        let mut ranges = self.ranges.lock();
        if ranges.overlaps(address, bytes) {
            return Err(Error::AlreadyRegistered { address });
        }
        ranges.insert(Arc::new(Allocation::at(address, None, request, serial)));
        self.registered.fetch_add(1, Ordering::Release);
        self.list_outside(&ranges);
        Ok(())
    }

    /// Updates the list of registered ranges; the caller holds the table's lock.
    fn list_outside(&self, ranges: &Ranges) {
        let mut outside = self.outside.lock();
        *outside = ranges.registered().map(|found| found.base()..found.base() + found.bytes).collect();
    }

    /// Allocates a piece of the heap.
    fn piece_for(&self, request: &Request) -> Option<Piece> {
        let Request { kind, device, .. } = *request;
        let observers = self.observers;
        let zone = observers.each().map(Observer::red_zone).max().unwrap_or(0);
        let bytes = request.bytes.checked_add(zone)?;
        let (part, usage) = (Arc::clone(self.parts.for_kind(kind, device)), kind.used_by());
        let base =
            part.heap.lock().allocate(bytes, &mut Commit { window: &self.window, usage, observers })?;
        part.add_piece();
        Some(Piece { base, bytes, usage, part, window: Arc::clone(&self.window), observers })
    }

    /// Allocates memory. Its contents are zeros or those of freed memory, as on a GPU.
    ///
    /// # Errors
    /// `OutOfMemory` if the device's memory, or this machine's, does not suffice.
    pub(crate) fn allocate(&self, request: Request) -> Result<Arc<Allocation>, Error> {
        let Request { bytes, device, .. } = request;
        self.count_kind(request.kind, device, bytes)?;
        let Some(piece) = self.piece_for(&request) else {
            let free = self.free(device);
            self.uncount_kind(request.kind, device, bytes);
            return Err(Error::OutOfMemory { wanted: bytes, free });
        };
        let serial = self.serial.fetch_add(1, Ordering::Relaxed);
        let allocation = Arc::new(Allocation::new(piece, request, serial));
        self.ranges.lock().insert(Arc::clone(&allocation));
        if let AllocationKind::Managed(flags) = request.kind {
            self.unified.allocated(serial, allocation.base(), bytes);
            if flags == ATTACH_HOST {
                self.attach(&allocation, Some(User::Host));
            }
        }
        self.observers.each().for_each(|observer| observer.allocated(&allocation));
        Ok(allocation)
    }

    /// Inserts an allocation at an address in a piece. It does not count as device memory.
    pub(crate) fn adopt(&self, base: u64, piece: Piece, request: Request) -> Arc<Allocation> {
        let serial = self.serial.fetch_add(1, Ordering::Relaxed);
        let allocation = Arc::new(Allocation::at(base, Some(piece), request, serial));
        self.ranges.lock().insert(Arc::clone(&allocation));
        allocation
    }

    /// Inserts an allocation at addresses with memory that is managed elsewhere.
    pub(crate) fn note(&self, base: u64, request: Request) -> Arc<Allocation> {
        let serial = self.serial.fetch_add(1, Ordering::Relaxed);
        let allocation = Arc::new(Allocation::at(base, None, request, serial));
        self.ranges.lock().insert(Arc::clone(&allocation));
        allocation
    }

    /// Inserts an allocation at which physical memory is mapped, and notifies observers.
    pub(crate) fn insert_mapped(&self, base: u64, request: Request) -> Arc<Allocation> {
        let allocation = self.note(base, request);
        self.observers.each().for_each(|observer| observer.allocated(&allocation));
        allocation
    }

    /// Removes such an allocation.
    pub(crate) fn remove_mapped(&self, base: u64) {
        if let Some(gone) = self.take_out(base) {
            self.observers.each().for_each(|observer| observer.freed(&gone));
        }
    }

    /// Counts device memory outside of allocations.
    ///
    /// # Errors
    /// `OutOfMemory`.
    pub(crate) fn count(&self, device: usize, bytes: u64) -> Result<(), Error> {
        self.budget.reserve_machine(bytes)?;
        match self.budget.reserve(device, bytes) {
            Ok(true) => self.unified.make_room(&self.budget),
            Ok(false) => {}
            Err(error) => {
                self.budget.release_machine(bytes);
                return Err(error);
            }
        }
        Ok(())
    }

    /// Discounts device memory.
    pub(crate) fn uncount(&self, device: usize, bytes: u64) {
        self.budget.release(device, bytes);
        self.budget.release_machine(bytes);
    }

    /// Counts the memory of an allocation: on its device if it is there, and on this machine in any case.
    fn count_kind(&self, kind: AllocationKind, device: usize, bytes: u64) -> Result<(), Error> {
        if kind.counts_on_device(self.unified.is_concurrent()) {
            self.count(device, bytes)
        } else if kind.is_of_machine() {
            self.budget.reserve_machine(bytes)
        } else {
            Ok(())
        }
    }

    /// Discounts the memory of an allocation.
    fn uncount_kind(&self, kind: AllocationKind, device: usize, bytes: u64) {
        if kind.counts_on_device(self.unified.is_concurrent()) {
            self.uncount(device, bytes);
        } else if kind.is_of_machine() {
            self.budget.release_machine(bytes);
        }
    }

    /// Removes an allocation from the table while kernels may still use its bytes; [`Memory::ended`] follows.
    pub(crate) fn take_out(&self, base: u64) -> Option<Arc<Allocation>> {
        self.ranges.lock().remove(base)
    }

    /// Reports that the free of an allocation that was taken out waits for its stream's turn.
    pub(crate) fn free_is_queued(&self, base: u64) {
        self.observers.each().for_each(|observer| observer.free_is_queued(base));
    }

    /// Keeps an allocation that was taken out for the kernels before its free.
    pub(crate) fn leaves(&self, gone: &Arc<Allocation>) {
        self.leaving.lock().push(Arc::clone(gone));
    }

    /// Returns the allocation at an address that was taken out and has not ended.
    pub(crate) fn leaving(&self, address: u64) -> Option<Arc<Allocation>> {
        let holds = |one: &&Arc<Allocation>| (one.base()..one.base() + one.bytes).contains(&address);
        self.leaving.lock().iter().find(holds).cloned()
    }

    fn left(&self, gone: &Arc<Allocation>) {
        self.leaving.lock().retain(|one| !Arc::ptr_eq(one, gone));
    }

    /// Inserts an allocation again that was taken out and has not ended.
    pub(crate) fn put_back(&self, again: Arc<Allocation>) {
        self.left(&again);
        self.ranges.lock().insert(again);
    }

    /// Completes the removal of an allocation that is no longer in use.
    pub(crate) fn ended(&self, gone: &Arc<Allocation>) {
        self.left(gone);
        self.observers.each().for_each(|observer| observer.freed(gone));
        if matches!(gone.kind, AllocationKind::Registered(_)) {
            self.list_outside(&self.ranges.lock());
            self.registered.fetch_sub(1, Ordering::Release);
        }
        if matches!(gone.kind, AllocationKind::Managed(_)) {
            self.unified.freed(gone.serial, &self.budget);
            self.attach(gone, None);
        }
        self.uncount_kind(gone.kind, gone.device, gone.bytes);
    }

    /// Removes the allocation that starts at `base`. Its bytes are freed when the last reference is dropped.
    pub(crate) fn remove(&self, base: u64) -> Option<Arc<Allocation>> {
        let gone = self.take_out(base)?;
        self.ended(&gone);
        Some(gone)
    }

    /// Removes all allocations of a context.
    pub(crate) fn remove_owned_by(&self, owner: u64) {
        let bases = self.ranges.lock().bases_of(owner);
        self.observers.each().for_each(|observer| observer.owner_ends(&bases));
        for base in bases {
            self.remove(base);
        }
    }

    /// Allocation that contains an address.
    pub(crate) fn find(&self, address: u64) -> Option<Arc<Allocation>> {
        self.ranges.lock().find(address).cloned()
    }

    /// Facts about the allocation that contains an address; lock-free if the index has it.
    // Inlined into callers: returning the facts in memory costs more than finding them.
    #[inline(always)]
    pub(crate) fn facts(&self, address: u64) -> Option<Facts> {
        match self.index.find(address) {
            Some(found) => Some(found),
            None => self.look_up(address),
        }
    }

    #[cold]
    fn look_up(&self, address: u64) -> Option<Facts> {
        self.ranges.lock().find(address).map(|found| Facts::new(found))
    }

    /// Sets `sync_memops` of the allocation that contains an address. Returns whether there is one.
    pub(crate) fn set_sync_memops(&self, address: u64, value: bool) -> bool {
        self.ranges.lock().set_sync_memops(address, value)
    }

    /// Allocation that contains an address, or the nearest one.
    pub(crate) fn nearest(&self, address: u64) -> Option<Arc<Allocation>> {
        self.ranges.lock().nearest(address)
    }

    /// Allocation that contains all of `address .. address + bytes`.
    ///
    /// # Errors
    /// `BadPointer` if the address is in none; `PastEnd` if the range exceeds it.
    pub(crate) fn holding(
        &self,
        what: &'static str,
        address: u64,
        bytes: u64,
    ) -> Result<Arc<Allocation>, Error> {
        let Some(found) = self.find(address) else { return Err(Error::BadPointer { what, address }) };
        if bytes > found.base() + found.bytes - address {
            return Err(Error::PastEnd { what, address, bytes, base: found.base(), size: found.bytes });
        }
        Ok(found)
    }

    /// Allocations that contain all of `address .. address + bytes`, for copies and fills: a range may span
    /// adjacent mappings (observed on an H200).
    ///
    /// # Errors
    /// Those of [`Memory::holding`].
    pub(crate) fn spanning(&self, what: &'static str, address: u64, bytes: u64) -> Result<Span, Error> {
        let Some(found) = self.find(address) else { return Err(Error::BadPointer { what, address }) };
        let past = Error::PastEnd { what, address, bytes, base: found.base(), size: found.bytes };
        Span::new(found, address, bytes, |address| self.find(address)).ok_or(past)
    }

    /// Free bytes of a device's memory.
    pub(crate) fn free(&self, device: usize) -> u64 {
        self.unified.settle(&self.budget);
        self.budget.free(device)
    }
}
