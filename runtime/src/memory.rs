//! Device-visible memory: the window, the heap in it, what is allocated where, copies and fills, where
//! managed pages are.
//!
//! A device address is a host address inside the window. Nothing is committed before an allocation asks for
//! it.

pub(crate) mod attached;
mod budget;
pub(crate) mod copy;
mod heap;
mod host;
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
pub(crate) mod plain;
pub(crate) mod range;
pub(crate) mod reach;
pub(crate) mod share;
mod shared;
pub(crate) mod slots;
pub(crate) mod team;
pub(crate) mod unified;
mod untouched;
mod window;
pub(crate) mod word;

use crate::types::ATTACH_HOST;
pub use crate::types::AllocationKind;
pub use copy::Pointer;
pub use location::{Advice, Location};
pub use plain::Plain;

use crate::Error;
use crate::sync::{Arc, AtomicU64, AtomicUsize, Mutex, Ordering, Rank};
use attached::{Attached, User};
use budget::Budget;
pub(crate) use budget::Room;
use device::residence::Act;
pub(crate) use heap::ALIGN as HEAP_ALIGN;
pub(crate) use host::is_mapped;
pub use host::may_be_read;
use index::{Facts, Index};
use mapping::Mappings;
use observer::{Observer, Observers};
use part::Parts;
use peers::{Peers, PoolAccess};
pub(crate) use piece::{Piece, Request};
use range::{Allocation, Ranges, Span};
use shared::Opened;
use slots::Slots;
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
    /// Ranges of the program's own memory that are registered.
    registered: AtomicUsize,
    /// The same, by address.
    outside: Mutex<Arc<[Range<u64>]>>,
    /// Managed memory that not all streams may use, by its first address; where devices hold it as a whole.
    attached: Mutex<BTreeMap<u64, Attached>>,
    unified: Unified,
    mappings: Mappings,
    peers: Peers,
    pools: PoolAccess,
    slots: Slots,
    opened: Opened,
    observers: Observers,
}

/// An allocation of the runtime's own that a kernel may touch.
pub(crate) struct Lent {
    memory: &'static Memory,
    base: u64,
}

impl Lent {
    /// Allocates on a device.
    ///
    /// # Errors
    /// `OutOfMemory`.
    pub(crate) fn new(memory: &'static Memory, device: usize, bytes: u64) -> Result<Lent, Error> {
        // No context owns it: it stays until the kernel has ended.
        let request = Request { bytes, kind: AllocationKind::Variable, device, owner: 0 };
        Ok(Lent { memory, base: memory.allocate(request)?.base() })
    }

    /// Allocates memory of the host's that kernels reach.
    ///
    /// # Errors
    /// `OutOfMemory`.
    pub(crate) fn of_host(memory: &'static Memory, bytes: u64) -> Result<Lent, Error> {
        let request = Request { bytes, kind: AllocationKind::Pinned(0), device: 0, owner: 0 };
        Ok(Lent { memory, base: memory.allocate(request)?.base() })
    }

    pub(crate) fn base(&self) -> u64 {
        self.base
    }

    pub(crate) fn memory(&self) -> &'static Memory {
        self.memory
    }
}

impl Drop for Lent {
    fn drop(&mut self) {
        self.memory.remove(self.base);
    }
}

impl Memory {
    /// Memory for devices of these sizes, on a machine that has so many bytes for all of it.
    pub(crate) fn new(
        window: Arc<jit::Window>,
        rooms: &[Room],
        machine: u64,
        managed: unified::Settings,
        observers: Observers,
    ) -> Self {
        let parts = Parts::of(&window, rooms.len());
        let budget = Budget::new(rooms, machine);
        let first = if parts.is_one() { window.heap().start } else { window.base() };
        let index = Arc::new(Index::new(first..window.heap().end));
        Memory {
            parts,
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
            slots: Slots::default(),
            opened: Opened::default(),
            observers,
        }
    }

    /// Those that learn what becomes of it.
    fn observers(&self) -> Observers {
        self.observers
    }

    /// A copy or fill by the host leaves its allocation.
    #[cold]
    pub(crate) fn beyond(&self, what: &'static str, pointer: Pointer, bytes: u64) {
        self.observers.each().for_each(|observer| observer.beyond(what, pointer.address(), bytes));
    }

    /// Reserved addresses, and what is mapped there.
    pub(crate) fn mappings(&self) -> &Mappings {
        &self.mappings
    }

    /// Contexts that reach their peers' memory.
    pub(crate) fn peers(&self) -> &Peers {
        &self.peers
    }

    /// Memory of graphs.
    pub(crate) fn slots(&self) -> &Slots {
        &self.slots
    }

    /// Access to pools.
    pub(crate) fn pools(&self) -> &PoolAccess {
        &self.pools
    }

    /// Managed memory.
    pub(crate) fn unified(&self) -> &Unified {
        &self.unified
    }

    /// Does something to the pages that a managed range touches.
    pub(crate) fn act(&self, target: Target, act: Act) {
        self.unified.act(target, act, &self.budget);
    }

    /// A range of the program's own memory, if devices reach that and it is there.
    pub(crate) fn pageable(&self, address: u64, bytes: u64) -> Option<Target> {
        let reached = self.unified.reaches_pageable() && bytes > 0 && !self.window.contains(address, 1);
        Target::pageable(address, bytes).filter(|_| reached && host::is_mapped(address, bytes))
    }

    /// Number of the newest allocation.
    fn newest(&self) -> u64 {
        self.serial.load(Ordering::Relaxed) - 1
    }

    /// The window that kernels are confined to.
    pub(crate) fn window(&self) -> &Arc<jit::Window> {
        &self.window
    }

    /// Whether the address lies in the window, or in memory that the program registered.
    pub(crate) fn is_ours(&self, address: u64) -> bool {
        self.window.contains(address, 1) || self.is_registered(address)
    }

    /// Whether the address lies in memory that the program registered.
    pub(crate) fn is_registered(&self, address: u64) -> bool {
        self.registered.load(Ordering::Acquire) > 0
            && !self.window.contains(address, 1)
            && self.find(address).is_some()
    }

    /// Takes memory of the program's own into the table.
    ///
    /// # Errors
    /// `BadPointer` for memory that is the runtime's or is not there, `AlreadyRegistered`.
    pub(crate) fn register(&self, start: Pointer, request: Request) -> Result<(), Error> {
        let (address, bytes) = (start.address(), request.bytes);
        let bad = Error::BadPointer { what: "memory to be registered", address };
        if !start.may_be_host() || self.window.contains(address, 1) {
            return Err(bad);
        }
        // Memory may go while it is registered: it stays registered (observed on an H200).
        if self.ranges.lock().meets(address, bytes) {
            return Err(Error::AlreadyRegistered { address });
        }
        if !host::is_mapped(address, bytes) {
            return Err(bad);
        }
        let serial = self.serial.fetch_add(1, Ordering::Relaxed);
        let mut ranges = self.ranges.lock();
        if ranges.meets(address, bytes) {
            return Err(Error::AlreadyRegistered { address });
        }
        ranges.insert(Arc::new(Allocation::at(address, None, request, serial)));
        self.registered.fetch_add(1, Ordering::Release);
        self.list_outside(&ranges);
        Ok(())
    }

    /// Lists the ranges that are registered, while nobody changes the table.
    fn list_outside(&self, ranges: &Ranges) {
        let mut outside = self.outside.lock();
        *outside = ranges.registered().map(|found| found.base()..found.base() + found.bytes).collect();
    }

    /// A piece of the heap.
    fn piece_for(&self, request: &Request) -> Option<Piece> {
        let Request { kind, device, .. } = *request;
        let observers = self.observers;
        let zone = observers.each().map(Observer::red_zone).max().unwrap_or(0);
        let bytes = request.bytes.checked_add(zone)?;
        let (part, usage) = (Arc::clone(self.parts.for_kind(kind, device)), kind.used_by());
        let base =
            part.heap.lock().allocate(bytes, &mut Commit { window: &self.window, usage, observers })?;
        part.take();
        Some(Piece { base, bytes, usage, part, window: Arc::clone(&self.window), observers })
    }

    /// Allocates; the memory reads as zero or as what was there before, like a GPU's.
    ///
    /// # Errors
    /// `OutOfMemory` when the device's memory, or this machine's, does not suffice.
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

    /// Takes a piece into the table as an allocation at an address in it; it takes nothing of the device's
    /// memory.
    pub(crate) fn adopt(&self, base: u64, piece: Piece, request: Request) -> Arc<Allocation> {
        let serial = self.serial.fetch_add(1, Ordering::Relaxed);
        let allocation = Arc::new(Allocation::at(base, Some(piece), request, serial));
        self.ranges.lock().insert(Arc::clone(&allocation));
        allocation
    }

    /// Takes addresses that somebody else keeps into the table as an allocation.
    pub(crate) fn note(&self, base: u64, request: Request) -> Arc<Allocation> {
        let serial = self.serial.fetch_add(1, Ordering::Relaxed);
        let allocation = Arc::new(Allocation::at(base, None, request, serial));
        self.ranges.lock().insert(Arc::clone(&allocation));
        allocation
    }

    /// Takes addresses at which physical memory was mapped into the table; a checker knows them, too.
    pub(crate) fn note_mapped(&self, base: u64, request: Request) -> Arc<Allocation> {
        let allocation = self.note(base, request);
        self.observers.each().for_each(|observer| observer.allocated(&allocation));
        allocation
    }

    /// Takes them out again.
    pub(crate) fn forget_mapped(&self, base: u64) {
        if let Some(gone) = self.take_out(base) {
            self.observers.each().for_each(|observer| observer.freed(&gone));
        }
    }

    /// Takes memory of a device that no allocation stands for.
    ///
    /// # Errors
    /// `OutOfMemory`.
    pub(crate) fn count(&self, device: usize, bytes: u64) -> Result<(), Error> {
        self.budget.take_of_machine(bytes)?;
        match self.budget.take(device, bytes) {
            Ok(true) => self.unified.make_room(&self.budget),
            Ok(false) => {}
            Err(error) => {
                self.budget.give_to_machine(bytes);
                return Err(error);
            }
        }
        Ok(())
    }

    /// Gives it back.
    pub(crate) fn uncount(&self, device: usize, bytes: u64) {
        self.budget.give(device, bytes);
        self.budget.give_to_machine(bytes);
    }

    /// Takes the memory for an allocation: of its device if it lies there, of the machine in any case.
    fn count_kind(&self, kind: AllocationKind, device: usize, bytes: u64) -> Result<(), Error> {
        if kind.counts_on_device(self.unified.is_concurrent()) {
            self.count(device, bytes)
        } else if kind.is_of_machine() {
            self.budget.take_of_machine(bytes)
        } else {
            Ok(())
        }
    }

    /// Gives it back.
    fn uncount_kind(&self, kind: AllocationKind, device: usize, bytes: u64) {
        if kind.counts_on_device(self.unified.is_concurrent()) {
            self.uncount(device, bytes);
        } else if kind.is_of_machine() {
            self.budget.give_to_machine(bytes);
        }
    }

    /// Takes an allocation out of the table whose bytes kernels still use; [`Memory::ended`] follows.
    pub(crate) fn take_out(&self, base: u64) -> Option<Arc<Allocation>> {
        self.ranges.lock().remove(base)
    }

    /// Puts an allocation back into the table that was taken out and has not ended.
    pub(crate) fn put_back(&self, again: Arc<Allocation>) {
        self.ranges.lock().insert(again);
    }

    /// What is left to do when nobody uses an allocation any more that was taken out.
    pub(crate) fn ended(&self, gone: &Arc<Allocation>) {
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

    /// Takes the allocation that starts at `base` out of the table. Its bytes go when nobody holds it any
    /// more.
    pub(crate) fn remove(&self, base: u64) -> Option<Arc<Allocation>> {
        let gone = self.take_out(base)?;
        self.ended(&gone);
        Some(gone)
    }

    /// Removes everything that belongs to a context.
    pub(crate) fn remove_of(&self, owner: u64) {
        let bases = self.ranges.lock().bases_of(owner);
        self.observers.each().for_each(|observer| observer.owner_ends(&bases));
        for base in bases {
            self.remove(base);
        }
    }

    /// The allocation an address lies in.
    pub(crate) fn find(&self, address: u64) -> Option<Arc<Allocation>> {
        self.ranges.lock().find(address).cloned()
    }

    /// What is known of the allocation an address lies in; without a lock where the index knows it.
    // Inlined up to who asks: handed from call to call in memory, the facts cost more than finding them.
    #[inline(always)]
    pub(crate) fn facts(&self, address: u64) -> Option<Facts> {
        match self.index.find(address) {
            Some(found) => Some(found),
            None => self.look_up(address),
        }
    }

    #[cold]
    fn look_up(&self, address: u64) -> Option<Facts> {
        self.ranges.lock().find(address).map(|found| Facts::of(found))
    }

    /// Sets whether operations on the allocation that holds an address are to be synchronous; whether there
    /// is one.
    pub(crate) fn set_sync_memops(&self, address: u64, value: bool) -> bool {
        self.ranges.lock().set_sync_memops(address, value)
    }

    /// The allocation an address lies in, or the nearest one to it.
    pub(crate) fn nearest(&self, address: u64) -> Option<Arc<Allocation>> {
        self.ranges.lock().nearest(address)
    }

    /// The allocation that holds all of `address .. address + bytes`.
    ///
    /// # Errors
    /// `BadPointer` if the address is in none, `PastEnd` if the range leaves it.
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

    /// The allocations that hold all of `address .. address + bytes`, as copies and fills want it: mappings
    /// side by side do, too (observed on an H200).
    ///
    /// # Errors
    /// As [`Memory::holding`].
    pub(crate) fn spanning(&self, what: &'static str, address: u64, bytes: u64) -> Result<Span, Error> {
        let Some(found) = self.find(address) else { return Err(Error::BadPointer { what, address }) };
        let past = Error::PastEnd { what, address, bytes, base: found.base(), size: found.bytes };
        Span::new(found, address, bytes, |address| self.find(address)).ok_or(past)
    }

    /// Bytes of a device's memory that are not in use.
    pub(crate) fn free(&self, device: usize) -> u64 {
        self.unified.settle(&self.budget);
        self.budget.free(device)
    }
}
